// SPDX-License-Identifier: MIT
public import Signal

/// What a picture of a programme's loudness shows of some of its time.
public struct LoudnessColumn: Sendable, Hashable {
  /// The greatest momentary loudness, in LUFS.
  public private(set) var momentary: Decibels
  /// The least and the greatest short-term loudness, in LUFS.
  public private(set) var shortTerm: ClosedRange<Decibels>
  /// The integrated loudness at its end, in LUFS.
  public private(set) var integrated: Decibels
  /// The loudness range at its end, in LU.
  public private(set) var range: Double
  /// The greatest true peak of all channels, in dBTP.
  public private(set) var truePeak: Decibels

  /// What is shown of a tick.
  public init(_ reading: ShownLoudness) {
    (momentary, integrated) = (reading.momentary, reading.integrated)
    shortTerm = reading.shortTerm...reading.shortTerm
    (range, truePeak) = (reading.range, reading.truePeak)
  }

  /// Adds the time that follows.
  public mutating func append(_ next: LoudnessColumn) {
    momentary = max(momentary, next.momentary)
    shortTerm =
      min(
        shortTerm.lowerBound, next.shortTerm.lowerBound)...max(
        shortTerm.upperBound, next.shortTerm.upperBound)
    (integrated, range) = (next.integrated, next.range)
    truePeak = max(truePeak, next.truePeak)
  }
}

/// The loudness of a programme over its time in little memory, however long it is: when the columns
/// become too many, each two of them become one.
public struct LoudnessCourse: Sendable {
  /// The columns, of which the last may be of less time.
  public private(set) var columns: [LoudnessColumn] = []
  /// How many columns are as long as the programme.
  public var length: Double { Double(readingCount) / Double(readingsInColumn) }

  private let mostColumns: Int
  private var readingCount = 0
  private var readingsInColumn = 1

  /// The course of nothing, of at most `mostColumns` columns.
  ///
  /// - Precondition: `mostColumns` is even and positive.
  public init(mostColumns: Int) {
    precondition(mostColumns > 0 && mostColumns.isMultiple(of: 2))
    self.mostColumns = mostColumns
  }

  /// Adds the next tick.
  public mutating func include(_ reading: ProgrammeReading) {
    let column = LoudnessColumn(ShownLoudness(reading))
    defer { readingCount += 1 }
    guard readingCount.isMultiple(of: readingsInColumn) else {
      return columns[columns.count - 1].append(column)
    }
    if columns.count == mostColumns {
      columns = stride(from: 0, to: mostColumns, by: 2).map { index in
        var both = columns[index]
        both.append(columns[index + 1])
        return both
      }
      readingsInColumn *= 2
    }
    columns.append(column)
  }
}
