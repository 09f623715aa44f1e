// SPDX-License-Identifier: MIT
// Programs of random bytes for every part that reads what others have written. Not shipped.

/// One part of the program that bytes from outside reach, and what must hold for any of them.
package struct Harness: Sendable {
  /// The word that chooses it.
  package let name: String

  /// The most bytes of an input: enough to reach everything, few enough to be quick.
  package let longestInput: Int

  /// Pieces of inputs that chance would not find.
  package let words: [[UInt8]]

  /// Makes the checksums right of an input that was changed, where wrong ones would end it early.
  package let repair: (@Sendable (inout [UInt8]) -> Void)?

  /// Hands an input to the part, and throws if a law does not hold.
  ///
  /// What the part refuses is not a finding; what traps, leaks, never ends or takes too much memory is
  /// one without any law.
  package let check: @Sendable ([UInt8]) throws(BrokenLaw) -> Void

  init(
    name: String, longestInput: Int, words: [String],
    repair: (@Sendable (inout [UInt8]) -> Void)? = nil,
    check: @escaping @Sendable ([UInt8]) throws(BrokenLaw) -> Void
  ) {
    self.name = name
    self.longestInput = longestInput
    self.words = words.map { Array($0.utf8) }
    self.repair = repair
    self.check = check
  }

  /// All of them.
  package static let all = [
    DecodingHarness.harness, ConstantsHarness.harness, ValuesHarness.harness,
    OptionsHarness.harness, ImageHarness.harness, ManifestHarness.harness,
    PaletteHarness.harness, InstrumentHarness.harness, ScenesHarness.harness,
    ReadingsHarness.harness, PartHarness.harness, LabelsHarness.harness,
    LyricsHarness.harness, FontHarness.harness, PresetsHarness.harness, OSCHarness.harness,
    TerminalHarness.harness, H264Harness.harness, FilmHarness.harness, LookHarness.harness,
  ]

  /// The words as a dictionary of libFuzzer.
  package var dictionary: String {
    let digits = Array("0123456789abcdef")
    let lines = words.map { word in
      let escaped = word.map { "\\x\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
      return "\"\(escaped.joined())\"\n"
    }
    return lines.joined()
  }
}

/// A law that an input has broken.
package struct BrokenLaw: Error, CustomStringConvertible {
  /// What should have been.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Makes sure that a law holds.
func law(
  _ holds: @autoclosure () -> Bool, _ description: @autoclosure () -> String
) throws(BrokenLaw) {
  guard holds() else { throw BrokenLaw(description()) }
}

/// Numbers that an input itself decides on, so that it always means the same.
struct InputNumbers {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// - Source: Fowler, Noll and Vo's hash FNV-1a.
  init(_ bytes: [UInt8]) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// One of several values.
  mutating func pick<Value>(_ choices: [Value]) -> Value {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return choices[Int((state >> 33) % UInt64(choices.count))]
  }
}
