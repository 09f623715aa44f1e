// SPDX-License-Identifier: MIT
public import Analysis
public import Decoding
public import Hashing
internal import Platform
public import Signal
public import Synthesis
internal import Views

/// Which part of an input is read, and how.
public struct TrackRequest: Sendable {
  /// A path, or `-` for standard input.
  public var input: String
  /// How its samples are stored, if no header is to tell.
  public var headerless: HeaderlessSamples?
  /// Hz at which an instrument plays; 44 100 if `nil`.
  public var sampleRate: Int?
  /// Ticks a second.
  public var tickRate = Rate.sixty
  /// Where the part begins.
  public var start = TimePosition.zero
  /// How long it is at most; to the end if `nil`.
  public var duration: TimePosition?
  /// Whether what comes before a damaged place is used.
  public var untilDamage = false
  /// Whether the samples get a fingerprint.
  public var hashesSamples = false
  /// Whether it is asked what the file says of the piece that is in it.
  public var readsTags = false
  /// Told of the samples that are metered, for those who need an input again that can be read once.
  public var samples: (@Sendable (AudioBlock) throws(PipelineError) -> Void)?

  /// A whole input at 60 ticks a second.
  public init(input: String) { self.input = input }

  /// Whether only a part is asked for.
  var isPart: Bool { start != .zero || duration != nil }

  /// The same for the whole input, without a fingerprint.
  var whole: TrackRequest {
    var whole = self
    (whole.start, whole.duration, whole.hashesSamples) = (.zero, nil, false)
    return whole
  }
}

/// What is known of a track once it was read to its end.
public struct TrackSummary: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat
  /// The boundaries of the ticks.
  public let clock: TickClock
  /// Sample frames that were metered.
  public let sampleFrames: Int
  /// The damage that ended it early; only where a request asks for what comes before it.
  public let damage: PipelineError?
  /// Both numbers where the container declares fewer sample frames than were found in it.
  public let lengthConflict: LengthConflict?
  /// The fingerprint of the samples that were metered, as 32-bit floating-point numbers, interleaved:
  /// what was heard, whatever it was packed in. `nil` unless the request asks for it.
  public let contentHash: ContentHash?
  /// What has played, if the input describes an instrument.
  public let instrument: Instrument?
}

/// A track that was opened, and is yet to be read.
public struct Track: ~Copyable {
  private var source: TrimmedSource<AudioInput>
  private let request: TrackRequest

  /// What messages call the input: its path, or the name of standard input.
  public let name: String

  /// The shape of the stream.
  public let format: StreamFormat

  /// The boundaries of the ticks.
  public let clock: TickClock

  /// What plays, if the input describes an instrument.
  public let instrument: Instrument?

  /// The number of the part's first sample frame in the input.
  public let begin: Int

  /// What the file says of the piece that is in it, if that was asked for.
  public let tags: AudioTags

  /// Whether it comes as it is made, and cannot be read again; see ``AudioInput/isStream``.
  public let isStream: Bool
  /// Whether several streams follow each other in it, which programs take for one or for several.
  public let isChained: Bool

  /// Opens an input.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``.
  public init(_ request: TrackRequest) throws(PipelineError) {
    self.request = request
    name = request.input == "-" ? AudioInput.standardInputName : request.input
    do {
      let input = try AudioInput.open(
        request.input, headerless: request.headerless, sampleRate: request.sampleRate)
      format = input.format
      instrument = input.instrument
      isStream = input.isStream
      let isFile = request.input != "-" && !input.isStream && request.headerless == nil
      tags =
        request.readsTags ? input.tags(ofFile: isFile ? request.input : nil) : AudioTags()
      isChained = input.isChained
      clock = TickClock(sampleRate: input.format.sampleRate, rate: request.tickRate)
      let start = request.start.sampleFrame(sampleRate: input.format.sampleRate)
      let end = request.duration.map(request.start.advanced(by:))?
        .sampleFrame(sampleRate: input.format.sampleRate)
      begin = start
      source = TrimmedSource(input, start: start, count: end.map { $0 - start })
    } catch { throw PipelineError(error) }
  }

  /// Refuses to read what would have no end, and at another sample rate than its own.
  private borrowing func checkRequest() throws(PipelineError) {
    guard request.sampleRate == nil || instrument != nil else {
      throw .request(.ownSampleRate(format.sampleRate), path: name)
    }
    guard instrument != nil, source.expectedFrameCount == nil else { return }
    throw .request(.endless, path: name)
  }

  /// The sample frames of the part that an instrument plays.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` for an input that is no instrument, one that plays
  ///   without end, and a part that begins beyond its end.
  public borrowing func playedSampleFrames() throws(PipelineError) -> Int {
    guard let instrument else { throw .request(.noInstrument, path: name) }
    guard let count = source.expectedFrameCount else { throw .request(.endless, path: name) }
    if count == 0, !source.isEmptyByItself {
      let length = instrument.duration ?? 0
      throw .request(.startBeyondEnd(request.start, length: length), path: name)
    }
    return count
  }

