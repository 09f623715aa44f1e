// SPDX-License-Identifier: MIT
internal import Platform
public import Signal

/// The user's input, opened: a file or a pipe with its decoder.
///
/// - *Plain samples* in WAV, RF64, Wave64, AIFF, AU and CAF are decoded here, from files and live
///   from pipes.
/// - *Other files* go to libsndfile, or to ffmpeg (if installed) if libsndfile does not know them.
///   MPEG audio without its length, or with a wrong one, goes to ffmpeg too.
/// - *Other pipes* go to ffmpeg live, if ffmpeg would decode such a file. Formats that need seeking
///   are copied to an unnamed temporary file first.
///
/// Equal bytes give equal samples and errors from a file and from a pipe, but for damage
/// before a part: plain samples and FLAC in a file are not read up to there.
public struct AudioInput: AudioSource, ~Copyable {
  private var source: any Input & ~Copyable

  /// Whether it is a pipe, a socket, a terminal or a device: not a file that can be read again.
  public internal(set) var isStream = false

  /// Whether it is samples without a header.
  var isHeaderless = false

  /// Sample frames that were delivered or skipped.
  private var position = 0

  /// The name of the operand `-` in errors.
  public static let standardInputName = "standard input"

  /// Opens the operand of a command: `-` is standard input, everything else a path.
  ///
  /// A regular file on standard input is read in place, without a copy. With `headerless`, the
  /// input is read as such samples, whatever its first bytes look like; of an incomplete sample
  /// frame at its end only ``incompleteBytes`` tells. A score plays at `sampleRate` Hz, its own
  /// rate by default. Of several sounds in a file, `track` is the number of one, counted from 1; by default it
  /// is the one that players choose. What is of none of the `kinds` is sound; `InputKind.all` are all of them. Unless it `waits`,
  /// a pipe of samples without a header is open before it brings any.
  ///
  /// - Throws: ``DecodingError``, except those that only a later read can find.
  public static func open(
    _ operand: String, headerless: HeaderlessSamples? = nil, sampleRate: Int? = nil,
    track: Int? = nil, kinds: [InputKind] = [.readings], waits: Bool = true,
    environment: HelperEnvironment = .current
  ) throws(DecodingError) -> AudioInput {
    var opener = InputOpener(
      path: operand == "-" ? AudioInput.standardInputName : operand,
      isNamed: operand != "-", headerless: headerless, sampleRate: sampleRate,
      track: track, kinds: kinds, waits: waits, environment: environment)
    return try opener.open(InputOpener.descriptor(operand))
  }

  /// Opens the file or pipe of a descriptor; `path` is its name in errors.
  ///
  /// - Throws: as ``open(_:headerless:sampleRate:track:kinds:waits:environment:)``.
  public static func open(
    descriptor rawValue: Int32, path: String, kinds: [InputKind] = [.readings],
    environment: HelperEnvironment = .current
  ) throws(DecodingError) -> AudioInput {
    var opener = InputOpener(path: path, isNamed: false, kinds: kinds, environment: environment)
    let descriptor: FileDescriptor
    do { descriptor = try .duplicating(rawValue) } catch { throw .cannotOpen(path: path, error) }
    return try opener.open(descriptor)
  }

  init(_ source: consuming any Input & ~Copyable) { self.source = source }

  /// The shape of the stream.
  public var format: StreamFormat { AudioInput.ask(source) { $0.format } }

  /// The container's sample frame count, for the progress display.
  public var expectedFrameCount: Int? { AudioInput.ask(source) { $0.expectedFrameCount } }

  /// What it has: samples, a score that plays them, or readings.
  public var content: InputContent { AudioInput.ask(source) { $0.content } }

  /// How ffmpeg reads the same sound in its file; `nil` if that is not known, or in doubt.
  public var demuxing: Demuxing? { AudioInput.ask(source) { $0.demuxing } }

  /// The tags of the input.
  ///
  /// `path` is that of its file, which is opened again if its samples are read without it; `nil` if
  /// there is no such file.
  public func tags(ofFile path: String?) -> AudioTags {
    AudioInput.ask(source) { $0.tags(ofFile: path) }
  }

  /// From now on delivers silence, at the pace of the clock, while a pipe of plain samples brings none
  /// for a tenth of a second; returns whether the input is one.
  public mutating func fillGaps() -> Bool { source.fillGaps() }

  /// The sample rate in Hz, if it is not a whole number; the sound is read at the one below it.
  public var fractionalRate: Double? { AudioInput.ask(source) { $0.fractionalRate } }

  /// Both lengths, if the container declares fewer sample frames than were found.
  public var lengthConflict: LengthConflict? {
    guard let declared = AudioInput.ask(source, { $0.declaredFrameCount }), position > declared
    else { return nil }
    return LengthConflict(declared: declared, found: position)
  }

  /// The bytes of an incomplete sample frame at the end of samples without a header.
  public var incompleteBytes: Int {
    isHeaderless ? AudioInput.ask(source) { $0.incompleteBytes } : 0
  }

  /// Reads the next sample frames.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    defer { position += block.frameCount }
    try source.read(into: &block)
  }

  /// Skips sample frames.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    let skipped = try source.skip(count)
    position += skipped
    return skipped
  }

  /// Asks a source. A member of a value that is borrowed cannot be asked itself, if its type is not
  /// known.
  private static func ask<Answer>(
    _ source: borrowing any Input & ~Copyable,
    _ question: (borrowing any Input & ~Copyable) -> Answer
  ) -> Answer { question(source) }
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
