// SPDX-License-Identifier: MIT
internal import Platform
public import Signal
public import Synthesis

/// The user's input, opened: a file, or what comes through a pipe, decoded by whoever can.
///
/// - *Plain samples* in WAV, RF64, Wave64, AIFF, AU and CAF are decoded here, from files and from
///   pipes as they come.
/// - *Other files* go to libsndfile, and what it does not know to ffmpeg, if there is one. MPEG audio
///   that does not say how long it is, or says it falsely, goes to ffmpeg too.
/// - *Other pipes* go to ffmpeg as they come, if they would in a file. What has to be read to and fro
///   goes into a nameless temporary file first.
///
/// The same bytes give the same samples and the same errors, by name or through a pipe.
public struct AudioInput: AudioSource, ~Copyable {
  // One of the four; an enum of values that cannot be copied cannot be changed in place.
  private var pcm: PCMDecoder?
  private(set) var sndfile: SndfileDecoder?
  private(set) var ffmpeg: FFmpegDecoder?
  private var synthesis: InstrumentSource?

  /// The shape of the stream.
  public let format: StreamFormat

  /// What the container says, for showing progress.
  public let expectedFrameCount: Int?

  /// Whether it comes through a pipe, a socket, a terminal or a device, which ends when it ends, and
  /// is no file, which can be read again.
  public internal(set) var isStream = false

  /// Sample frames that were given or passed over.
  private var position = 0

  /// Sample frames that the container declares, where more may follow.
  private var declaredFrameCount: Int?

  /// Why nothing goes on where libsndfile has stopped.
  private var failure: DecodingError?

  /// What opens the file anew, for ffmpeg, where libsndfile stops early.
  private var reopening: Reopening?

  /// The name that errors show for the operand `-`.
  public static let standardInputName = "standard input"

  /// Opens the operand of a command: `-` is standard input, everything else a path.
  ///
  /// The samples of a regular file on standard input are read from there; nothing is copied. What is
  /// `headerless` is taken for such samples, whatever its first bytes look like; a part of a sample
  /// frame at its end is left out. An instrument plays at `sampleRate` Hz, 44 100 unless given.
  ///
  /// - Throws: ``DecodingError``, every case but those that only a later read can meet.
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

  /// Opens what a descriptor leads to; `path` is the name to show in errors.
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

  /// With the sample frames that the container declares, where that is known to be too few.
  init(_ decoder: consuming FFmpegDecoder, declared: Int? = nil) {
    format = decoder.format
    expectedFrameCount = nil
    ffmpeg = consume decoder
    declaredFrameCount = declared
  }

  /// What plays, if the input describes an instrument.
  public var instrument: Instrument? {
    switch synthesis {
    case .some(let source): source.instrument
    case .none: nil
    }
  }

  /// Whether it is a chain of Ogg streams, one behind the other.
  public var isChained: Bool {
    switch ffmpeg {
    case .some(let decoder): decoder.isChained
    case .none: false
    }
  }

  /// Both numbers where the container declares fewer sample frames than were found.
  public var lengthConflict: LengthConflict? {
    guard let declared = declaredFrameCount, position > declared else { return nil }
    return LengthConflict(declared: declared, found: position)
  }

  /// Gives the next sample frames.
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

  /// Has ffmpeg go on where libsndfile has stopped.
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

  /// Passes over sample frames.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    var skipped = try pcm?.skip(count)
    if synthesis != nil { skipped = try synthesis?.skip(count) }
    guard let skipped else { return try skipByReading(count) }
    position += skipped
    return skipped
  }
}

/// Where helper programs and temporary files are looked for.
public struct HelperEnvironment: Sendable, Hashable {
  /// The folders with programs, separated by colons, as in `PATH`.
  public var searchPath: String

  /// The folder for temporary files.
  public var temporaryFolder: String

  /// An environment of one's own, for tests.
  public init(searchPath: String, temporaryFolder: String) {
    self.searchPath = searchPath
    self.temporaryFolder = temporaryFolder
  }

  /// That of this process: `PATH`, and `TMPDIR` or `/tmp`.
  public static var current: HelperEnvironment {
    HelperEnvironment(
      searchPath: SearchPath.fromEnvironment, temporaryFolder: TemporaryFile.defaultFolder)
  }
}
