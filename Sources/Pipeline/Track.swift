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
  /// How its samples are stored, if it has no header.
  public var headerless: HeaderlessSamples?
  /// The sample rate of an instrument in Hz; 44 100 if `nil`.
  public var sampleRate: Int?
  /// Ticks a second.
  public var tickRate = Rate.sixty
  /// Where the part begins.
  public var start = TimePosition.zero
  /// The greatest length; to the end if `nil`.
  public var duration: TimePosition?
  /// Whether to use the sound before a damaged place.
  public var untilDamage = false
  /// Whether to hash the samples; the hash is ``TrackSummary/contentHash``.
  public var hashesSamples = false
  /// Whether to read the tags of the file.
  public var readsTags = false
  /// Whether silence stands in for samples that a pipe does not bring for a tenth of a second.
  public var fillsGaps = false
  /// The kinds of inputs beside sound.
  public var kinds = InputKind.all
  /// Receives the samples that are metered, for inputs that can be read only once but are needed
  /// again.
  public var samples: (@Sendable (AudioBlock) throws(PipelineError) -> Void)?

  /// A whole input at 60 ticks a second.
  public init(input: String) { self.input = input }

  /// Whether only a part is requested.
  public var isPart: Bool { start != .zero || duration != nil }

  /// Whether the input is a file that can be read again.
  public var canReadTwice: Bool { input != "-" && Folder.kind(of: input) == .regular }
}

/// What is known of a track after it was read to its end.
public struct TrackSummary: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat
  /// The boundaries of the ticks.
  public let clock: TickClock
  /// Sample frames of the part.
  public internal(set) var sampleFrames: Int
  /// The ticks before the part that were metered as well, so that its pictures are those of the whole
  /// track at the same times.
  public let lead: Int
  /// The damage that ended the part early, if the request allows it.
  public let damage: PipelineError?
  /// The damage after the part that ended the metering early, if the request allows it.
  public let laterDamage: PipelineError?
  /// Both lengths, if the container declares fewer sample frames than it has.
  public let lengthConflict: LengthConflict?
  /// The bytes at the end of samples without a header that are left out, since they are no complete
  /// sample frame.
  public let incompleteBytes: Int
  /// The hash of all samples that were metered, as interleaved 32-bit floating-point numbers; it
  /// does not depend on the file format. If nothing is measured of an instrument, that of its text
  /// and of the part's beginning. `nil` unless requested.
  public let contentHash: ContentHash?
  /// The instrument, if the input describes one.
  public let instrument: Instrument?
}

/// A track that was opened, ready to be read.
public struct Track: ~Copyable {
  private var source: TrimmedSource<AudioInput>
  let request: TrackRequest

  /// The name of the input in messages: its path, or the name of standard input.
  public let name: String

  /// The shape of the stream.
  public let format: StreamFormat

  /// The boundaries of the ticks.
  public let clock: TickClock

  /// What the input has.
  let content: InputContent

  /// The index in the input of the first sample frame to be metered.
  public private(set) var begin: Int

  /// The ticks to be metered before the part.
  private var lead = 0

  /// The length of the part in sample frames; `nil` if it goes to the end.
  private let partLength: Int?

  /// The tags of the file, if requested.
  public let tags: AudioTags

  /// Whether it arrives in real time and cannot be read again; see ``AudioInput/isStream``.
  public let isStream: Bool
  /// Whether it has several streams in a row, which some programs read as one and others as
  /// several.
  public let isChained: Bool

  /// Opens an input.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``.
  public init(_ request: TrackRequest) throws(PipelineError) {
    self.request = request
    name = request.input == "-" ? AudioInput.standardInputName : request.input
    var input: AudioInput
    do {
      input = try AudioInput.open(
        request.input, headerless: request.headerless, sampleRate: request.sampleRate,
        kinds: request.kinds)
    } catch { throw PipelineError(error) }
    if request.fillsGaps, !input.fillGaps() { throw .request(.gapsNotFilled, path: name) }
    format = input.format
    content = input.content
    isStream = input.isStream
    let isFile = request.input != "-" && !input.isStream && request.headerless == nil
    tags = request.readsTags ? input.tags(ofFile: isFile ? request.input : nil) : AudioTags()
    isChained = input.isChained
    clock = TickClock(sampleRate: input.format.sampleRate, rate: request.tickRate)
    let start = request.start.sampleFrame(sampleRate: input.format.sampleRate)
    let end = request.duration.map(request.start.advanced(by:))?
      .sampleFrame(sampleRate: input.format.sampleRate)
    begin = start
    partLength = end.map { $0 - start }
    source = TrimmedSource(input, start: start, count: partLength)
  }

