// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// Figures that a view calls disjoint, so that they are drawn faster.
@Suite struct DisjointFiguresTests {
  @Test func `bars and levels do not overlap`() throws {
    var random = SeededGenerator(seed: 1)
    let readings = (0..<200).map { index in
      // Silence at times, where the shapes have no height.
      let loudness = index % 50 < 10 ? -200 : Double.random(in: -60...0, using: &random)
      return Plots.analyzer(
        bar: .random(in: -90...0, using: &random), cap: .random(in: -90...0, using: &random),
        left: (loudness, loudness - 6), right: (loudness / 2, loudness - 20))
    }
    try Plots.scene(after: readings, size: (320, 180)).expectNoOverlap()
  }
}
