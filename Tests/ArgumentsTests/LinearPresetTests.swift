// SPDX-License-Identifier: MIT
import Arguments
import TestSupport
import Testing

/// Files of options take time in proportion to their bytes, whatever these are.
@Suite struct LinearPresetTests {
  @Test(.timeLimit(.minutes(1)), arguments: WorstText.pieces)
  func `options of megabytes are read, or refused, in a moment`(piece: String) {
    for start in ["", "title=\""] {
      let bytes = Array(WorstText.text(piece, behind: start).utf8)
      let presets = try? Preset.read(bytes, path: "options", home: nil)
      #expect((presets?.count ?? 0) <= bytes.count)
    }
  }
}
