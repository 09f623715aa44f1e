// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// Decoding with ffmpeg.
extension InputOpener {
  /// The file in ffmpeg's notation: its name after `file:`, so that it is not taken for an option
  /// or another protocol, or its standard input.
  private var fileSource: String { isNamed ? "file:\(path)" : "file:/dev/stdin" }

  /// The path of ffmpeg on this machine.
  func helper() throws(DecodingError) -> String {
    if let found = SearchPath.executable(named: "ffmpeg", in: environment.searchPath) {
      return found
    }
    let source = isOperand ? ShellText.operand(path) : "-"
    throw .helperMissing(
      path: path, command: ["ffmpeg", "-i", source, "-c:a", "pcm_f32be", "-f", "au", "-"])
  }

  func openWithHelper(
    _ descriptor: consuming FileDescriptor, _ checks: ContainerChecks,
    refusal: DecodingError? = nil
  ) throws(DecodingError) -> AudioInput {
    AudioInput(try helperDecoder(file: descriptor, checks, refusal: refusal))
  }

  /// Decodes a file with ffmpeg.
  func helperDecoder(
    file descriptor: consuming FileDescriptor, _ checks: ContainerChecks, refusal: DecodingError?
  ) throws(DecodingError) -> FFmpegDecoder {
    try helperDecoder(.input(descriptor, name: fileSource), checks, refusal: refusal)
  }

  /// Decodes a source with ffmpeg. `refusal` is libsndfile's error, to be thrown if ffmpeg cannot
  /// read it either.
  func helperDecoder(
    _ source: consuming HelperSource, _ checks: ContainerChecks, refusal: DecodingError?
  ) throws(DecodingError) -> FFmpegDecoder {
    do throws(DecodingError) {
      let executable = try helper()
      let messages = try reading { () throws(SystemError) in try TemporaryFile.inMemory() }
      return try FFmpegDecoder(
        executable: executable, source, messages: messages, path: path, checks: checks)
    } catch {
      switch (error, refusal) {
      // Nothing can be decoded, and the container shows why.
      case (.helperFailed, _) where checks.isCutOff, (.damaged, _) where checks.isCutOff:
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      case (.helperFailed, _) where checks.pageScan?.isDamaged == true,
        (.damaged, _) where checks.pageScan?.isDamaged == true:
        throw .checksumMismatch(path: path, atFrame: 0)
      // ffmpeg knows the container, and found an error at once.
      case (.damaged, nil), (.damaged, .unrecognized), (.badFormat, _), (.noSound, _): throw error
      // A known container with an encoding that only ffmpeg reads: the error is that ffmpeg is
      // missing.
      case (.helperMissing, .unsupported), (.helperUnstartable, .unsupported),
        (.helperUnusable, .unsupported):
        throw error
      // It said nothing about the file.
      case (.helperFailed(_, .killed, _), _): throw error
      case (_, let refusal?): throw refusal
      case (_, nil): throw error
      }
    }
  }
}

/// A file that libsndfile reads, to be continued by ffmpeg if libsndfile stops early.
struct Reopening: ~Copyable {
  private let opener: InputOpener
  private let file: FileDescriptor
  private let checks: ContainerChecks

  init(_ opener: InputOpener, _ file: consuming FileDescriptor, _ checks: ContainerChecks) {
    self.opener = opener
    self.file = file
    self.checks = checks
  }

  /// The name in errors.
  var path: String { opener.path }

  /// How ffmpeg reads the file, if that is known.
  var demuxing: Demuxing? { checks.demuxing }

  /// Opens the file with ffmpeg from its beginning.
  consuming func openWithHelper() throws(DecodingError) -> FFmpegDecoder {
    try opener.helperDecoder(file: file, checks, refusal: nil)
  }
}