  /// The instrument, if the input describes one.
  public var instrument: Instrument? {
    if case .score(let instrument, _) = content { instrument } else { nil }
  }

  /// How much is metered after the part.
  enum Tail {
    case none
    /// As much as spectra look ahead.
    case second
    case all
  }

  /// Meters also what is before the part, in whole ticks, and some of what is after it: a picture of
  /// the part then shows what one of the whole shows at that time.
  ///
  /// - Precondition: nothing was read.
  mutating func extend(to tail: Tail) {
    lead = clock.ticksEnded(bySampleFrame: begin)
    let more = tail == .second ? format.sampleRate : 0
    source.extend(by: leadLength, and: tail == .all ? nil : more)
    begin -= leadLength
  }

  /// The sample frames that are metered before the part.
  private var leadLength: Int { clock.firstSampleFrame(ofTick: lead) }

  /// Where the part ends, counted from the first sample frame that is metered.
  private var partEnd: Int { partLength.map { leadLength + $0 } ?? .max }

  /// Refuses an endless input, and a sample rate that differs from the input's own.
  borrowing func checkRequest() throws(PipelineError) {
    guard request.sampleRate == nil || instrument != nil else {
      throw .request(.ownSampleRate(format.sampleRate), path: name)
    }
    guard instrument != nil, source.expectedFrameCount == nil else { return }
    throw .request(.endless, path: name)
  }

  /// The number of sample frames in the part that an instrument plays.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` if the input is not an instrument, is endless, or
  ///   ends before the part begins.
  public borrowing func playedSampleFrames() throws(PipelineError) -> Int {
    guard let instrument else { throw .request(.noInstrument, path: name) }
    guard let metered = source.expectedFrameCount else { throw .request(.endless, path: name) }
    let count = max(min(metered, partEnd) - leadLength, 0)
    if count == 0, partLength != 0 {
      let length = instrument.duration ?? 0
      throw .request(.startBeyondEnd(request.start, length: length), path: name)
    }
    return count
  }

  /// The title of the piece: its tag, or else the name of its file; `nil` if there is neither.
  var title: String? {
    if let title = Captions(title: tags.title).title { return title }
    let path = readingsFile?.head.name ?? (request.input == "-" ? "" : request.input)
    guard let name = path.split(separator: "/").last else { return nil }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return Captions.title(ofFile: String(stem.isEmpty ? name : stem))
  }

  /// The expected number of sample frames; a hint, `nil` if unknown.
  public var expectedSampleFrames: Int? { source.expectedFrameCount }

