// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// The levels of a stream as a table of text with a row for each tick.
///
/// The columns are `frame`, the number of the tick; `time_s`, when it begins, in seconds with 9
/// decimals; `peak_C_dbfs` and `average_C_dbfs` for each channel C from 0, in dBFS with 6 decimals;
/// and added columns, with 6 decimals.
public struct LevelTable: Sendable, Hashable {
  /// How rows are written; each ends in LF.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values: a header line with the names of the columns, then the rows. No field
    /// is ever quoted.
    ///
    /// - Source: RFC 4180.
    case csv
    /// JSON Lines: each row is an object whose keys are the columns' names.
    ///
    /// - Source: jsonlines.org; RFC 8259.
    case jsonl
  }

  /// How rows are written.
  public let format: Format

  /// How many pairs of level columns there are.
  public let channelCount: Int

  /// Ticks a second.
  public let tickRate: Rate

  /// The names of the columns after the levels.
  public let addedColumns: [String]

  /// The text before each field.
  private let leads: [[UInt8]]

  /// A table of the levels of `channelCount` channels, which is positive.
  public init(
    _ format: Format = .csv, channelCount: Int, tickRate: Rate, addedColumns: [String] = []
  ) {
    precondition(channelCount > 0)
    self.format = format
    self.addedColumns = addedColumns
    self.channelCount = channelCount
    self.tickRate = tickRate
    leads = LevelTable.columns(channelCount, addedColumns).enumerated().map { index, column in
      switch format {
      case .csv: Array((index == 0 ? "" : ",").utf8)
      case .jsonl: Array("\(index == 0 ? "{" : ",")\"\(column)\":".utf8)
      }
    }
  }

  private static func columns(_ channelCount: Int, _ added: [String]) -> [String] {
    let levels = (0..<channelCount).flatMap { channel in
      ChannelLevel.Meter.allCases.map { "\($0.rawValue)_\(channel)_dbfs" }
    }
    return ["frame", "time_s"] + levels + added
  }

  /// Appends the header line, if the format has one.
  public func appendHeader(to text: inout [UInt8]) {
    guard format == .csv else { return }
    let columns = LevelTable.columns(channelCount, addedColumns)
    text.append(contentsOf: columns.joined(separator: ",").utf8)
    text.append(UInt8(ascii: "\n"))
  }

  /// Appends the row of a tick, with a value for each added column. A list of numbers is separated
  /// by spaces in CSV, and is an array in JSON.
  ///
  /// - Precondition: the tick has a level for each channel, all numbers are nearer to 0 than
  ///   ``DecimalText/bound``, and it begins within about 292 years.
  public func appendRow(_ tick: Tick, _ added: [AddedValue] = [], to text: inout [UInt8]) {
    precondition(tick.levels.count == channelCount && added.count == addedColumns.count)
    text += leads[0]
    DecimalText.append(tick.index, to: &text)
    text += leads[1]
    DecimalText.append(units: tickRate.nanoseconds(ofEvent: tick.index), places: 9, to: &text)
    var column = 2
    for level in tick.levels {
      for meter in ChannelLevel.Meter.allCases {
        text += leads[column]
        append(level[meter].value, to: &text)
        column += 1
      }
    }
    for value in added {
      text += leads[column]
      append(value, to: &text)
      column += 1
    }
    if format == .jsonl { text.append(UInt8(ascii: "}")) }
    text.append(UInt8(ascii: "\n"))
  }

  private func append(_ value: AddedValue, to text: inout [UInt8]) {
    switch (value, format) {
    case (.number(let number), _): append(number, to: &text)
    case (.list(let numbers), .csv): append(numbers, separator: UInt8(ascii: " "), to: &text)
    case (.list(let numbers), .jsonl):
      text.append(UInt8(ascii: "["))
      append(numbers, separator: UInt8(ascii: ","), to: &text)
      text.append(UInt8(ascii: "]"))
    }
  }

  private func append(_ numbers: [Double], separator: UInt8, to text: inout [UInt8]) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { text.append(separator) }
      append(number, to: &text)
    }
  }

  private func append(_ number: Double, to text: inout [UInt8]) {
    DecimalText.append(number, places: 6, to: &text)
  }
}
