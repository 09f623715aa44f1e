// SPDX-License-Identifier: MIT
public import Drawing

/// A way to show a picture in a terminal; the best is the first case, the last one is for any terminal with
/// colours and UTF-8.
///
/// The bytes move the cursor to the beginning of the line below the picture.
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// A PNG in pieces of text.
  ///
  /// - Source: kitty, *Terminal graphics protocol*.
  case kitty
  /// Half blocks: two pixels in a cell.
  case blocks

  /// The names of all: `kitty and blocks`.
  public static var choice: String { allCases.map(\.rawValue).joined(separator: " and ") }

  /// The least pixels across in which a figure is recognized.
  public var leastWidth: Int { self == .kitty ? 200 : 36 }

  /// Whether a terminal that answers so shows such pictures.
  public func isTaken(by answers: TerminalAnswers) -> Bool {
    self == .blocks || answers.takesKitty
  }

  /// The pixels of a picture in one cell of a screen; both are positive.
  public func cell(_ screen: TerminalScreen) -> (width: Int, height: Int) {
    self == .kitty ? (screen.cellWidth, screen.cellHeight) : (1, 2)
  }

  /// The most pixels across and down of a picture on a screen; both are positive.
  public func room(on screen: TerminalScreen) -> (width: Int, height: Int) {
    let (cells, cell) = (screen.pictureCells, cell(screen))
    return (
      min(cells.columns * cell.width, Canvas.largestSide),
      min(cells.rows * cell.height, Canvas.largestSide)
    )
  }

  /// The bytes that show a scene.
  public func bytes(_ scene: Scene, _ screen: TerminalScreen) -> [UInt8] {
    switch self {
    case .kitty: PictureProtocol.pieces(of: scene)
    case .blocks:
      BlockPicture(scene, on: screen.ground, hasTrueColor: screen.hasTrueColor).bytes
    }
  }

  private static func pieces(of scene: Scene) -> [UInt8] {
    var (renderer, png, bytes) = (PNGFrameRenderer(), [UInt8](), [UInt8]())
    renderer.render(scene, into: &png)
    let text = Base64.text(of: png)
    for start in stride(from: 0, to: text.count, by: longestPiece) {
      let end = min(start + longestPiece, text.count)
      // It answers nothing (q), since nobody would read that.
      bytes += Array(
        "\u{1B}_G\(start == 0 ? "a=T,f=100,q=2," : "")m=\(end < text.count ? 1 : 0);".utf8)
      bytes += text[start..<end]
      bytes += Array("\u{1B}\\".utf8)
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  /// The most characters of a picture in a piece.
  private static let longestPiece = 4096
}
