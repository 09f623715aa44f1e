// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
internal import Signal

/// The scale of the peak meters, or of the average meters, on the left and on the right.
public enum MeterScale: Sendable, Hashable {
  /// From this many dB below full scale, for each side, up to full scale.
  case quietest(LevelPair)
  /// One range for both sides.
  case range(LevelRange)

  /// The quietest levels, if the scale consists of them.
  var pair: LevelPair? { if case .quietest(let pair) = self { pair } else { nil } }
  /// The range, if the scale consists of it.
  var range: LevelRange? { if case .range(let range) = self { range } else { nil } }

  /// The scale of one side; `nil` for a silent side.
  func span(isLeft: Bool) -> LevelSpan? {
    switch self {
    case .quietest(let pair):
      (isLeft ? pair.left : pair.right).map { LevelSpan(loud: 0, length: $0) }
    case .range(let range):
      LevelSpan(
        loud: max(range.high, range.low + LevelSpan.minLength),
        length: max(range.high - range.low, LevelSpan.minLength))
    }
  }

  /// The scale of a meter under its name.
  func measure(_ meter: ChannelLevel.Meter) -> Measure {
    switch self {
    case .quietest(let pair): Measure("max-\(meter.rawValue)", [pair.left, pair.right])
    case .range(let range): Measure("\(meter.rawValue)-range", [range.low, range.high])
    }
  }
}

/// A scale of levels from a quiet end to a loud one.
struct LevelSpan {
  /// The loud end in dBFS.
  let loud: Double
  /// The distance down to the quiet end, in dB, not negative.
  let length: Double

  /// Music of constant loudness is drawn as if its range were 6 dB.
  static let minLength = 6.0

  /// The distance of a level from the loud end, as a fraction of the scale: negative above the loud
  /// end, more than 1 below the quiet end.
  func distance(of level: Decibels) -> Double {
    let distance = loud - level.value
    return distance == 0 ? 0 : distance / length
  }
}

extension LevelRange: ArgumentValue {
  /// Reads two levels in dBFS separated by a comma, the lower one first.
  public init(argument: String) throws(ArgumentValueError) {
    let hint =
      "write two levels in dBFS, the lower one first, such as -30.5,-12; or track, part, all or a file.json"
    var ends: [Double] = []
    for part in argument.listParts {
      do { ends.append(try Double(argument: part)) } catch { throw error.or(hint: hint) }
    }
    guard ends.count == 2, ends[0] <= ends[1], ends.allSatisfy({ abs($0) <= 1000 }) else {
      throw ArgumentValueError("no range", hint: hint)
    }
    self.init(low: ends[0], high: ends[1])
  }

  /// Both levels.
  public var argumentText: String { "\(low.argumentText),\(high.argumentText)" }
}
