// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// What ffmpeg reads.
extension InputOpener {
  /// How ffmpeg is told of the file: by its name, which cannot be taken for an option or another
  /// protocol behind `file:`, or as what its standard input leads to.
  private var fileSource: String { isNamed ? "file:\(path)" : "file:/dev/stdin" }

  /// The ffmpeg of this machine.
  func helper() throws(DecodingError) -> String {
    if let found = SearchPath.executable(named: "ffmpeg", in: environment.searchPath) {
      return found
    }
    let source = isOperand ? ShellText.operand(path) : "-"
    throw .helperMissing(
      path: path, command: ["ffmpeg", "-i", source, "-c:a", "pcm_f32be", "-f", "au", "-"])
  }

  func openWithHelper(
    _ descriptor: consuming FileDescriptor, _ promise: StreamPromise,
    refusal: DecodingError? = nil
  ) throws(DecodingError) -> AudioInput {
    AudioInput(try helperDecoder(file: descriptor, promise, refusal: refusal))
  }

  /// Has ffmpeg read a file.
  func helperDecoder(
    file descriptor: consuming FileDescriptor, _ promise: StreamPromise, refusal: DecodingError?
  ) throws(DecodingError) -> FFmpegDecoder {
    try helperDecoder(.input(descriptor, name: fileSource), promise, refusal: refusal)
  }

  /// Has ffmpeg read something. `refusal` is what libsndfile said: what counts if ffmpeg makes
  /// nothing of it either.
  func helperDecoder(
    _ source: consuming HelperSource, _ promise: StreamPromise, refusal: DecodingError?
  ) throws(DecodingError) -> FFmpegDecoder {
    do throws(DecodingError) {
      let executable = try helper()
      let messages = try reading { () throws(SystemError) in try TemporaryFile.inMemory() }
      return try FFmpegDecoder(
        executable: executable, source, messages: messages, path: path, promise: promise)
    } catch {
      switch (error, refusal) {
      // Nothing of it can be decoded, and its container shows why.
      case (.helperFailed, _) where promise.isCutOff, (.damaged, _) where promise.isCutOff:
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      case (.helperFailed, _) where promise.survey?.isDamaged == true,
        (.damaged, _) where promise.survey?.isDamaged == true:
        throw .checksumMismatch(path: path, atFrame: 0)
      // It knows the container, and has met a fault at once.
      case (.damaged, nil), (.damaged, .unrecognized), (.badFormat, _): throw error
      // A known container in an encoding that only ffmpeg reads: then ffmpeg is what is missing.
      case (.helperMissing, .unsupported), (.helperUnstartable, .unsupported): throw error
      // It has said nothing of the file.
      case (.helperFailed(_, .killed, _), _): throw error
      case (_, let refusal?): throw refusal
      case (_, nil): throw error
      }
    }
  }
}

/// A file that libsndfile reads, for ffmpeg to go on with where libsndfile stops early.
struct Reopening: ~Copyable {
  private let opener: InputOpener
  private let file: FileDescriptor
  private let promise: StreamPromise

  init(_ opener: InputOpener, _ file: consuming FileDescriptor, _ promise: StreamPromise) {
    self.opener = opener
    self.file = file
    self.promise = promise
  }

  /// The name to show.
  var path: String { opener.path }

  /// Has ffmpeg read the file from its beginning.
  consuming func openWithHelper() throws(DecodingError) -> FFmpegDecoder {
    try opener.helperDecoder(file: file, promise, refusal: nil)
  }
}
