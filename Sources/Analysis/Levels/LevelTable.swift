// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// The levels of a stream as a table of comma-separated values: a header, then a row a tick.
///
/// The columns are `frame`, the number of the tick; `time_s`, when it begins, in seconds with 9
/// places; `peak_C_dbfs`, `average_C_dbfs` for each channel C from 0, in dBFS with 6 places; and
/// added ones, with 6 places.
/// Lines end in LF; no field is ever quoted.
///
/// - Source: RFC 4180.
public struct LevelTable: Sendable, Hashable {
  /// Pairs of level columns.
  public let channelCount: Int

  /// Ticks a second.
  public let tickRate: Rate

  /// The names of columns after the levels.
  public let addedColumns: [String]

  /// A table of the levels of `channelCount` channels, which is positive.
  public init(channelCount: Int, tickRate: Rate, addedColumns: [String] = []) {
    precondition(channelCount > 0)
    self.addedColumns = addedColumns
    self.channelCount = channelCount
    self.tickRate = tickRate
  }

  /// Appends the header line.
  public func appendHeader(to text: inout [UInt8]) {
    text.append(contentsOf: "frame,time_s".utf8)
    for channel in 0..<channelCount {
      for meter in ChannelLevel.Meter.allCases {
        text.append(contentsOf: ",\(meter.rawValue)_\(channel)_dbfs".utf8)
      }
    }
    for column in addedColumns { text.append(contentsOf: ",\(column)".utf8) }
    text.append(UInt8(ascii: "\n"))
  }

  /// Appends the line of a tick, with a figure for each added column.
  ///
  /// - Precondition: the tick has a level for each channel, all numbers are nearer to 0 than
  ///   ``DecimalText/bound``, and it begins within some 292 years.
  public func appendRow(_ tick: Tick, _ added: [Double] = [], to text: inout [UInt8]) {
    precondition(tick.levels.count == channelCount && added.count == addedColumns.count)
    DecimalText.append(tick.index, to: &text)
    text.append(UInt8(ascii: ","))
    DecimalText.append(units: tickRate.nanoseconds(ofEvent: tick.index), places: 9, to: &text)
    for level in tick.levels {
      for meter in ChannelLevel.Meter.allCases {
        text.append(UInt8(ascii: ","))
        DecimalText.append(level[meter].value, places: 6, to: &text)
      }
    }
    for figure in added {
      text.append(UInt8(ascii: ","))
      DecimalText.append(figure, places: 6, to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }
}
