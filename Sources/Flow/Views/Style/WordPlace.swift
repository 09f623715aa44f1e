// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// The place of words beside a figure: the value of `--words`.
public enum WordPlace: String, CaseIterable, Sendable, ArgumentValue {
  /// In the middle, under the figure.
  case below
  /// At the left, at the bottom.
  case corner
  /// Larger, at the left of wide sheets and half-way up, with the figure at their right; else below.
  case side
  /// In the middle, over the figure.
  case above
  /// As large as can be, at the lower left, over a part of the figure.
  case display
}

/// The lengths of a figure and its words on a sheet whose shorter side is 432 points, all in points
/// from the centre of the sheet.
struct WordSheet {
  /// The centre of the figure.
  let center: Point
  /// The factor of the figure's lengths.
  let scale: Double
  /// How large the title may be in one line, in two, and so on.
  let title: [Lettering.LineSize]
  /// How large the subtitle may be in one line, in two, and so on.
  let subtitle: [Lettering.LineSize]
  /// The left end or the middle of the lines.
  let x: Double
  /// The end of a line that is at ``x``.
  let anchor: StrokeFont.Anchor

  /// The upper edge of a title that stays over lyrics.
  var headTop = 0.0

  private let place: WordPlace
  /// The strip for the words: they are in the middle of it, or in a corner at its lower edge.
  let strip: (top: Double, bottom: Double)
  private let sheet: Composition.Area

  /// The largest radius of a figure, with all that moves around it.
  private static let reach = 214.0
  private static let margin = 22.0
  /// From the title to the subtitle, in heights of the title's capitals.
  static let gap = 0.75
}

extension WordSheet {
  /// A sheet without words, and where its shape lies among those that sheets are designed for.
  private struct Shape {
    let width, height: Double
    /// From 0 for a square to 1 for 16:9, and to 1 for 9:16.
    let wide, tall: Double
    /// From 0 for 7:10, which is a sheet of paper, to 1 for 9:16, which is a telephone.
    let phone: Double

    var isWide: Bool { width > 1.5 * height }
    var area: Composition.Area {
      Composition.Area(left: -width / 2, top: -height / 2, right: width / 2, bottom: height / 2)
    }

    init(_ canvas: Canvas) {
      (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
      wide = min((width / height - 1) / (16.0 / 9 - 1), 1)
      tall = min(max((1 - width / height) / (1 - 9.0 / 16), 0), 1)
      phone = min(max((0.7 - width / height) / (0.7 - 9.0 / 16), 0), 1)
    }
  }

  /// A sheet for words; without a place for them in the corner of sheets wider than 3:2, where lyrics
  /// would be too small, and below the figure of others.
  init(_ canvas: Canvas, _ words: Captions) {
    let shape = Shape(canvas)
    let given = words.place ?? (words.hasLyrics ? .side : nil)
    let place =
      given == .side && shape.width <= 1.25 * shape.height
      ? .below : given ?? (shape.isWide ? .corner : .below)
    self =
      switch place {
      case .side: .atSide(shape)
      case .corner where shape.isWide: .inCorner(shape)
      default: .overOrUnder(shape, place, hasHead: words.titleStays)
      }
    if place == .side || endsBelow { headTop = sheet.top + WordSheet.margin }
  }

  private static func atSide(_ shape: Shape) -> WordSheet {
    let (sheet, width) = (shape.area, shape.width)
    let (scale, centerX) = (between(0.7, 1, shape.wide), 0.17 * width)
    let end = centerX - reach * scale - 12
    let x = max(sheet.left + 0.045 * width, end - 300)
    return WordSheet(
      center: Point(x: centerX, y: 0), scale: scale,
      title: sizes([22, 22, 22, 13], width: end - x), subtitle: sizes([11, 10], width: end - x),
      x: x, anchor: .start, place: .side, strip: (sheet.top, sheet.bottom), sheet: sheet)
  }

  /// Beside the figure of a wide sheet.
  private static func inCorner(_ shape: Shape) -> WordSheet {
    let sheet = shape.area
    let (left, bottom) = (sheet.left + margin, sheet.bottom - 24)
    /// Lines beside the figure, where it is widest at their height, above what is `below` them.
    func lines(_ cap: Double, _ count: Double, below: Double) -> Lettering.LineSize {
      let y = bottom - below - cap * (1 + 1.9 * (count - 1))
      let chord = max(reach * reach - y * y, 0).squareRoot()
      return Lettering.LineSize(cap: cap, width: -chord - 8 - left)
    }
    // Above a subtitle in two lines.
    let below = 2.9 * 7.5 + gap * 15
    return WordSheet(
      center: .origin, scale: 1,
      title: [
        lines(15, 1, below: below), lines(10.5, 2, below: below), lines(9.5, 3, below: below),
      ],
      subtitle: [lines(9, 1, below: 0), lines(7.5, 2, below: 0)],
      x: left, anchor: .start, place: .corner, strip: (0, bottom), sheet: sheet)
  }

