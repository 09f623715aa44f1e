// SPDX-License-Identifier: MIT
internal import Signal

extension AddedColumns {
  /// Bass, middle and treble of the first two channels.
  static let bands = bands(
    zip(["bass", "middle", "treble"], ["bass", "voices and most instruments", "cymbals"]).map {
      ($0, "The level of the \($1) of the first two channels")
    }, edges: [20, 250, 4000, 20_000])

  /// The greatest number of bands.
  static let maxBands = 60

  /// So many bands of equal width in octaves, from 20 Hz to 20 kHz; the names of the columns have
  /// their edges.
  ///
  /// - Precondition: there are 1 to ``maxBands``.
  static func bands(count: Int) -> AddedColumns {
    let edges = (0...count).map {
      Int((20 * power(1000, Double($0) / Double(count))).rounded())
    }
    return bands(
      (0..<count).map { _ in ("band", "The level of a band of the first two channels") },
      edges: edges, name: "bands=\(count)")
  }

  private static func bands(
    _ names: [(name: String, meaning: String)], edges: [Int],
    name: String = "bands"
  ) -> AddedColumns {
    let columns = names.enumerated().map { index, band in
      Column(
        "\(band.name)_\(edges[index])_\(edges[index + 1])_dbfs",
        "\(band.meaning), \(edges[index]) to \(edges[index + 1]) Hz, in dBFS.")
    }
    return AddedColumns(name, columns) { input in
      Analysis { stream in
        BandAnalyzer(BandFilter(edges: edges, channels: (0, 1), stream.format)) { powers in
          powers.map { .number(Decibels(meanSquare: $0.sum() / 2, floor: input.floor).value) }
        }
      }
    }
  }
}
