// SPDX-License-Identifier: MIT
public import Analysis
public import Decoding
internal import Hashing
internal import Platform
public import Signal
internal import Views

/// A track that was opened, ready to be read.
public struct Track: ~Copyable {
  private var source: TrimmedSource<ReadAhead<AudioInput>>
  private(set) var request: TrackRequest

  /// The name of the input in messages: its path, or the name of standard input.
  public let name: String

  /// The shape of the stream.
  public let format: StreamFormat

  /// The shape of what is metered: that of the stream, or of the mix of its channels.
  public let metered: StreamFormat

  /// The boundaries of the ticks.
  public let clock: TickClock

  /// What the input has.
  let content: InputContent

  /// The part that is asked for, and what is metered for it.
  private(set) var window: Window
  /// Whether the window is the one to read.
  private var isSettled = false

  /// The tags of the file, if requested.
  public let tags: AudioTags

  /// Whether it arrives in real time and cannot be read again; see ``AudioInput/isStream``.
  public let isStream: Bool
  /// How ffmpeg reads the same sound in its file; `nil` if that is not known, or in doubt.
  public let demuxing: Demuxing?

  private let fractionalRate: Double?

  /// Opens an input.
  ///
  /// - Throws: ``PipelineError/decoding(_:)``.
  public init(_ request: TrackRequest) throws(PipelineError) {
    try self.init(request, sharing: nil)
  }

  /// Opens an input that others may have opened before: then its decoder waits for the first read.
  init(_ request: TrackRequest, sharing shared: SharedReadings?) throws(PipelineError) {
    self.request = request
    name = request.name
    var input: AudioInput
    do {
      input = try AudioInput.open(
        request.input, headerless: request.headerless, sampleRate: request.sampleRate,
        track: request.track, kinds: shared?.input.map { [.known($0, request)] } ?? request.kinds,
        waits: !request.fillsGaps)
    } catch { throw PipelineError(error) }
    if case .readings(let file) = input.content, file.head.isMix != request.mixesChannels {
      throw .request(.otherMix(ofReadings: file.head.isMix), path: name)
    }
    if request.fillsGaps, !input.fillGaps() { throw .request(.gapsNotFilled, path: name) }
    (format, fractionalRate) = (input.format, input.fractionalRate)
    metered = request.mixesChannels ? format.mixed : format
    content = input.content
    isStream = input.isStream
    let isFile = request.input != "-" && !input.isStream && request.headerless == nil
    tags = request.readsTags ? input.tags(ofFile: isFile ? request.input : nil) : AudioTags()
    demuxing = isFile ? input.demuxing : nil
    let ownRate: Rate? = if case .readings(let file) = content { file.head.tickRate } else { nil }
    clock = TickClock(
      sampleRate: input.format.sampleRate, rate: request.tickRate ?? ownRate ?? .sixty)
    let start = request.start.sampleFrame(sampleRate: input.format.sampleRate)
    let end = request.duration.map(request.start.advanced(by:))?
      .sampleFrame(sampleRate: input.format.sampleRate)
    window = Window(start..<(end ?? .max), clock)
    if let shared, shared.input == nil { shared.input = KnownInput(input, request, tags) }
    // A pipe is read as it comes.
    source = TrimmedSource(
      ReadAhead(input, blocks: isStream ? 0 : 3), start: start, count: end.map { $0 - start })
  }

  /// What plays the samples, if the input has a score.
  public var score: (any Score)? {
    if case .score(let score, _) = content { score } else { nil }
  }

  /// Whether its end is not known: it has none, or the input arrives by a pipe.
  var isOpenEnded: Bool { score.map { $0.duration == nil } ?? !request.canReadTwice }

  /// Meters also what is around the part, as far as `reach` goes, and hands out more than the part.
  ///
  /// - Precondition: nothing was read.
  mutating func extend(to reach: Reach, handingOut margin: Window.Margin = .nothing) {
    let part = window.part
    window = Window(part, clock, reach: reach, handingOut: margin, isOpenEnded: isOpenEnded)
    isSettled = true
    let end = window.metered.upperBound
    source.extend(by: window.leadLength, and: end == .max ? nil : end - part.upperBound)
  }

  /// Hands each block to `take` in the place of what the request has named.
  mutating func handOn(_ take: @escaping TrackRequest.Tap) { request.samples = take }

  /// Hands what is metered of each block to `take` as well, before its readings are handed out.
  mutating func tap(_ take: @escaping TrackRequest.Tap) {
    let (first, isMix) = (request.samples, request.mixesChannels)
    request.samples = { block throws(PipelineError) in
      try first?(block)
      try take(isMix ? block.mixed() : block)
    }
  }

