// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// Finds out what an input is and who can decode it.
struct InputOpener {
  let path: String
  /// Whether `path` is a name in the file system, and not only one to show.
  var isNamed: Bool
  let environment: HelperEnvironment
  private var hasRemovedLie = false

  init(path: String, isNamed: Bool, environment: HelperEnvironment) {
    self.path = path
    self.isNamed = isNamed
    self.environment = environment
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

  /// Opens what the descriptor leads to.
  mutating func open(_ descriptor: consuming FileDescriptor) throws(DecodingError) -> AudioInput {
    let (kind, size) = try reading { () throws(SystemError) in try descriptor.status() }
    switch kind {
    case .directory: throw .isDirectory(path: path)
    case .regular where !isNamed:
      let start = try reading { () throws(SystemError) in try descriptor.position() }
      // Something in front of us has read a part: what is left is the file.
      return start == 0
        ? try openFile(descriptor, size: size) : try openSpooled(descriptor)
    // The files of /proc and the like have contents, and a size of 0.
    case .regular where size > 0: return try openFile(descriptor, size: size)
    case .pipe: return try openPipe(descriptor)
    case .regular, .other: return try openSpooled(descriptor)
    }
  }

  /// Opens a file, which can be read at any place and more than once.
  private mutating func openFile(
    _ descriptor: consuming FileDescriptor, size: Int
  ) throws(DecodingError) -> AudioInput {
    guard size > 0 else { throw .empty(path: path) }
    let number = descriptor.rawValue
    let window = try reading { () throws(SystemError) in
      ByteWindow(file: try .duplicating(number), count: size)
    }
    let (container, promise, layout) = try survey(window)
    if let lie = promise.lie { return try openCopy(window, without: lie) }
    if promise.survey?.isChained == true {
      // libsndfile stops at the end of the first stream.
      return try openWithHelper(descriptor, source: fileSource, refusal: nil, promise)
    }
    if case .foreign = container {
      return try openWithHelper(descriptor, source: fileSource, refusal: nil)
    }
    do {
      return AudioInput(try openWithLibrary(descriptor, container, promise, layout))
    } catch {
      guard container != .text, mayTryHelper(after: error) else { throw error }
      return try openWithHelper(descriptor, source: fileSource, refusal: error, promise)
    }
  }

  /// Opens a copy of a file without a part of it.
  ///
  /// The tag of an MP3 speaks of what was there when it was written. Of two files made one it
  /// speaks of the first, and libmpg123 would stop where that ends.
  private mutating func openCopy(
    _ window: borrowing ByteWindow, without part: Range<Int>
  ) throws(DecodingError) -> AudioInput {
    (hasRemovedLie, isNamed) = (true, false)
    let spool = try makeSpool()
    var (offset, size) = (0, 0)
    while offset < window.count {
      if part.contains(offset) { offset = part.upperBound }
      let limit = offset < part.lowerBound ? part.lowerBound : window.count
      let place = offset
      let bytes = try reading { () throws(SystemError) in
        try window.bytes(at: place, min(1 << 16, limit - place))
      }
      if bytes.isEmpty { break }
      try write(bytes.span, to: spool)
      (offset, size) = (offset + bytes.count, size + bytes.count)
    }
    return try openFile(spool, size: size)
  }

  /// Opens a file with libsndfile, past its header if libsndfile makes nothing of that.
  private func openWithLibrary(
    _ descriptor: borrowing FileDescriptor, _ container: Container, _ promise: StreamPromise,
    _ layout: SampleLayout?
  ) throws(DecodingError) -> SndfileDecoder {
    func own() throws(DecodingError) -> FileDescriptor {
      let number = descriptor.rawValue
      return try reading { () throws(SystemError) in
        let copy = try FileDescriptor.duplicating(number)
        try copy.seek(to: 0)
        return copy
      }
    }
    let hasSamples: Bool
    if let layout, let size = layout.bytesPerFrame {
      let end = try reading { () throws(SystemError) in try descriptor.status().size }
      hasSamples = layout.length != .bytes(0) && end - layout.dataStart >= size
    } else {
      hasSamples = false
    }
    // Where a header leaves the length open, libsndfile takes its greatest number for the length,
    // and stops after 4 GiB.
    if let layout, hasSamples, layout.length == .unknown {
      return try SndfileDecoder(own(), path: path, promise: promise, raw: layout)
    }
    do throws(DecodingError) {
      // By the name only where the end of the name may say what the bytes do not.
      let decoder =
        isNamed && [.unknown, .rare, .text].contains(container)
        ? try SndfileDecoder(path: path, promise: promise)
        : try SndfileDecoder(own(), path: path, promise: promise)
      if decoder.headerFrameCount != 0 { return decoder }
      // A header that breaks off before the samples: libsndfile sees an empty file.
      if case .chunked = container, layout == nil {
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      }
      if !hasSamples { return decoder }
    } catch {
      guard case .damaged(_, _, let reason) = error else { throw error }
      if promise.survey?.isFLAC == true { throw .unsupported(path: path, reason: reason) }
      // Nothing but the header is left of it.
      if promise.isCutOff {
        throw .truncated(path: path, atFrame: 0, expectedFrames: promise.frameCount)
      }
      switch container {
      case .ogg where promise.survey?.isDamaged == false:
        throw .unsupported(path: path, reason: reason)  // Such as Speex.
      // libsndfile takes it for a file that is not there.
      case .mpegAudio:
        throw .damaged(path: path, atFrame: 0, reason: "no whole frame of MPEG audio")
      case .unknown, .text: throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      default: if !hasSamples { throw error }
      }
    }
    return try SndfileDecoder(own(), path: path, promise: promise, raw: layout)
  }

  /// Looks at the container beside libsndfile.
  private func survey(
    _ window: borrowing ByteWindow
  ) throws(DecodingError) -> (Container, StreamPromise, SampleLayout?) {
    var promise = StreamPromise()
    var layout: SampleLayout?
    let container: Container
    do throws(SystemError) {
      container = Container(beginning: try window.bytes(at: 0, Container.decisiveCount))
      switch container {
      case .chunked(let format):
        layout = try SampleLayout.read(format, in: window)
        promise.frameCount = layout?.promisedFrameCount
        if let layout, layout.encoding == nil, case .bytes(let count) = layout.length {
          promise.isCutOff = layout.dataStart + count > window.count + 1
        }
      case .ogg:
        let survey = try OggSurvey(window)
        promise.survey = survey
        promise.isCutOff = !survey.hasEnd && !survey.isDamaged
      case .mpegAudio:
        promise.isNoisy = true
        guard let tag = try MPEGTag(window) else { break }
        if tag.isCredible {
          promise.trustsDecoder = true
          promise.tolerance = 2 * 1152
        } else if !hasRemovedLie {
          promise.lie = tag.frame
        }
      // libsndfile tries libmpg123 on them.
      case .unknown, .rare, .text: promise.isNoisy = true
      default: break
      }
    } catch { throw .readFailed(path: path, error) }
    if let layout { try check(layout) }
    return (container, promise, layout)
  }

  /// Refuses formats that nothing can be.
  private func check(_ layout: SampleLayout) throws(DecodingError) {
    guard StreamLimits.sampleRates.contains(layout.sampleRate),
      StreamLimits.channelCounts.contains(layout.channelCount)
    else {
      throw .badFormat(
        path: path, sampleRate: layout.sampleRate, channelCount: layout.channelCount)
    }
  }

  /// Turns the system's failures into ours.
  func reading<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(DecodingError) -> Result {
    do { return try body() } catch { throw .readFailed(path: path, error) }
  }
}

/// Pipes.
extension InputOpener {
  private mutating func openPipe(
    _ descriptor: consuming FileDescriptor
  ) throws(DecodingError) -> AudioInput {
    isNamed = false
    var layout: SampleLayout?
    let beginning = try reading { () throws(SystemError) in
      try Pipe.peek(descriptor) { bytes in
        guard case .chunked(let format) = Container(beginning: bytes) else {
          return bytes.count >= Container.decisiveCount
        }
        guard format != .caf, format != .rf64 else { return true }
        layout = (try? SampleLayout.read(format, in: ByteWindow(beginning: bytes))) ?? nil
        return layout != nil
      }
    }
    guard !beginning.isEmpty else { throw .empty(path: path) }
    switch Container(beginning: beginning) {
    case .chunked(let format) where format != .caf && format != .rf64:
      guard let layout, layout.encoding != nil, layout.length != .bytes(0) else { break }
      try check(layout)
      var promise = StreamPromise()
      promise.frameCount = layout.promisedFrameCount
      if layout.length == .unknown {
        return AudioInput(try openEndless(descriptor, layout, promise))
      }
      return AudioInput(try SndfileDecoder(descriptor, path: path, promise: promise))
    case .foreign(let needsSeeking):
      // Asked before everything is copied for nothing.
      _ = try helper()
      guard needsSeeking else {
        return try openWithHelper(descriptor, source: "pipe:0", refusal: nil)
      }
    case .text: throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
    case .unknown:
      let refusal = DecodingError.unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      return try openWithHelper(descriptor, source: "pipe:0", refusal: refusal)
    default: break
    }
    return try openSpooled(descriptor)
  }

