// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import Testing

/// Pictures as terminals read them.
@Suite struct TerminalPictureTests {
  private static func scene(
    _ width: Int, _ height: Int, background: Color = .black, _ items: [Item] = []
  ) throws -> Scene {
    let canvas = try #require(
      Canvas(width: width, height: height, shortSideInPoints: Double(min(width, height))))
    var scene = Scene(canvas: canvas, background: background)
    scene.items = items
    return scene
  }

  /// The pixels of a picture as an item, which draws them as they are.
  private static func image(_ width: Int, _ height: Int, _ colors: [Color]) -> Item {
    .image(
      PlacedImage(
        bitmap: Bitmap(
          width: width, height: height,
          pixels: colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }),
        png: [], origin: Point(x: -Double(width) / 2, y: -Double(height) / 2),
        width: Double(width), height: Double(height)))
  }

  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let white = Color(red: 255, green: 255, blue: 255)

  private static func shown(
    _ way: PictureProtocol, _ scene: Scene, _ adjust: (inout TerminalScreen) -> Void = { _ in }
  ) -> String {
    var screen = TerminalScreen(columns: 80, rows: 24)
    adjust(&screen)
    return String(decoding: way.bytes(scene, screen), as: UTF8.self)
  }

  @Test func `half blocks have two pixels, and change colours only where they change`() throws {
    let item = Self.image(
      3, 3,
      [Self.red, Self.red, .none, .black, .black, Self.white, Self.white, .none, .none])
    let scene = try Self.scene(3, 3, background: .none, [item])
    #expect(
      Self.shown(.blocks, scene) { $0.hasTrueColor = true }
        == "\u{1B}[38;2;255;0;0;48;2;0;0;0m▀▀\u{1B}[38;2;255;255;255;49m▄\u{1B}[0m\n"
        + "\u{1B}[38;2;255;255;255m▀  \u{1B}[0m\n")
    #expect(
      Self.shown(.blocks, scene)
        == "\u{1B}[38;5;196;48;5;16m▀▀\u{1B}[38;5;231;49m▄\u{1B}[0m\n"
        + "\u{1B}[38;5;231m▀  \u{1B}[0m\n")
  }

  @Test(arguments: [
    (0x000000, 16), (0xFFFFFF, 231), (0x808080, 244), (0x5F87AF, 67), (0x0A0A0A, 232),
    (0xEE0000, 196), (0x121212, 233),
  ])
  func `one of 256 colours is the nearest one`(color: Int, number: Int) throws {
    let color = Color(
      red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255))
    let scene = try Self.scene(1, 1, background: color)
    #expect(Self.shown(.blocks, scene) == "\u{1B}[38;5;\(number)m▀\u{1B}[0m\n")
    // Two colours that are shown as one.
    let near = Color(red: color.red, green: color.green, blue: color.blue ^ 1)
    let pair = try Self.scene(2, 1, [Self.image(2, 1, [color, near])])
    #expect(Self.shown(.blocks, pair) == "\u{1B}[38;5;\(number)m▀▀\u{1B}[0m\n")
  }

  @Test func `pictures leave room for the command, the note and the prompt`() {
    var screen = TerminalScreen(columns: 80, rows: 24)
    (screen.cellWidth, screen.cellHeight) = (9, 18)
    #expect(PictureProtocol.kitty.room(on: screen) == (79 * 9, 21 * 18))
    #expect(PictureProtocol.blocks.room(on: screen) == (79, 42))
    #expect(PictureProtocol.blocks.room(on: TerminalScreen(columns: 1, rows: 1)) == (1, 2))
  }
}
