// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal
internal import Text

/// Decodes formats that libsndfile does not know, with `ffmpeg` as a child process.
///
/// ffmpeg writes 32-bit floating-point samples as an AU stream into a pipe, and ends at the first
/// error. If the decoder goes out of scope earlier, the child process is killed and reaped.
struct FFmpegDecoder: Input, ~Copyable {
  private var decoder: PCMDecoder
  private var process: Subprocess
  private let messages: FileDescriptor
  private let path: String
  private let checks: ContainerChecks
  private let soundCount: Int
  /// The sample frame where an edit list ends the sound.
  private let soundEnd: Int
  /// Which of the file's sounds players choose, counted from 0.
  let defaultTrack: Int
  private var delivered = 0
  /// The tags of the file, as ffmpeg reports them.
  let tags: AudioTags
  private var ending: StreamEnding?

  /// The sample frames that the container declares, if these are known to be too few.
  var declaredFrameCount: Int?

  /// The format of the first audio stream in the file.
  var format: StreamFormat { decoder.format }

  /// Never known.
  var expectedFrameCount: Int? { nil }

  /// Starts the ffmpeg at `executable` to read a source.
  ///
  /// `messages` receives its error output; `path` is the name in errors. `checks` has the scan of
  /// an Ogg file's pages, since ffmpeg skips damaged and missing ones.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it ends without any sound,
  ///   ``DecodingError/noSound(path:)`` if the file has none,
  ///   ``DecodingError/helperUnstartable(path:executable:_:)`` if it cannot be started,
  ///   ``DecodingError/helperUnusable(path:executable:)`` if it is another program.
  init(
    executable: String, _ source: consuming HelperSource, messages: consuming FileDescriptor,
    path: String, checks: ContainerChecks, track: Int = 0
  ) throws(DecodingError) {
    // Timestamps that restart with each stream of a chain are an error to ffmpeg: use sample
    // counts.
    let isMPEG = source.isMPEG
    let isMarked = checks.isMarked || isMPEG
    let isChained = checks.pageScan?.isChained == true
    let arguments =
      ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+info"]
      + (isChained
        ? [] : ["-xerror", "-err_detect", checks.isLayerI ? "explode" : "crccheck+explode"])
      + Demuxing.probingWords
      + (isMPEG ? FFmpegDecoder.promptMPEG : [])
      // Behind other bytes it is not sure of a short stream.
      + (checks.demuxing == Container.adts.demuxing ? ["-f", "aac"] : [])
      // Otherwise it would wait for a mebibyte of headerless samples before it starts.
      + (isMarked ? [] : ["-formatprobesize", "65536"]) + ["-i", source.name]
      + ["-map", "0:a:\(track)", "-c:a", "pcm_f32be", "-f", "au", "-flush_packets", "1"]
      + (isChained ? ["-bsf:a", "setts=ts=N"] : []) + ["pipe:1"]
    var started: StartedHelper
    do {
      started = try .start(executable, arguments, source, messages: messages, path: path)
    } catch { throw .helperUnstartable(path: path, executable: executable, error) }
    guard var layout = try started.output.plainLayout(.au) else {
      // It may wait for ever for a reader of the rest, so it is killed.
      guard started.output.isAll else {
        throw .helperUnusable(path: path, executable: executable)
      }
      // The pipe has ended, so ffmpeg has ended or is about to.
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
    // ffmpeg does not read those that FLAC in Ogg names.
    let isFLAC = checks.pageScan?.channelCountOfFLAC != nil
    layout.speakers = isFLAC ? checks.speakers : report.speakers
    decoder = try started.output.samples(layout)
    soundCount = checks.pageScan?.damagedAfter(sampleRate: decoder.format.sampleRate) ?? .max
    self.checks = checks
    tags = report.tags
    defaultTrack = report.defaultTrack
    let edited = checks.soundLengths.indices.contains(track) ? checks.soundLengths[track] : nil
    soundEnd = edited?.sampleFrames(at: decoder.format.sampleRate) ?? .max
    var demuxing =
      isMPEG
      ? Container.mpegAudio.demuxing : report.demuxer.map { Demuxing($0, checks.pageScan) }
    demuxing?.track = track
    self.demuxing = demuxing
    process = started.process
    self.messages = messages
    self.path = path
  }

  /// Makes ffmpeg decode each MPEG audio frame as soon as it arrives. Its MP3 demuxer waits for
  /// 1024 bytes at a time (64 ms at 128 kbit/s); the demuxers of other frame streams do not. It
  /// would also search 50 frames, 1.3 s, for a timestamp, which plain MPEG frames do not have.
  private static let promptMPEG = ["-f", "ac3", "-max_ts_probe", "0", "-c:a", "mp3float"]

  /// Reads the next sample frames; at the end, checks ffmpeg's exit status and messages.
  ///
  /// - Throws: ``DecodingError/helperFailed(path:_:message:)`` if it was killed,
  ///   ``DecodingError/damaged(path:atFrame:reason:)`` if it found an error, at the sample frame
  ///   reached so far, ``DecodingError/truncated(path:atFrame:expectedFrames:)`` if the file
  ///   declares more.
  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if ending == nil {
      do {
        if delivered < soundCount {
          try decoder.read(into: &block)
          // Behind the end of the sound only errors count.
          while block.frameCount > 0, delivered >= soundEnd { try decoder.read(into: &block) }
          block.truncate(to: min(soundCount, soundEnd) - delivered)
          delivered += block.frameCount
          guard block.frameCount == 0 else { return }
        }
        ending = try end()
      } catch { ending = .failed(error) }
    }
    block.truncate(to: 0)
    if case .failed(let error) = ending { throw error }
  }

