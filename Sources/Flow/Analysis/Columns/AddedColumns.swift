// SPDX-License-Identifier: MIT
public import Signal

/// Columns that the table of levels can have beside the levels, under one name.
///
/// A new one is a file like `PitchColumns.swift`, and a row in `ofSound`: names, help, values and
/// messages follow.
public struct AddedColumns: Sendable {
  /// The name on the command line.
  public let name: String

  /// The columns, in the order of the values of a reading.
  public let columns: [Column]

  /// Whether they tell of the structure of the song, which a file may describe.
  public private(set) var isOfStructure = false

  /// The values as a part of what the summary of a programme is made of, if they are one.
  fileprivate var ofProgramme: (@Sendable (ProgrammeReading) -> [ColumnValue])?

  private let make: @Sendable (ColumnInput) -> Analysis<[ColumnValue]>?

  /// Columns, and the analysis of their values; `nil` for inputs that have no score, if the values
  /// come from the score itself.
  public init(
    _ name: String, _ columns: [Column],
    _ make: @escaping @Sendable (ColumnInput) -> Analysis<[ColumnValue]>?
  ) {
    (self.name, self.columns, self.make) = (name, columns, make)
  }

  /// Columns of the structure of the song.
  init(
    ofStructure name: String, _ columns: [Column],
    _ make: @escaping @Sendable (ColumnInput) -> Analysis<[ColumnValue]>?
  ) {
    self.init(name, columns, make)
    isOfStructure = true
  }

  /// Columns that a summary of the whole measures as well, by either.
  init(
    _ name: String, _ columns: [Column],
    ofProgramme: @escaping @Sendable (ProgrammeReading) -> [ColumnValue],
    _ make: @escaping @Sendable (ColumnInput) -> Analysis<[ColumnValue]>?
  ) {
    self.init(name, columns, make)
    self.ofProgramme = ofProgramme
  }

  /// Those that are measured on the sound, in the order of help.
  package static let ofSound: [AddedColumns] = [
    .soundMeter, .fft, .tracker, .loudness, .truePeak, .correlation, .pitch, .bands, .beat,
    .beats, .bars, .section, .turn, .lyrics,
  ]

  /// Those of a name in a table; `bands=N` are N bands. `nil` if there are none.
  package static func named(_ name: String, in table: [AddedColumns]) -> AddedColumns? {
    if let known = table.first(where: { $0.name == name }) { return known }
    let words = name.split(separator: "=", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == bands.name, let count = Int(words[1]),
      (1...maxBands).contains(count)
    else { return nil }
    return bands(count: count)
  }

  /// The values at each tick, in the order of their `names(channelCount:)`; `nil` if the input
  /// would have to have a score.
  public func analysis(of input: ColumnInput) -> Analysis<[ColumnValue]>? { make(input) }
}

/// What added columns may depend on beside the samples.
public struct ColumnInput: Sendable {
  /// What digital silence reads.
  public let floor: Decibels
  /// What plays the samples, if the input has a score.
  public let score: (any Score)?
  /// The structure of the song, if it need not be found.
  public let structure: SongStructure?
  /// The lyrics of the song, if there are any.
  public let lyrics: SongLyrics?
  /// How channels count for loudness.
  public let weighting: ChannelWeighting

  /// The input of columns.
  public init(
    floor: Decibels, score: (any Score)? = nil, structure: SongStructure? = nil,
    lyrics: SongLyrics? = nil, weighting: ChannelWeighting = .layout
  ) {
    (self.floor, self.score, self.structure) = (floor, score, structure)
    (self.lyrics, self.weighting) = (lyrics, weighting)
  }
}

extension Analysis where Reading == [Decibels] {
  /// The levels, and the values of added columns in their order.
  public func adding(
    _ added: [Analysis<[ColumnValue]>]
  ) -> Analysis<(levels: [Decibels], added: [ColumnValue])> {
    added.reduce(map { (levels: $0, added: []) }) { analysis, next in
      analysis.joined(with: next).map { ($0.0.levels, $0.0.added + $0.1) }
    }
  }

  /// The levels with added columns and the parts of a summary; columns that are such parts are not
  /// measured again.
  ///
  /// - Parameters:
  ///   - added: the columns, each with the analysis of its values.
  ///   - summary: what the summary is made of, with the floor and the weighting of the columns.
  /// - Returns: the levels, the values of the columns in their order, and the parts of the summary.
  public func adding(
    _ added: [(AddedColumns, Analysis<[ColumnValue]>)],
    and summary: Analysis<SongSummary.Reading>
  ) -> Analysis<(levels: [Decibels], added: [ColumnValue], summary: SongSummary.Reading)> {
    let start = joined(with: summary).map {
      (levels: $0.0, added: [ColumnValue](), summary: $0.1)
    }
    return added.reduce(start) { analysis, next in
      let (columns, values) = next
      if let values = columns.ofProgramme {
        return analysis.map { ($0.levels, $0.added + values($0.summary.programme), $0.summary) }
      }
      return analysis.joined(with: values).map {
        ($0.0.levels, $0.0.added + $0.1, $0.0.summary)
      }
    }
  }
}
