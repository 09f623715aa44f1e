// SPDX-License-Identifier: MIT
import CommandSupport
import Drawing
import Rendering
import Signal
import TestSupport

@testable import Filming

/// What `film` says of flashes.
extension Standard {
  static let flashes = Standard(
    name: "WCAG 2.2, 2.3.1, and ITU-R BT.1702",
    remark: """
      What `film` warns of: general flashes and red flashes, more than three in a second, on more than a \
      quarter of the picture. The limits are those of its counter for made sequences just below and just above \
      each; the looks are films of bursts of noise, eight in a second. It counts at a grid of 64 by 36 points, \
      by the colours before they are coded. Patterns of stripes, and parts of the picture by the angle at which \
      they are seen, are not judged, so this is no Harding test.
      """,
    clauses: limits + reds + looks)

  /// Red and another colour, ten times a second: (64, 0, 0) is less than 20/320 redder than black, and the
  /// distance of (255, 89, 0) from red in u′ and v′ is less than 0.2.
  private static let reds: [Clause] = [
    ("red and the grey of its luminance", (255, 0, 0), (127, 127, 127), 100...100),
    ("red and the green of its luminance", (255, 0, 0), (0, 148, 0), 100...100),
    ("red and an orange near it", (255, 0, 0), (255, 89, 0), 0...0),
    ("a red that is nearly black, and black", (64, 0, 0), (0, 0, 0), 0...0),
    ("blue and the grey of its luminance", (0, 0, 255), (76, 76, 76), 0...0),
  ].map { words, one, other, limits in
    Clause("red flash", "\(words), ten a second: share", "%", limits) {
      let pair = [one, other].map { [UInt8($0.0), UInt8($0.1), UInt8($0.2)] }
      let pictures = pair.map { color in (0..<64 * 36).flatMap { _ in color } }
      return 100 * (try flashes(each: 3, pictures, rate: 60)).share
    }
  }

  private static let limits = [
    ("three flashes a second: share of the picture", 60, 0...0, 10, 0, 200, 64, false),
    ("four flashes a second: share of the picture", 60, 100...100, 7, 0, 200, 64, false),
    ("three flashes a second at 24 frames: share of the picture", 24, 0...0, 4, 0, 200, 64, false),
    (
      "four flashes a second at 24 frames: share of the picture", 24, 100...100, 3, 0, 200, 64,
      false
    ),
    ("0 to 0.098 of the luminance, ten a second: share", 60, 0...0, 3, 0, 88, 64, false),
    ("0 to 0.102 of the luminance, ten a second: share", 60, 100...100, 3, 0, 90, 64, false),
    ("0.807 to 1 of the luminance, ten a second: share", 60, 0...0, 3, 232, 255, 64, false),
    ("0.791 to 1 of the luminance, ten a second: share", 60, 100...100, 3, 230, 255, 64, false),
    ("a quarter of the picture: warnings", 60, 0...0, 3, 0, 255, 16, true),
    ("a 64th more than a quarter: warnings", 60, 1...1, 3, 0, 255, 17, true),
  ].map { words, rate, limits, frames, dark, bright, columns, countsWarnings in
    Clause("general flash", words, countsWarnings ? "" : "%", limits) {
      let flashes = try flashes(
        each: frames, from: UInt8(dark), to: UInt8(bright), columns: columns, rate: rate)
      return countsWarnings ? (flashes.areLarge ? 1 : 0) : 100 * flashes.share
    }
  }

  /// Three seconds in which some of 64 columns change each so many frames.
  private static func flashes(
    each frames: Int, from dark: UInt8, to bright: UInt8, columns: Int, rate: Int
  ) throws -> Flashes {
    let pictures = [dark, bright].map { level in
      let row = (0..<64).flatMap { [UInt8](repeating: $0 < columns ? level : 0, count: 3) }
      return Array(repeating: row, count: 36).flatMap { $0 }
    }
    return try flashes(each: frames, pictures, rate: rate)
  }

  /// Three seconds in which two pictures of 64 by 36 points alternate.
  private static func flashes(
    each frames: Int, _ pictures: [[UInt8]], rate: Int
  ) throws -> Flashes {
    guard let canvas = Canvas(width: 64, height: 36, shortSideInPoints: 432),
      let rate = Rate(rate)
    else { throw CommandError(description: "no such pictures") }
    var counter = FlashCounter(canvas, rate: rate)
    for frame in 0..<3 * rate.numerator {
      let picture = pictures[frame / frames % 2]
      counter.add(picture.span)
    }
    return counter.flashes
  }

  private static let names = [
    "line", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well", "horizon",
    "sunflower", "guilloche", "clave", "letters", "rings", "spiral", "moth", "harmony", "studio",
    "analyzer",
  ]

  private static let looks = [
    Clause(
      "general flash", "the worst of \(names.count) looks: share of the picture", "%",
      -.infinity...25
    ) { try names.map(share).max() ?? .nan }
  ]

  /// What `film` tells of a look, in percent of the picture.
  private static func share(_ look: String) throws -> Double {
    try TemporaryFolder.with { folder in
      var generator = SeededGenerator(seed: 42)
      let samples = (0..<2 * 22_050).map { index in
        index * 8 / 22_050 % 2 == 0 ? Double.random(in: -0.9...0.9, using: &generator) : 0
      }
      try folder.write(TestSound(sampleRate: 22_050, channels: [samples, samples]).wave, "a.wav")
      let told = try Inside.succeed(
        Inside.command([
          "film", folder.path("a.wav"), "-o", folder.path("a.mp4"), "--look", look, "--sound",
          "none", "--size", "64x36", "--progress", "json",
        ])
      ).errors
      let share = told.firstMatch(of: /"flashes":([\d.]+)/)
      return share.flatMap { Double($0.output.1) }.map { 100 * $0 } ?? .nan
    }
  }
}
