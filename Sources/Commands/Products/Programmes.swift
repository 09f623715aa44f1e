// SPDX-License-Identifier: MIT
internal import Analysis
internal import JSON
internal import Pipeline
internal import Signal
internal import Text

/// The loudness of some tracks, and of all of them together, as a table.
struct Programmes {
  /// A track, or all of them.
  struct Track {
    let name: String
    let seconds: Double
    let summary: ProgrammeSummary
  }

  private(set) var tracks: [Track] = []
  private var all: ProgrammeSummary
  private let floor: Decibels
  private let target: LoudnessTarget
  private let tolerance: LoudnessTolerance

  /// EBU R 128: the greatest true peak in dBTP.
  static let greatestPeak = -1.0

  init(floor: Decibels, _ target: LoudnessTarget, _ tolerance: LoudnessTolerance) {
    (self.floor, self.target, self.tolerance) = (floor, target, tolerance)
    all = ProgrammeSummary(floor: floor)
  }

  /// Adds the next track.
  mutating func add(_ name: String, _ programme: ProgrammeSummary, _ track: TrackSummary) {
    all.include(programme)
    tracks.append(
      Track(
        name: name, seconds: Double(track.sampleFrames) / Double(track.format.sampleRate),
        summary: programme.settled))
  }

  /// The tracks, and after several of them the line of all.
  private var rows: [Track] {
    tracks.count < 2
      ? tracks
      : tracks + [
        Track(
          name: "all \(tracks.count) tracks", seconds: tracks.reduce(0) { $0 + $1.seconds },
          summary: all)
      ]
  }

  func text(_ format: LoudnessFormat) -> [UInt8] {
    switch format {
    case .text: RawText.bytes(table)
    case .csv: RawText.bytes(csv)
    case .json: RawText.bytes(json.text + "\n")
    }
  }
}

extension Programmes {
  /// What the target needs; `nil` for a programme of silence.
  private func need(_ summary: ProgrammeSummary) -> (gain: Double, peak: Double)? {
    guard summary.integrated > floor else { return nil }
    let gain = target.level - summary.integrated.value
    return (gain, summary.truePeak.value + gain)
  }

  /// Whether it is what the target asks for as it is, and with the gain.
  private func verdict(_ summary: ProgrammeSummary) -> String {
    guard let need = need(summary) else { return "silent" }
    let isThere = abs(need.gain) <= tolerance.units && summary.truePeak.value <= Self.greatestPeak
    return isThere
      ? "as it is" : need.peak <= Self.greatestPeak ? "with the gain" : "peaks too high"
  }

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

  private func line(_ track: Track) -> [String] {
    let summary = track.summary
    func level(_ level: Decibels) -> String { level > floor ? Self.number(level.value) : "-" }
    let need = need(summary)
    return [
      track.name, level(summary.integrated), Self.number(summary.range),
      level(summary.momentary.level), level(summary.shortTerm.level), level(summary.truePeak),
      need.map { Self.number($0.gain, signed: true) } ?? "-",
      need.map { Self.number($0.peak) } ?? "-", verdict(summary),
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
        (["\"\(track.name.replacing("\"", with: "\"\""))\""] + numbers + [
          need(summary).map { Self.number($0.gain, 6) } ?? "", "\"\(verdict(summary))\"",
        ]).joined(separator: ",")
    }
    return ([names.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  private var json: JSONValue {
    func object(_ track: Track, _ key: String) -> JSONValue {
      .object(
        [
          JSONMember(key, .string(track.name)),
          JSONMember("seconds", .number(JSONNumber(track.seconds))),
        ] + track.summary.json(tickRate: .ten) + [
          JSONMember("gain", need(track.summary).map { .number(JSONNumber($0.gain)) } ?? .null),
          JSONMember("verdict", .string(verdict(track.summary))),
        ])
    }
    return .object([
      JSONMember("schema", "radial-audio/loudness/1"),
      JSONMember("target", .number(JSONNumber(target.level))),
      JSONMember("tolerance", .number(JSONNumber(tolerance.units))),
      JSONMember("tracks", .array(tracks.map { object($0, "input") })),
      JSONMember("together", tracks.count < 2 ? .null : object(rows[tracks.count], "name")),
    ])
  }
}
