// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// How a figure is on its sheet: the value of `--frame`.
public enum FigureFrame: String, CaseIterable, Sendable, ArgumentValue {
  /// All of it is on the sheet.
  case whole
  /// It is larger than the sheet, and cut off by its edges.
  case bleed
}

/// A sheet whose title is set large, beside or over the figure; all lengths are in points from the
/// centre of a sheet whose shorter side is 432 points.
struct DisplaySheet {
  /// The centre of the figure.
  let center: Point
  /// The factor of the figure's lengths.
  let scale: Double
  /// The area of the words.
  let box: Composition.Area

  private let lettering: Lettering
  /// The upper edge of a title that stays over lyrics, below what apps cover of a 9:16.
  private let headTop: Double

  /// The height of the subtitle's capitals, and its distance from the title.
  private static let (small, gap) = (11.0, 17.0)
  /// The highest capitals of lyrics: at this size a line of the box has two or three words.
  private static let largestLyrics = 27.0
  /// The widest pen of a title.
  private static let widestPen = 11.0

  /// A sheet of any shape: between a square, 16:9 and 9:16 all lengths are interpolated.
  init(_ canvas: Canvas, _ frame: FigureFrame, _ lettering: Lettering) {
    self.lettering = lettering
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let wide = min(max((width / height - 1) / (16.0 / 9 - 1), 0), 1)
    let tall = min(max((1 - width / height) / (1 - 9.0 / 16), 0), 1)
    func between(_ square: Double, _ landscape: Double, _ portrait: Double) -> Double {
      square + (landscape - square) * wide + (portrait - square) * tall
    }
    switch frame {
    case .bleed:
      scale = between(1.8, 2.08, 1.9)
      center = Point(
        x: width * between(0.162, 0.203, 0), y: height * between(-0.093, 0, -0.078))
    case .whole:
      scale = between(0.68, 1, 0.96)
      center = Point(
        x: width * between(0.1, 0.203, 0), y: height * between(-0.155, 0, -0.13))
    }
    headTop = between(22, 22, 0.11 * height) - height / 2
    // Apps cover the lowest fifth of a 9:16 and its right edge.
    box = Composition.Area(
      left: between(-190, -0.453 * width, -180), top: between(52, 20, 80),
      right: between(62, -0.453 * width + 260, 140), bottom: between(190, 180, 226))
  }

  /// A title that fills the box down to the subtitle: each word has a line of its own, or up to four
  /// lines share the words. Strokes are as wide as the box in each line, unless they would be stretched
  /// too much.
  func title(_ text: String, hasSubtitle: Bool, penShare: Double) -> DrawnWords {
    let lines = lettering.lines(of: text, most: StretchedLines.count(for: text))
    var box = box
    box.bottom -= hasSubtitle ? DisplaySheet.small + DisplaySheet.gap : 0
    let width = box.right - box.left
    let type = StretchedLines(
      lines, lettering, in: box, leading: lines.count > 2 ? 20.0 : 26)
    // A word that long would be a bar.
    guard type.cap >= DisplaySheet.small else {
      return small(text, at: box.bottom, penShare: penShare)
    }
    let letters = lines.map(\.text.count).max() ?? 1
    let pen = min(DisplaySheet.widestPen, 0.2 * type.cap, 0.42 * width / Double(letters))
    return DrawnWords(words: type.words(pen: pen), pen: pen, isFilled: lettering.isFilled)
  }

  /// A title, and a subtitle below it, that stay over lyrics: at the upper edge of the sheet.
  func head(_ texts: [String], penShare: Double) -> [DrawnWords] {
    texts.enumerated().map { index, text in
      small(text, at: headTop + DisplaySheet.small + Double(index) * 22, penShare: penShare)
    }
  }

  /// A subtitle at the lower edge of the box.
  func subtitle(_ text: String, penShare: Double) -> DrawnWords {
    small(text, at: box.bottom, penShare: penShare)
  }

  /// How large lyrics with this leading may be in one line, in two, and so on.
  func lyrics(leading: Double) -> [Lettering.LineSize] {
    (1...4).map { count in
      let most = (box.bottom - box.top) / (1 + leading * Double(count - 1))
      return Lettering.LineSize(
        cap: min(DisplaySheet.largestLyrics, most), width: box.right - box.left)
    }
  }

  private func small(_ text: String, at base: Double, penShare: Double) -> DrawnWords {
    let size = Lettering.LineSize(cap: DisplaySheet.small, width: box.right - box.left)
    let (lines, cap) = lettering.fitted(text, [size])
    let place = Point(x: box.left, y: base)
    return DrawnWords(
      words: lettering.words(lines, cap: cap, at: place, anchor: .start), pen: penShare * cap,
      isFilled: lettering.isFilled)
  }
}
