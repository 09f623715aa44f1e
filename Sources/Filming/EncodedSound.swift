// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Signal

extension SampleSource {
  /// The samples as AAC in an MP4 file, which all browsers play.
  ///
  /// - Precondition: the process ignores SIGPIPE.
  /// - Throws: ``FilmError``.
  public func encodedAsAAC(by ffmpeg: FFmpeg) throws(FilmError) -> [UInt8] {
    let layout = SoundCodec.aac.layouts[channelCount].map { ["-channel_layout", $0] } ?? []
    let words =
      ["-v", "level+error", "-nostdin", "-xerror", "-f", "f32le", "-ar", "\(format.sampleRate)"]
      + ["-ac", "\(channelCount)"] + layout + ["-i", "pipe:0"]
      + SoundCodec.aac.words(channels: channelCount, sampleRate: format.sampleRate)
      + ["-b:a", "\(64 * max(channelCount, 1))k", "-fflags", "+bitexact", "-flags:a", "+bitexact"]
      + ["-movflags", "+faststart", "-f", "mp4", "-y", "file:/dev/fd/3"]
    let report: ProgramReport, bytes: [UInt8]
    var failure: FilmError?
    do throws(SystemError) {
      let output = try TemporaryFile.inMemory()
      let messages = try TemporaryFile.inMemory()
      let pipe = try Pipe.wide()
      var process = try Subprocess(
        ffmpeg.path, arguments: words, input: pipe.reader,
        output: try .duplicating(messages.rawValue), errors: messages, further: [output.rawValue],
        endsFirst: true)
      failure = send(to: pipe.intoWriter())
      report = try ProgramReport(&process, messages, hasLevels: true)
      bytes = try output.bytes(at: 0, count: try output.status().size)
    } catch { throw .cannotStart(path: ffmpeg.path, error) }
    if let failure { throw failure }
    guard report.ending == .exited(0), report.message.isEmpty, !bytes.isEmpty else {
      throw .encoderFailed(report.ending, message: report.message)
    }
    return bytes
  }

  /// Writes all samples to the pipe, and closes it.
  private func send(to pipe: consuming FileDescriptor) -> FilmError? {
    let pipe = pipe
    do throws(FilmError) {
      try write { (bytes) throws(PipelineError) in
        guard Interruption.signal == nil else { throw .interrupted }
        do throws(SystemError) { try pipe.write(bytes) } catch { throw .output(path: "", error) }
      }
      return nil
    } catch { return error }
  }
}
