// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal
internal import Text

/// Recognizes an input and chooses its decoder.
struct InputOpener {
  let path: String
  /// Whether `path` is a real path, not only a name for messages.
  var isNamed: Bool
  let headerless: HeaderlessSamples?
  /// The sample rate of a score in Hz.
  let sampleRate: Int?
  /// Which of the sounds of a file is read, counted from 1; `nil` for the one that players choose.
  let track: Int?
  /// The kinds of inputs beside sound.
  let kinds: [InputKind]
  /// Whether a pipe of samples without a header is open only when it has brought some, so that an empty
  /// one is an error.
  let waits: Bool
  let environment: HelperEnvironment
  /// Whether `path` is what the user typed.
  let isOperand: Bool

  init(
    path: String, isNamed: Bool, headerless: HeaderlessSamples? = nil, sampleRate: Int? = nil,
    track: Int? = nil, kinds: [InputKind], waits: Bool = true, environment: HelperEnvironment
  ) {
    self.path = path
    self.isNamed = isNamed
    self.headerless = headerless
    self.sampleRate = sampleRate
    self.track = track
    self.kinds = kinds
    self.waits = waits
    self.environment = environment
    isOperand = isNamed
  }

  /// Opens the operand of a command.
  static func descriptor(_ operand: String) throws(DecodingError) -> FileDescriptor {
    do {
      return operand == "-" ? try .standardInput() : try .reading(operand)
    } catch {
      let path = operand == "-" ? AudioInput.standardInputName : operand
      throw .cannotOpen(path: path, error)
    }
  }

  /// Opens the file or pipe of a descriptor.
  mutating func open(_ descriptor: consuming FileDescriptor) throws(DecodingError) -> AudioInput {
    let (kind, size) = try reading { () throws(SystemError) in try descriptor.status() }
    var input = try open(descriptor, kind, size: size)
    // Only ffmpeg reads files with several sounds.
    if let track, track > 1, input.demuxing?.track ?? 0 == 0 {
      throw .noSuchTrack(path: path, count: 1)
    }
    input.isStream = kind != .regular
    input.isHeaderless = headerless != nil
    return input
  }

  private mutating func open(
    _ descriptor: consuming FileDescriptor, _ kind: FileDescriptor.Kind, size: Int
  ) throws(DecodingError) -> AudioInput {
    if kind != .directory, let headerless {
      return try open(descriptor, kind, size: size, as: headerless)
    }
    switch kind {
    case .directory: throw .isDirectory(path: path)
    case .regular where !isNamed:
      let start = try reading { () throws(SystemError) in try descriptor.position() }
      // Another program has read a part before us: the rest is the file.
      return start == 0
        ? try openFile(descriptor, size: size) : try openSpooled(descriptor, head: [])
    // Files of /proc and the like have contents but a size of 0.
    case .regular where size > 0: return try openFile(descriptor, size: size)
    case .pipe: return try openPipe(descriptor)
    case .regular, .other: return try openSpooled(descriptor, head: [])
    }
  }

  /// Opens samples without a header.
  private func open(
    _ descriptor: consuming FileDescriptor, _ kind: FileDescriptor.Kind, size: Int,
    as samples: HeaderlessSamples
  ) throws(DecodingError) -> AudioInput {
    if kind == .regular, size > 0 {
      let start = try reading { () throws(SystemError) in try descriptor.position() }
      let layout = samples.layout(from: start)
      return AudioInput(try PCMDecoder(file: descriptor, size: size, layout, path: path))
    }
    var head = PipeHead(descriptor, path: path)
    if waits {
      _ = try head.answer { $0.isEmpty ? nil : true }
      guard !head.bytes.isEmpty else { throw .empty(path: path) }
    }
    return AudioInput(try head.samples(samples.layout(from: 0)))
  }

