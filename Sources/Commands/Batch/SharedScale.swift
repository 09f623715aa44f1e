// SPDX-License-Identifier: MIT
internal import Analysis
internal import Pipeline
internal import Platform
internal import Signal
internal import Views

/// One set of constants of several tracks.
struct SharedScale {
  /// How the tracks are metered.
  let track: TrackOptions
  let report: ReportOptions
  /// Whether inputs that cannot be read are left out.
  let skipsUnreadable: Bool
  /// Whether the user is told what is odd about the tracks; not where they are read once more.
  var warns = true
  /// Channels that each track must have.
  var channels: (left: Int, right: Int)?
  /// What is wrong with those that were left out.
  private(set) var faults: [Diagnostic] = []

  init(_ track: TrackOptions, _ report: ReportOptions, skipsUnreadable: Bool) {
    self.track = track
    self.report = report
    self.skipsUnreadable = skipsUnreadable
  }

  /// What was read of the inputs; `nil` if none was.
  mutating func readings(of inputs: [String]) throws(Diagnostic) -> ConstantsBuilder? {
    var builder = ConstantsBuilder(
      ballistics: track.meters, tickRate: track.tickRate, floor: track.floor.level)
    for input in inputs {
      // Of a track that turns out to be damaged nothing counts.
      let before = builder
      do throws(PipelineError) {
        var track = try Track(self.track.request(for: input))
        try builder.begin(input, track.format, channels)
        let summary = try track.readReporting(self.track.levels, report) { builder.include($0) }
        if warns { summary.warnIfOdd(input, self.track) }
      } catch {
        let fault = Diagnostic(error)
        guard error.isOfInput, !fault.status.isInterruption else { throw fault }
        guard skipsUnreadable else {
          throw inputs.count == 1 || fault.status == .noInput
            ? fault : fault.suggesting("use --skip-unreadable to leave out what cannot be read")
        }
        builder = before
        faults.append(fault)
      }
    }
    return faults.count < inputs.count ? builder : nil
  }
}

extension ChosenDrawing {
  /// The options that put several tracks on one scale; none if none of them can be read. Of those
  /// that cannot, the user is told when they are to be drawn.
  func scaleWords(of inputs: [String]) throws(Diagnostic) -> [String] {
    guard let options = view.levelScale else { return [] }
    var track = self.options.track
    if options.scope != .part { (track.start, track.duration) = (.zero, nil) }
    var scale = SharedScale(track, self.options.report, skipsUnreadable: true)
    scale.warns = false
    guard let readings = try scale.readings(of: inputs) else { return [] }
    let count = readings.channelCount
    let channels = self.options.request.channels ?? (0, min(1, count - 1))
    guard max(channels.left, channels.right) < count else { return [] }
    let constants = readings.constants(drawing: channels)
    do {
      return try LevelScale(options, constants, channels: channels, in: count).measures
        .map { "--\($0.name)=\($0.text)" }
    } catch { preconditionFailure("the constants are of these channels: \(error)") }
  }
}

extension PipelineError {
  /// Whether an input cannot be read, or is damaged.
  fileprivate var isOfInput: Bool {
    switch self {
    case .decoding, .metering(.notANumber, _): true
    default: false
    }
  }
}

extension ConstantsBuilder {
  /// Begins the first, or the next, input.
  fileprivate mutating func begin(
    _ input: String, _ format: StreamFormat, _ channels: (left: Int, right: Int)?
  ) throws(PipelineError) {
    if let (left, right) = channels, max(left, right) >= format.channelCount {
      throw .request(
        .noSuchChannel(left: left, right: right, count: format.channelCount),
        path: inputName(input))
    }
    do { try beginInput(channelCount: format.channelCount) } catch {
      throw .constants(.unusable(error), path: inputName(input))
    }
  }
}
