// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Signal

extension SampleSource {
  /// The bit rate of a channel as AAC, in bits a second.
  private static let channelRate = 64_000

  /// How many sample frames there are.
  public var sampleFrames: Int { range.count }

  /// The approximate size of ``encodedAsAAC(by:progress:)``, in bytes.
  public var approximateSizeAsAAC: Int {
    let bits = SampleSource.channelRate * max(channelCount, 1)
    return Int(Double(range.count) / Double(format.sampleRate) * Double(bits) / 8)
  }

  /// The samples as AAC in an MP4 file, which all browsers play.
  ///
  /// `progress` is called with the number of sample frames that ffmpeg has taken; it returns `false`
  /// to stop.
  ///
  /// - Precondition: the process ignores SIGPIPE.
  /// - Throws: ``FilmError``.
  public func encodedAsAAC(
    by ffmpeg: FFmpeg, progress: (Int) -> Bool = { _ in true }
  ) throws(FilmError) -> [UInt8] {
    let words =
      ["-v", "level+error", "-nostdin", "-xerror"] + input("pipe:0")
      + SoundCodec.aac.words(channels: channelCount, sampleRate: format.sampleRate)
      + [
        "-b:a", "\(SampleSource.channelRate * max(channelCount, 1))", "-fflags", "+bitexact",
        "-flags:a", "+bitexact",
      ]
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
      failure = send(to: pipe.intoWriter(), progress)
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
  private func send(to pipe: consuming FileDescriptor, _ progress: (Int) -> Bool) -> FilmError? {
    let pipe = pipe
    var sent = 0
    do throws(FilmError) {
      try write { (bytes) throws(PipelineError) in
        do throws(SystemError) { try pipe.write(bytes) } catch { throw .output(path: "", error) }
        sent += bytes.count
        let isWanted = progress(sent / (4 * max(channelCount, 1)))
        guard isWanted, Interruption.signal == nil else { throw .interrupted }
      }
      return nil
    } catch { return error }
  }
}
