// SPDX-License-Identifier: MIT
extension SongStructure {
  /// The part of a song that shows it best to someone who chooses a look: the first eight bars of its
  /// loudest section, of several the longest one, in ticks; `nil` if it has fewer bars, or if they take
  /// more than `most` ticks.
  package func chosenPart(of ticks: Int, atMost most: Int, at rate: Double) -> Range<Int>? {
    let bars = downbeats
    let count = 8
    func part(from bar: Int) -> Range<Int>? {
      guard bar + count < bars.count else { return nil }
      let part = Int((bars[bar] * rate).rounded())..<Int((bars[bar + count] * rate).rounded())
      return part.isEmpty || part.count > most || part.upperBound > ticks ? nil : part
    }
    let loudest = sections.sorted {
      ($0.rank, $0.end - $0.begin) > ($1.rank, $1.end - $1.begin)
    }
    for section in loudest {
      if let first = bars.firstIndex(where: { $0 > section.begin - 0.1 }),
        let part = part(from: first)
      {
        return part
      }
    }
    return bars.indices.lazy.compactMap(part).first
  }
}
