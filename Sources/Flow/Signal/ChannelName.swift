// SPDX-License-Identifier: MIT

/// A channel by its number, from 0, or by its speaker. It is thrown where no channel has the name.
public enum ChannelName: Error, Sendable, Hashable {
  /// The number.
  case number(Int)
  /// The speaker.
  case speaker(Speaker)
}

extension ChannelName: CustomStringConvertible {
  /// The number, or the name of the speaker.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .speaker(let speaker): speaker.rawValue
    }
  }
}

/// The channels that are drawn on the left and on the right.
public struct ChannelPair: Sendable, Hashable {
  /// The names of both.
  public let left, right: ChannelName

  /// Two channels by their names.
  public init(left: ChannelName, right: ChannelName) { (self.left, self.right) = (left, right) }

  /// Two channels by their numbers.
  public init(_ left: Int, _ right: Int) {
    self.init(left: .number(left), right: .number(right))
  }
}
