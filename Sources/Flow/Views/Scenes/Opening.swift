// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal

/// The beginning of a film: the title over the whole sheet, as a window onto the fullest turn of the song.
struct Opening: Sendable {
  /// The scene behind the window.
  static let stage = Shot.Place.fixed(center: .origin, scale: 2)
  /// What is between the letters is that of soft scenes.
  static let outside = 0

  /// It ends at the first section that begins in these seconds; or else after four bars, or six seconds.
  private static let (first, bars, usual) = (4.0...12.0, 4, 6.0)
  /// The margin of the letters, as a share of the sheet, and the contrast of the window to what is round it.
  private static let (margin, contrast) = (0.06, 3.0)
  /// When it ends in a song, in seconds: on a bar, if there are any.
  static func end(in song: SongStructure) -> Double {
    if let section = song.sections.dropFirst().first, first.contains(section.begin) {
      return section.begin
    }
    let downbeats = song.downbeats
    guard downbeats.count > bars else { return usual }
    let wanted = downbeats[bars]
    return downbeats.filter(first.contains).min { abs($0 - wanted) < abs($1 - wanted) } ?? usual
  }

  /// The letters of a title as a path, over a sheet whose shorter side is 432 points.
  static func window(_ title: String, _ lettering: Lettering, on canvas: Canvas) -> Path {
    let lines = StretchedLines.lines(of: title, lettering, on: canvas)
    let (x, y) = (
      (0.5 - margin) * canvas.widthInPoints, (0.5 - margin) * canvas.heightInPoints
    )
    let box = Composition.Area(left: -x, top: -y, right: x, bottom: y)
    let letters = StretchedLines(lines, lettering, in: box, leading: 20, roomForMarks: true)
      .letters(.broad, isCentered: true)
    return Path(
      joining: letters.isFilled
        ? letters.words : letters.words.map { $0.outlined(width: letters.pen) })
  }

  /// The setting of the scene in the window: the usual one, or the loud one if only its ground stands out from the
  /// ground that is outside.
  static func setting(of palette: Palette) -> Int {
    let grounds = palette.settings.map(\.background)
    return [1, 2].first { grounds[$0].contrast(to: grounds[outside]) >= contrast } ?? 1
  }

  /// What is between the letters, these as a path, and what a colour becomes that does not stand out from it.
  let ground: Color
  let window: Path
  private let standing: Color
  /// A line round the letters, where the ground in them does not stand out; `nil` where it does.
  let outline: Item?
  /// The width of the line outside the letters, in points.
  private static let line = 3.0

  /// The title in a palette, with a setting in the window.
  init(_ window: Path, _ palette: Palette, setting: Int) {
    let (ground, inside) = (palette.settings[Opening.outside].background, palette.settings[setting])
    (self.window, self.ground) = (window, ground)
    standing =
      inside.ramp.first { $0.contrast(to: ground) >= Opening.contrast } ?? inside.background
    outline =
      inside.background.contrast(to: ground) >= Opening.contrast
      ? nil
      : Item.stroke(
        window, width: 2 * Opening.line,
        WordColors(palette.settings[Opening.outside].ink, on: ground).ink
      ).named("opening")
  }

  /// A paint whose colours all stand out from the ground; as it is within a line.
  func standing(_ paint: Paint) -> Paint {
    func color(_ color: Color) -> Color {
      outline != nil || color.contrast(to: ground) >= Opening.contrast ? color : standing
    }
    func stops(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop($0.offset, color($0.color)) }
    }
    return switch paint {
    case .color(let own): .color(color(own))
    case .linear(let start, let end, let all): .linear(from: start, to: end, stops(all))
    case .radial(let center, let radius, let all):
      .radial(center: center, radius: radius, stops(all))
    }
  }
}

extension Path {
  /// The inside of a line along this path, by the nonzero rule: a piece for each of its lines, with round ends.
  fileprivate func outlined(width: Double) -> Path {
    var outline = Path()
    let radius = width / 2
    for (index, (from, to)) in zip(points, points.dropFirst()).enumerated()
    where verbs[index + 1] != .move {
      let degrees = from == to ? 0 : Angle.toward(Point(x: to.x - from.x, y: to.y - from.y)).degrees
      outline.arc(
        center: from, radius: radius, start: .degrees(degrees + 90), sweep: .degrees(180))
      outline.arc(center: to, radius: radius, start: .degrees(degrees - 90), sweep: .degrees(180))
      outline.close()
    }
    return outline
  }
}
