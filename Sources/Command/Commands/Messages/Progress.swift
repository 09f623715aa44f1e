// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Platform
internal import Signal
internal import Synchronization
internal import Text
internal import Writing

/// Reports progress on standard error from time to time.
///
/// A class because all threads of a run share it; it has constants and atomic numbers only.
final class Progress: Sendable {
  /// What to count.
  struct Stage: Sendable {
    /// `sample frames`, `frames`.
    let noun: String
    /// The total; `nil` if unknown.
    let total: Int?
    /// Microseconds of sound in each.
    let microseconds: Double
    /// The name of the stage if it is not the noun.
    var name: String?
    /// Whether to show humans the duration instead of the count.
    var isSound = false

    /// The frames of a picture at a rate.
    static func frames(_ count: Int, _ rate: Rate, name: String? = nil) -> Stage {
      Stage(
        noun: "frames", total: count,
        microseconds: 1e6 * Double(rate.denominator) / Double(rate.numerator), name: name)
    }
  }

  private let stage: Stage
  /// The work of the batch whose tracks this counts.
  private let work: TrackWork?
  /// The track of which this is the work.
  private let track: TrackWork.Part?
  private let style: ProgressStyle
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let done = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)
  private let repaired = Atomic<Int>(0)
  private let flashes = Mutex<Flashes?>(nil)
  /// Whether everything is counted, and only work of unknown length remains.
  private let isFinishing = Atomic<Bool>(false)
  /// The time of the next report, in nanoseconds after the start.
  private let due: Atomic<Int>
  private let interval: Int

  /// Starts counting; if it counts the tracks of a batch, their `work` tells how far it is.
  init(_ stage: Stage, _ options: ReportOptions, work: TrackWork? = nil) {
    (self.stage, self.work) = (stage, work)
    track = options.track.flatMap { $0.work.draws == stage.isSound ? nil : $0 }
    style = options.resolvedStyle
    start = clock.now
    interval = style == .bar ? 100_000_000 : style == .json ? 1_000_000_000 : 5_000_000_000
    due = Atomic(style == .bar ? 0 : interval)
  }

  /// Keeps where a film flashes most, for the last object.
  func note(_ flashes: Flashes) { self.flashes.withLock { $0 = flashes } }

  /// Counts one more frame.
  func advance(_ outcome: FrameOutcome) {
    if outcome == .repaired { repaired.wrappingAdd(1, ordering: .relaxed) }
    advance(kept: outcome == .kept)
  }

  /// Counts `count` more; kept frames existed before and do not count for the speed.
  func advance(by count: Int = 1, kept: Bool = false) {
    done.wrappingAdd(count, ordering: .relaxed)
    if kept { skipped.wrappingAdd(count, ordering: .relaxed) }
    track?.advance(by: count, of: stage.total, kept: kept)
    guard style != .none else { return }
    let now = elapsed
    let deadline = due.load(ordering: .relaxed)
    guard now >= deadline,
      due.compareExchange(expected: deadline, desired: now + interval, ordering: .relaxed).exchanged
    else { return }
    report(now, isLast: false)
  }

  /// Clears the line for other messages.
  func makeRoom() {
    if style == .bar { StandardError.write(StandardError.erasure) }
  }

  /// Reports that everything is counted, but still takes a while.
  func finishing() {
    isFinishing.store(true, ordering: .relaxed)
    if style == .bar || style != .none && elapsed > interval { report(elapsed, isLast: false) }
  }

  /// Removes the bar, or ends the report.
  func finish() {
    switch style {
    case .bar: StandardError.write(StandardError.erasure)
    case .json: report(elapsed, isLast: true)
    case .auto, .lines, .none: break
    }
  }

  /// How many of the counted frames existed before.
  var keptCount: Int { skipped.load(ordering: .relaxed) }

  /// How many of the counted frames were damaged before.
  var repairedCount: Int { repaired.load(ordering: .relaxed) }

  /// Nanoseconds since the start.
  var elapsed: Int {
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  private func report(_ now: Int, isLast: Bool) {
    let count = done.load(ordering: .relaxed)
    let kept = skipped.load(ordering: .relaxed)
    let seconds = max(Double(now) / 1e9, 1e-9)
    let frames = work?.frames ?? (done: count, kept: kept)
    let speed = Double(frames.done - frames.kept) / seconds
    let share = work?.share ?? share(count, kept)
    let left = share.flatMap { done, kept in
      done > kept ? min(max(1 - done, 0) * seconds / (done - kept), 1e9) : nil
    }
    switch style {
    case .bar:
      let bar = bar(share?.done, parts(count, share?.done, speed, left))
      StandardError.write("\r" + bar + "\u{1B}[K")
    case .lines, .auto:
      let line = parts(count, share?.done, speed, left).joined(separator: ", ")
      StandardError.write("\(ProgramText.name): \(line)\n")
    case .json:
      StandardError.write(json(frames.done, frames.kept, speed, left, isLast) + "\n")
    case .none: break
    }
  }

  /// The shares of the total that are done, and that existed before; `nil` if there is no total.
  private func share(_ count: Int, _ kept: Int) -> (done: Double, kept: Double)? {
    guard let total = stage.total, total > 0 else { return nil }
    return (Double(min(count, total)) / Double(total), Double(kept) / Double(total))
  }

  /// The parts of the report, the most important first.
  private func parts(
    _ count: Int, _ share: Double?, _ speed: Double, _ left: Double?
  ) -> [String] {
    if isFinishing.load(ordering: .relaxed) { return ["finishing"] }
    // If each takes longer than a second, the remaining time says more.
    let rate =
      stage.isSound
      ? [playing(speed)]
      : speed < 0.5 || work?.draws == false
        ? [] : ["\(Int(speed.rounded())) \(work == nil ? stage.noun : "frames")/s"]
    guard let share, let total = stage.total else {
      return [stage.isSound ? seconds(count) : "\(count) \(stage.noun)"] + rate
    }
    let percent = Progress.whole(100 * share)
    let place =
      stage.isSound
      ? "\(stage.name.map { "\($0): " } ?? "")\(seconds(count)) of \(seconds(total))"
      : "\(count)/\(total) \(stage.noun)"
    let end = left.map { ["\(Int($0.rounded(.up))) s left"] } ?? []
    return ["\(percent) %", place] + rate + end
  }

  /// The number without what is behind its point, which may be a whole one but for rounding.
  private static func whole(_ number: Double) -> Int { Int((number + 1e-9).rounded(.down)) }

  /// The duration of `count` sample frames.
  private func seconds(_ count: Int) -> String {
    "\(Int(min(Double(count) * stage.microseconds / 1e6, 1e15))) s"
  }

  /// The speed of reading: in whole numbers from 10 times real time on.
  private func playing(_ speed: Double) -> String {
    let times = speed * stage.microseconds / 1e6
    return DecimalText.text(times, places: times < 9.95 ? 1 : 0) + " times as fast as it plays"
  }

  /// The parts after a bar with the percentage, as many as leave one column of the terminal free: a
  /// wrapped line could not be erased.
  private func bar(_ share: Double?, _ parts: [String]) -> String {
    let columns = StandardError.columnCount ?? .max
    var parts = parts
    if let share {
      let percent = parts[0]
      let tenths = Progress.whole(10 * share)
      let cells = String(repeating: "=", count: tenths) + String(repeating: " ", count: 10 - tenths)
      parts[0] = "\(percent) [\(cells)]"
      if parts[0].utf8.count >= columns { parts = [percent] }
    }
    while parts.count > 1, parts.joined(separator: ", ").utf8.count >= columns {
      parts.removeLast()
    }
    return parts.joined(separator: ", ")
  }

  /// One line with the keys of ffmpeg's `-progress`: `frame` and `total` count the units of
  /// `stage`, frames or sample frames, and of a batch those of all its tracks, of which `tracks` are
  /// done; `fps` is their number a second in this run, `out_time_us`
  /// their duration in microseconds, `eta_s` the remaining seconds, `skipped` how many existed
  /// before; `progress` is `continue` or `end`. The last line of a film also has `flashes`, the largest share
  /// of the picture that flashes more than three times in a second, and `flashes_at_s`, its time.
  private func json(
    _ count: Int, _ kept: Int, _ speed: Double, _ left: Double?, _ isLast: Bool
  ) -> String {
    let isFinishing = isFinishing.load(ordering: .relaxed)
    let total = work == nil ? stage.total : work?.expectedFrames
    let tracks = work == nil ? "null" : "\(done.load(ordering: .relaxed))"
    let flashes = isLast ? self.flashes.withLock(\.self) : nil
    let fields: [(String, String)] = [
      ("stage", "\"\(isFinishing ? "finishing" : stage.name ?? stage.noun)\""),
      ("frame", "\(count)"),
      ("total", total.map(String.init) ?? "null"),
      ("fps", "\((speed * 10).rounded() / 10)"),
      ("out_time_us", "\(Int(min(Double(count) * stage.microseconds, 1e18)))"),
      ("eta_s", isLast ? "0" : left.map { "\(Int($0.rounded(.up)))" } ?? "null"),
      ("skipped", "\(kept)"),
      ("tracks", tracks),
      ("flashes", flashes.map { DecimalText.text($0.share, places: 4) } ?? "null"),
      ("flashes_at_s", flashes.map { DecimalText.text($0.seconds, places: 3) } ?? "null"),
      ("progress", isLast ? "\"end\"" : "\"continue\""),
    ]
    return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}
