// SPDX-License-Identifier: MIT
public import JSON
public import Signal
internal import Text

/// Why constants cannot be read, made, or used for a run.
///
/// A `path` names a value in the JSON text, as in `channels[0].peak.p99`; it is empty for the whole
/// text.
public enum ConstantsError: Error, Hashable, Sendable {
  /// The text is not JSON; the error has the line and the column.
  case syntax(JSONSyntaxError)
  /// The schema is not ``Constants/schema``.
  case unknownSchema(found: String)
  /// A key is absent.
  case missingKey(path: String)
  /// A key that the schema does not have.
  case unknownKey(path: String)
  /// A value of the wrong kind.
  case wrongKind(path: String, expected: JSONKind, found: JSONKind)
  /// The ballistics have an unknown name.
  case unknownBallistics(found: String)
  /// The tick rate cannot be read.
  case malformedTickRate(found: String, reason: Rate.ParseError)
  /// A count is not a whole number.
  case notWhole(path: String, found: Double)
  /// A number is negative, or larger than any real value.
  case outOfRange(path: String, found: Double)
  /// A figure is greater than one that it cannot exceed.
  case notOrdered(path: String, found: Double, limit: Double)
  /// A range is not a pair of levels, the lower one first.
  case noRange(path: String)
  /// The array of channels is empty.
  case noChannels
  /// Figures are present or absent in contradiction to the count of silent ticks or to the other
  /// meter.
  case silenceContradicted(path: String)

  /// Two inputs of one set of constants have different numbers of channels.
  case channelCountsDiffer(first: Int, next: Int)

  /// The constants were made with other ballistics than those of the run.
  case ballisticsDiffer(constants: Ballistics, run: Ballistics)
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
    case .syntax(let error): "is not JSON: \(error)"
    case .unknownSchema(let found): "has the schema '\(found)', not '\(Constants.schema)'"
    case .missingKey(let path): "has no '\(path)'"
    case .unknownKey(let path): "has an unknown key '\(path)'"
    case .wrongKind(let path, let expected, let found):
      (path.isEmpty ? "is" : "'\(path)' is") + " \(found), not \(expected)"
    case .unknownBallistics(let found): "has the unknown ballistics '\(found)'"
    case .malformedTickRate(let found, _): "has '\(found)' for 'tickRate', which is not a rate"
    case .notWhole(let path, let found): "'\(path)' is \(found), not a whole number"
    case .outOfRange(let path, let found): "'\(path)' is \(found), which is out of range"
    case .notOrdered(let path, let found, let limit):
      "'\(path)' is \(found), more than the \(limit) of a greater share of the ticks"
    case .noRange(let path): "'\(path)' is not two levels in dBFS, the lower one first"
    case .noChannels: "has no channels"
    case .silenceContradicted("silentTicks"):
      "'silentTicks' does not agree with 'ticks' and the channels' figures"
    case .silenceContradicted(let path): "'\(path)' is null, although not all ticks are silent"
    case .channelCountsDiffer(let first, let next):
      "has \(counted(next, "channel")), but the first input has \(first)"
    case .ballisticsDiffer(let constants, let run):
      "has constants of the ballistics \(constants.words), but this run has \(run.words)"
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
  /// The name, with the fall of petals.
  fileprivate var words: String {
    "'\(name)'" + (fall.map { " that fall by \(JSONValue.number(JSONNumber($0)).text) dB/s" } ?? "")
  }
}
