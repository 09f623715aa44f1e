// SPDX-License-Identifier: MIT
public import Analysis

/// The reading of a tick or of a tenth of a second; all readings of a track are of one kind.
public enum PlotsReading: PackedReading, Hashable {
  /// What the analyzer shows of a tick.
  case analyzer(AnalyzerReading)
  /// What the tutorial's app shows of a tenth of a second.
  case tutorial(TutorialPlotsReading)

  /// Appends one byte for the kind, then the reading.
  public func pack(into bytes: inout [UInt8]) {
    switch self {
    case .analyzer(let reading):
      bytes.append(0)
      reading.pack(into: &bytes)
    case .tutorial(let reading):
      bytes.append(1)
      reading.pack(into: &bytes)
    }
  }

  /// Reads bytes.
  public init(unpacking bytes: Span<UInt8>) {
    let packed = bytes.extracting(1...)
    self =
      bytes[0] == 0
      ? .analyzer(AnalyzerReading(unpacking: packed))
      : .tutorial(TutorialPlotsReading(unpacking: packed))
  }
}