  /// Meters what is around the part as far as the readings of an analysis depend on it, if what is
  /// metered is not settled yet. Readings with a rate of their own begin with the part.
  public mutating func extend<Reading>(for analysis: Analysis<Reading>) {
    guard !isSettled, request.isPart, analysis.rate == nil, Reading.self != NoReading.self
    else { return }
    extend(to: analysis.reach(metered, clock))
  }

  /// The ticks of the part in a track of this length that was metered as a whole, and how
  /// many of these are in the part.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` if it begins within a tick or beyond the end.
  borrowing func part(
    of sampleFrames: Int
  ) throws(PipelineError) -> (ticks: Range<Int>, sampleFrames: Int) {
    let part = window.part
    if part.lowerBound >= sampleFrames { try checkStart(nil, length: sampleFrames) }
    let begin = min(part.lowerBound, sampleFrames)
    let first = clock.tickCount(sampleFrames: begin)
    guard begin == sampleFrames || clock.firstSampleFrame(ofTick: first) == begin else {
      throw .request(.partWithinTick(request.start, tickRate: clock.rate), path: name)
    }
    let count = min(part.upperBound, max(sampleFrames, part.lowerBound)) - part.lowerBound
    return (first..<clock.tickCount(sampleFrames: begin + count), count)
  }

  /// Refuses an endless input.
  borrowing func checkRequest() throws(PipelineError) {
    guard score != nil, source.expectedFrameCount == nil else { return }
    throw .request(.endless, path: name)
  }

  /// The number of sample frames in the part that a score plays.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` if the input has no score, is endless, or ends
  ///   before the part begins.
  public borrowing func playedSampleFrames() throws(PipelineError) -> Int {
    guard let score else { throw .request(.noScore, path: name) }
    guard let metered = source.expectedFrameCount else { throw .request(.endless, path: name) }
    let part = window.partOfMetered
    let count = max(min(metered, part.upperBound) - part.lowerBound, 0)
    if count == 0, !part.isEmpty {
      let length = score.duration ?? 0
      throw .request(.startBeyondEnd(request.start, length: length), path: name)
    }
    return count
  }

  /// The title of the piece: its tag, or else the name of its file; `nil` if there is neither.
  public var title: String? {
    if let title = Captions(title: tags.title).title { return title }
    // Pipes have numbers for names.
    let path = readingsFile?.head.name ?? (request.isReadOnce ? "" : request.input)
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
    extend(for: analysis)
    try checkRequest()
    if case .readings = content { throw .metering(.needsSamples, path: path) }
    let (part, begin) = (window.partOfMetered, window.metered.lowerBound)
    var engine: MeteringEngine<Reading>
    do {
      engine = try MeteringEngine(analysis, format: metered, clock: clock, begin: begin)
    } catch { throw .metering(error, path: path) }
    if Reading.self == NoReading.self, request.samples == nil, case .score(_, let text) = content {
      return try summaryWithoutSound(ContentHash(of: text))
    }
    var block = AudioBlock(
      channelCount: format.channelCount,
      capacity: AudioBlock.defaultCapacity(channelCount: format.channelCount))
    var readings: [Reading] = []
    var tick = 0
    let ticks = window.handedOut(engine.clock)
    func handOut() throws(PipelineError) {
      for next in readings {
        if ticks.contains(tick) { try reading(next) }
        tick += 1
      }
      readings.removeAll(keepingCapacity: true)
    }
    var damage: PipelineError?
    var silentChannels =
      request.mixesChannels || format.channelCount == 1 ? [] : Array(0..<format.channelCount)
    var hasher = request.hashesSamples ? ContentHasher() : nil
    while damage == nil {
      do { try source.read(into: &block) } catch {
        damage = try self.damage(error, isLater: engine.sampleFrame >= part.upperBound)
      }
      if block.frameCount == 0 { break }
      let first = engine.sampleFrame
      let end = try meter(&block, &engine, &readings)
      damage = end.damage ?? damage
      block.withSamples { hasher?.update($0) }
      silentChannels.removeAll { block.hasSound(inChannel: $0) }
      try request.samples?(
        block.part(part.lowerBound - first..<max(part.upperBound - first, part.lowerBound - first)))
      try handOut()
      guard try progress(engine.sampleFrame) else { throw .interrupted }
      if let fault = end.fault { throw fault }
    }
    if engine.sampleFrame <= part.lowerBound {
      try checkStart(damage, length: source.skippedCount + engine.sampleFrame)
    }
    engine.finish { readings.append($0) }
    // What is found in the whole track is incomplete if it was interrupted.
    guard try progress(engine.sampleFrame) else { throw .interrupted }
    try handOut()
    return summary(
      readTo: engine.sampleFrame, damage, hasher?.finish(),
      soundingChannels: request.mixesChannels
        ? nil : (0..<format.channelCount).filter { !silentChannels.contains($0) })
  }

