// SPDX-License-Identifier: MIT
internal import Signal

extension LevelTable {
  /// A column of a table.
  public struct Column: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What it contains, as a sentence.
    public let meaning: String
  }

  /// The columns of a tick and of one channel, whose number is `C`: those of a table without added
  /// columns.
  public static let columns =
    [
      Column(name: "frame", meaning: "The number of the tick, from 0."),
      Column(
        name: "time_s",
        meaning: "When it begins, in seconds from the start of the part that is read."),
    ]
    + ChannelLevel.Meter.allCases.map { meter in
      Column(
        name: "\(meter.rawValue)_C_dbfs",
        meaning: "The \(meter.rawValue) level of channel C, counted from 0, in dBFS; silence reads "
          + "the floor.")
    }
}