  /// What the piece is called: by its title, or else by the name of its file; `nil` where it has
  /// neither.
  var title: String? {
    if let title = Words(title: tags.title).title { return title }
    guard request.input != "-", let name = request.input.split(separator: "/").last else {
      return nil
    }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return String(stem.isEmpty ? name : stem)
  }

  /// Sample frames that are to be expected; a hint, `nil` where there is none.
  public var expectedSampleFrames: Int? { source.expectedFrameCount }

  /// Reads to the end, hands out every reading of an analysis in order, and says what the track was.
  ///
  /// `progress` is told after each block, whose readings have all been handed out, how many sample
  /// frames were read; its `false` stops. What comes through a pipe is read as it comes.
  ///
  /// - Throws: ``PipelineError``, such as ``PipelineError/metering(_:path:)`` if the ticks are shorter
  ///   than sample frames, ``PipelineError/request(_:path:)`` if the part begins beyond the end.
  public mutating func read<Reading>(
    _ analysis: Analysis<Reading>, progress: (Int) throws(PipelineError) -> Bool,
    reading: (Reading) throws(PipelineError) -> Void
  ) throws(PipelineError) -> TrackSummary {
    let path = name
    try checkRequest()
    var engine: MeteringEngine<Reading>
    do { engine = try MeteringEngine(analysis, format: format, clock: clock) } catch {
      throw .metering(error, path: path)
    }
    var block = AudioBlock(
      channelCount: format.channelCount,
      capacity: AudioBlock.usualCapacity(channelCount: format.channelCount))
    var readings: [Reading] = []
    var damage: PipelineError?
    var hasher = request.hashesSamples ? ContentHasher() : nil
    while damage == nil {
      do { try source.read(into: &block) } catch {
        guard request.untilDamage, error.isDamage else { throw PipelineError(error) }
        damage = .decoding(error)
      }
      if block.frameCount == 0 { break }
      let before = request.untilDamage ? engine : nil
      do { try engine.consume(block) { readings.append($0) } } catch {
        guard case .notANumber(let channel, let frame) = error else {
          throw .metering(error, path: path)
        }
        let place = frame + request.start.sampleFrame(sampleRate: format.sampleRate)
        let fault = PipelineError.metering(
          .notANumber(channel: channel, atFrame: place), path: path)
        guard let before else { throw fault }
        damage = fault
        // The same block again, up to there.
        engine = before
        readings.removeAll()
        block.truncate(to: frame - before.sampleFrame)
        do { try engine.consume(block) { readings.append($0) } } catch {
          throw .metering(error, path: path)
        }
      }
      block.withSamples { hasher?.update($0) }
      try request.samples?(block)
      for next in readings { try reading(next) }
      readings.removeAll(keepingCapacity: true)
      guard try progress(engine.sampleFrame) else { throw .interrupted }
    }
    if engine.sampleFrame == 0 { try checkStart(damage) }
    engine.finish { readings.append($0) }
    for next in readings { try reading(next) }
    return TrackSummary(
      format: format, clock: clock, sampleFrames: engine.sampleFrame, damage: damage,
      lengthConflict: source.lengthConflict, contentHash: hasher?.finish(),
      instrument: instrument)
  }

  /// Reads samples from a sample frame of the part on, without metering them, until `take` says that
  /// it wants no more, or until the end.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``, and what `take` throws.
  public mutating func readSamples(
    from start: Int, _ take: (AudioBlock) throws(PipelineError) -> Bool
  ) throws(PipelineError) {
    var block = AudioBlock(
      channelCount: format.channelCount,
      capacity: AudioBlock.usualCapacity(channelCount: format.channelCount))
    try checkRequest()
    do { _ = try source.skip(start) } catch { throw .decoding(error) }
    while true {
      do { try source.read(into: &block) } catch { throw .decoding(error) }
      guard block.frameCount > 0, try take(block) else { return }
    }
  }
}

extension Track {
  /// Refuses a part of some length that has no samples since the track, or what is whole of it, has
  /// ended before.
  private borrowing func checkStart(_ damage: PipelineError?) throws(PipelineError) {
    guard request.start != .zero, !source.isEmptyByItself else { return }
    if let damage { throw damage }
    // A track without samples has no end that a start could be beyond.
    guard source.skippedCount > 0 else { return }
    let length = Double(source.skippedCount) / Double(format.sampleRate)
    throw .request(.startBeyondEnd(request.start, length: length), path: name)
  }
}

extension PipelineError {
  /// What a read has thrown; one that waited and was given up is no fault of the input.
  fileprivate init(_ error: DecodingError) {
    if case .readFailed(_, .interrupted) = error {
      self = .interrupted
    } else {
      self = .decoding(error)
    }
  }
}

extension DecodingError {
  /// Whether the stream itself is broken, so that what came before the place can be used.
  var isDamage: Bool {
    switch self {
    case .truncated, .damaged, .checksumMismatch, .helperFailed(_, .exited, _): true
    default: false
    }
  }
}
