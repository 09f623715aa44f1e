// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// Decodes plain samples from files and pipes alike.
///
/// The header was read before; from there on bytes are read in order. So the same bytes give the
/// same samples and the same errors from a disk and from a pipe, live and without a copy. Samples
/// are floating-point with full scale at ±1.0, not clipped.
struct PCMDecoder: SteppingSource, Input, ~Copyable {
  /// The shape of the stream.
  let format: StreamFormat

  /// The channel of the file for each of the stream, if they are in another order.
  let sources: [Int]?

  /// The header's count, or else one from the file size.
  let expectedFrameCount: Int?

  private let descriptor: FileDescriptor
  private let path: String
  private let layout: SampleLayout
  private let bytesPerFrame: Int
  private let isFile: Bool
  /// The feed to serve before anything comes out of the pipe.
  private var feed: HelperFeed?
  /// What stands in for samples of a pipe that do not come; `nil` if the reader waits for them.
  private var idle: IdleSilence?

  /// The bytes that were read; those in `unread` are not decoded yet.
  private var bytes: [UInt8]
  private var unread: Range<Int>
  /// The remaining bytes of the declared samples; `nil`: to the end.
  private var declared: Int?
  /// The size of a header that may be after the samples, since it is repeated before them.
  private var trailer = 0
  private var position = 0
  private(set) var ending: StreamEnding?

  /// Whether a pipe does not have another complete sample frame yet.
  var mayWait: Bool { !isFile && readyBytes < bytesPerFrame }

  /// How many of the unread bytes are samples.
  private var readyBytes: Int { min(unread.count - trailer, declared ?? .max) }

  /// The greatest number of bytes to read at once.
  private static let pieceSize = 65_536

  /// How many bytes after the samples are examined.
  private static let tailLimit = 1 << 20

  /// A file whose header gives the position of the samples. `path` is the name in errors.
  ///
  /// - Precondition: the layout has an encoding.
  init(
    file: consuming FileDescriptor, size: Int, _ layout: SampleLayout, path: String
  ) throws(DecodingError) {
    do { try file.seek(to: layout.dataStart) } catch { throw .readFailed(path: path, error) }
    var layout = layout
    // Of sizes beyond 4 GiB old writers leave the lower 32 bits: the end is not known.
    if let end = layout.containerEnd, size > end, (size - end).isMultiple(of: 1 << 32) {
      layout.containerEnd = nil
    }
    self.init(
      file, layout, path: path, bytes: [], unread: 0..<0, isFile: true,
      expected: max(0, size - layout.dataStart) / (layout.bytesPerFrame ?? 1))
  }

  /// A pipe whose first bytes, `head`, were read; they have the header or a part of it. The rest of
  /// the header is skipped.
  ///
  /// - Precondition: the layout has an encoding.
  init(
    pipe: consuming FileDescriptor, head: [UInt8], _ layout: SampleLayout, path: String,
    feed: consuming HelperFeed?
  ) throws(DecodingError) {
    var feed = feed
    do throws(SystemError) {
      try pipe.passOver(layout.dataStart - head.count) { () throws(SystemError) in
        try feed?.handOn(until: pipe)
      }
    } catch { throw .readFailed(path: path, error) }
    self.init(
      pipe, layout, path: path, bytes: head,
      unread: min(layout.dataStart, head.count)..<head.count, isFile: false,
      expected: layout.declaredFrameCount.flatMap { $0 < 1 << 40 ? $0 : nil }, feed: feed)
  }

  private init(
    _ descriptor: consuming FileDescriptor, _ layout: SampleLayout, path: String,
    bytes: [UInt8], unread: Range<Int>, isFile: Bool, expected: Int?,
    feed: consuming HelperFeed? = nil
  ) {
    self.feed = feed
    self.descriptor = descriptor
    self.path = path
    self.layout = layout
    self.bytes = bytes
    self.unread = unread
    self.isFile = isFile
    let order = ChannelOrder(layout.speakers, channelCount: layout.channelCount)
    sources = order.sources
    format = StreamFormat(
      sampleRate: layout.sampleRate, channelCount: layout.channelCount, speakers: order.speakers)
    bytesPerFrame = layout.bytesPerFrame ?? 1
    expectedFrameCount = expected
    if case .bytes(let count) = layout.length { declared = count }
  }

  /// The sample frames that the header declares; `nil` if it declares none, or 0, which a writer
  /// leaves that cannot come back.
  var declaredFrameCount: Int? { layout.declaredFrameCount.flatMap { $0 > 0 ? $0 : nil } }

  var fractionalRate: Double? { layout.fractionalRate }

  /// How ffmpeg reads its file; `nil` if it may read other samples, or in another order.
  var demuxing: Demuxing? {
    layout.hasOtherSamples || sources != nil
      ? nil : layout.container.flatMap { Container.chunked($0).demuxing }
  }

