// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

/// The colours of scenes differ for all eyes, and figures stand out on their grounds.
@Suite struct SceneColorsTests {
  /// How people see linear red, green and blue, row by row: all colours, without long cones, and without
  /// middle ones.
  ///
  /// - Source: Machado, Oliveira, Fernandes, *A physiologically-based model for simulation of color vision
  ///   deficiency*, 2009, severity 1.
  private static let eyes: [[Double]] = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [
      0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
    ],
    [
      0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881,
    ],
  ]

  /// The least difference of two colours for any eyes, as their distance in Oklab.
  private func distance(_ one: Color, _ other: Color) -> Double {
    SceneColorsTests.eyes.map { rows in
      func seen(_ color: Color) -> Oklab {
        let light = color.linear
        func row(_ index: Int) -> Double {
          let sum =
            rows[3 * index] * light.x + rows[3 * index + 1] * light.y + rows[3 * index + 2]
            * light.z
          return min(max(sum, 0), 1)
        }
        return Oklab(linear: SIMD4(row(0), row(1), row(2), 0))
      }
      return seen(one).distance(to: seen(other))
    }.min() ?? 0
  }

  private static let palettes = Palette.named

  @Test func `the grounds of soft, usual and loud scenes look different to all eyes`() {
    for (name, palette) in SceneColorsTests.palettes {
      let grounds = palette.settings.map(\.background)
      for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        let distance = distance(grounds[one], grounds[other])
        #expect(distance >= 0.13, "\(name), \(one) and \(other): \(distance)")
      }
    }
  }

  @Test func `no band of a figure vanishes in the next one, and no petal in the ground`() throws {
    for (name, palette) in SceneColorsTests.palettes {
      for (index, scene) in palette.settings.enumerated() {
        for (one, other) in zip(scene.ramp, scene.ramp.dropFirst()) {
          #expect(distance(one, other) >= 0.039, "\(name), \(index): \(one) \(other)")
        }
      }
    }
    let press = Palette.press.settings[2]
    for stop in press.ramp[3...6] { #expect(distance(stop, press.background) >= 0.08, "\(stop)") }
  }

  @Test func `the inks of built-in scenes can be read as they are`() {
    for (name, palette) in SceneColorsTests.palettes {
      for (index, scene) in palette.settings.enumerated() {
        let contrast = scene.ink.contrast(to: scene.background)
        #expect(contrast >= 4.5, "\(name), \(index): \(contrast)")
        #expect(scene.accent != scene.ink, "\(name), \(index)")
      }
    }
    #expect("\(Palette.press.ink)" == "#00629e")
    #expect("\(Palette.paper.settings[2].ink)" == "#141417")
  }

  @Test func `a cover gives its largest colour to usual scenes, and its brightest to loud ones`()
    throws
  {
    // A teal cover with an orange sun, and a white line.
    let colors = try ["#12343b", "#1d6f78", "#1d6f78", "#1d6f78", "#1d6f78", "#f08030", "#fff8e8"]
      .map { try #require(Color(parsing: $0)) }
    let cover = Bitmap(
      width: 14, height: 14,
      pixels: (0..<196).flatMap { index -> [UInt8] in
        let color = colors[index * colors.count / 196]
        return [color.red, color.green, color.blue, 255]
      })
    let scenes = Palette(cover: cover).settings
    let grounds = scenes.map { Oklab($0.background) }
    // Teal, and orange.
    #expect(grounds[1].a < -0.03 && (0.25...0.36).contains(grounds[1].lightness))
    #expect(grounds[2].a > 0.05 && grounds[2].b > 0.05 && grounds[2].lightness > 0.61)
    #expect(scenes.allSatisfy { $0.ink.contrast(to: $0.background) >= 4.5 })
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `the grounds of any cover differ, and none is mud`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let colors = (0..<Int.random(in: 2...7, using: &random)).map { _ in
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
    }
    let cover = Bitmap(
      width: 16, height: 16,
      pixels: (0..<256).flatMap { index -> [UInt8] in
        let color = colors[index * colors.count / 256]
        return [color.red, color.green, color.blue, 255]
      })
    let palette = Palette(cover: cover)
    guard !palette.scenes.isEmpty else { return }
    let grounds = palette.settings.map { Oklab($0.background) }
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
      #expect(grounds[one].distance(to: grounds[other]) > 0.1, "seed \(seed): \(colors)")
    }
    for ground in grounds[1...] {
      let isEarth = ground.b > 0.05 && abs(ground.a) < 0.36 * ground.b
      #expect(!isEarth || ground.lightness > 0.69, "seed \(seed): \(colors)")
    }
  }

  @Test(
    arguments: [
      ("#0b3d2e,#f4d35e", "#f4d35e"), ("navy,red", "#ff0000"), ("navy,orange", "#ffa500"),
      ("white,black", nil),
      ("white,red", "#ff0000"), ("black,white,red", "#ff0000"),
    ] as [(String, String?)])
  func
    `the loud scene of typed colours is in the purest of them, not in a mix, and its figure stands out`(
      colors: String, ground: String?
    ) throws
  {
    let palette = Palette(
      try colors.split(separator: ",").map { try #require(Color(parsing: String($0))) })
    #expect(ground == nil || "\(palette.settings[2].background)" == ground)
    expectFigureStandsOut(palette, colors)
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `the figure of a loud scene stands out in any two colours`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let colors = (0..<2).map { _ in Color(rgb: .random(in: 0...0xFFFFFF, using: &random)) }
    expectFigureStandsOut(Palette(colors), "\(colors), seed \(seed)")
  }

  private func expectFigureStandsOut(_ palette: Palette, _ comment: String) {
    let grounds = palette.settings.map { Oklab($0.background) }
    #expect(grounds[..<2].allSatisfy { $0.distance(to: grounds[2]) >= 0.1 }, "\(comment)")
    let loud = palette.settings[2]
    let contrasts = loud.ramp.map { $0.contrast(to: loud.background) }
    #expect(contrasts.allSatisfy { $0 >= 2 }, "\(comment): \(contrasts)")
    #expect(contrasts.count { $0 >= 3 } >= 3 && contrasts[0] >= 3.5, "\(comment): \(contrasts)")
  }
}
