// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Views

/// Words from tags, and palettes, take time in proportion to their bytes, whatever these are.
@Suite struct LinearWordsTests {
  @Test(.timeLimit(.minutes(1)), arguments: WorstText.pieces)
  func `a title or a palette of megabytes is read in a moment`(piece: String) {
    let text = WorstText.text(piece)
    #expect((Captions(title: text).title?.count ?? 0) <= 200)
    #expect(Captions.title(ofFile: text).utf8.count <= text.utf8.count)
    for start in ["", "{\"background\":\""] {
      #expect((try? Palette(json: Array((start + text).utf8))) == nil)
    }
  }
}
