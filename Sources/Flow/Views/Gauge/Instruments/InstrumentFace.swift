// SPDX-License-Identifier: MIT
internal import Drawing

/// A standard instrument as it hangs on a wall: a frame, a lit face with an arc, a needle whose pivot is
/// under a cover, and a lamp for overload.
///
/// Lengths are fractions of the radius of the arc; the origin is the pivot.
struct InstrumentFace: Sendable {
  /// The constant items, which lie under the needle.
  let face: [Item]
  private let needle, shadow, lamp: Item
  private let above: [Item]
  private let scale: InstrumentScale
  private let channel: Int

  /// The size of an instrument with its frame, where the radius of the arc is 1.
  static let (width, height) = (2.14, 1.4)

  private static let sweep = 96.0
  /// The face from the pivot: to the side, up, and down; the top of the cover.
  fileprivate static let (side, top, bottom, cover) = (0.99, 1.33, 0.07, 0.2)

  /// An instrument whose frame has this centre.
  init(
    center: Point, radius: Double, scale: InstrumentScale, reference: Double, caption: String,
    channel: Int
  ) {
    (self.scale, self.channel) = (scale, channel)
    let colors = scale.colors
    let middle = (Self.top - Self.bottom) / 2
    let draft = DialDraft(
      origin: Point(x: center.x, y: center.y + middle * radius), radius: radius)
    func direction(_ fraction: Double) -> Angle {
      .degrees(270 + Self.sweep * (fraction - 0.5))
    }
    func direction(of value: Double) -> Angle { direction(scale.fraction(of: value)) }

    needle = draft.fill(
      .polygon(
        [(0.16, -0.0075), (1.035, -0.0035), (1.035, 0.0035), (0.16, 0.0075)].map {
          Point(x: $0.0 * radius, y: $0.1 * radius)
        }), colors.needle)
    var shade = needle
    shade.paint = .color(Color(red: 0, green: 0, blue: 0, alpha: 46))
    shade.origin.x += 0.014 * radius
    shade.origin.y += 0.02 * radius
    shadow = shade
    lamp = draft.disc(0.028, x: 0.88, y: -0.035, .color(Color(rgb: 0x4A1D18)))

    var zones: [Item] = []
    for zone in scale.zones {
      let (start, end) = (direction(of: zone.from), direction(of: zone.to))
      let thick = zone.color == .line ? 0.011 : 0.042
      zones.append(
        draft.fill(
          .ringSector(
            center: .origin, inner: radius, outer: (1 + thick) * radius, start: start,
            sweep: .degrees(end.degrees - start.degrees)), colors[zone.color]))
    }
    // The marks of a warning zone have its colour.
    func isWarned(_ value: Double) -> Bool {
      scale.zones.contains {
        $0.color == .warning && value >= $0.from && value <= $0.to && value > 0
      }
    }
    var items: [Item] = []
    for warned in [false, true] {
      let ink = warned ? colors.warning : colors.ink
      func marks(_ values: [Double], to outer: Double, width: Double) -> Item {
        var path = Path()
        for value in values where isWarned(value) == warned {
          path.add(draft.bar(direction(of: value), from: 0.998, to: outer, width: width))
        }
        return draft.fill(path, ink)
      }
      var words = Path()
      for label in scale.labels where isWarned(label.value) == warned {
        words.add(
          draft.text(label.text, toward: direction(of: label.value), size: 0.078, from: 1.115))
      }
      items += [
        marks(scale.labels.map(\.value), to: 1.085, width: 0.012),
        marks(scale.minors, to: 1.055, width: 0.007),
        draft.stroke(words, width: 0.0125, ink),
      ]
    }
    var percent = Path()
    var percentMarks = Path()
    for mark in scale.inner {
      percentMarks.add(draft.bar(direction(mark.fraction), from: 0.965, to: 1, width: 0.006))
      percent.add(draft.text(mark.text, toward: direction(mark.fraction), size: 0.04, from: 0.88))
    }
    items += [
      draft.fill(percentMarks, colors.ink), draft.stroke(percent, width: 0.0065, colors.ink),
      draft.stroke(draft.text(scale.name, size: 0.15, y: -0.6), width: 0.02, colors.ink),
    ]
    let lines = [scale.subtitle, scale.headroom.map { _ in scale.words(of: reference) } ?? ""]
    for (index, line) in lines.filter({ !$0.isEmpty }).enumerated() {
      let y = -0.46 + 0.085 * Double(index)
      items.append(draft.stroke(draft.text(line, size: 0.055, y: y), width: 0.009, colors.ink))
    }
    face = draft.frame(colors) + zones + items
    above = draft.lid(colors, caption)
  }

  /// The items that change, and those above them.
  func hands(_ value: Double, isOver: Bool) -> [Item] {
    let fraction = scale.fraction(of: value)
    var items = [shadow, needle]
    for index in items.indices {
      items[index].rotation = .degrees(270 + Self.sweep * (fraction - 0.5))
    }
    items[1].data = Dial.data("needle", channel: channel, value)
    var lamp = lamp
    if isOver { lamp.paint = .color(Color(rgb: 0xFF4A38)) }
    return items + above + [lamp]
  }
}

