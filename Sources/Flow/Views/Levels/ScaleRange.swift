// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments

/// What is between the soft and the loud end of a picture's scale.
public enum ScaleRange: Sendable, Hashable, ArgumentValue {
  /// From the soft to the loud parts of the music, as ``LevelRange`` finds them.
  case measured
  /// These levels of the peak meters, and of the average meters.
  case levels(peak: LevelRange, average: LevelRange)

  /// Reads `measured`, or two levels in dBFS, or two for the peaks and two for the averages.
  public init(argument: String) throws(ArgumentValueError) {
    guard argument != "measured" else {
      self = .measured
      return
    }
    let parts = argument.listParts.map { String($0) }
    let isOfBoth = parts.count == 4
    let peak = try LevelRange(
      argument: isOfBoth ? parts[..<2].joined(separator: ",") : argument)
    self = .levels(
      peak: peak,
      average: isOfBoth ? try LevelRange(argument: parts[2...].joined(separator: ",")) : peak)
  }

  /// As it is read.
  public var argumentText: String {
    switch self {
    case .measured: "measured"
    case .levels(let peak, let average):
      peak == average ? peak.argumentText : "\(peak.argumentText),\(average.argumentText)"
    }
  }
}
