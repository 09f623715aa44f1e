// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct PaletteMakingTests {
  private func picture(_ colors: [Color], side: Int = 16) -> Bitmap {
    Bitmap(
      width: side, height: side,
      pixels: (0..<side * side).flatMap { index -> [UInt8] in
        let color = colors[index * colors.count / (side * side)]
        return [color.red, color.green, color.blue, color.alpha]
      })
  }

  private func color(_ text: String) throws -> Color { try #require(Color(parsing: text)) }

  /// The contrasts that words and figures need.
  private func expectReadable(_ palette: Palette, _ comment: String) {
    let ground = palette.background
    #expect(palette.ink.contrast(to: ground) >= 7, "\(comment): ink")
    #expect(palette.ink2.contrast(to: ground) >= 2.6, "\(comment): ink2")
    #expect(palette.accent.contrast(to: ground) >= 2, "\(comment): accent")
  }

  @Test func `a cover gives its own colours`() throws {
    let dark = Palette(
      cover: picture([
        try color("#101030"), try color("#101030"), try color("#101030"), try color("#f0e0c0"),
        try color("#e06020"), try color("#e06020"), try color("#20b0a0"),
      ]))
    #expect("\(dark.background)" == "#11122b")
    #expect("\(dark.ink)" == "#f0e0c0")
    #expect("\(dark.ink2)" == "#e06020")
    #expect("\(dark.accent)" == "#20b0a0")
    #expect(dark.ramp.first == dark.ink)
    #expect(dark.ramp[7].contrast(to: dark.background) < 1.5)
    let light = Palette(
      cover: picture([
        try color("#f4efe4"), try color("#f4efe4"), try color("#203040"), try color("#d03020"),
      ]))
    #expect("\(light.ink)" == "#203040" && "\(light.ink2)" == "#d03020")
    expectReadable(light, "light")
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `the colours of any cover can be read`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let colors = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random),
        alpha: [255, 255, 255, 0].randomElement(using: &random) ?? 255)
    }
    let cover = picture(colors, side: Int.random(in: 3...90, using: &random))
    let palette = Palette(cover: cover)
    expectReadable(palette, "\(colors)")
    #expect(palette == Palette(cover: cover))
  }

  @Test(arguments: ["black", "white", "#808080", "#ff0000", "#00f", "none"])
  func `a cover of one colour gives a palette that can be read`(name: String) throws {
    expectReadable(Palette(cover: picture([try color(name)], side: 1)), name)
  }

  @Test(arguments: [
    ("#102030", "#f0e0c0"), ("#ffffff", "#000000"), ("#eeff00", "#000000"), ("#202020", "#dddddd"),
  ])
  func `a file needs only a background and an ink`(background: String, ink: String) throws {
    let text = "{\"background\": \"\(background)\", \"ink\": \"\(ink)\"}"
    let palette = try Palette(json: Array(text.utf8))
    expectReadable(palette, text)
    #expect(palette.ramp[0] == palette.ink)
    #expect(Set([palette.ink, palette.ink2, palette.accent]).count == 3)
    #expect(Palette([try color(background), try color(ink)]) == palette)
    let more = try Palette(json: Array(text.dropLast().utf8) + Array(", \"accent\": \"red\"}".utf8))
    #expect(more.accent == Color(red: 255, green: 0, blue: 0) && more.ink2 == palette.ink2)
  }

  @Test(arguments: [("#0b3d2e", "#f4d35e"), ("#f3e9d2", "#14213d"), ("#fff", "#000")])
  func `a palette of two colours has no hue of its own`(background: String, ink: String) throws {
    let (ground, first) = (try color(background), try color(ink))
    let palette = Palette([ground, first])
    // A mix of two colours is between them in each of its parts, or nearly so.
    func parts(_ color: Color) -> [Int] { [Int(color.red), Int(color.green), Int(color.blue)] }
    for mixed in [palette.ink2, palette.accent] + palette.ramp {
      for (part, ends) in zip(parts(mixed), zip(parts(ground), parts(first))) {
        let span = min(ends.0, ends.1) - 12...max(ends.0, ends.1) + 12
        #expect(span.contains(part), "\(mixed)")
      }
    }
    // The steps go from the ink to the ground.
    let contrasts = palette.ramp.map { $0.contrast(to: ground) }
    #expect(contrasts == contrasts.sorted(by: >))
  }

  @Test func `a third and a fourth colour are the second ink and the accent`() throws {
    let colors = [try color("#0b3d2e"), try color("#f4d35e"), try color("#ee964b")]
    let three = Palette(colors)
    #expect(three.ink2 == colors[2] && three.accent == colors[2])
    let red = try color("#f95738")
    #expect(Palette(colors + [red]).accent == red)
  }

  @Test func `black and white have the greatest contrast`() {
    let white = Color(red: 255, green: 255, blue: 255)
    #expect(abs(white.contrast(to: .black) - 21) < 1e-9)
    #expect(white.contrast(to: white) == 1)
  }
}
