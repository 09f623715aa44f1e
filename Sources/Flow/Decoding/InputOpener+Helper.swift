// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// Decoding with ffmpeg.
extension InputOpener {
  /// The file in ffmpeg's notation: its name after `file:`, so that it is not taken for an option
  /// or another protocol, or its standard input.
  /// Of a file with tags of other formats around its sound, ffmpeg sees the sound only.
  private func fileSource(_ sound: Range<Int>?) -> String {
    let file = isNamed ? "file:\(path)" : "file:/dev/stdin"
    return sound.map { "subfile,,start,\($0.lowerBound),end,\($0.upperBound),,:\(file)" } ?? file
  }

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

  /// Decodes the chosen sound of a file with ffmpeg; by default the one that players choose.
  func helperDecoder(
    file descriptor: consuming FileDescriptor, _ checks: ContainerChecks, refusal: DecodingError?
  ) throws(DecodingError) -> FFmpegDecoder {
    let name = fileSource(checks.sound)
    let again = try duplicate(descriptor)
    let decoder = try helperDecoder(
      .input(descriptor, name: name), checks, refusal: refusal)
    guard track == nil, decoder.defaultTrack > 0 else { return decoder }
    return try helperDecoder(
      .input(again, name: name), checks, refusal: refusal, track: decoder.defaultTrack)
  }

  /// Decodes a source with ffmpeg. `refusal` is libsndfile's error, to be thrown if ffmpeg cannot
  /// read it either.
  func helperDecoder(
    _ source: consuming HelperSource, _ checks: ContainerChecks, refusal: DecodingError?,
    track chosen: Int? = nil
  ) throws(DecodingError) -> FFmpegDecoder {
    do throws(DecodingError) {
      let executable = try helper()
      let messages = try reading { () throws(SystemError) in try TemporaryFile.inMemory() }
      return try FFmpegDecoder(
        executable: executable, source, messages: messages, path: path, checks: checks,
        track: chosen ?? max((track ?? 1) - 1, 0))
    } catch {
      switch (error, refusal) {
      // Nothing can be decoded, and the container shows why. ffmpeg did start, and was not interrupted.
      case (.helperFailed(_, .exited(let status), _), _)
      where checks.lacksIndex && ![126, 127, 255].contains(status):
        throw .indexMissing(path: path)
      case (.helperFailed, _) where checks.endsEarly, (.damaged, _) where checks.endsEarly:
        throw .truncated(path: path, atFrame: 0, expectedFrames: nil)
      case (.helperFailed, _) where checks.pageScan?.isDamaged == true,
        (.damaged, _) where checks.pageScan?.isDamaged == true:
        throw .checksumMismatch(path: path, atFrame: 0)
      // ffmpeg knows the container, and found an error at once.
      case (.damaged, nil), (.damaged, .unrecognized), (.badFormat, _), (.noSound, _),
        (.noSuchTrack, _):
        throw error
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
