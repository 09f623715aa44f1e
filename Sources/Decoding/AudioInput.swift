// SPDX-License-Identifier: MIT
internal import Platform
public import Signal

/// The user's input, opened: a file, or what comes through a pipe, decoded by whoever can.
///
/// - *Files* go to libsndfile, and what it does not know to ffmpeg, if there is one.
/// - *Pipes*: plain samples in WAV, AIFF, AU and Wave64 are read as they come. Everything else
///   goes into a nameless temporary file first: libsndfile does not read FLAC, CAF and GSM from
///   pipes, loses the start of RF64, and does not notice there when compressed audio breaks off.
///   Containers that only ffmpeg knows go straight to it where they can.
///
/// The same bytes give the same samples and the same errors, by name or through a pipe.
public struct AudioInput: AudioSource, ~Copyable {
  // One of the two; an enum of values that cannot be copied cannot be changed in place.
  private var sndfile: SndfileDecoder?
  private var ffmpeg: FFmpegDecoder?

  /// The shape of the stream.
  public let format: StreamFormat

  /// The name that errors show for the operand `-`.
  public static let standardInputName = "standard input"

  /// Opens the operand of a command: `-` is standard input, everything else a path.
  ///
  /// The samples of a regular file on standard input are read from there; nothing is copied.
  ///
  /// - Throws: ``DecodingError``, every case but those that only a later read can meet.
  public static func open(
    _ operand: String, environment: HelperEnvironment = .current
  ) throws(DecodingError) -> AudioInput {
    var opener = InputOpener(
      path: operand == "-" ? AudioInput.standardInputName : operand,
      isNamed: operand != "-", environment: environment)
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

  init(_ decoder: consuming SndfileDecoder) {
    format = decoder.format
    sndfile = consume decoder
    ffmpeg = nil
  }

  init(_ decoder: consuming FFmpegDecoder) {
    format = decoder.format
    sndfile = nil
    ffmpeg = consume decoder
  }

  /// What the container says, for showing progress.
  public var expectedFrameCount: Int? {
    switch sndfile {
    case .some(let decoder): decoder.expectedFrameCount
    case .none: nil
    }
  }

  /// Gives the next sample frames.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    try sndfile?.read(into: &block)
    try ffmpeg?.read(into: &block)
  }

  /// Passes over sample frames.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    if let skipped = try sndfile?.skip(count) { return skipped }
    return try ffmpeg?.skip(count) ?? 0
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
