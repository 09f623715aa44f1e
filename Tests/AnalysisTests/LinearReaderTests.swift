// SPDX-License-Identifier: MIT
import Analysis
import TestSupport
import Testing

/// Readers of text take time in proportion to its bytes, whatever these are.
@Suite struct LinearReaderTests {
  @Test(.timeLimit(.minutes(1)), arguments: WorstText.pieces)
  func `lyrics of megabytes are read in a moment`(piece: String) {
    for start in ["", "[00:01]", "1\n00:00:01,000 --> 00:00:02,000\n"] {
      let read = try? LyricsFile.read(WorstText.text(piece, behind: start))
      #expect((read?.lyrics.lines.count ?? 0) <= 2 * LyricsFile.maxLines)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: WorstText.pieces)
  func `labels of megabytes are read in a moment`(piece: String) {
    for start in ["", "0\t1\t"] {
      let structure = try? LabelFile.structure(WorstText.text(piece, behind: start))
      #expect((structure?.sections.count ?? 0) <= LabelFile.maxLabels)
    }
  }
}
