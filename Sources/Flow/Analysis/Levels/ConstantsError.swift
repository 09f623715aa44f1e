// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// Why constants cannot be read, made, or used for a run.
public enum ConstantsError: Error, Hashable, Sendable {
  /// Two inputs of one set of constants have different numbers of channels.
  case channelCountsDiffer(first: Int, next: Int)

  /// The constants were made with other ballistics than those of the run.
  case ballisticsDiffer(constants: [Ballistics], run: Ballistics)
  /// The constants were made at another tick rate than the run has.
  case tickRatesDiffer(constants: Rate, run: Rate)
  /// The range is that of other channels than those to be drawn.
  case pairsDiffer(constants: Constants.Range, left: Int, right: Int)
  /// The constants have fewer channels than the run needs.
  case tooFewChannels(constants: Int, needed: Int)
  /// The constants have no figures for a channel that is heard in the run: it was silent in their
  /// tracks.
  case silentChannel(Int)
}

extension ConstantsError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file: `has no channels`.
  public var description: String {
    switch self {
    case .channelCountsDiffer(let first, let next):
      "has \(counted(next, "channel")), but the first input has \(first)"
    case .ballisticsDiffer(let constants, let run):
      "has constants of the ballistics \(constants.map(\.words).joined(separator: ", ")), but this "
        + "run has \(run.words)"
    case .tickRatesDiffer(let constants, let run):
      "has constants of \(constants) ticks a second, but this run has \(run)"
    case .pairsDiffer(let range, let left, let right):
      "has the range of the channels \(range.left),\(range.right), but this run draws "
        + "\(left),\(right)"
    case .tooFewChannels(let constants, let needed):
      "has constants of \(counted(constants, "channel")), but this run needs \(needed)"
    case .silentChannel(let channel):
      "has no constants of channel \(channel), which was silent in its tracks"
    }
  }
}

extension Ballistics {
  /// The name and the parameters, for messages: `'petal' that fall by 20 dB/s`.
  var words: String {
    let actions = parameters.map { "\($0.action) \($0.text) \($0.unit.symbol)" }
    return "'\(name)'" + (actions.isEmpty ? "" : " that ") + actions.joined(separator: " and ")
  }
}