  /// The demuxer that reads it, or would read it in a file.
  let demuxing: Demuxing?

  /// Whether it is a chain of Ogg streams with all pages intact: ffmpeg reports the headers of all
  /// streams but the first as errors.
  private var isIntactChain: Bool {
    checks.pageScan.map { $0.isChained && !$0.isDamaged } ?? false
  }

  /// How the stream ended; errors of the container count before those of ffmpeg.
  private mutating func end() throws(DecodingError) -> StreamEnding {
    if soundCount < .max { throw .checksumMismatch(path: path, atFrame: delivered) }
    let report = FFmpegReport(&process, messages, path: path)
    let failure = report.failure(delivered: delivered, isIntact: isIntactChain)
    if let failure { throw failure }
    if decoder.filter?.hasGap == true {
      throw .damaged(
        path: path, atFrame: delivered,
        reason: "data that is not MPEG audio, with more audio after it")
    }
    if checks.isUnfinished || decoder.filter?.isCutOff == true {
      throw .unfinished(path: path, atFrame: delivered)
    }
    if checks.isCutOff {
      throw .truncated(path: path, atFrame: delivered, expectedFrames: nil)
    }
    // Decoders hold back up to a twentieth of a second, and the report counts in hundredths.
    if checks.pageScan == nil, let missing = report.missingSeconds, missing > 0.1 {
      let frames = Int(min(missing, 1e9) * Double(format.sampleRate))
      throw .truncated(path: path, atFrame: delivered, expectedFrames: delivered + frames)
    }
    return .clean
  }
}

/// A running helper and its output.
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

/// Where ffmpeg reads the sound.
enum HelperSource: ~Copyable {
  /// A file in ffmpeg's notation, or the file of a descriptor, which becomes its standard input.
  case input(FileDescriptor, name: String)
  /// An input that is fed to it through a pipe; `head` was read before.
  case feed(FileDescriptor, head: [UInt8], MPEGFrameFilter?)

  /// The name of the input on ffmpeg's command line.
  fileprivate var name: String {
    switch self {
    case .input(_, let name): name
    case .feed: "pipe:0"
    }
  }

  /// Whether only MPEG audio frames are passed on.
  fileprivate var isMPEG: Bool {
    switch self {
    case .input: false
    case .feed(_, _, let filter): filter != nil
    }
  }
}
