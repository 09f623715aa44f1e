// SPDX-License-Identifier: MIT
internal import Drawing

/// A channel's gauge in the studio look: a matt disc with a scale, a needle for the average, a mark
/// for the peak, a lamp for overload, and both numbers.
struct StudioDial {
  /// The constant items, which lie under the needle.
  let face: [Item]
  private let hub: [Item]
  private let needle, mark, lamp: Item
  private let draft: DialDraft
  private let scale: DialScale
  private let channel: Int
  private let letter: String
  private let colors: DialColors

  /// The values of a gauge.
  struct Reading {
    /// The values of the needle and of the peak mark, in the units of the scale.
    var needle, mark: Double
    /// Both numbers, as text.
    var average, peak: String
    /// Whether a recent peak is above full scale, and whether the displayed number is.
    var isOver, showsOver: Bool
  }

  /// A gauge at its position.
  init(
    center: Point, radius: Double, letter: String, scale: DialScale, ranges: [GaugeRange],
    channel: Int, colors: DialColors
  ) {
    self.scale = scale
    self.channel = channel
    self.letter = letter
    self.colors = colors
    draft = DialDraft(origin: center, radius: radius)
    let bands = (inner: 0.87, outer: 0.9)
    let ink = colors.bright
    needle = draft.fill(draft.bar([(0, 0.019), (0.845, 0.0055)]), ink)
    mark = draft.fill(draft.bar([(0.906, 0.002), (0.95, 0.027)]), ink)
    lamp = draft.fill(
      .ringSector(
        center: .origin, inner: bands.inner * radius, outer: bands.outer * radius,
        start: .degrees(408), sweep: .degrees(9)), colors.lampOff)
    hub = [draft.disc(0.075, .color(colors.hub)), draft.disc(0.026, .color(colors.window))]

    var captions = draft.text(scale.unit, size: 0.055, x: 0, y: 0.455)
    captions.add(draft.text("PEAK", size: 0.056, x: -0.2175, y: 0.595))
    captions.add(draft.text("AVG", size: 0.056, x: 0.2175, y: 0.595))
    var numbers = Path()
    for value in scale.numbered {
      numbers.add(draft.number(Dial.number(value), toward: scale.direction(of: value)))
    }
    func marks(_ values: [Double], from inner: Double, width: Double) -> Path {
      Dial.bars(
        values, on: scale, from: inner * radius, to: 0.85 * radius, width: width * radius)
    }
    face =
      draft.body(colors)
      + Dial.bands(
        ranges, on: scale, from: bands.inner * radius, to: bands.outer * radius
      ).map(draft.placed)
      + [
        draft.fill(marks(scale.majors, from: 0.77, width: 0.011), colors.mark),
        draft.fill(marks(scale.minors, from: 0.815, width: 0.0055), colors.quietMark),
        draft.stroke(numbers, width: 0.012, colors.mark),
        draft.stroke(captions, width: 0.008, colors.caption),
        draft.stroke(draft.text(letter, size: 0.12, x: 0, y: 0.31), width: 0.016, ink),
      ]
  }

  /// Which side it is on, for the names of SVG layers.
  var side: String { ["L": "left", "R": "right"][letter] ?? "" }

  /// The items that change, and those above them.
  func hands(_ reading: Reading) -> [Item] {
    var lamp = lamp
    if reading.isOver { lamp.paint = .color(colors.lampOn) }
    lamp.data = [
      DataAttribute("name", "over"), DataAttribute("channel", "\(channel)"),
      DataAttribute("value", reading.isOver ? "1" : "0"),
    ]
    func pointing(_ hand: Item, _ name: String, at value: Double) -> Item {
      var hand = hand
      hand.rotation = scale.direction(of: value)
      hand.data = Dial.data(name, channel: channel, scale.held(value))
      return hand
    }
    return [
      lamp, pointing(mark, "peak", at: reading.mark),
      pointing(needle, "needle", at: reading.needle),
    ] + hub + [
      draft.readOut(reading.peak, x: -0.045, reading.showsOver ? colors.lampOn : colors.bright),
      draft.readOut(reading.average, x: 0.39, colors.bright),
    ]
  }
}

