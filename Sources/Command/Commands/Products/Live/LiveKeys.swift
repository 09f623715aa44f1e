// SPDX-License-Identifier: MIT
internal import Pipeline

/// What a key does while a show runs.
enum LiveKey: Hashable {
  /// It changes the look or the palette.
  case change(LiveChange)
  /// It prints the keys.
  case help
  /// It ends the show.
  case quit

  /// Reads the bytes of keys as terminals send them, which may come in pieces.
  struct Reader {
    /// The beginning of a key of several bytes.
    private var begun: [UInt8] = []

    /// The keys that are complete; those without a meaning are left out.
    mutating func keys(_ bytes: [UInt8]) -> [LiveKey] {
      bytes.compactMap { byte in
        // ESC [ X and ESC O X are keys; after another byte a new one begins.
        if begun == [0x1B], [UInt8(ascii: "["), UInt8(ascii: "O")].contains(byte) {
          begun.append(byte)
          return nil
        }
        defer { begun = byte == 0x1B ? [byte] : [] }
        return (begun.count == 2 ? LiveKey.arrows : LiveKey.letters)[byte]
      }
    }
  }

  private static let arrows: [UInt8: LiveKey] = [
    UInt8(ascii: "A"): .change(.palette(.previous)), UInt8(ascii: "B"): .change(.palette(.next)),
    UInt8(ascii: "C"): .change(.look(.next)), UInt8(ascii: "D"): .change(.look(.previous)),
  ]
  private static let letters: [UInt8: LiveKey] = [
    UInt8(ascii: "l"): .change(.look(.next)), UInt8(ascii: "L"): .change(.look(.previous)),
    UInt8(ascii: "p"): .change(.palette(.next)), UInt8(ascii: "P"): .change(.palette(.previous)),
    UInt8(ascii: "?"): .help, UInt8(ascii: "q"): .quit,
  ]

  /// What the keys do, in a line.
  static let summary =
    "keys: right and left (l, L) change the look, down and up (p, P) the palette; ? shows them, "
    + "q ends the show"
}
