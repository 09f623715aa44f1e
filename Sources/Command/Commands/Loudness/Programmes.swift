// SPDX-License-Identifier: MIT
internal import Analysis
internal import JSON
internal import LoudnessReports
internal import Pipeline
internal import Signal
internal import Text
internal import Views

/// The loudness of some tracks, and of all of them together, as a table or as a page.
struct Programmes {
  /// A line of the table.
  private typealias Row = (name: String, seconds: Double, summary: ProgrammeSummary)

  private(set) var tracks: [LoudnessReport.Track] = []
  private var all: ProgrammeSummary
  private let floor: Decibels
  private let target: ProgrammeTarget

  init(floor: Decibels, _ target: ProgrammeTarget) {
    (self.floor, self.target) = (floor, target)
    all = ProgrammeSummary(floor: floor)
  }

  /// Adds the next track, of which `summary` can be added to others.
  mutating func add(_ track: LoudnessReport.Track, _ summary: ProgrammeSummary) {
    all.include(summary)
    tracks.append(track)
  }

  /// A page of the tracks, and of what was left out.
  func report(faults: [String]) -> LoudnessReport {
    LoudnessReport(
      tracks, all: all, target: target, faults: faults, generator: ProgramText.versionLine)
  }

  /// The tracks, and after several of them the line of all.
  private var rows: [Row] {
    let rows = tracks.map { Row($0.name, $0.seconds, $0.summary) }
    guard rows.count > 1 else { return rows }
    return rows + [("all \(rows.count) tracks", rows.reduce(0) { $0 + $1.seconds }, all)]
  }

  /// The table; `nil` for a format of pages.
  func text(_ format: LoudnessFormat) -> [UInt8]? {
    switch format {
    case .text: Array(table.utf8)
    case .csv: Array(csv.utf8)
    case .json: Array((json.text + "\n").utf8)
    case .html, .svg, .pdf: nil
    }
  }
}

extension Programmes {
  private static func number(_ value: Double, _ places: Int = 1, signed: Bool = false) -> String {
    let text = DecimalText.text(value, places: places)
    return signed && value > 0 ? "+" + text : text
  }

  /// A table for people.
  private var table: String {
    let head = [
      "", "integrated", "range", "momentary", "short-term", "true peak",
      "to \(Self.number(target.level))", "peak then", "",
    ]
    let units = ["", "LUFS", "LU", "LUFS", "LUFS", "dBTP", "dB", "dBTP", ""]
    let lines = [head, units] + rows.map(line)
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.indices.map { column -> String in
        let padding = String(repeating: " ", count: widths[column] - line[column].count)
        return [0, line.count - 1].contains(column)
          ? line[column] + padding : padding + line[column]
      }
      var text = cells.joined(separator: "  ")
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  private func line(_ track: Row) -> [String] {
    let summary = track.summary
    func level(_ level: Decibels) -> String { level > floor ? Self.number(level.value) : "-" }
    let need = target.need(of: summary)
    return [
      LineText.escaped(track.name), level(summary.integrated), Self.number(summary.range),
      level(summary.momentary.level), level(summary.shortTerm.level), level(summary.truePeak),
      need.map { Self.number($0.gain, signed: true) } ?? "-",
      need.map { Self.number($0.peak) } ?? "-", target.verdict(of: summary).rawValue,
    ]
  }

  private var csv: String {
    let names = [
      "track", "seconds", "integrated_lufs", "loudness_range_lu", "max_momentary_lufs",
      "max_short_term_lufs", "true_peak_dbtp", "sample_peak_dbfs", "gain_db", "verdict",
    ]
    let lines = rows.map { track in
      let summary = track.summary
      let numbers = [
        track.seconds, summary.integrated.value, summary.range, summary.momentary.level.value,
        summary.shortTerm.level.value, summary.truePeak.value,
        (summary.samplePeaks.max() ?? floor).value,
      ].map { Self.number($0, 6) }
      return
        ([CSVText.quoted(track.name)] + numbers + [
          target.need(of: summary).map { Self.number($0.gain, 6) } ?? "",
          CSVText.quoted(target.verdict(of: summary).rawValue),
        ]).joined(separator: ",")
    }
    return ([names.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  private var json: JSONValue {
    func object(_ track: Row, _ key: String) -> JSONValue {
      .object(
        [
          JSONMember(key, .text(track.name)),
          JSONMember("seconds", ProgrammeSummary.number(track.seconds)),
        ] + track.summary.json(tickRate: .ten) + [
          JSONMember(
            "gain", target.need(of: track.summary).map { ProgrammeSummary.number($0.gain) } ?? .null
          ),
          JSONMember("verdict", .text(target.verdict(of: track.summary).rawValue)),
        ])
    }
    return .object([
      JSONMember("schema", "radial-audio/loudness/1"),
      JSONMember("target", .number(JSONNumber(target.level))),
      JSONMember("tolerance", .number(JSONNumber(target.tolerance))),
      JSONMember("truePeakLimit", .number(JSONNumber(target.peak))),
      JSONMember("tracks", .array(rows.prefix(tracks.count).map { object($0, "input") })),
      JSONMember("together", tracks.count < 2 ? .null : object(rows[tracks.count], "name")),
    ])
  }
}