  private static func overOrUnder(
    _ shape: Shape, _ place: WordPlace, hasHead: Bool
  ) -> WordSheet {
    let (sheet, tall, phone) = (shape.area, shape.tall, shape.phone)
    let isAbove = place == .above
    let scale = between(0.82, 1, tall) * (hasHead ? 0.86 : 1)
    // Apps put buttons at the right edge.
    let length = shape.width - 2 * between(margin, 48, phone)
    // The distance from the figure's centre to the edge that is opposite to the words.
    let far = between(0.425, 0.44, tall) + phone * (isAbove ? 0.04 : -0.06)
    // The heights of the strips at both edges that are left free.
    let free = between(13, 60, tall)
    let (upper, lower) = (
      free + phone * (0.11 * shape.height - free), free + phone * (0.205 * shape.height - free)
    )
    let rim = reach * scale
    let headTop = sheet.top + upper
    let center = Point(
      x: 0,
      y: hasHead
        ? headTop + between(44, 56, tall) + 8 + rim
        : (isAbove ? 0.5 - far : far - 0.5) * shape.height)
    return WordSheet(
      center: center, scale: scale,
      title: sizes(
        [between(14, 22, tall), between(9.8, 18, tall)]
          + (phone > 0 ? [between(9.8, 14.5, phone)] : []), width: length),
      subtitle: sizes([between(8, 11, tall), between(6.4, 8.5, tall)], width: length),
      x: place == .corner ? sheet.left + margin : 0,
      anchor: place == .corner ? .start : .middle, headTop: headTop, place: place,
      strip: isAbove
        ? (sheet.top + upper, center.y - rim) : (center.y + rim, sheet.bottom - lower),
      sheet: sheet)
  }

  private static func between(_ square: Double, _ stretched: Double, _ share: Double) -> Double {
    square + (stretched - square) * share
  }

  private static func sizes(_ caps: [Double], width: Double) -> [Lettering.LineSize] {
    caps.map { Lettering.LineSize(cap: $0, width: width) }
  }

  /// Whether the words end at the lower edge of their strip; otherwise they are in the middle of it.
  var endsBelow: Bool { place == .corner && strip.top == 0 }

  /// The top of words of this height.
  func top(ofHeight height: Double) -> Double {
    endsBelow
      ? strip.bottom - height : (strip.top + strip.bottom - height) / 2
  }

  /// How large lyrics with this leading may be in one line, in two, and so on: beside the figure larger
  /// than a title, in a strip as large as there is space.
  func lyrics(leading: Double = 1.6) -> [Lettering.LineSize] {
    (1...4).map { count in
      let given = title[min(count, title.count) - 1]
      switch place {
      case .side: return Lettering.LineSize(cap: 1.4 * title[0].cap, width: given.width)
      case .corner where endsBelow:
        return count < 4 ? given : Lettering.LineSize(cap: 0.85 * given.cap, width: given.width)
      default:
        let most = (strip.bottom - strip.top) / (1.3 + leading * Double(count - 1))
        return Lettering.LineSize(cap: min(title[0].cap, most), width: given.width)
      }
    }
  }

  /// How large the title and the subtitle may be that stay over lyrics.
  var head: (title: [Lettering.LineSize], subtitle: [Lettering.LineSize]) {
    let (title, subtitle) = (title.prefix(2), subtitle.prefix(1))
    let share = min(14 / title[0].cap, 1)
    func smaller(_ sizes: ArraySlice<Lettering.LineSize>) -> [Lettering.LineSize] {
      sizes.enumerated().map { index, size in
        Lettering.LineSize(cap: share * size.cap * (index == 0 ? 1 : 0.7), width: size.width)
      }
    }
    return (smaller(title), smaller(subtitle))
  }

  /// What the longest line of lyrics takes.
  var areaOfLyrics: Composition.Area {
    let width = lyrics().map(\.width).max() ?? 0
    let height = lyrics().enumerated().map { $1.cap * (1 + 1.6 * Double($0)) }.max() ?? 0
    let (left, top) = (anchor == .middle ? x - width / 2 : x, top(ofHeight: height))
    return Composition.Area(left: left, top: top, right: left + width, bottom: top + height)
  }

  /// The margin of the sheet, and of what a page shows beyond it, that belongs to words in this area: under
  /// the figure, or `above` it, as far as a figure of the usual size leaves it free. `nil` beside a figure.
  func margin(of words: Composition.Area, above isAbove: Bool? = nil) -> Composition.Area? {
    guard place != .side, !endsBelow else { return nil }
    let (gap, least) = (12.0, 3.0)
    var margin = Composition.Area(
      left: 3 * sheet.left, top: 3 * sheet.top, right: 3 * sheet.right, bottom: 3 * sheet.bottom)
    if isAbove ?? (place == .above) {
      let rim = center.y - WordSheet.reach * scale
      margin.bottom = max(min(words.bottom + gap, rim), words.bottom + least)
    } else {
      margin.top = min(max(words.top - gap, strip.top), words.top - least)
    }
    return margin
  }

  /// The part of the sheet that words in this area leave free, with a gap.
  func room(beside words: Composition.Area) -> Composition.Area {
    var room = sheet
    let gap = 8.0
    switch place {
    case .side: room.left = words.right + gap
    case .above: room.top = words.bottom + gap
    case .below, .corner, .display: room.bottom = words.top - gap
    }
    return room
  }
}