  /// What there is to say of the track when it was read up to a sample frame.
  private func summary(
    readTo sampleFrame: Int, _ damage: PipelineError?, _ contentHash: ContentHash?,
    soundingChannels: [Int]?
  ) -> TrackSummary {
    let part = window.partOfMetered
    let isLater = sampleFrame >= part.upperBound
    let end = max(min(sampleFrame, part.upperBound), part.lowerBound)
    return TrackSummary(
      format: format, metered: metered, clock: clock, sampleFrames: end - part.lowerBound,
      tickCount: clock.tickCount(sampleFrames: end) - window.ticksBefore, lead: window.lead,
      damage: isLater ? nil : damage,
      laterDamage: isLater && window.measuresAfter ? damage : nil,
      lengthConflict: source.lengthConflict, fractionalRate: fractionalRate,
      incompleteBytes: source.incompleteBytes, contentHash: contentHash,
      soundingChannels: soundingChannels, score: score)
  }

  /// The damage that ends the sound.
  ///
  /// - Throws: the error, if it is not damage that the request allows.
  private borrowing func damage(
    _ error: DecodingError, isLater: Bool
  ) throws(PipelineError) -> PipelineError {
    guard error.isDamage else { throw PipelineError(error) }
    guard request.untilDamage || error.isUnfinished || isLater && !window.measuresAfter else {
      throw isLater ? .scale(error) : .decoding(error)
    }
    return .decoding(error)
  }

  /// Meters a block up to its first sample that is not a number. That is the damage that ends the sound,
  /// or else a fault, to be thrown when the readings before it are handed out.
  private borrowing func meter<Reading>(
    _ block: inout AudioBlock, _ engine: inout MeteringEngine<Reading>, _ readings: inout [Reading]
  ) throws(PipelineError) -> (damage: PipelineError?, fault: PipelineError?) {
    let (first, end) = (engine.sampleFrame, window.partOfMetered.upperBound)
    // After the part, damage is the end of the sound.
    let isBeyond = !window.measuresAfter && first + block.frameCount > end
    let before = request.untilDamage || isBeyond ? engine : nil
    do {
      try engine.consume(measured(block)) { readings.append($0) }
      return (nil, nil)
    } catch {
      guard case .notANumber(let channel, let frame) = error else {
        throw .metering(error, path: name)
      }
      let fault = PipelineError.metering(
        .notANumber(
          channel: block.channel(notANumberAt: frame - first) ?? channel,
          atFrame: frame + window.metered.lowerBound), path: name)
      // What is before that sample frame is good.
      block.truncate(to: frame - first)
      guard let before, request.untilDamage || frame >= end else { return (nil, fault) }
      // Meter the same block again, up to there.
      engine = before
      readings.removeAll()
      do { try engine.consume(measured(block)) { readings.append($0) } } catch {
        throw .metering(error, path: name)
      }
      return (fault, nil)
    }
  }

  /// What is metered of a block.
  private func measured(_ block: AudioBlock) -> AudioBlock {
    request.mixesChannels ? block.mixed() : block
  }

  /// The summary of a score of which nothing is measured: its sound need not be made.
  private func summaryWithoutSound(_ textHash: ContentHash) throws(PipelineError) -> TrackSummary {
    var hash: ContentHash?
    if request.hashesSamples {
      hash = ContentHash(of: Array("\(textHash.text) from \(window.begin)".utf8))
    }
    let sampleFrames = try playedSampleFrames()
    return TrackSummary(
      format: format, metered: metered, clock: clock, sampleFrames: sampleFrames,
      tickCount: clock.tickCount(sampleFrames: sampleFrames), lead: window.lead,
      damage: nil, laterDamage: nil, lengthConflict: nil, incompleteBytes: 0, contentHash: hash,
      soundingChannels: nil,
      score: score)
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
    _ damage: PipelineError?, length count: Int
  ) throws(PipelineError) {
    guard request.start != .zero, !window.part.isEmpty else { return }
    if let damage { throw damage }
    // A track without samples has no end, so no start can be after it.
    guard count > 0 else { return }
    let length = Double(count) / Double(format.sampleRate)
    throw .request(.startBeyondEnd(request.start, length: length), path: name)
  }
}

extension AudioBlock {
  /// The first channel whose sample at a sample frame is not a number; `nil` if all are.
  fileprivate func channel(notANumberAt frame: Int) -> Int? {
    withSamples { samples in
      (0..<channelCount).first { !samples[frame * channelCount + $0].isFinite }
    }
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
    case .truncated, .unfinished, .damaged, .checksumMismatch, .helperFailed(_, .exited, _): true
    default: false
    }
  }

  /// Whether all that is there is whole, and only the end mark is missing.
  var isUnfinished: Bool { if case .unfinished(_, 1...) = self { true } else { false } }
}
