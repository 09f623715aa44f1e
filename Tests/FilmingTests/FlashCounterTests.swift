// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import Signal
import TestSupport
import Testing

@testable import Filming

/// What a film says about its flashes.
@Suite struct FlashCounterTests {
  private typealias RGB = SIMD3<UInt8>

  private static let canvas = Canvas(width: 128, height: 72, shortSideInPoints: 432)

  /// Two seconds at 60 frames a second, the first columns of which have a colour that depends on the frame,
  /// and the others are black.
  private func flashes(columns: Int = 128, _ color: (Int) -> RGB) throws -> Flashes {
    var counter = FlashCounter(try #require(Self.canvas), rate: .sixty)
    for frame in 0..<120 {
      let color = color(frame)
      let colors = counter.pixels.flatMap { pixel in
        (0..<3).map { pixel.x < columns ? color[$0] : 0 }
      }
      counter.add(colors.span)
    }
    return counter.flashes
  }

  private func flashes(columns: Int = 128, level: (Int) -> UInt8) throws -> Flashes {
    try flashes(columns: columns) { RGB(repeating: level($0)) }
  }

  @Test func `three flashes a second are allowed, and more are not`() throws {
    let three = try flashes { $0 / 10 % 2 == 0 ? 0 : 200 }
    #expect(three.share == 0 && !three.areNotable)
    let four = try flashes { $0 / 7 % 2 == 0 ? 0 : 200 }
    #expect(four.share == 1 && four.areLarge)
    // The seventh change ends it.
    #expect(abs(four.seconds - 49.0 / 60) < 0.001)
  }

  @Test func `a fifth of the picture is less than a quarter, and a third is more`() throws {
    let fifth = try flashes(columns: 26) { $0 / 5 % 2 == 0 ? 0 : 255 }
    #expect(abs(fifth.share - 0.2) < 0.01 && fifth.areNotable && !fifth.areLarge)
    #expect(try flashes(columns: 43) { $0 / 5 % 2 == 0 ? 0 : 255 }.areLarge)
  }

  @Test func `small changes, and those among bright colours, are no flashes`() throws {
    #expect(try flashes { $0 / 3 % 2 == 0 ? 60 : 90 }.share == 0)
    #expect(try flashes { $0 / 3 % 2 == 0 ? 240 : 255 }.share == 0)
    // One rise in steps is one change.
    #expect(try flashes { UInt8(min(2 * $0, 255)) }.share == 0)
    #expect(try flashes { $0 / 3 % 2 == 0 ? 60 : 140 }.share == 1)
  }

  /// The relative luminances of the primaries are 0.21, 0.72 and 0.07; of two colours of one luminance only
  /// those with a saturated red flash.
  @Test(
    arguments: [
      ("red and black", RGB(255, 0, 0), RGB(0, 0, 0), true),
      ("dark red and black", RGB(180, 0, 0), RGB(0, 0, 0), true),
      ("darkest red and black", RGB(60, 0, 0), RGB(0, 0, 0), false),
      ("green and black", RGB(0, 255, 0), RGB(0, 0, 0), true),
      ("blue and black", RGB(0, 0, 255), RGB(0, 0, 0), false),
      ("blue and the same blue with red", RGB(0, 0, 255), RGB(190, 0, 255), true),
      ("red and a green of its luminance", RGB(255, 0, 0), RGB(0, 148, 0), true),
      ("red and the grey of its luminance", RGB(255, 0, 0), RGB(127, 127, 127), true),
      ("red and an orange near it", RGB(255, 0, 0), RGB(255, 90, 0), false),
      ("green and the grey of its luminance", RGB(0, 148, 0), RGB(127, 127, 127), false),
      ("blue and the grey of its luminance", RGB(0, 0, 255), RGB(76, 76, 76), false),
      ("yellow and white", RGB(255, 255, 0), RGB(255, 255, 255), false),
    ])
  func `colours flash by luminance, and by saturated red`(
    name: String, one: SIMD3<UInt8>, other: SIMD3<UInt8>, isFlash: Bool
  ) throws {
    let share = try flashes { $0 / 5 % 2 == 0 ? one : other }.share
    #expect(share == (isFlash ? 1 : 0), "\(name)")
    #expect(try flashes { $0 / 5 % 2 == 0 ? other : one }.share == share, "\(name)")
  }

  /// The definition, word for word: the changes of two colours that alternate.
  private func isFlash(_ one: RGB, _ other: RGB) -> (verdict: Bool, isNearLimit: Bool) {
    let colors = [one, other].map { color in
      (0..<3).map { part in
        let value = Double(color[part]) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
    }
    let luminances = colors.map { 0.2126 * $0[0] + 0.7152 * $0[1] + 0.0722 * $0[2] }.sorted()
    let places = colors.map { color -> (Double, Double) in
      guard color.contains(where: { $0 > 0 }) else { return (0.19784, 0.46834) }
      let x = 0.4124 * color[0] + 0.3576 * color[1] + 0.1805 * color[2]
      let y = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
      let z = 0.0193 * color[0] + 0.1192 * color[1] + 0.9505 * color[2]
      return (4 * x / (x + 15 * y + 3 * z), 9 * y / (x + 15 * y + 3 * z))
    }
    let shares = colors.map { color in
      let sum = color.reduce(0, +)
      return sum == 0 ? 0 : color[0] / sum
    }
    let redness = colors.map { max(($0[0] - $0[1] - $0[2]) * 320, 0) }
    let distance = hypot(places[0].0 - places[1].0, places[0].1 - places[1].1)
    let difference = abs(redness[0] - redness[1])
    let isGeneral = luminances[1] - luminances[0] >= 0.1 && luminances[0] < 0.8
    let isRed = shares.contains { $0 >= 0.8 } && distance > 0.2 && difference > 20
    let margins = [
      luminances[1] - luminances[0] - 0.1, luminances[0] - 0.8, distance - 0.2,
      (difference - 20) / 320, shares[0] - 0.8, shares[1] - 0.8,
    ]
    return (isGeneral || isRed, margins.contains { abs($0) < 1e-4 })
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `pairs of colours flash as the definition says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      var pair = (0..<2).map { _ in
        RGB((0..<3).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      // Half of them have a red.
      if Bool.random(using: &random) {
        pair[0] = RGB(
          .random(in: 100...255, using: &random), .random(in: 0...90, using: &random),
          .random(in: 0...90, using: &random))
        if Bool.random(using: &random) { pair[1].x = pair[0].x / 2 }
      }
      let (verdict, isNearLimit) = isFlash(pair[0], pair[1])
      if isNearLimit { continue }
      let share = try flashes { pair[$0 / 4 % 2] }.share
      #expect(share == (verdict ? 1 : 0), "seed \(seed): \(pair)")
    }
  }
}