extension InstrumentFace {
  /// An instrument for each caption in a part of the canvas, as large as they can be: side by side, or
  /// one above the other.
  static func faces(
    _ captions: [(text: String, channel: Int)], in area: Composition.Area, scale: InstrumentScale,
    reference: Double
  ) -> [InstrumentFace] {
    let (width, height) = (area.right - area.left, area.bottom - area.top)
    let count = Double(captions.count)
    let gap = 0.16
    // The radius for a number of columns and rows, with a gap around each instrument.
    func radius(_ columns: Double, _ rows: Double) -> Double {
      min(
        width / (columns * Self.width + (columns + 1) * gap),
        height / (rows * Self.height + (rows + 1) * gap))
    }
    let isWide = radius(count, 1) >= radius(1, count)
    let size = isWide ? radius(count, 1) : radius(1, count)
    let step =
      isWide
      ? Point(x: (Self.width + gap) * size, y: 0) : Point(x: 0, y: (Self.height + gap) * size)
    return captions.enumerated().map { index, caption in
      let place = Double(index) - (count - 1) / 2
      return InstrumentFace(
        center: Point(
          x: (area.left + area.right) / 2 + place * step.x,
          y: (area.top + area.bottom) / 2 + place * step.y),
        radius: size, scale: scale, reference: reference, caption: caption.text,
        channel: caption.channel)
    }
  }
}

/// What only instruments have.
extension DialDraft {
  /// A bar across the arc.
  fileprivate func bar(_ direction: Angle, from inner: Double, to outer: Double, width: Double)
    -> Path
  {
    .polygon(
      [(inner, -width / 2), (outer, -width / 2), (outer, width / 2), (inner, width / 2)].map {
        direction.rotating(Point(x: $0.0 * radius, y: $0.1 * radius))
      })
  }

  /// A word outside the arc, so far from it as its width and height need, and within the face.
  fileprivate func text(
    _ text: String, toward direction: Angle, size: Double, from distance: Double
  ) -> Path {
    let unit = direction.direction
    let halfWidth = StrokeFont.width(text, size: size) / 2
    let reach = abs(unit.x) * halfWidth + abs(unit.y) * size / 2
    let place = Dial.place(direction, distance + reach)
    let most = InstrumentFace.side - 0.04 - halfWidth
    return self.text(text, size: size, x: min(max(place.x, -most), most), y: place.y)
  }

  /// A rectangle with round corners, from the upper left one.
  fileprivate func plate(left: Double, top: Double, right: Double, bottom: Double, corner: Double)
    -> Path
  {
    var path = Path()
    let corners = [
      (right - corner, top + corner, 270.0), (right - corner, bottom - corner, 0),
      (left + corner, bottom - corner, 90), (left + corner, top + corner, 180),
    ]
    for (x, y, start) in corners {
      path.arc(
        center: Point(x: x * radius, y: y * radius), radius: corner * radius,
        start: .degrees(start), sweep: .degrees(90))
    }
    path.close()
    return path
  }

  /// The shadow on the wall, the frame, and the face, lit from below.
  fileprivate func frame(_ colors: FaceColors) -> [Item] {
    let (side, top, bottom) = (InstrumentFace.side, InstrumentFace.top, InstrumentFace.bottom)
    func plate(_ margin: Double, _ corner: Double) -> Item {
      placed(
        Item(
          .fill(
            self.plate(
              left: -side - margin, top: -top - margin, right: side + margin,
              bottom: bottom + margin, corner: corner), .nonzero), .color(colors.cover)))
    }
    func downward(_ upper: Color, _ lower: Color) -> Paint {
      .linear(
        from: Point(x: 0, y: -(top + 0.07) * radius), to: Point(x: 0, y: bottom * radius),
        [GradientStop(0, upper), GradientStop(1, lower)])
    }
    var shadow = plate(0.085, 0.11)
    shadow.paint = .color(Color(red: 0, green: 0, blue: 0, alpha: 70))
    shadow.origin.y += 0.025 * radius
    var rim = plate(0.065, 0.095)
    rim.paint = downward(
      Color(rgb: 0x4A4C4E), Color(rgb: 0x1C1D1F))
    var lip = plate(0.018, 0.06)
    lip.paint = downward(
      Color(rgb: 0x080809), Color(rgb: 0x2E3032))
    var face = plate(0, 0.045)
    face.paint = .radial(
      center: Point(x: 0, y: -0.45 * radius), radius: 1.15 * radius,
      [
        GradientStop(0, colors.light), GradientStop(0.35, colors.light),
        GradientStop(1, colors.edge),
      ])
    return [shadow, rim, lip, face]
  }

  /// The cover over the pivot, with the name of the channel.
  fileprivate func lid(_ colors: FaceColors, _ caption: String) -> [Item] {
    let (side, bottom, cover) = (
      InstrumentFace.side, InstrumentFace.bottom, InstrumentFace.cover
    )
    var hub = Path()
    hub.arc(center: .origin, radius: 0.3 * radius, start: .degrees(180), sweep: .degrees(180))
    hub.close()
    let grey = Color(rgb: 0xB9BAB6)
    return [
      fill(hub, colors.cover),
      fill(
        plate(left: -side, top: -cover + 0.06, right: side, bottom: bottom, corner: 0.045),
        colors.cover),
      stroke(text(caption, size: 0.062, y: -0.03), width: 0.0105, grey),
      stroke(text("PEAK", size: 0.036, x: 0.76, y: -0.035), width: 0.0065, grey),
    ]
  }
}
