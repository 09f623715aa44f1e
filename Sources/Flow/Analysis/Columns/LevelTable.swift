// SPDX-License-Identifier: MIT
internal import JSON
public import Signal
internal import Text

/// The levels of a stream as a table of text with a row for each tick.
///
/// The columns are `frame`, the number of the tick; `time_s`, when it begins, in seconds with 9
/// decimals; the levels of a ballistics, such as `peak_C_dbfs` for each channel C from 0; and added
/// columns; all with 6 decimals.
public struct LevelTable: Sendable {
  /// How rows are written, each on a line of its own.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values: a header line with the names of the columns, then the rows. Words are
    /// quoted, and numbers never.
    ///
    /// - Source: RFC 4180.
    case csv
    /// JSON Lines: each row is an object whose keys are the columns' names.
    ///
    /// - Source: jsonlines.org; RFC 8259.
    case jsonl
    /// A JSON array of such objects, one a line.
    ///
    /// - Source: RFC 8259.
    case json
  }

  /// How rows are written.
  public let format: Format

  /// Ticks a second.
  public let tickRate: Rate

  /// The names of the columns.
  private let names: [String]
  /// The columns of the levels, and those that each added one brings.
  private let groups: [[Column]]
  private let channelCount: Int

  /// The text before each field.
  private let leads: [[UInt8]]

  /// A table of the levels of `channelCount` channels, which is positive, in `columns` of a
  /// ballistics and added ones. A table of several tracks begins with their names.
  public init(
    _ columns: [Column], adding added: [AddedColumns] = [], channelCount: Int, tickRate: Rate,
    format: Format = .csv, ofTracks isOfTracks: Bool = false
  ) {
    precondition(channelCount > 0)
    self.format = format
    self.tickRate = tickRate
    self.channelCount = channelCount
    groups = [columns] + added.map(\.columns)
    names =
      (isOfTracks ? [LevelTable.trackColumn.name] : [])
      + ([LevelTable.tickColumns] + groups).flatMap { $0.names(channelCount: channelCount) }
    leads = names.enumerated().map { index, name in
      switch format {
      case .csv: Array((index == 0 ? "" : ",").utf8)
      case .jsonl, .json: Array("\(index == 0 ? "{" : ",")\"\(name)\":".utf8)
      }
    }
  }

  /// The columns of every table: those of the tick itself.
  public static let tickColumns = [
    Column("frame", "The number of the tick, from 0."),
    Column("time_s", "When it begins, in seconds from the start of the part that is read."),
  ]

  /// The first column of a table of several tracks.
  public static let trackColumn = Column("track", "With several inputs: the path of the track.")

  /// For each column of levels and of added ones its place among the values of a track with as many or
  /// fewer channels; `nil` for what that has not.
  public func places(channelCount count: Int) -> [Int?] {
    var next = 0
    return groups.flatMap { group in
      let (own, all) = (group.names(channelCount: count), group.names(channelCount: channelCount))
      defer { next += own.count }
      return all.indices.map { $0 < own.count ? next + $0 : nil }
    }
  }

  /// Appends the row of a tick of one of several tracks: its levels and the values of added columns at their
  /// ``places(channelCount:)``. What it has not is empty in CSV, and null in JSON.
  ///
  /// - Precondition: the table is one of tracks, and as ``appendRow(ofTick:_:_:to:)``.
  public func appendRow(
    ofTick index: Int, of track: String, isFirst: Bool, _ values: [ColumnValue], at places: [Int?],
    to text: inout [UInt8]
  ) {
    if format == .json { text.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
    text += leads[0]
    append(.text(track), to: &text)
    text += leads[1]
    DecimalText.append(index, to: &text)
    text += leads[2]
    DecimalText.append(units: tickRate.nanoseconds(ofEvent: index), places: 9, to: &text)
    for (column, place) in places.enumerated() {
      text += leads[3 + column]
      if let place {
        append(values[place], to: &text)
      } else if format != .csv {
        text.append(contentsOf: "null".utf8)
      }
    }
    endRow(in: &text)
  }

  private func endRow(in text: inout [UInt8]) {
    switch format {
    case .csv: text.append(UInt8(ascii: "\n"))
    case .jsonl: text.append(contentsOf: "}\n".utf8)
    case .json: text.append(UInt8(ascii: "}"))
    }
  }

  /// Appends what stands before the first row: the header line of CSV, the bracket of a JSON array.
  public func appendHeader(to text: inout [UInt8]) {
    switch format {
    case .csv: text.append(contentsOf: (names.joined(separator: ",") + "\n").utf8)
    case .jsonl: break
    case .json: text.append(UInt8(ascii: "["))
    }
  }

  /// Appends what stands behind the last row: the bracket of a JSON array.
  public func appendFooter(to text: inout [UInt8]) {
    if format == .json { text.append(contentsOf: "\n]\n".utf8) }
  }

  /// Appends the row of a tick: its levels, and the values of added columns. A list of numbers is
  /// separated by spaces in CSV, and is an array in JSON.
  ///
  /// - Precondition: there is a value for each column, all numbers are nearer to 0 than
  ///   10⁹, and the tick begins within about 292 years.
  public func appendRow(
    ofTick index: Int, _ levels: [Decibels], _ added: [ColumnValue] = [], to text: inout [UInt8]
  ) {
    var column = LevelTable.tickColumns.count
    precondition(column + levels.count + added.count == names.count)
    if format == .json { text.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8) }
    text += leads[0]
    DecimalText.append(index, to: &text)
    text += leads[1]
    DecimalText.append(units: tickRate.nanoseconds(ofEvent: index), places: 9, to: &text)
    for level in levels {
      text += leads[column]
      append(level.value, to: &text)
      column += 1
    }
    for value in added {
      text += leads[column]
      append(value, to: &text)
      column += 1
    }
    endRow(in: &text)
  }

  private func append(_ value: ColumnValue, to text: inout [UInt8]) {
    switch (value, format) {
    case (.number(let number), _): append(number, to: &text)
    case (.list(let numbers), .csv): append(numbers, separator: UInt8(ascii: " "), to: &text)
    case (.list(let numbers), .jsonl), (.list(let numbers), .json):
      text.append(UInt8(ascii: "["))
      append(numbers, separator: UInt8(ascii: ","), to: &text)
      text.append(UInt8(ascii: "]"))
    case (.text(let words), .csv):
      text.append(contentsOf: CSVText.quoted(words).utf8)
    case (.text(let words), .jsonl), (.text(let words), .json):
      JSONText.append(words, to: &text)
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
