// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform
public import Signal

/// An input that was recognized: its sound, and what is known of it beside.
public protocol Input: AudioSource, ~Copyable {
  /// What it has: samples, a score that plays them, or readings.
  var content: InputContent { get }

  /// How ffmpeg reads the same sound in its file; `nil` if that is not known, or in doubt.
  var demuxing: Demuxing? { get }

  /// The sample frames that the container declares, if there may be more.
  var declaredFrameCount: Int? { get }

  /// The sample rate in Hz, if it is not a whole number; the sound is read at the one below it.
  var fractionalRate: Double? { get }

  /// From now on delivers silence while a pipe brings no samples for a tenth of a second, instead of
  /// waiting; returns whether it can.
  mutating func fillGaps() -> Bool

  /// The tags of the input.
  ///
  /// `path` is that of its file, which is opened again if its samples are read without it; `nil` if
  /// there is no such file.
  func tags(ofFile path: String?) -> AudioTags
}

extension Input where Self: ~Copyable {
  /// Samples.
  public var content: InputContent { .samples }
  /// Not known.
  public var demuxing: Demuxing? { nil }
  /// None: the container cannot have more than it declares.
  public var declaredFrameCount: Int? { nil }
  /// `nil`: the sample rate is a whole number.
  public var fractionalRate: Double? { nil }
  /// `false`: the input waits for its samples.
  public mutating func fillGaps() -> Bool { false }
  /// None, for inputs that are not files of sound.
  public func tags(ofFile path: String?) -> AudioTags { AudioTags() }
}

/// What an input has.
public enum InputContent: Sendable {
  /// Samples.
  case samples
  /// A score, which plays its samples, and the text that describes it.
  case score(any Score, text: [UInt8])
  /// Readings that were made before, and no samples.
  case readings(ReadingsFile)
}

/// A kind of input beside sound: how it is recognized and opened.
///
/// A new one is a folder with an ``Input``, and a row of `InputKind.all`. What is of no kind is sound.
public struct InputKind: Sendable {
  /// Whether a file with this name and these first bytes is of this kind; of a pipe, the name is
  /// empty.
  let matches: @Sendable (_ path: String, _ start: [UInt8]) -> Bool

  /// Opens such a file.
  let open: @Sendable (borrowing InputFile) throws(DecodingError) -> any Input & ~Copyable

  /// A kind of input: `matches` recognizes a file by its name and first bytes, `open` opens it.
  public init(
    matches: @escaping @Sendable (_ path: String, _ start: [UInt8]) -> Bool,
    open:
      @escaping @Sendable (borrowing InputFile) throws(DecodingError)
      -> any Input & ~Copyable
  ) {
    (self.matches, self.open) = (matches, open)
  }

  /// Whether these first bytes are text that begins with a JSON object, perhaps behind a byte order mark.
  package static func isObject(_ start: [UInt8]) -> Bool {
    let text = start.dropFirst(start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    return Container(beginning: start) == .text
      && text.first { !(9...13).contains($0) && $0 != 0x20 } == UInt8(ascii: "{")
  }
}

/// The file of an input, for its kind.
public struct InputFile: ~Copyable {
  /// The name in errors.
  public let path: String
  /// The sample rate in Hz that the user chose.
  public let sampleRate: Int?
  private let window: ByteWindow

  init(path: String, sampleRate: Int?, _ window: consuming ByteWindow) {
    (self.path, self.sampleRate) = (path, sampleRate)
    self.window = window
  }

  /// How many bytes it has.
  public var count: Int { window.count }

  /// The error that nothing here can be decoded.
  package var unrecognized: DecodingError {
    .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
  }

  /// The file itself, to be read on later.
  borrowing func descriptor() throws(DecodingError) -> FileDescriptor {
    do { return try .duplicating(window.number) } catch { throw .readFailed(path: path, error) }
  }

  /// Up to `count` bytes at `offset`; fewer only at the end.
  ///
  /// - Throws: ``DecodingError/readFailed(path:_:)``.
  public borrowing func bytes(at offset: Int, _ count: Int) throws(DecodingError) -> [UInt8] {
    do { return try window.bytes(at: offset, count) } catch { throw .readFailed(path: path, error) }
  }
}