  /// Opens a pipe of plain samples whose header leaves the length open, behind that header:
  /// libsndfile would take its greatest number for the length, and stop after 4 GiB.
  private func openEndless(
    _ descriptor: consuming FileDescriptor, _ layout: SampleLayout, _ promise: StreamPromise
  ) throws(DecodingError) -> SndfileDecoder {
    var left = layout.dataStart
    while left > 0 {
      var header = [UInt8](repeating: 0, count: min(left, 4096))
      let count = try reading { () throws(SystemError) in
        var span = header.mutableSpan
        return try descriptor.read(into: &span)
      }
      if count == 0 { throw .truncated(path: path, atFrame: 0, expectedFrames: nil) }
      left -= count
    }
    var samples = layout
    samples.dataStart = 0
    return try SndfileDecoder(descriptor, path: path, promise: promise, raw: samples)
  }

  /// Copies everything into a nameless file, in pieces, and opens that.
  private mutating func openSpooled(
    _ descriptor: consuming FileDescriptor
  ) throws(DecodingError) -> AudioInput {
    isNamed = false
    let isDevice = try reading { () throws(SystemError) in try descriptor.isCharacterDevice() }
    let spool = try makeSpool()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var size = 0
    while true {
      let count = try reading { () throws(SystemError) in
        var span = buffer.mutableSpan
        return try descriptor.read(into: &span)
      }
      if count == 0 { break }
      // A device without end is no audio, even if what it gives happens to begin like some.
      let isHopeless =
        isDevice
        || size == 0 && count >= Container.decisiveCount
          && [.unknown, .text].contains(Container(beginning: Array(buffer[0..<count])))
      guard !isHopeless else {
        throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
      }
      try write(buffer.span.extracting(0..<count), to: spool)
      size += count
    }
    return try openFile(spool, size: size)
  }

