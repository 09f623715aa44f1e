// SPDX-License-Identifier: MIT
internal import Signal

/// A part of a structure, as it is stored in a file of readings.
public enum StructureEntry: Sendable, Hashable {
  /// The tempo, and whether it is steady.
  case tempo(Double, isSteady: Bool)
  /// A beat.
  case beat(SongStructure.Beat)
  /// A section. Its name is a letter.
  case section(SongStructure.Section)
  /// The share of pauses.
  case pauses(Double)
  /// One of the values of ``SongMeasures``, by its place.
  case measure(Int, Double)
}

extension StructureEntry: PackedReading {
  /// The bytes of an entry.
  public static let size = 20
  /// No time is later, in seconds.
  private static let latest = 1e7

  /// Appends 20 bytes: the kind, a number, a letter, a byte of 0, and two times in seconds.
  public func pack(into bytes: inout [UInt8]) {
    func pack(_ kind: UInt8, _ number: Int, letter: UInt8 = 0, _ one: Double, _ other: Double = 0) {
      bytes.append(kind)
      bytes.append(UInt8(clamping: number))
      bytes += [letter, 0]
      bytes.pack(one)
      bytes.pack(other)
    }
    switch self {
    case .tempo(let tempo, let isSteady): pack(0, isSteady ? 1 : 0, tempo)
    case .beat(let beat): pack(1, beat.number, beat.time)
    case .section(let section):
      pack(2, section.rank, letter: section.name.utf8.first ?? 0, section.begin, section.end)
    case .pauses(let share): pack(3, 0, share)
    case .measure(let place, let value): pack(4, place, value)
    }
  }

  /// Whether the times are times, and the kind and the numbers are such as are stored.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.areNumbers(doubles: 4..<size, below: latest) else { return false }
    switch bytes[0] {
    case 0: return bytes[1] <= 1
    case 1: return (1...LabelFile.maxBeatsInBar).contains(Int(bytes[1]))
    case 2: return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[2])
    case 3:
      var offset = 4
      return (0...1).contains(bytes.unpackDouble(at: &offset))
    case 4:
      var offset = 4
      let place = Int(bytes[1])
      guard place < SongMeasures.limits.count else { return false }
      return (0...SongMeasures.limits[place]).contains(bytes.unpackDouble(at: &offset))
    default: return false
    }
  }

  /// Reads 20 bytes.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 4
    let (one, other) = (bytes.unpackDouble(at: &offset), bytes.unpackDouble(at: &offset))
    switch bytes[0] {
    case 0: self = .tempo(one, isSteady: bytes[1] == 1)
    case 1: self = .beat(SongStructure.Beat(time: one, number: Int(bytes[1])))
    case 3: self = .pauses(one)
    case 4: self = .measure(Int(bytes[1]), one)
    default:
      self = .section(
        SongStructure.Section(
          begin: one, end: other, name: String(UnicodeScalar(bytes[2])), rank: Int(bytes[1])))
    }
  }
}

extension SongStructure {
  /// The name of the table of entries.
  public static let tableName = "structure"

  /// All of it.
  public var entries: [StructureEntry] {
    (tempo.map { [.tempo($0, isSteady: isSteady)] } ?? []) + beats.map { .beat($0) }
      + sections.map { .section($0) } + (pauses > 0 ? [.pauses(pauses)] : [])
      + (measures?.values ?? []).enumerated().map { .measure($0.offset, $0.element) }
  }

  /// The structure of these entries.
  public init(entries: [StructureEntry]) {
    var (tempo, isSteady): (Double?, Bool) = (nil, false)
    var (beats, sections, pauses): ([Beat], [Section], Double) = ([], [], 0)
    var values = [Double?](repeating: nil, count: SongMeasures.limits.count)
    for entry in entries {
      switch entry {
      case .tempo(let value, let steady): (tempo, isSteady) = (value, steady)
      case .beat(let beat): beats.append(beat)
      case .section(let section): sections.append(section)
      case .pauses(let share): pauses = share
      case .measure(let place, let value): values[place] = value
      }
    }
    self.init(
      tempo: tempo, isSteady: isSteady, beats: beats, sections: sections, pauses: pauses,
      measures: SongMeasures(values: values))
  }
}

extension Analysis where Reading == StructureEntry {
  /// The entries of the structure of two channels: not one for each tick, but all at the end, or none if
  /// the process is asked to end meanwhile.
  public static func structureEntries(channels: (left: Int, right: Int)) -> Analysis {
    Analysis<[StructureReading]>.structure(channels: channels).collected(
      into: StructureReadings(), { $0.append($1) }
    ) { readings, _, _ in
      SongStructure(readings)?.entries ?? []
    }
  }
}
