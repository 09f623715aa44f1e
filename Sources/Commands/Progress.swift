// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
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
    /// Whether people are told the time that they last, and not their number.
    var isSound = false
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
    case .bar: StandardError.write("\r" + bar(count, parts(count, speed, left)) + "\u{1B}[K")
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
    let rate =
      stage.isSound
      ? [playing(speed)] : speed < 0.5 ? [] : ["\(Int(speed.rounded())) \(stage.noun)/s"]
    guard let total = stage.total, total > 0 else {
      return [stage.isSound ? seconds(count) : "\(count) \(stage.noun)"] + rate
    }
    let percent = min(count * 100 / total, 100)
    let place =
      stage.isSound
      ? "\(seconds(count)) of \(seconds(total))" : "\(count)/\(total) \(stage.noun)"
    let end = left.map { ["\(Int($0.rounded(.up))) s left"] } ?? []
    return ["\(percent) %", place] + rate + end
  }

  /// How much sound so many sample frames are.
  private func seconds(_ count: Int) -> String {
    "\(Int(min(Double(count) * stage.microseconds / 1e6, 1e15))) s"
  }

  /// How fast the sound is read: from 10 times on in whole numbers.
  private func playing(_ speed: Double) -> String {
    let times = speed * stage.microseconds / 1e6
    return DecimalText.text(times, places: times < 9.95 ? 1 : 0) + " times as fast as it plays"
  }

  /// The parts with a bar behind the percent, as many as leave a column of the terminal free: a line
  /// that wraps stays there.
  private func bar(_ count: Int, _ parts: [String]) -> String {
    let columns = StandardError.columnCount ?? .max
    var parts = parts
    if let total = stage.total, total > 0 {
      let percent = parts[0]
      let tenths = min(count * 10 / total, 10)
      let cells = String(repeating: "=", count: tenths) + String(repeating: " ", count: 10 - tenths)
      parts[0] = "\(percent) [\(cells)]"
      if parts[0].utf8.count >= columns { parts = [percent] }
    }
    while parts.count > 1, parts.joined(separator: ", ").utf8.count >= columns {
      parts.removeLast()
    }
    return parts.joined(separator: ", ")
  }

  /// One line with the keys of ffmpeg's `-progress`: `frame` and `total` count what `stage` names,
  /// frames or sample frames; `fps` is how many of these a second of this run has done, `out_time_us`
  /// how much sound they are, in microseconds, `eta_s` the seconds that are left, `skipped` how many
  /// were there before; `progress` is `continue` or `end`.
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
func warn(_ text: String, hint: String? = nil) {
  StandardError.write(Message.line("warning", text, hint: hint))
}

/// What this process says beside its progress, in the form of that: lines of text, or of JSON.
enum Message {
  private static let isJSON = Atomic<Bool>(false)

  /// Says everything as `--progress` wants it from now on.
  static func follow(_ options: ReportOptions) {
    isJSON.store(options.style == .json, ordering: .relaxed)
    Interruption.setExitMessage(Diagnostic.interruption().text)
  }

  /// A warning or an error with its line break, the hint and the rows of a list in lines of their own
  /// unless it is JSON.
  static func line(
    _ level: String, _ text: String, hint: String? = nil, list: [HelpRow] = []
  ) -> String {
    guard isJSON.load(ordering: .relaxed) else {
      let hintLine = hint.map { "hint: \(LineText.escaped($0))\n" } ?? ""
      let width = list.map(\.word.count).max() ?? 0
      let rows = list.map { row in
        let gap = String(repeating: " ", count: width + 2 - row.word.count)
        return "  \(row.word)\(gap)\(row.meaning)\n"
      }
      return "\(ProgramText.name): \(level): \(LineText.escaped(text))\n" + hintLine
        + rows.joined()
    }
    let members = [("level", level), ("message", text)] + (hint.map { [("hint", $0)] } ?? [])
    return JSONValue.object(members.map { JSONMember($0.0, .string($0.1)) }).text + "\n"
  }
}