  /// Opens a regular file, which allows seeking.
  private func openFile(
    _ descriptor: consuming FileDescriptor, size: Int
  ) throws(DecodingError) -> AudioInput {
    guard size > 0 else { throw .empty(path: path) }
    let number = descriptor.rawValue
    var window = try reading { () throws(SystemError) in
      ByteWindow(file: try .duplicating(number), count: size)
    }
    var start = try reading { () throws(SystemError) in
      try window.bytes(at: 0, Container.searchedCount)
    }
    if let kind = kinds.first(where: { $0.matches(path, start) }) {
      return AudioInput(
        try kind.open(InputFile(path: path, sampleRate: sampleRate, window)))
    }
    let sound = try reading { () throws(SystemError) in try SurroundingTags(in: window).sound }
    window.narrow(to: sound)
    start = try reading { () throws(SystemError) in
      try window.bytes(at: 0, Container.searchedCount)
    }
    if sound.lowerBound > 0, ID3Tag.isList(start) {
      throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
    }
    let container = Container(start: start, isBehindTag: sound.lowerBound > 0)
    var checks = ContainerChecks(container)
    checks.sound = sound.count < size ? sound : nil
    var isForHelper = container == .rare || sound.lowerBound > 0
    var isMalformed = false
    switch container {
    case .foreign:
      checks.isCutOff = try reading { () throws(SystemError) in
        try DeclaredSize.isMissed(by: window)
      }
      if Container.isMP4(start) {
        checks.lacksIndex = try reading { () throws(SystemError) in
          try MP4File.lacksIndex(in: window)
        }
      }
      if start.has("ftyp", at: 4) {
        checks.soundLengths = try reading { () throws(SystemError) in
          try MP4File.soundLengths(in: window)
        }
      }
      return try openWithHelper(descriptor, checks)
    case .adts: return try openWithHelper(descriptor, checks)
    case .chunked(let format):
      let found = try reading { () throws(SystemError) in
        try SampleLayout.read(format, in: window)
      }
      guard var layout = found else {
        isMalformed = true
        break
      }
      try layout.check(path: path)
      isForHelper = isForHelper || layout.isCoded
      layout.move(by: sound.lowerBound)
      checks.speakers = layout.speakers
      if layout.bytesPerFrame != nil {
        layout.hasOtherSamples = try reading { () throws(SystemError) in
          try layout.findsOtherSamples(in: window)
        }
        return AudioInput(try PCMDecoder(file: descriptor, size: size, layout, path: path))
      }
      if case .bytes(let count) = layout.length {
        checks.isCutOff = layout.dataStart + count > size + 1
      }
      checks.layout = layout
    case .ogg:
      let pageScan = try reading { () throws(SystemError) in try OggPageScan(window) }
      checks.include(pageScan)
      if let count = pageScan.channelCountOfFLAC {
        checks.speakers = try speakers(ofFLAC: window, count)
      }
      isForHelper = pageScan.isForHelper || !pageScan.isDamaged
      // libsndfile stops at the end of the first stream, and does not look behind a tag.
      if pageScan.isChained || sound.lowerBound > 0 {
        return try openWithHelper(descriptor, checks)
      }
    case .mpegAudio:
      if let input = try openMPEG(descriptor, window, &checks) { return input }
    // libsndfile tries libmpg123 on these.
    case .unknown, .rare, .text: checks.isNoisy = true
    case .flac:
      // The first block has 34 bytes.
      isMalformed = sound.count < 42
      let count = XiphChannelOrder.channelCount(ofFLAC: start.number(at: 20, 1, bigEndian: true))
      checks.speakers = try speakers(ofFLAC: window, count)
      // libFLAC would take what follows for damaged frames.
      if sound.upperBound < size, FLACFrame.declaredCount(fileStart: start) == nil {
        return try openWithHelper(descriptor, checks)
      }
    }
    if let track, track > 1, [.ogg, .rare, .unknown].contains(container) {
      return try openWithHelper(descriptor, checks)
    }
    do {
      let decoder = try openWithLibrary(descriptor, container, checks, isForHelper: isForHelper)
      return AudioInput(SndfileInput(decoder, Reopening(self, descriptor, checks)))
    } catch {
      guard container != .text, error.isForHelper else { throw error }
      if isMalformed, case .unsupported(_, let reason) = error {
        throw .damaged(path: path, atFrame: 0, reason: reason)
      }
      return try openWithHelper(descriptor, checks, refusal: error)
    }
  }

  /// The speakers of a file of FLAC, or of FLAC in Ogg.
  private func speakers(
    ofFLAC window: borrowing ByteWindow, _ channelCount: Int
  ) throws(DecodingError) -> [Speaker] {
    let header = try reading { () throws(SystemError) in try CommentHeader(in: window) }
    return XiphChannelOrder.speakers(ofFLAC: header.comments, channelCount: channelCount)
  }

