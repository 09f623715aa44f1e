// SPDX-License-Identifier: MIT
internal import Arguments
internal import Text

/// Files of options: what was read reads as the same again when it is written in full.
enum PresetsHarness {
  static let harness = Harness(
    name: "presets", longestInput: 1024,
    words: [
      "palette dusk\n", "--fps=30\n", "title 'A'\n", "title \"A\"\n", "# ", "cover ./a.png\n",
      "~/", "../", "=", "\r\n", "\t", "\u{FEFF}", "--", "overwrite\n",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let presets: [Preset]
    do { presets = try Preset.read(bytes, path: "a/b", home: "/c") } catch { return }
    let text = presets.map { preset in
      "--\(preset.name)\(preset.text.map { "='\($0)'" } ?? "")\n"
    }.joined()
    let again: [Preset]
    do { again = try Preset.read(RawText.bytes(text), path: "a/b", home: "/c") } catch {
      throw BrokenLaw("\(presets) can be read again: \(error.reason)")
    }
    try law(
      again.map(\.name) == presets.map(\.name) && again.map(\.text) == presets.map(\.text),
      "\(again) is not \(presets)")
    try law(presets.count <= bytes.count, "there are no more options than bytes")
  }
}
