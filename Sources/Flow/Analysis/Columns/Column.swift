// SPDX-License-Identifier: MIT

/// A column of the table of levels: one for the track, or one for each channel.
public struct Column: Sendable, Hashable {
  /// Its name; `C` stands for the number of a channel, counted from 0.
  public let name: String
  /// The end of the address of its OSC message.
  public let message: String
  /// What it contains, as a sentence.
  public let meaning: String
  private let unit: String?

  /// A column for the track.
  public init(_ name: String, _ meaning: String) {
    (self.name, message, self.meaning, unit) = (name, name, meaning, nil)
  }

  /// A column for each channel, such as `peak_0_dbfs` and `peak_1_dbfs`; one message has the values
  /// of all channels.
  public init(_ message: String, ofChannelsIn unit: String, _ meaning: String) {
    (name, self.message) = ("\(message)_C_\(unit)", message)
    (self.meaning, self.unit) = (meaning, unit)
  }

  /// Whether there is one for each channel.
  public var isOfChannel: Bool { unit != nil }

  /// The name of the column of a channel.
  fileprivate func name(ofChannel channel: Int) -> String {
    unit.map { "\(message)_\(channel)_\($0)" } ?? name
  }
}

// The values of a tick are in the order of ``names(channelCount:)``.
extension [Column] {
  /// The names of the columns: those of the track, then those of each channel, channel by channel.
  public func names(channelCount: Int) -> [String] {
    filter { !$0.isOfChannel }.map(\.name)
      + (0..<channelCount).flatMap { channel in
        filter(\.isOfChannel).map { $0.name(ofChannel: channel) }
      }
  }

  /// For each column its message, and where its values are among those of a tick.
  func messages(channelCount: Int) -> [(name: String, places: [Int])] {
    let ofTrack = filter { !$0.isOfChannel }
    let ofChannel = filter(\.isOfChannel)
    return ofTrack.enumerated().map { ($1.message, [$0]) }
      + ofChannel.enumerated().map { place, column in
        (
          column.message,
          (0..<channelCount).map { ofTrack.count + $0 * ofChannel.count + place }
        )
      }
  }
}

/// The value of a column at a tick.
public enum ColumnValue: Sendable, Hashable {
  /// A number.
  case number(Double)
  /// Any number of numbers.
  case list([Double])
  /// Words, in one line.
  case text(String)

  /// All numbers.
  var numbers: [Double] {
    switch self {
    case .number(let number): [number]
    case .list(let numbers): numbers
    case .text: []
    }
  }
}
