// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Text

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (0, 3, "0.000"), (-0.0, 3, "0.000"), (-0.0004, 3, "0.000"), (-0.0006, 3, "-0.001"),
      (1, 0, "1"), (-1, 0, "-1"), (12.5, 0, "12"), (13.5, 0, "14"), (-12.5, 0, "-12"),
      (0.5, 0, "0"), (1.5, 0, "2"), (-0.5, 0, "0"), (0.125, 2, "0.12"), (0.375, 2, "0.38"),
      (9.9996, 3, "10.000"), (-99.9996, 3, "-100.000"), (-6.0206, 6, "-6.020600"),
      (999_999_999.5, 0, "1000000000"), (1e-300, 6, "0.000000"),
      // Less than halfway in binary, though not in decimal, and the other way round.
      (1.005, 2, "1.00"), (2.675, 2, "2.67"), (1.115, 2, "1.11"), (0.15, 1, "0.1"),
      (0.35, 1, "0.3"), (0.45, 1, "0.5"), (0.0005, 3, "0.001"), (5e-7, 6, "0.000000"),
    ] as [(Double, Int, String)])
  func `a number has exactly so many places`(value: Double, places: Int, text: String) {
    #expect(DecimalText.text(value, places: places) == text)
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `the exact value is rounded, as the C library does`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<600 {
      let places = Int.random(in: 0...6, using: &random)
      let bound: Double = random.pick([1, 1000, 999_999_999])
      var value = Double.random(in: -bound...bound, using: &random)
      if Bool.random(using: &random) {
        // At the middle between two units, or next to it.
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        value = ((value * scale).rounded(.down) + 0.5) / scale
        if Bool.random(using: &random) { value = value.nextUp }
      }
      let reference = String(format: "%.\(places)f", value)
      let isZero = !reference.contains { ("1"..."9").contains($0) }
      let expected = isZero && reference.hasPrefix("-") ? String(reference.dropFirst()) : reference
      #expect(DecimalText.text(value, places: places) == expected, "\(value) to \(places)")
    }
  }

  @Test(
    arguments: [
      (0, "0.000000000"), (16_666_667, "0.016666667"), (1_000_000_000, "1.000000000"),
      (-5, "-0.000000005"), (3_600_000_000_000, "3600.000000000"),
    ])
  func `nanoseconds are written as seconds with nine places`(nanoseconds: Int, text: String) {
    #expect(DecimalText.seconds(nanoseconds: nanoseconds) == text)
  }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (Int.max, "9223372036854775807"),
    (Int.min, "-9223372036854775808"),
  ])
  func `a whole number has no point`(value: Int, text: String) {
    var bytes: [UInt8] = Array("x".utf8)
    DecimalText.append(value, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + text)
  }
}
