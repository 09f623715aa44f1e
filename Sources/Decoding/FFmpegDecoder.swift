// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal
internal import Text

/// Decodes what libsndfile does not know through `ffmpeg`, a program of its own.
///
/// It writes 32-bit floating-point samples as an AU stream into a pipe, and ends at the first
/// fault. The child process is killed and reaped when the decoder goes out of scope before the end.
struct FFmpegDecoder: AudioSource, ~Copyable {
  private var decoder: PCMDecoder
  private var process: Subprocess
  private let messages: FileDescriptor
  private let path: String
  private let promise: StreamPromise
  private let soundCount: Int
  private var delivered = 0
  /// What it says of the piece that is in the file.
  let tags: AudioTags
  private var ending: StreamEnding?

  /// The shape of the first audio stream of the file.
  var format: StreamFormat { decoder.format }

  /// Never known.
  var expectedFrameCount: Int? { nil }

  /// Starts the ffmpeg at `executable` to read a source.
  ///
  /// `messages` takes its error output; `path` is the name to show. Of `promise`, what the pages of
  /// an Ogg file say is kept: ffmpeg passes over those that are broken and missing.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it ends without any sound,
  ///   ``DecodingError/helperUnstartable(path:executable:_:)`` if it does not begin.
  init(
    executable: String, _ source: consuming HelperSource, messages: consuming FileDescriptor,
    path: String, promise: StreamPromise
  ) throws(DecodingError) {
    // Times that begin anew with each stream of a chain are an error to it: so they are counted.
    let isMarked = promise.isMarked || source.isMPEG
    let isChained = promise.survey?.isChained == true
    // Only files and pipes: a playlist shall not make it call other machines.
    let arguments =
      ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info"]
      + (isChained ? [] : ["-xerror", "-err_detect", "crccheck+explode"])
      + ["-protocol_whitelist", "file,pipe"]
      + (source.isMPEG ? FFmpegDecoder.promptMPEG : [])
      // So that a stream of samples is not waited for until a mebibyte of it is there.
      + (isMarked ? [] : ["-formatprobesize", "65536"]) + ["-i", source.name]
      + ["-map", "0:a:0", "-c:a", "pcm_f32be", "-f", "au", "-flush_packets", "1"]
      + (isChained ? ["-bsf:a", "setts=ts=N"] : []) + ["pipe:1"]
    var started: StartedHelper
    do {
      started = try .start(executable, arguments, source, messages: messages, path: path)
    } catch { throw .helperUnstartable(path: path, executable: executable, error) }
    guard let layout = try started.output.plainLayout(.au) else {
      // The pipe is at its end, so ffmpeg ends if it has not ended before.
      let report = FFmpegReport(&started.process, messages, path: path)
      let failure = report.isGuessing(marked: isMarked) ? nil : report.failure(delivered: 0)
      throw failure ?? .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
    }
    let report: FFmpegReport
    do { report = try FFmpegReport(sayingOf: path, messages) } catch {
      throw .readFailed(path: path, error)
    }
    guard !report.isGuessing(marked: isMarked) else {
      throw .unrecognized(path: path, reason: SndfileDecoder.notRecognized)
    }
    try layout.check(path: path)
    decoder = try started.output.samples(layout)
    soundCount = promise.survey?.damagedAfter(sampleRate: decoder.format.sampleRate) ?? .max
    self.promise = promise
    tags = report.tags
    process = started.process
    self.messages = messages
    self.path = path
  }

  /// How ffmpeg decodes each frame of MPEG audio as soon as that has come: its reader of MP3 waits
  /// for 1024 bytes at a time, 64 ms at 128 kbit/s, while the readers of other streams of frames take
  /// what there is. And how it begins with the first frame: it would look through 50, which are 1.3 s,
  /// for a time stamp, and bare frames have none.
  private static let promptMPEG = ["-f", "ac3", "-max_ts_probe", "0", "-c:a", "mp3float"]

  /// Gives the next sample frames; at the end, looks at how ffmpeg ended and what it said.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it was killed,
  ///   ``DecodingError/damaged(path:atFrame:reason:)`` if it met a fault, at the place that it has
  ///   come to, ``DecodingError/truncated(path:atFrame:expectedFrames:)`` if the file declares more.
  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
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

  /// Whether it is a chain of Ogg streams.
  var isChained: Bool { promise.survey?.isChained == true }

  /// Whether it is a chain of Ogg streams whose pages are all there: ffmpeg takes the headers of all
  /// but the first for faults.
  private var isSoundChain: Bool {
    promise.survey.map { $0.isChained && !$0.isDamaged } ?? false
  }

  /// How the stream has ended; what its container shows comes before what ffmpeg says.
  private mutating func end() throws(DecodingError) -> StreamEnding {
    if soundCount < .max { throw .checksumMismatch(path: path, atFrame: delivered) }
    let report = FFmpegReport(&process, messages, path: path)
    let failure = report.failure(delivered: delivered, isSound: isSoundChain)
    if let failure { throw failure }
    if decoder.filter?.hasGap == true {
      throw .damaged(
        path: path, atFrame: delivered, reason: "no MPEG audio stands here, and more follows")
    }
    if promise.isCutOff || decoder.filter?.isCutOff == true {
      throw .truncated(path: path, atFrame: delivered, expectedFrames: nil)
    }
    // Decoders hold back up to a twentieth of a second, and the report counts in hundredths.
    if promise.survey == nil, let missing = report.missingSeconds, missing > 0.1 {
      let frames = Int(min(missing, 1e9) * Double(format.sampleRate))
      throw .truncated(path: path, atFrame: delivered, expectedFrames: delivered + frames)
    }
    return .clean
  }
}

/// A helper at work, and what it gives.
private struct StartedHelper: ~Copyable {
  var process: Subprocess
  var output: PipeHead

  static func start(
    _ executable: String, _ arguments: [String], _ source: consuming HelperSource,
    messages: borrowing FileDescriptor, path: String
  ) throws(SystemError) -> StartedHelper {
    let pipe = try Pipe()
    switch consume source {
    case .input(let input, _):
      let process = try Subprocess(
        executable, arguments: arguments, input: input, output: pipe.writer, errors: messages)
      return StartedHelper(process: process, output: PipeHead(pipe.intoReader(), path: path))
    case .feed(let input, let head, let filter):
      let supply = try Pipe.ofSockets()
      let process = try Subprocess(
        executable, arguments: arguments, input: supply.reader, output: pipe.writer,
        errors: messages)
      let feed = HelperFeed(input, head: head, filter: filter, into: supply.intoWriter())
      return StartedHelper(
        process: process, output: PipeHead(pipe.intoReader(), path: path, feed: feed))
    }
  }
}

/// Where ffmpeg finds the sound.
enum HelperSource: ~Copyable {
  /// A file by its name, in ffmpeg's notation, or what a descriptor leads to, which becomes its
  /// standard input.
  case input(FileDescriptor, name: String)
  /// An input that is handed to it through a pipe; `head` was read before.
  case feed(FileDescriptor, head: [UInt8], MPEGFrameFilter?)

  /// What ffmpeg is told to read.
  fileprivate var name: String {
    switch self {
    case .input(_, let name): name
    case .feed: "pipe:0"
    }
  }

  /// Whether only frames of MPEG audio are handed on.
  fileprivate var isMPEG: Bool {
    switch self {
    case .input: false
    case .feed(_, _, let filter): filter != nil
    }
  }
}
