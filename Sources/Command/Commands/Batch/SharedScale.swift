// SPDX-License-Identifier: MIT
internal import Analysis
internal import Pipeline
internal import Platform
internal import Signal
internal import Synchronization
internal import Views

/// A common scale of several tracks.
struct SharedScale {
  /// How to read the tracks.
  let track: TrackOptions
  /// How the meters move; the scale has readings of each.
  let ballistics: [Ballistics]
  let report: ReportOptions
  /// Whether to warn about problems of the tracks; not if they will be read again.
  var warns = true
  /// Channels that every track must have.
  var channels: ChannelPair?
  /// The shape of the first input.
  private(set) var format: StreamFormat?
  /// The errors of the inputs that were left out.
  private(set) var faults: [Diagnostic] = []

  init(_ track: TrackOptions, _ ballistics: [Ballistics], _ report: ReportOptions) {
    (self.track, self.ballistics, self.report) = (track, ballistics, report)
  }

  /// The readings of the inputs for each of the ballistics; `nil` if none could be read.
  mutating func readings(of inputs: [String]) throws(Diagnostic) -> [ConstantsBuilder]? {
    var (sums, rate): ([Sum], Rate?) = ([], nil)
    // The channels so far.
    var shape = noReadings(.sixty)[0]
    let progress =
      inputs.count < 2
      ? nil : Progress(.init(noun: "tracks", total: inputs.count, microseconds: 0), report)
    defer { progress?.finish() }
    for start in stride(from: 0, to: inputs.count, by: SharedScale.tracksAtATime) {
      let some = Array(inputs[start..<min(start + SharedScale.tracksAtATime, inputs.count)])
      var new: [[ConstantsBuilder]] = []
      // The results are in the order of the inputs, whichever is read first.
      let results = Threads.map(some.count, atATime: Machine.processorCount) { [self] in
        let input = some[$0]
        return Measured { () throws(PipelineError) in
          try measure(input, isOnly: inputs.count == 1)
        }
      }
      for (input, result) in zip(some, results) {
        do throws(PipelineError) {
          let (builders, summary) = try result.get()
          guard summary.clock.rate == rate ?? summary.clock.rate else {
            throw .request(.otherTickRate(summary.clock.rate, than: rate ?? .sixty), path: input)
          }
          try shape.begin(input, summary.metered, nil)
          rate = summary.clock.rate
          format = format ?? summary.metered
          new.append(builders)
          if warns { summary.warnAboutDefects(input, track, report) }
        } catch {
          let fault = Diagnostic(error)
          guard error.isOfInput, !fault.status.isInterruption else { throw fault }
          // Nothing of a damaged track counts.
          faults.append(fault)
        }
        progress?.advance()
      }
      if sums.isEmpty, let rate { sums = noReadings(rate).map { Sum($0) } }
      let (tracks, all) = (new, sums)
      _ = Threads.map(all.count, atATime: Machine.processorCount) { place in
        all[place].readings.withLock { sum in
          for track in tracks {
            do { try sum.include(track[place]) } catch {
              preconditionFailure("the channels were compared before: \(error)")
            }
          }
        }
      }
    }
    return faults.count < inputs.count ? sums.map { $0.readings.withLock(\.self) } : nil
  }

  /// The readings of all tracks for one of the ballistics. A class because it is added to where it is:
  /// a copy of what many tracks have read takes long.
  private final class Sum: Sendable {
    let readings: Mutex<ConstantsBuilder>
    init(_ none: ConstantsBuilder) { readings = Mutex(none) }
  }

  private typealias Measured = Result<([ConstantsBuilder], TrackSummary), PipelineError>

  /// How many tracks are read before their readings are put together.
  private static let tracksAtATime = 64

  private func noReadings(_ rate: Rate) -> [ConstantsBuilder] {
    ballistics.map { ConstantsBuilder(ballistics: $0, tickRate: rate, floor: track.floor.level) }
  }

  private func measure(
    _ input: String, isOnly: Bool
  ) throws(PipelineError) -> ([ConstantsBuilder], TrackSummary) {
    guard Interruption.signal == nil else { throw .interrupted }
    var track = try Track(self.track.request(for: input))
    var builders = noReadings(track.clock.rate)
    for place in builders.indices { try builders[place].begin(input, track.metered, channels) }
    if let file = track.readingsFile {
      var summary: TrackSummary?
      for (place, meters) in ballistics.enumerated() {
        guard let places = meters.channelLevels else { continue }
        summary = try track.levels(of: file, meters, floor: self.track.floor.level) {
          builders[place].include($0, places)
        }
      }
      guard let summary else { preconditionFailure("one of the ballistics has levels") }
      return (builders, summary)
    }
    let levels = Analysis<[Tick]>.levels(ballistics, floor: self.track.floor.level)
    func take(_ ticks: [Tick]) {
      for (place, tick) in ticks.enumerated() { builders[place].include(tick) }
    }
    let summary =
      isOnly
      ? try track.readReporting(levels, report, reading: take)
      : try track.read(levels, progress: { _ in Interruption.signal == nil }, reading: take)
    return (builders, summary)
  }
}

extension DrawingRequest {
  /// The common scale of several tracks; `nil` if no track can be read. Unreadable tracks are reported
  /// when they are drawn.
  func commonScale(of inputs: [String]) throws(Diagnostic) -> LevelScale? {
    guard let options = view.levelScale else { return nil }
    var track = self.options.track
    if options.scope != .part { (track.start, track.duration) = (.zero, nil) }
    var scale = SharedScale(track, [track.meters], self.options.report)
    scale.warns = false
    guard let readings = try scale.readings(of: inputs)?.first else { return nil }
    let count = readings.channelCount
    guard let format = scale.format else { return nil }
    var channels = (left: 0, right: format.channel(1))
    if let chosen = self.options.track.channels.chosen {
      guard let found = try? format.channels(chosen) else { return nil }
      channels = found
    }
    let constants = readings.constants(drawing: channels)
    do {
      return try LevelScale(options, constants, channels: channels, in: count)
    } catch { preconditionFailure("the constants are of these channels: \(error)") }
  }
}

extension PipelineError {
  /// Whether the cause is an input that cannot be read, or is damaged.
  fileprivate var isOfInput: Bool {
    switch self {
    case .decoding, .metering(.notANumber, _): true
    default: false
    }
  }
}

extension ConstantsBuilder {
  /// Begins the first or the next input.
  fileprivate mutating func begin(
    _ input: String, _ format: StreamFormat, _ channels: ChannelPair?
  ) throws(PipelineError) {
    do throws(ChannelName) { _ = try channels.map(format.channels) } catch {
      throw .request(.noSuchChannel(error, format), path: inputName(input))
    }
    do { try beginInput(channelCount: format.channelCount) } catch {
      throw .constants(.unusable(error), path: inputName(input))
    }
  }
}
