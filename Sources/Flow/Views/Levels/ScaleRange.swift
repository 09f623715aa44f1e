// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments

/// What is between the soft and the loud end of a picture's scale, or what sets that.
public enum ScaleRange: Sendable, Hashable, ArgumentValue {
  /// From the soft to the loud parts of the music, as ``LevelRange`` finds them.
  case measured
  /// These levels of the peak meters, and of the average meters.
  case levels(peak: LevelRange, average: LevelRange)
  /// What is measured over this sound.
  case over(ScaleScope)
  /// The constants in a file by `normalize`.
  case file(String)

  /// Reads `measured`, `track`, `part` or `all`, or two levels in dBFS, or two for the peaks and two for the
  /// averages, or the path of a file, which has a slash or ends in `.json`.
  public init(argument: String) throws(ArgumentValueError) {
    let isPath = argument.utf8.contains(UInt8(ascii: "/")) || argument.hasSuffix(".json")
    let word = ScaleScope(rawValue: argument).map(ScaleRange.over)
    if let word = argument == "measured" ? .measured : word ?? (isPath ? .file(argument) : nil) {
      self = word
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
    case .over(let scope): scope.rawValue
    case .file(let path): path
    }
  }
}