  /// Opens MPEG audio whose length libsndfile would not know, by ffmpeg; `nil` for what libsndfile reads.
  private func openMPEG(
    _ descriptor: borrowing FileDescriptor, _ window: borrowing ByteWindow,
    _ checks: inout ContainerChecks
  ) throws(DecodingError) -> AudioInput? {
    let frames = try reading { () throws(SystemError) in try InputOpener.mpegFrames(window) }
    let start = try reading { () throws(SystemError) in
      try window.bytes(at: 0, MPEGFrame.headerSize)
    }
    checks.isLayerI = frames.isLayerI
    // libsndfile does not search for the first frame.
    if frames.frameCount > 0, !frames.isAsTagged || MPEGFrame(start, at: 0) == nil {
      let source = HelperSource.feed(try duplicate(descriptor), head: [], .mpeg)
      var decoder = try helperDecoder(source, checks, refusal: nil)
      decoder.declaredFrameCount = frames.declaredSampleFrames
      return AudioInput(decoder)
    }
    (checks.trustsDecoder, checks.tolerance, checks.isNoisy) =
      (frames.frameCount > 0, 2 * 1152, true)
    // More than the last frame is missing of what the tag counts.
    let isShort = frames.tag.map { $0.frameCount > frames.frameCount + 1 } ?? false
    checks.isCutOff = frames.isCutOff && isShort
    checks.isUnfinished = frames.isCutOff && !isShort
    if frames.frameCount == 0 { checks.demuxing = nil }
    return nil
  }

  /// Opens a file with libsndfile. If that refuses it, `isForHelper` says that the header names a
  /// codec for ffmpeg, such as Speex and FLAC in Ogg, and telephone codecs in WAV.
  private func openWithLibrary(
    _ descriptor: borrowing FileDescriptor, _ container: Container, _ checks: ContainerChecks,
    isForHelper: Bool
  ) throws(DecodingError) -> SndfileDecoder {
    do throws(DecodingError) {
      // By name only if the file extension may tell what the bytes do not.
      let decoder =
        isNamed && [.unknown, .rare, .text].contains(container)
        ? try SndfileDecoder(path: path, checks: checks)
        : try SndfileDecoder(duplicate(descriptor), path: path, checks: checks)
      // A header that ends before the samples: libsndfile sees an empty file.
      if case .chunked = container, decoder.headerFrameCount == 0, !checks.isCutOff {
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      }
      // It would take its guess of the length for the end.
      if decoder.isMPEG, !checks.trustsDecoder {
        throw container == .unknown
          ? .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
          : .unsupported(path: path, reason: "MPEG audio without a tag")
      }
      return decoder
    } catch {
      guard case .damaged(_, _, let reason) = error else { throw error }
      if isForHelper { throw .unsupported(path: path, reason: reason) }
      // Only the header is there.
      if checks.endsEarly { throw .truncated(path: path, atFrame: 0, expectedFrames: nil) }
      switch container {
      // libsndfile reports it as a missing file.
      case .mpegAudio:
        throw .damaged(path: path, atFrame: 0, reason: "no whole frame of MPEG audio")
      case .unknown, .text: throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      default: throw error
      }
    }
  }

  /// A second descriptor of a file, at its beginning.
  func duplicate(_ descriptor: borrowing FileDescriptor) throws(DecodingError) -> FileDescriptor {
    let number = descriptor.rawValue
    return try reading { () throws(SystemError) in
      let copy = try FileDescriptor.duplicating(number)
      try copy.seek(to: 0)
      return copy
    }
  }

  /// Turns system errors into decoding errors.
  func reading<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(DecodingError) -> Result {
    do { return try body() } catch { throw .readFailed(path: path, error) }
  }
}

/// Checks of inputs.
extension InputOpener {
  /// Follows the frames of an MPEG audio file to its end, if it has a tag to compare them with.
  private static func mpegFrames(
    _ window: borrowing ByteWindow
  ) throws(SystemError) -> MPEGFrameFilter {
    var filter = MPEGFrameFilter(keepsTag: true)
    var offset = 0
    while offset < window.count, filter.frameCount == 0 || filter.tag != nil, !filter.hasGap {
      let piece = try window.bytes(at: offset, 1 << 16)
      if piece.isEmpty { break }
      offset += piece.count
      _ = filter.pass(piece, isLast: offset >= window.count)
    }
    return filter
  }
}

extension MPEGFrameFilter {
  /// Whether the file has a tag and not more frames than it declares, all of one kind and without
  /// gaps: libmpg123 stops at another kind and skips gaps. One extra frame has no sound.
  fileprivate var isAsTagged: Bool {
    tag.map { frameCount - 2 <= $0.frameCount && isUniform && !hasGap } ?? false
  }

  /// The sample frames that the tag declares.
  fileprivate var declaredSampleFrames: Int? {
    tag.map { $0.frameCount * (sampleFrames / frameCount) }
  }
}

