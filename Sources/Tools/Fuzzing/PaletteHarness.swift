// SPDX-License-Identifier: MIT
internal import Views

/// Palettes as JSON: what was read and written reads as the same again.
enum PaletteHarness {
  static let harness = Harness(
    name: "palette", longestInput: 1024,
    words: [
      Palette.schema, "schema", "background", "ink", "ink2", "accent", "ramp", "scenes", "none",
      "#fff",
      "#12345678", "rebeccapurple", "rgb(1,2,3)", "0x",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard let palette = try? Palette(json: bytes) else { return }
    let read: Palette
    do { read = try Palette(json: palette.json) } catch {
      throw BrokenLaw("\(palette) can be read again: \(error)")
    }
    try law(read == palette, "\(read) is not \(palette)")
  }
}