  private func makeSpool() throws(DecodingError) -> FileDescriptor {
    let folder = environment.temporaryFolder
    do { return try TemporaryFile.make(in: folder) } catch {
      throw .cannotSpool(path: path, folder: folder, error)
    }
  }

  private func write(
    _ bytes: Span<UInt8>, to spool: borrowing FileDescriptor
  ) throws(DecodingError) {
    do { try spool.write(bytes) } catch {
      throw .cannotSpool(path: path, folder: environment.temporaryFolder, error)
    }
  }
}

/// ffmpeg.
extension InputOpener {
  /// How ffmpeg is told of the file: by its name, which cannot be taken for an option or another
  /// protocol behind `file:`, or as what its standard input leads to.
  private var fileSource: String { isNamed ? "file:\(path)" : "file:/dev/stdin" }

  /// Whether ffmpeg may know what libsndfile has refused.
  private func mayTryHelper(after refusal: DecodingError) -> Bool {
    switch refusal {
    case .unrecognized, .unsupported: true
    default: false
    }
  }

  private func helper() throws(DecodingError) -> String {
    if let found = SearchPath.executable(named: "ffmpeg", in: environment.searchPath) {
      return found
    }
    let source =
      isNamed ? ShellText.word(path.utf8.first == UInt8(ascii: "-") ? "./\(path)" : path) : "-"
    throw .helperMissing(path: path, command: "ffmpeg -i \(source) -c:a pcm_f32be -f au -")
  }

  /// Has ffmpeg read it. `refusal` is what libsndfile said: what counts if ffmpeg makes nothing of
  /// it either.
  private func openWithHelper(
    _ descriptor: borrowing FileDescriptor, source: String, refusal: DecodingError?,
    _ promise: StreamPromise = StreamPromise()
  ) throws(DecodingError) -> AudioInput {
    do throws(DecodingError) {
      let executable = try helper()
      let messages: FileDescriptor
      do { messages = try TemporaryFile.make(in: environment.temporaryFolder) } catch {
        throw .cannotSpool(path: path, folder: environment.temporaryFolder, error)
      }
      return AudioInput(
        try FFmpegDecoder(
          executable: executable, source: source, input: descriptor, messages: messages,
          path: path, promise: promise))
    } catch {
      switch (error, refusal) {
      // Nothing of it can be decoded, and its container shows why.
      case (.helperFailed, _) where promise.isCutOff:
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      case (.helperFailed, _) where promise.survey?.isDamaged == true:
        throw .checksumMismatch(path: path, atFrame: 0)
      // A known container in an encoding that only ffmpeg reads: then ffmpeg is what is missing.
      case (.helperMissing, .unsupported): throw error
      // It has said nothing of the file.
      case (.helperFailed(_, .killed, _), _): throw error
      case (_, let refusal?): throw refusal
      case (_, nil): throw error
      }
    }
  }
}
