// SPDX-License-Identifier: MIT
internal import Platform

/// A line of the table.
struct Row: Sendable {
  let work: String
  var baseline = "—"
  var baselineMedian = "—"
  var ours = "—"
  var ratio = "—"
  var bar = "—"
  var met: Bool?

  /// What a ratio says, and what it has to reach.
  enum Bar {
    /// Ours takes at most one part in `times`; and, if given, at most `within` seconds.
    case faster(times: Double?, within: Double? = nil)
    /// Ours takes at most `times` times as long.
    case asLong(times: Double?)
    /// Ours takes at most `by` seconds more.
    case longer(by: Double)
  }

  /// A line of two times in seconds.
  init(_ work: String, against baseline: String, _ comparison: Comparison, _ bar: Bar) {
    self.work = work
    self.baseline = baseline
    baselineMedian = Text.time(comparison.baseline.median)
    ours = Text.spread(comparison.ours, Text.time)
    judge(comparison.baseline.median, comparison.ours.median, bar)
  }

  /// A line of two sizes, in bytes.
  init(_ work: String, against baseline: String, bytes: Double, ours: Double, most: Double?) {
    self.work = work
    self.baseline = baseline
    baselineMedian = Text.bytes(bytes)
    self.ours = Text.bytes(ours)
    ratio = "\(Text.number(ours / bytes)) times the size"
    guard let most else { return }
    bar = "at most \(Text.number(most))"
    met = ours <= most * bytes
  }

  /// A line of memory, in bytes; `flaw` is what was wrong with the work that took it.
  init(_ work: String, memory: Sample, most: Double, flaw: String? = nil) {
    self.work = work
    ours = Text.spread(memory, Text.bytes)
    bar = "at most \(Text.bytes(most))"
    met = memory.greatest <= most && flaw == nil
    if let flaw { ours += ", but \(flaw)" }
  }

  /// A line of how late something came, in seconds.
  init(_ work: String, lags: Sample, median: Double, largest: Double) {
    self.work = work
    ours = Text.spread(lags, Text.time)
    bar = "median at most \(Text.time(median)), largest \(Text.time(largest))"
    met = lags.median <= median && lags.greatest <= largest
  }

  /// A line of how near two films come to their frames, and of their sizes.
  init(
    _ work: String, against baseline: String, _ other: FilmQuality, ours: FilmQuality, least: Double
  ) {
    self.work = work
    self.baseline = baseline
    (baselineMedian, self.ours) = (other.text, ours.text)
    ratio = "\(Text.number(ours.bytes / other.bytes)) times the size"
    bar = "at least \(Text.number(least)) dB"
    met = ours.decibels >= least
  }

  /// A line that has words in place of figures.
  init(_ work: String, remark: String) {
    self.work = work
    ours = remark
  }

  private mutating func judge(_ baseline: Double, _ ours: Double, _ bar: Bar) {
    switch bar {
    case .faster(let times, let within):
      ratio = "\(Text.number(baseline / ours)) times faster"
      guard let times else { return }
      self.bar = "\(Text.number(times)) times faster"
      met = baseline >= times * ours
      guard let within else { return }
      self.bar += ", at most \(Text.time(within))"
      met = met == true && ours <= within
    case .asLong(let times):
      ratio = "\(Text.number(ours / baseline)) times as long"
      guard let times else { return }
      self.bar = "at most \(Text.number(times))"
      met = ours <= times * baseline
    case .longer(let most):
      ratio = "\(Text.time(ours - baseline)) longer"
      self.bar = "at most \(Text.time(most)) longer"
      met = ours - baseline <= most
    }
  }

  static let heading = """
    | work | baseline | its median | ours: median (spread) | ratio | to reach | met |
    |---|---|---|---|---|---|---|
    """

  /// The line in Markdown.
  var markdown: String {
    let verdict = met.map { $0 ? "yes" : "**no**" } ?? "—"
    let cells = [work, baseline, baselineMedian, ours, ratio, bar, verdict]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

/// Figures as a reader wants them: three digits that count, and a unit.
enum Text {
  /// 0.123, 1.23, 12.3, 123 and so on.
  static func number(_ value: Double) -> String {
    let size = abs(value)
    let places = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3
    let scale = [1.0, 10, 100, 1000][places]
    let units = Int((size * scale).rounded())
    var digits = String(units % Int(scale))
    while digits.utf8.count < places { digits = "0" + digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    let whole = "\(units / Int(scale))"
    return (value < 0 && units > 0 ? "-" : "") + (digits.isEmpty ? whole : "\(whole).\(digits)")
  }

  /// Milliseconds or seconds.
  static func time(_ seconds: Double) -> String {
    abs(seconds) < 1 ? "\(number(seconds * 1000)) ms" : "\(number(seconds)) s"
  }

  /// Millions or thousands of bytes.
  static func bytes(_ count: Double) -> String {
    count < 1e6 ? "\(number(count / 1e3)) kB" : "\(number(count / 1e6)) MB"
  }

  /// The median, and from where to where the values went.
  static func spread(_ sample: Sample, _ text: (Double) -> String) -> String {
    guard sample.count > 1 else { return text(sample.median) }
    return "\(text(sample.median)) (\(text(sample.least)) to \(text(sample.greatest)))"
  }
}

/// The two streams of the program: the table to be kept, and what is going on.
enum Output {
  static func table(_ line: String) { write(line, to: 1) }

  static func note(_ line: String) { write("Benchmarks: \(line)", to: 2) }

  private static func write(_ line: String, to descriptor: Int32) {
    try? FileDescriptor.duplicating(descriptor).write(Array("\(line)\n".utf8).span)
  }
}
