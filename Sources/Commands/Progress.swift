// SPDX-License-Identifier: MIT
internal import Platform
internal import Synchronization
internal import Text
internal import Writing

/// Says how far a run has come, on standard error, now and then.
///
/// A class because all threads of a run count on it; it holds constants and atomic numbers only.
final class Progress: Sendable {
  /// What is counted.
  struct Stage: Sendable {
    /// `sample frames`, `frames`.
    let noun: String
    /// How many there are to be; `nil` if nobody knows.
    let total: Int?
    /// Microseconds of sound in one of them.
    let microseconds: Double
    /// What the stage is called where that is not the noun.
    var name: String?
  }

  private let stage: Stage
  private let style: ProgressStyle
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let done = Atomic<Int>(0)
  private let skipped = Atomic<Int>(0)
  private let repaired = Atomic<Int>(0)
  /// Whether all is counted, and something is left to do of which nobody knows how much.
  private let isFinishing = Atomic<Bool>(false)
  /// When the next report is due, in nanoseconds after the start.
  private let due: Atomic<Int>
  private let interval: Int

  /// Begins to count.
  init(_ stage: Stage, _ options: ReportOptions) {
    self.stage = stage
    style = options.resolvedStyle
    start = clock.now
    interval = style == .bar ? 100_000_000 : style == .json ? 1_000_000_000 : 5_000_000_000
    due = Atomic(style == .bar ? 0 : interval)
  }

  /// Counts one more frame.
  func advance(_ outcome: FrameOutcome) {
    if outcome == .repaired { repaired.wrappingAdd(1, ordering: .relaxed) }
    advance(kept: outcome == .kept)
  }

  /// Counts so many more; kept ones were there before and say nothing about the speed.
  func advance(by count: Int = 1, kept: Bool = false) {
    done.wrappingAdd(count, ordering: .relaxed)
    if kept { skipped.wrappingAdd(count, ordering: .relaxed) }
    guard style != .none else { return }
    let now = elapsed
    let deadline = due.load(ordering: .relaxed)
    guard now >= deadline,
      due.compareExchange(expected: deadline, desired: now + interval, ordering: .relaxed).exchanged
    else { return }
    report(now, isLast: false)
  }

  /// Makes room for other lines between the reports.
  func makeRoom() {
    if style == .bar { StandardError.write(StandardError.erasure) }
  }

  /// Says that all is counted, and that it still takes a while.
  func finishing() {
    isFinishing.store(true, ordering: .relaxed)
    if style == .bar || style != .none && elapsed > interval { report(elapsed, isLast: false) }
  }

  /// Takes the bar away, or ends the report.
  func finish() {
    switch style {
    case .bar: StandardError.write(StandardError.erasure)
    case .json: report(elapsed, isLast: true)
    case .auto, .lines, .none: break
    }
  }

  /// How many of those that were counted were there before.
  var keptCount: Int { skipped.load(ordering: .relaxed) }

  /// How many of those that were counted had been damaged before.
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
    let speed = Double(count - kept) / seconds
    let left = stage.total.flatMap { total in
      speed > 0 ? min(Double(max(total - count, 0)) / speed, 1e9) : nil
    }
    switch style {
    case .bar: StandardError.write("\r" + bar(parts(count, speed, left)) + "\u{1B}[K")
    case .lines, .auto:
      let line = parts(count, speed, left).joined(separator: ", ")
      StandardError.write("\(ProgramText.name): \(line)\n")
    case .json: StandardError.write(json(count, kept, speed, left, isLast) + "\n")
    case .none: break
    }
  }

  /// How far it has come, the most telling first.
  private func parts(_ count: Int, _ speed: Double, _ left: Double?) -> [String] {
    if isFinishing.load(ordering: .relaxed) { return ["finishing"] }
    // Of what takes longer than a second each the time that is left says more.
    let rate = speed < 0.5 ? [] : ["\(Int(speed.rounded())) \(stage.noun)/s"]
    guard let total = stage.total, total > 0 else { return ["\(count) \(stage.noun)"] + rate }
    let percent = min(count * 100 / total, 100)
    let end = left.map { ["\(Int($0.rounded(.up))) s left"] } ?? []
    return ["\(percent) %", "\(count)/\(total) \(stage.noun)"] + rate + end
  }

  /// As many of the parts as leave a column of the terminal free: a line that wraps stays there.
  private func bar(_ parts: [String]) -> String {
    let columns = StandardError.columnCount ?? .max
    var parts = parts
    while parts.count > 1, parts.joined(separator: ", ").utf8.count >= columns {
      parts.removeLast()
    }
    return parts.joined(separator: ", ")
  }

  /// One line with the keys of ffmpeg's `-progress`.
  private func json(
    _ count: Int, _ kept: Int, _ speed: Double, _ left: Double?, _ isLast: Bool
  ) -> String {
    let isFinishing = isFinishing.load(ordering: .relaxed)
    let fields: [(String, String)] = [
      ("stage", "\"\(isFinishing ? "finishing" : stage.name ?? stage.noun)\""),
      ("frame", "\(count)"),
      ("total", stage.total.map(String.init) ?? "null"),
      ("fps", "\((speed * 10).rounded() / 10)"),
      ("out_time_us", "\(Int(min(Double(count) * stage.microseconds, 1e18)))"),
      ("eta_s", isLast ? "0" : left.map { "\(Int($0.rounded(.up)))" } ?? "null"),
      ("skipped", "\(kept)"),
      ("progress", isLast ? "\"end\"" : "\"continue\""),
    ]
    return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}

extension ReportOptions {
  /// The style with `auto` decided.
  fileprivate var resolvedStyle: ProgressStyle {
    if isQuiet { return .none }
    return style == .auto ? (StandardError.isTerminal ? .bar : .lines) : style
  }

  /// Says something that is neither data nor a warning, unless it is to be quiet.
  func note(_ text: String) {
    guard !isQuiet, style != .none, style != .json else { return }
    StandardError.write("\(ProgramText.name): \(LineText.escaped(text))\n")
  }
}

/// Says that something is odd but no error.
func warn(_ text: String) {
  StandardError.write("\(ProgramText.name): warning: \(LineText.escaped(text))\n")
}
