// SPDX-License-Identifier: MIT
public import Drawing

/// A way to show a picture in a terminal.
///
/// The bytes move the cursor to the beginning of the line below the picture. A new way is a row of
/// ``all``.
public struct PictureProtocol: Sendable {
  /// The word that chooses it.
  public let name: String
  /// The least pixels across in which a figure is recognized.
  public let leastWidth: Int
  /// Whether a terminal that answers so shows such pictures.
  public let isTaken: @Sendable (TerminalAnswers) -> Bool
  /// The pixels of a picture in one cell of a screen; both are positive.
  public let cell: @Sendable (TerminalScreen) -> (width: Int, height: Int)
  /// The longest side of a picture on a screen, in pixels.
  private let longestSide: @Sendable (TerminalScreen) -> Int
  /// The bytes that show a scene.
  public let bytes: @Sendable (Scene, TerminalScreen) -> [UInt8]

  /// All of them, the best first; the last one is for any terminal with colours and UTF-8.
  public static let all = [kitty, iterm, sixel, blocks]

  /// The names of all: `kitty, iterm, sixel and blocks`.
  public static var choice: String {
    all.dropLast().map(\.name).joined(separator: ", ") + " and " + (all.last?.name ?? "")
  }

  /// The most pixels across and down of a picture on a screen; both are positive.
  public func room(on screen: TerminalScreen) -> (width: Int, height: Int) {
    let (cells, cell) = (screen.pictureCells, cell(screen))
    let longest = min(longestSide(screen), Canvas.largestSide)
    return (min(cells.columns * cell.width, longest), min(cells.rows * cell.height, longest))
  }

  private init(
    _ name: String, leastWidth: Int = 200,
    isTaken: @escaping @Sendable (TerminalAnswers) -> Bool,
    cell: @escaping @Sendable (TerminalScreen) -> (width: Int, height: Int) = {
      ($0.cellWidth, $0.cellHeight)
    }, longestSide: @escaping @Sendable (TerminalScreen) -> Int = { _ in .max },
    bytes: @escaping @Sendable (Scene, TerminalScreen) -> [UInt8]
  ) {
    (self.name, self.leastWidth) = (name, leastWidth)
    (self.isTaken, self.cell, self.longestSide) = (isTaken, cell, longestSide)
    self.bytes = bytes
  }

  /// A PNG in pieces of text.
  ///
  /// - Source: kitty, *Terminal graphics protocol*.
  public static let kitty = PictureProtocol(
    "kitty", isTaken: \.takesKitty
  ) { scene, _ in
    var bytes: [UInt8] = []
    let text = Base64.text(of: png(of: scene))
    for start in stride(from: 0, to: text.count, by: kittyPiece) {
      let end = min(start + kittyPiece, text.count)
      // It answers nothing (q), since nobody would read that.
      bytes += Array(
        "\u{1B}_G\(start == 0 ? "a=T,f=100,q=2," : "")m=\(end < text.count ? 1 : 0);".utf8)
      bytes += text[start..<end]
      bytes += Array("\u{1B}\\".utf8)
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  /// The most characters of a picture in a piece.
  private static let kittyPiece = 4096

  /// A PNG as a file that is shown in the line.
  ///
  /// - Source: iTerm2, *Inline Images Protocol*.
  public static let iterm = PictureProtocol(
    "iterm", isTaken: \.takesITerm
  ) { scene, screen in
    let png = png(of: scene)
    // In cells it is as large on screens with two pixels in one.
    let columns = max((scene.canvas.width + screen.cellWidth / 2) / screen.cellWidth, 1)
    let head = "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);preserveAspectRatio=1:"
    return Array(head.utf8) + Base64.text(of: png) + [0x07, UInt8(ascii: "\n")]
  }

  /// Sixels, the graphics of DEC's terminals.
  public static let sixel = PictureProtocol(
    "sixel", isTaken: \.takesSixel, longestSide: \.largestSixelSide
  ) { scene, screen in
    SixelPicture(pixels(of: scene), colorCount: screen.sixelColorCount, on: screen.ground).bytes
      + [UInt8(ascii: "\n")]
  }

  /// Half blocks: two pixels in a cell.
  public static let blocks = PictureProtocol(
    "blocks", leastWidth: 36, isTaken: { _ in true }, cell: { _ in (1, 2) }
  ) { scene, screen in
    BlockPicture(pixels(of: scene), on: screen.ground, hasTrueColor: screen.hasTrueColor).bytes
  }

  private static func png(of scene: Scene) -> [UInt8] {
    var (renderer, bytes) = (PNGFrameRenderer(), [UInt8]())
    renderer.render(scene, into: &bytes)
    return bytes
  }

  private static func pixels(of scene: Scene) -> Bitmap {
    var renderer = RawFrameRenderer(.rgba)
    renderer.draw(scene)
    return Bitmap(
      width: scene.canvas.width, height: scene.canvas.height, pixels: renderer.bytes)
  }
}

extension PictureProtocol: Hashable {
  /// They are equal if their names are.
  public static func == (left: PictureProtocol, right: PictureProtocol) -> Bool {
    left.name == right.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Bitmap {
  /// A pixel on a ground, as `0xRRGGBB`; `nil` if it is transparent, all but a little.
  func color(ofPixel index: Int, on ground: Color) -> UInt32? {
    let place = 4 * index
    let alpha = UInt32(pixels[place + 3])
    guard alpha > 12 else { return nil }
    func mixed(_ part: UInt8, _ behind: UInt8) -> UInt32 {
      (UInt32(part) * alpha + UInt32(behind) * (255 - alpha) + 127) / 255
    }
    return mixed(pixels[place], ground.red) << 16 | mixed(pixels[place + 1], ground.green) << 8
      | mixed(pixels[place + 2], ground.blue)
  }
}