/// Pipes.
extension InputOpener {
  private mutating func openPipe(
    _ descriptor: consuming FileDescriptor
  ) throws(DecodingError) -> AudioInput {
    isNamed = false
    var head = PipeHead(descriptor, path: path)
    let known = try head.answer { bytes in
      switch Container(beginning: bytes) {
      case .chunked(let format): Container.chunked(format)
      case .mpegAudio where !bytes.has("ID3"):
        MPEGFrame.isStream(bytes)
          ? .mpegAudio : bytes.count >= Container.searchedCount ? .unknown : nil
      case let container: bytes.count >= Container.decisiveCount ? container : nil
      }
    }
    guard !head.bytes.isEmpty else { throw .empty(path: path) }
    if kinds.contains(where: { [bytes = head.bytes] in $0.matches("", bytes) }) {
      let bytes = head.bytes
      return try openSpooled(head.intoPipe(), head: bytes)
    }
    switch known ?? Container(start: head.bytes) {
    case .chunked(let format):
      guard let layout = try head.plainLayout(format) else { break }
      try layout.check(path: path)
      return AudioInput(try head.samples(layout))
    case .foreign(let needsSeeking):
      // Checked before everything is copied in vain.
      _ = try helper()
      if !needsSeeking { return try openFed(head, nil, refusal: nil) }
    case .mpegAudio:
      let (bytes, name) = (head.bytes, path)
      let start = try reading { () throws(SystemError) in
        try SurroundingTags.soundStart(in: ByteWindow(beginning: bytes))
      }
      if start > 0, ID3Tag.isList(Array(bytes[start...])) {
        throw .unrecognized(path: name, reason: SndfileDecoder.notRecognized)
      }
      let isUntagged = try head.answer { bytes in
        var filter = MPEGFrameFilter(keepsTag: true)
        _ = filter.pass(bytes, isLast: false)
        return filter.frameCount > 0 ? filter.tag == nil : nil
      }
      if isUntagged == true { return try openFed(head, .mpeg, refusal: nil) }
    case .unknown, .text, .adts:
      _ = try head.answer { $0.count >= Container.searchedCount ? true : nil }
      let container = Container(start: head.bytes)
      if [.mpegAudio, .adts].contains(container) {
        return try openFed(head, container == .adts ? nil : .mpeg, refusal: nil)
      }
      let refusal = DecodingError.unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      if container == .text { throw refusal }
      return try openFed(head, nil, refusal: refusal)
    case .flac, .ogg, .rare: break
    }
    let bytes = head.bytes
    return try openSpooled(head.intoPipe(), head: bytes)
  }

  /// Decodes a pipe live with ffmpeg.
  private func openFed(
    _ head: consuming PipeHead, _ filter: MPEGFrameFilter?, refusal: DecodingError?
  ) throws(DecodingError) -> AudioInput {
    let bytes = head.bytes
    let source = HelperSource.feed(head.intoPipe(), head: bytes, filter)
    var checks = ContainerChecks(Container(start: bytes))
    checks.isLayerI =
      filter != nil
      && MPEGFrame.chain(in: bytes).flatMap { MPEGFrame(bytes, at: $0) }?.isLayerI == true
    return AudioInput(try helperDecoder(source, checks, refusal: refusal))
  }

  /// Copies everything to an unnamed temporary file and opens that; `head` was read before.
  private mutating func openSpooled(
    _ descriptor: consuming FileDescriptor, head: [UInt8]
  ) throws(DecodingError) -> AudioInput {
    isNamed = false
    // An endless device is not audio, even if its first bytes look like it.
    let isDevice = try reading { () throws(SystemError) in try descriptor.isCharacterDevice() }
    let folder = environment.temporaryFolder
    let spool: FileDescriptor
    do { spool = try TemporaryFile.make(in: folder) } catch {
      throw .cannotSpool(path: path, folder: folder, error)
    }
    let reserve = InputOpener.room(in: folder) / 10
    var piece = head
    var size = 0
    repeat {
      if isDevice, !piece.isEmpty {
        throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      }
      do throws(SystemError) {
        // An endless stream must not fill the disk, which others need as well.
        if size >> 24 != (size + piece.count) >> 24, InputOpener.room(in: folder) < reserve {
          throw .noSpace
        }
        try spool.write(piece.span)
      } catch { throw .cannotSpool(path: path, folder: folder, error) }
      size += piece.count
      piece = try reading { () throws(SystemError) in try descriptor.bytes(atMost: 65_536) }
    } while !piece.isEmpty
    return try openFile(spool, size: size)
  }

  /// The free bytes of a folder; the greatest number if unknown.
  private static func room(in folder: String) -> Int {
    (try? FileSystem(ofFolder: folder))?.availableBytes ?? .max
  }
}

extension DecodingError {
  /// Whether ffmpeg may read what libsndfile has refused.
  fileprivate var isForHelper: Bool {
    switch self {
    case .unrecognized, .unsupported: true
    default: false
    }
  }
}

extension MPEGFrameFilter {
  /// The filter for MPEG audio.
  fileprivate static var mpeg: MPEGFrameFilter { MPEGFrameFilter(keepsTag: false) }
}
