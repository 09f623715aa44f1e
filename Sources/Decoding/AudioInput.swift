// SPDX-License-Identifier: MIT
public import Hashing
internal import Platform
public import Signal
public import Synthesis

/// The user's input, opened: a file or a pipe with its decoder.
///
/// - *Plain samples* in WAV, RF64, Wave64, AIFF, AU and CAF are decoded here, from files and live
///   from pipes.
/// - *Other files* go to libsndfile, or to ffmpeg (if installed) if libsndfile does not know them.
///   MPEG audio without its length, or with a wrong one, goes to ffmpeg too.
/// - *Other pipes* go to ffmpeg live, if ffmpeg would decode such a file. Formats that need seeking
///   are copied to an unnamed temporary file first.
///
/// The same bytes give the same samples and the same errors from a file and from a pipe.
public struct AudioInput: AudioSource, ~Copyable {
  // One of these four is set; an enum of non-copyable values could not be changed in place.
  private var pcm: PCMDecoder?
  private(set) var sndfile: SndfileDecoder?
  private(set) var ffmpeg: FFmpegDecoder?
  private var synthesis: InstrumentSource?

  /// The shape of the stream.
  public let format: StreamFormat

  /// The container's sample frame count, for the progress display.
  public let expectedFrameCount: Int?

  /// Whether it is a pipe, a socket, a terminal or a device: not a file that can be read again.
  public internal(set) var isStream = false

  /// Whether it is samples without a header.
  var isHeaderless = false

  /// Sample frames that were delivered or skipped.
  private var position = 0

  /// The sample frames that the container declares, if there may be more.
  private var declaredFrameCount: Int?

  /// The error to report if ffmpeg cannot continue where libsndfile stopped.
  private var failure: DecodingError?

  /// Opens the file again for ffmpeg if libsndfile stops early.
  private var reopening: Reopening?

  /// The name of the operand `-` in errors.
  public static let standardInputName = "standard input"

  /// Opens the operand of a command: `-` is standard input, everything else a path.
  ///
  /// A regular file on standard input is read in place, without a copy. With `headerless`, the
  /// input is read as such samples, whatever its first bytes look like; of an incomplete sample
  /// frame at its end only ``incompleteBytes`` tells. An instrument plays at `sampleRate` Hz, 44 100 by default.
  ///
  /// - Throws: ``DecodingError``, except those that only a later read can find.
  public static func open(
    _ operand: String, headerless: HeaderlessSamples? = nil, sampleRate: Int? = nil,
    environment: HelperEnvironment = .current
  ) throws(DecodingError) -> AudioInput {
    var opener = InputOpener(
      path: operand == "-" ? AudioInput.standardInputName : operand,
      isNamed: operand != "-", headerless: headerless, sampleRate: sampleRate,
      environment: environment)
    return try opener.open(InputOpener.descriptor(operand))
  }

  /// Opens the file or pipe of a descriptor; `path` is its name in errors.
  ///
  /// - Throws: as ``open(_:environment:)``.
  public static func open(
    descriptor rawValue: Int32, path: String, environment: HelperEnvironment = .current
  ) throws(DecodingError) -> AudioInput {
    var opener = InputOpener(path: path, isNamed: false, environment: environment)
    let descriptor: FileDescriptor
    do { descriptor = try .duplicating(rawValue) } catch { throw .cannotOpen(path: path, error) }
    return try opener.open(descriptor)
  }

  init(_ source: consuming InstrumentSource) {
    format = source.format
    expectedFrameCount = source.expectedFrameCount
    synthesis = consume source
  }

  init(_ decoder: consuming PCMDecoder) {
    format = decoder.format
    expectedFrameCount = decoder.expectedFrameCount
    declaredFrameCount = decoder.declaredFrameCount
    pcm = consume decoder
  }

  init(_ decoder: consuming SndfileDecoder, _ reopening: consuming Reopening) {
    format = decoder.format
    expectedFrameCount = decoder.expectedFrameCount
    sndfile = consume decoder
    self.reopening = consume reopening
  }

  /// With the sample frames that the container declares, if these are known to be too few.
  init(_ decoder: consuming FFmpegDecoder, declared: Int? = nil) {
    format = decoder.format
    expectedFrameCount = nil
    ffmpeg = consume decoder
    declaredFrameCount = declared
  }

  /// The instrument, if the input describes one.
  public var instrument: Instrument? {
    switch synthesis {
    case .some(let source): source.instrument
    case .none: nil
    }
  }

  /// The hash of the text that describes the instrument, if it is one.
  public var instrumentHash: ContentHash? {
    switch synthesis {
    case .some(let source): source.textHash
    case .none: nil
    }
  }

  /// Whether it is a chain of Ogg streams, one after the other.
  public var isChained: Bool {
    switch ffmpeg {
    case .some(let decoder): decoder.isChained
    case .none: false
    }
  }

  /// Both lengths, if the container declares fewer sample frames than were found.
  public var lengthConflict: LengthConflict? {
    guard let declared = declaredFrameCount, position > declared else { return nil }
    return LengthConflict(declared: declared, found: position)
  }

  /// The bytes of an incomplete sample frame at the end of samples without a header.
  public var incompleteBytes: Int {
    switch pcm {
    case .some(let decoder): isHeaderless ? decoder.incompleteBytes : 0
    case .none: 0
    }
  }

  /// Reads the next sample frames.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if let failure {
      block.truncate(to: 0)
      throw failure
    }
    defer { position += block.frameCount }
    try pcm?.read(into: &block)
    try synthesis?.read(into: &block)
    do throws(DecodingError) { try sndfile?.read(into: &block) } catch {
      guard sndfile?.stopsEarly == true else { throw error }
    }
    if block.frameCount == 0, sndfile?.stopsEarly == true {
      do { try handOver() } catch {
        failure = error
        throw error
      }
    }
    try ffmpeg?.read(into: &block)
  }

  /// Lets ffmpeg continue where libsndfile stopped.
  private mutating func handOver() throws(DecodingError) {
    guard let decoder = sndfile.take(), let reopening = reopening.take() else { return }
    let path = reopening.path
    var helper = try reopening.openWithHelper()
    declaredFrameCount = decoder.headerFrameCount == position ? position : nil
    guard helper.format == format, try helper.skip(position) == position else {
      throw .damaged(
        path: path, atFrame: position, reason: "ffmpeg reads something else in it")
    }
    ffmpeg = consume helper
  }

  /// Skips sample frames.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    var skipped = try pcm?.skip(count)
    if synthesis != nil { skipped = try synthesis?.skip(count) }
    guard let skipped else { return try skipByReading(count) }
    position += skipped
    return skipped
  }
}

/// Where to find helper programs and put temporary files.
public struct HelperEnvironment: Sendable, Hashable {
  /// The folders of programs, separated by colons, as in `PATH`.
  public var searchPath: String

  /// The folder for temporary files.
  public var temporaryFolder: String

  /// A custom environment, for tests.
  public init(searchPath: String, temporaryFolder: String) {
    self.searchPath = searchPath
    self.temporaryFolder = temporaryFolder
  }

  /// The environment of this process: `PATH`, and `TMPDIR` or `/tmp`.
  public static var current: HelperEnvironment {
    HelperEnvironment(
      searchPath: SearchPath.fromEnvironment, temporaryFolder: TemporaryFile.defaultFolder)
  }
}
