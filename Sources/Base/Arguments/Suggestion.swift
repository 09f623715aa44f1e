// SPDX-License-Identifier: MIT

/// Guesses what a mistyped word was meant to be.
package enum Suggestion {
  /// The nearest candidate, the first of several. At most a third of the longer word's letters may
  /// differ, or all of them by their case.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    let small = word.lowercased()
    if let same = candidates.first(where: { $0.lowercased() == small }) { return same }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let limit = max(word.count, candidate.count, 3) / 3
      guard abs(candidate.count - word.count) <= limit else { continue }
      let distance = distance(small, candidate.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The smallest number of insertions, deletions, replacements and swaps of neighbours.
  ///
  /// - Source: Damerau, *A technique for computer detection and correction of spelling errors*,
  ///   1964; the restricted form, in which no part is edited twice.
  package static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var twoBefore: [Int] = []
    var before = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(before[j + 1] + 1, row[j] + 1, before[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, twoBefore[j - 1] + 1)
        }
        row.append(least)
      }
      twoBefore = before
      before = row
    }
    return before[b.count]
  }
}