extension StudioDial {
  /// A gauge for each channel in a part of the canvas: side by side if it is wide, one above the
  /// other if it is tall, and in a square across.
  static func dials(
    channels: [Int], in area: Composition.Area, scale: DialScale, ranges: [GaugeRange],
    colors: DialColors
  ) -> [StudioDial] {
    let (width, height) = (area.right - area.left, area.bottom - area.top)
    let count = Double(channels.count)
    // The gaps are at least 0.14 of the radius.
    let long = max(width, height)
    var radius = min(long / (2 * count + 0.14 * (count + 1)), min(width, height) / 2.28)
    let step = 2 * radius + (long - 2 * radius * count) / (count + 1)
    // From one centre to the next.
    var way = width >= height ? Point(x: step, y: 0) : Point(x: 0, y: step)
    let across = radiusAcross(width, height)
    if channels.count == 2, across > 1.1 * radius, across <= min(width, height) / 2.28 {
      radius = across
      way = Point(x: width - 2.28 * radius, y: height - 2.28 * radius)
    }
    let letters = channels.count == 1 ? [""] : ["L", "R"]
    return channels.indices.map { index in
      let place = Double(index) - (count - 1) / 2
      return StudioDial(
        center: Point(
          x: (area.left + area.right) / 2 + place * way.x,
          y: (area.top + area.bottom) / 2 + place * way.y),
        radius: radius, letter: letters[index], scale: scale, ranges: ranges,
        channel: channels[index], colors: colors)
    }
  }

  /// The radius r of two circles in opposite corners, 1.14 r from the sides and 2.14 r from each other:
  /// (w − 2.28 r)² + (h − 2.28 r)² = (2.14 r)².
  private static func radiusAcross(_ width: Double, _ height: Double) -> Double {
    let (a, b) = (2 * 2.28 * 2.28 - 2.14 * 2.14, 2.28 * (width + height))
    return (b - (b * b - a * (width * width + height * height)).squareRoot()) / a
  }
}

/// What only the studio's dials have.
extension DialDraft {
  /// A bar to the right whose width changes linearly between its ends.
  fileprivate func bar(_ ends: [(distance: Double, halfWidth: Double)]) -> Path {
    let upper = ends.map { Point(x: $0.distance * radius, y: -$0.halfWidth * radius) }
    let lower = ends.map { Point(x: $0.distance * radius, y: $0.halfWidth * radius) }
    return .polygon(upper + lower.reversed())
  }

  /// The label of a mark; all labels are equally close to their marks.
  fileprivate func number(_ text: String, toward direction: Angle) -> Path {
    let size = 0.09
    let unit = direction.direction
    let reach = abs(unit.x) * StrokeFont.width(text, size: size) / 2 + abs(unit.y) * size / 2
    let place = Dial.place(direction, 0.745 - reach)
    return self.text(text, size: size, x: place.x, y: place.y)
  }

  /// A number in its window, right-aligned.
  fileprivate func readOut(_ text: String, x: Double, _ color: Color) -> Item {
    let place = Point(x: x * radius, y: 0.783 * radius)
    return stroke(
      StrokeFont.path(text, size: 0.1 * radius, at: place, anchor: .end), width: 0.0135, color)
  }

  /// The shadow on the wall, the rim lit from above, the face, the plate, and the windows.
  fileprivate func body(_ colors: DialColors) -> [Item] {
    func downward(_ colors: (Color, Color)) -> Paint {
      .linear(
        from: Point(x: 0, y: -radius), to: Point(x: 0, y: radius),
        [GradientStop(0, colors.0), GradientStop(1, colors.1)])
    }
    var shadow = disc(
      1.08,
      .radial(
        center: .origin, radius: 1.08 * radius,
        [GradientStop(0.88, colors.shadow), GradientStop(1, .none)]))
    shadow.origin.y += 0.025 * radius
    var windows = Path()
    for x in [-0.42, 0.015] {
      windows.add(
        .rectangle(
          x: x * radius, y: 0.65 * radius, width: 0.405 * radius, height: 0.165 * radius))
    }
    return [
      shadow, disc(1, downward(colors.rim)), disc(0.978, downward(colors.lip)),
      disc(0.955, .color(colors.face)), disc(0.5, .color(colors.plate)),
      fill(windows, colors.window),
    ]
  }
}