  /// The bytes of an incomplete sample frame at the end of the stream.
  var incompleteBytes: Int { if case .clean? = ending { unread.count } else { 0 } }

  mutating func fillGaps() -> Bool {
    guard !isFile, filter == nil else { return false }
    idle = IdleSilence(sampleRate: format.sampleRate)
    return true
  }

  /// The filter of the input that is fed to a helper.
  var filter: MPEGFrameFilter? {
    switch feed {
    case .some(let feed): feed.filter
    case .none: nil
    }
  }

  /// Skips sample frames; in a file by seeking.
  mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    let jumped = isFile && ending == nil && unread.isEmpty ? try jump(count) : 0
    return try jumped + skipByReading(count - jumped)
  }

  /// Skips declared sample frames, as far as they exist.
  private mutating func jump(_ count: Int) throws(DecodingError) -> Int {
    do throws(SystemError) {
      let place = try descriptor.position()
      let there = max(0, try descriptor.status().size - place)
      let frames = min(count, min(there, declared ?? .max) / bytesPerFrame)
      try descriptor.seek(to: place + frames * bytesPerFrame)
      advance(frames)
      return frames
    } catch { throw .readFailed(path: path, error) }
  }

  private mutating func advance(_ frames: Int) {
    position += frames
    declared = declared.map { $0 - frames * bytesPerFrame }
  }

  /// Decodes the bytes in the buffer, or reads more.
  mutating func readStep(
    into storage: inout MutableSpan<Float>, after filled: Int, atMost room: Int
  ) -> Int {
    let frames = min(room, readyBytes / bytesPerFrame)
    guard frames > 0 else {
      do throws(SystemError) {
        if let silent = try idle?.framesDue(before: descriptor.rawValue), silent > 0 {
          let samples = filled * format.channelCount
          let count = min(silent, room)
          for index in samples..<samples + count * format.channelCount { storage[index] = 0 }
          return count
        }
        try readOn()
      } catch {
        ending = .failed(.readFailed(path: path, error))
      }
      return 0
    }
    let size = frames * bytesPerFrame
    layout.encoding?.decode(
      bytes.span.extracting(unread.prefix(size)), into: &storage,
      at: filled * format.channelCount, count: frames * format.channelCount)
    unread.removeFirst(size)
    advance(frames)
    return frames
  }

  /// Reads more bytes, or finds that there is no further sample frame.
  private mutating func readOn() throws(SystemError) {
    if let declared, declared < bytesPerFrame { return try lookBehindSamples() }
    try feed?.handOn(until: descriptor)
    // An incomplete sample frame moves to the front of the buffer.
    let left = Array(bytes[unread])
    var buffer = bytes
    bytes = []
    let size = left.count + PCMDecoder.pieceSize
    if buffer.count < size { buffer += repeatElement(0, count: size - buffer.count) }
    buffer.replaceSubrange(0..<left.count, with: left)
    var span = buffer.mutableSpan
    let count = try descriptor.read(into: &span, from: left.count)
    (bytes, unread) = (buffer, 0..<left.count + count)
    guard count == 0 else { return }
    if trailer > 0 {
      if layout.isRepeated(in: Array(bytes[unread.suffix(trailer)])) { unread.removeLast(trailer) }
      trailer = 0
      return
    }
    ending =
      declared == nil
      ? .clean
      : .failed(
        .truncated(
          path: path, atFrame: position, expectedFrames: layout.declaredFrameCount))
  }

  /// Finds out what follows the declared samples: chunks, tags, nothing, or more samples, if the
  /// recorder did not come back to fill in the length.
  private mutating func lookBehindSamples() throws(SystemError) {
    var tail = Array(bytes[unread])
    while true {
      let room = min(PCMDecoder.pieceSize, PCMDecoder.tailLimit - tail.count)
      let piece = try descriptor.readAll(limit: room)
      tail += piece
      if position == 0, layout.isRepeated(in: tail) {
        (bytes, unread, declared) = (tail, layout.dataStart..<tail.count, nil)
        trailer = layout.dataStart
        return
      }
      let extent: TailExtent = room == 0 ? .limited : piece.isEmpty ? .complete : .growing
      switch layout.following(tail, rest: declared ?? 0, extent) {
      case .samples: (bytes, unread, declared) = (tail, 0..<tail.count, nil)
      case .otherThings: ending = .clean
      case nil: continue
      }
      return
    }
  }
}

extension FileDescriptor {
  /// Reads and drops bytes; fewer only at the end. `prepare` is called before each read.
  fileprivate borrowing func passOver(
    _ count: Int, prepare: () throws(SystemError) -> Void
  ) throws(SystemError) {
    var left = count
    while left > 0 {
      try prepare()
      let piece = try bytes(atMost: min(left, 65_536))
      if piece.isEmpty { return }
      left -= piece.count
    }
  }
}
