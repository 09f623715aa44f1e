// SPDX-License-Identifier: MIT
internal import Platform
public import Signal

/// Decodes what libsndfile does not know through `ffmpeg`, a program of its own.
///
/// It writes 32-bit floating-point samples as an AU stream into a pipe. The child process is
/// killed and reaped when the decoder goes out of scope before the end.
public struct FFmpegDecoder: AudioSource, ~Copyable {
  private var decoder: SndfileDecoder
  private var process: Subprocess
  private let messages: FileDescriptor
  private let path: String
  private let promise: StreamPromise
  private let soundCount: Int
  private var delivered = 0
  private var ending: Ending?

  private enum Ending { case clean, failed(DecodingError) }

  /// How much of ffmpeg's own error output is kept, in bytes: the last of it.
  private static let messageLimit = 4096

  /// The shape of the first audio stream of the file.
  public var format: StreamFormat { decoder.format }

  /// Never known.
  public var expectedFrameCount: Int? { nil }

  /// Starts the ffmpeg at `executable` to read `source`, in ffmpeg's notation, or its standard
  /// input, which is `input`.
  ///
  /// `messages` takes its error output; `path` is the name to show. Of `promise`, what the pages of
  /// an Ogg file say is kept: ffmpeg passes over those that are broken and missing.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it ends without any sound.
  init(
    executable: String, source: String, input: borrowing FileDescriptor,
    messages: consuming FileDescriptor, path: String, promise: StreamPromise
  ) throws(DecodingError) {
    // Only files and pipes: a playlist shall not make it call other machines.
    let arguments = [
      "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", source,
      "-map", "0:a:0", "-c:a", "pcm_f32be", "-f", "au",
    ]
    // Times that begin anew with each stream of a chain are an error to it: so they are counted.
    let counting = promise.survey?.isChained == true ? ["-bsf:a", "setts=ts=N"] : []
    var process: Subprocess
    let reader: FileDescriptor
    do {
      let pipe = try Pipe()
      process = try Subprocess(
        executable, arguments: arguments + counting + ["pipe:1"], input: input, output: pipe.writer,
        errors: messages)
      reader = pipe.intoReader()
    } catch { throw .cannotOpen(path: executable, error) }
    do { decoder = try SndfileDecoder(reader, path: path) } catch let refusal {
      // The pipe is closed by now, so it ends if it has not ended before.
      let outcome = FFmpegDecoder.outcome(&process, messages, path: path, delivered: 0)
      throw outcome ?? refusal
    }
    soundCount =
      promise.survey?.damagedAfter(sampleRate: decoder.format.sampleRate) ?? .max
    self.promise = promise
    self.process = process
    self.messages = messages
    self.path = path
  }

  /// Gives the next sample frames; at the end, looks at how ffmpeg ended and what it said.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it says that it failed, and
  ///   ``DecodingError/damaged(path:atFrame:reason:)`` if it complained and went on: the place is
  ///   then the end of what it gave.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if ending == nil {
      do {
        if delivered < soundCount {
          try decoder.read(into: &block)
          block.truncate(to: soundCount - delivered)
          delivered += block.frameCount
          guard block.frameCount == 0 else { return }
        }
        ending = try end()
      } catch { ending = .failed(error) }
    }
    block.truncate(to: 0)
    if case .failed(let error) = ending { throw error }
  }

  /// How the stream has ended; what its container shows comes before what ffmpeg says.
  private mutating func end() throws(DecodingError) -> Ending {
    if soundCount < .max { throw .checksumMismatch(path: path, atFrame: delivered) }
    let failure = FFmpegDecoder.outcome(&process, messages, path: path, delivered: delivered)
    if promise.isCutOff { throw .truncated(path: path, atFrame: delivered, expectedFrames: nil) }
    return failure.map(Ending.failed) ?? .clean
  }

  /// Waits for its end; `nil` if that was a good one.
  private static func outcome(
    _ process: inout Subprocess, _ messages: borrowing FileDescriptor, path: String, delivered: Int
  ) -> DecodingError? {
    do {
      let ending = try process.wait()
      let size = try messages.status().size
      let last = try messages.bytes(at: max(0, size - messageLimit), count: messageLimit)
      let message = String(decoding: last, as: UTF8.self).trimmingEnd()
      guard ending == .exited(0) else {
        return .helperFailed(path: path, ending, message: message)
      }
      return message.isEmpty ? nil : .damaged(path: path, atFrame: delivered, reason: message)
    } catch { return .readFailed(path: path, error) }
  }
}

extension String {
  /// Without white space at the end.
  fileprivate func trimmingEnd() -> String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
