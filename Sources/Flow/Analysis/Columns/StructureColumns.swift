// SPDX-License-Identifier: MIT
internal import Signal

// Columns of the structure of the first two channels, or of the one that a file describes. All of the
// input is read before the first row.
extension AddedColumns {
  /// The beats.
  static let beats = structure(
    "beats",
    [
      Column(
        "beats",
        "1 in the tick of a beat, 2 in that of a downbeat, with which a bar begins; else 0. All of the "
          + "input is read before the first row, so it is not for live sound.")
    ]
  ) { structure, rate, count in
    var values = [Double](repeating: 0, count: count)
    for beat in structure.beats {
      let tick = rate.event(atSecond: beat.time)
      if tick < count { values[tick] = beat.number == 1 ? 2 : 1 }
    }
    return values.map { [.number($0)] }
  }

  /// The phase of the bar.
  static let bars = structure(
    "bars",
    [
      Column(
        "bars",
        "How much of a bar has passed when the tick begins, from 0 up to 1; 0 before the first "
          + "downbeat and after the last one.")
    ]
  ) { structure, rate, count in
    let downbeats = structure.downbeats
    var bar = 0
    return (0..<count).map { tick in
      let time = rate.second(ofEvent: tick)
      while bar + 1 < downbeats.count, downbeats[bar + 1] <= time { bar += 1 }
      guard bar + 1 < downbeats.count, downbeats[bar] <= time else { return [.number(0)] }
      return [.number((time - downbeats[bar]) / (downbeats[bar + 1] - downbeats[bar]))]
    }
  }

  /// The sections.
  static let section = structure(
    "section",
    [
      Column(
        "section", "The number of the section of the song, from 1; 0 outside of all sections."),
      Column(
        "section_rank",
        "How loud its class is among those of the song, from 1 for the softest; sections of one class, "
          + "such as choruses, sound alike."),
    ]
  ) { structure, rate, count in
    let begins = structure.sections.map { rate.event(atSecond: $0.begin) }
    var next = 0
    return (0..<count).map { tick in
      while next < begins.count, begins[next] <= tick { next += 1 }
      guard next > 0, rate.second(ofEvent: tick) < structure.sections[next - 1].end else {
        return [.number(0), .number(0)]
      }
      return [.number(Double(next)), .number(Double(structure.sections[next - 1].rank + 1))]
    }
  }

  private static func structure(
    _ name: String, _ columns: [Column],
    _ values: @escaping @Sendable (SongStructure, Rate, Int) -> [[ColumnValue]]
  ) -> AddedColumns {
    AddedColumns(ofStructure: name, columns) { input in
      if let given = input.structure {
        return Analysis<NoReading>.none.collected { values(given, $1.clock.rate, $2) }
      }
      return Analysis<[StructureReading]>.structure().collected(
        into: StructureReadings(), { $0.append($1) }
      ) { readings, stream, count in
        SongStructure(readings).map { values($0, stream.clock.rate, count) } ?? []
      }
    }
  }
}