  /// Reads to the end, hands out every reading of an analysis in order, and returns what is known
  /// of the track.
  ///
  /// `progress` is called with the number of sample frames so far after the readings of each block
  /// were handed out; it returns `false` to stop. A pipe is read without waiting for full blocks.
  ///
  /// - Throws: ``PipelineError``, such as ``PipelineError/metering(_:path:)`` if the ticks are
  ///   shorter than sample frames, ``PipelineError/request(_:path:)`` if the part begins beyond the end.
  public mutating func read<Reading>(
    _ analysis: Analysis<Reading>, progress: (Int) throws(PipelineError) -> Bool,
    reading: (Reading) throws(PipelineError) -> Void
  ) throws(PipelineError) -> TrackSummary {
    let path = name
    try checkRequest()
    if case .readings = content { throw .metering(.needsSamples, path: path) }
    var engine: MeteringEngine<Reading>
    do { engine = try MeteringEngine(analysis, format: format, clock: clock) } catch {
      throw .metering(error, path: path)
    }
    if Reading.self == NoReading.self, request.samples == nil, case .score(_, let text) = content {
      return try summaryWithoutSound(ContentHash(of: text))
    }
    var block = AudioBlock(
      channelCount: format.channelCount,
      capacity: AudioBlock.defaultCapacity(channelCount: format.channelCount))
    var readings: [Reading] = []
    var damage: PipelineError?
    var hasher = request.hashesSamples ? ContentHasher() : nil
    while damage == nil {
      do { try source.read(into: &block) } catch {
        guard request.untilDamage, error.isDamage else {
          let isLater = engine.sampleFrame >= partEnd && error.isDamage
          throw isLater ? .scale(error) : PipelineError(error)
        }
        damage = .decoding(error)
      }
      if block.frameCount == 0 { break }
      let before = request.untilDamage ? engine : nil
      do { try engine.consume(block) { readings.append($0) } } catch {
        guard case .notANumber(let channel, let frame) = error else {
          throw .metering(error, path: path)
        }
        let place = frame + begin
        let fault = PipelineError.metering(
          .notANumber(channel: channel, atFrame: place), path: path)
        guard let before else { throw fault }
        damage = fault
        // Meter the same block again, up to that sample frame.
        engine = before
        readings.removeAll()
        block.truncate(to: frame - before.sampleFrame)
        do { try engine.consume(block) { readings.append($0) } } catch {
          throw .metering(error, path: path)
        }
      }
      block.withSamples { hasher?.update($0) }
      let first = engine.sampleFrame - block.frameCount
      try request.samples?(
        block.part(leadLength - first..<max(partEnd - first, leadLength - first)))
      for next in readings { try reading(next) }
      readings.removeAll(keepingCapacity: true)
      guard try progress(engine.sampleFrame) else { throw .interrupted }
    }
    if engine.sampleFrame <= leadLength { try checkStart(damage, metered: engine.sampleFrame) }
    engine.finish { readings.append($0) }
    for next in readings { try reading(next) }
    let isLater = engine.sampleFrame >= partEnd
    return TrackSummary(
      format: format, clock: clock,
      sampleFrames: max(min(engine.sampleFrame, partEnd) - leadLength, 0), lead: lead,
      damage: isLater ? nil : damage, laterDamage: isLater ? damage : nil,
      lengthConflict: source.lengthConflict, incompleteBytes: source.incompleteBytes,
      contentHash: hasher?.finish(),
      instrument: instrument)
  }

  /// The summary of an instrument of which nothing is measured: its sound need not be made.
  private func summaryWithoutSound(_ textHash: ContentHash) throws(PipelineError) -> TrackSummary {
    var hash: ContentHash?
    if request.hashesSamples {
      hash = ContentHash(of: Array("\(textHash.text) from \(begin)".utf8))
    }
    return TrackSummary(
      format: format, clock: clock, sampleFrames: try playedSampleFrames(), lead: lead,
      damage: nil, laterDamage: nil, lengthConflict: nil, incompleteBytes: 0, contentHash: hash,
      instrument: instrument)
  }

  /// Reads the samples of the part from a sample frame on, without metering, until the end or until
  /// `take` returns `false`.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``, and what `take` throws.
  public mutating func readSamples(
    from start: Int, _ take: (AudioBlock) throws(PipelineError) -> Bool
  ) throws(PipelineError) {
    var block = AudioBlock(
      channelCount: format.channelCount,
      capacity: AudioBlock.defaultCapacity(channelCount: format.channelCount))
    try checkRequest()
    if case .readings = content { throw .metering(.needsSamples, path: name) }
    do { _ = try source.skip(start) } catch { throw .decoding(error) }
    while true {
      do { try source.read(into: &block) } catch { throw .decoding(error) }
      guard block.frameCount > 0, try take(block) else { return }
    }
  }
}

extension Track {
  /// Refuses a part that has no samples because the intact part of the track ends before it.
  private borrowing func checkStart(
    _ damage: PipelineError?, metered: Int
  ) throws(PipelineError) {
    guard request.start != .zero, partLength != 0 else { return }
    if let damage { throw damage }
    // A track without samples has no end, so no start can be after it.
    let count = source.skippedCount + metered
    guard count > 0 else { return }
    let length = Double(count) / Double(format.sampleRate)
    throw .request(.startBeyondEnd(request.start, length: length), path: name)
  }
}

extension PipelineError {
  /// The error of a read; a cancelled wait is not a fault of the input.
  init(_ error: DecodingError) {
    if case .readFailed(_, .interrupted) = error {
      self = .interrupted
    } else {
      self = .decoding(error)
    }
  }
}

extension DecodingError {
  /// Whether the stream itself is damaged, so that the sound before that place can be used.
  var isDamage: Bool {
    switch self {
    case .truncated, .damaged, .checksumMismatch, .helperFailed(_, .exited, _): true
    default: false
    }
  }
}
