// SPDX-License-Identifier: MIT
internal import Drawing
internal import Text

/// One channel's gauge of the studio look: a matt disc with a scale, a needle for the average, a
/// mark for the peak, a lamp for overload, and both numbers.
///
/// Lengths are fractions of its radius.
struct StudioDial {
  /// What never changes.
  let face: [Item]
  private let center: Point
  private let radius: Double
  private let scale: DialScale
  private let channel: Int

  /// What a gauge shows.
  struct Reading {
    /// What the needle points at, and where the peak mark is, in the numbers of the scale.
    var needle, mark: Double
    /// Both numbers, as text.
    var average, peak: String
    /// Whether a peak above full scale is held.
    var isOver: Bool
  }

  /// The wall behind the gauges.
  static let wall = Color(red: 0x16, green: 0x17, blue: 0x18)

  /// The colours of the default ranges: at rest, at work, close to the top, at the top.
  static let rangeColors = [
    Color(red: 0x5B, green: 0x66, blue: 0x69), Color(red: 0x6F, green: 0xA3, blue: 0x86),
    Color(red: 0xDD, green: 0xA7, blue: 0x45), Color(red: 0xD1, green: 0x4B, blue: 0x3D),
  ]

  private enum Ink {
    static let face = Color(red: 0x1D, green: 0x20, blue: 0x22)
    static let plate = Color(red: 0x24, green: 0x28, blue: 0x2A)
    static let window = Color(red: 0x14, green: 0x16, blue: 0x17)
    static let mark = Color(red: 0xC6, green: 0xC8, blue: 0xC2)
    static let caption = Color(red: 0x9C, green: 0xA1, blue: 0xA0)
    static let quiet = Color(red: 0x82, green: 0x88, blue: 0x89)
    static let bright = Color(red: 0xF4, green: 0xEE, blue: 0xE0)
    static let lampOff = Color(red: 0x40, green: 0x2C, blue: 0x2A)
    static let lampOn = Color(red: 0xFF, green: 0x4A, blue: 0x38)
    static let hub = Color(red: 0x3A, green: 0x3F, blue: 0x42)
  }

  /// Where things begin and end.
  private enum Radius {
    static let face = 0.955
    static let bands = (inner: 0.87, outer: 0.9)
    static let majors = (inner: 0.77, outer: 0.85)
    static let minors = (inner: 0.815, outer: 0.85)
    static let numbers = 0.745
    static let plate = 0.5
  }

  /// A gauge in its place.
  init(
    center: Point, radius: Double, letter: String, scale: DialScale, ranges: [GaugeRange],
    channel: Int
  ) {
    self.center = center
    self.radius = radius
    self.scale = scale
    self.channel = channel
    let draft = Draft(radius: radius)
    var items = draft.body
    items += Dial.bands(
      ranges, on: scale, from: Radius.bands.inner * radius, to: Radius.bands.outer * radius)
    items.append(
      .fill(
        Dial.bars(
          scale.majors, on: scale, from: Radius.majors.inner * radius,
          to: Radius.majors.outer * radius, width: 0.011 * radius), Ink.mark))
    items.append(
      .fill(
        Dial.bars(
          scale.minors, on: scale, from: Radius.minors.inner * radius,
          to: Radius.minors.outer * radius, width: 0.0055 * radius), Ink.quiet))
    var numbers = Path()
    for value in scale.numbered {
      numbers.add(draft.number(Dial.number(value), toward: scale.direction(of: value)))
    }
    items.append(.stroke(numbers, width: 0.012 * radius, Ink.mark))
    var captions = draft.text(scale.unit, size: 0.055, x: 0, y: -0.27)
    captions.add(draft.text("PEAK", size: 0.056, x: -0.2175, y: 0.595))
    captions.add(draft.text("AVG", size: 0.056, x: 0.2175, y: 0.595))
    items.append(.stroke(captions, width: 0.008 * radius, Ink.caption))
    items.append(
      .stroke(draft.text(letter, size: 0.12, x: 0, y: 0.31), width: 0.016 * radius, Ink.bright))
    face = items.map { StudioDial.placed($0, at: center) }
  }

  /// Shapes in fractions of a radius.
  private struct Draft {
    let radius: Double

    func text(_ text: String, size: Double, x: Double, y: Double) -> Path {
      Dial.text(text, size: size * radius, at: Point(x: x * radius, y: y * radius))
    }

    /// The number of a mark, as close to it as to any other one.
    func number(_ text: String, toward direction: Angle) -> Path {
      let size = 0.09
      let unit = direction.direction
      let reach = abs(unit.x) * StrokeFont.width(text, size: size) / 2 + abs(unit.y) * size / 2
      let place = Dial.place(direction, Radius.numbers - reach)
      return self.text(text, size: size, x: place.x, y: place.y)
    }

    func disc(_ size: Double, _ paint: Paint) -> Item {
      Item(.fill(.circle(center: .origin, radius: size * radius), .nonzero), paint)
    }

    private func downward(_ top: Color, _ bottom: Color) -> Paint {
      .linear(
        from: Point(x: 0, y: -radius), to: Point(x: 0, y: radius),
        [GradientStop(0, top), GradientStop(1, bottom)])
    }

    /// The shadow on the wall, the rim with the light from above, the face, the plate, the windows.
    var body: [Item] {
      var shadow = disc(
        1.08,
        .radial(
          center: .origin, radius: 1.08 * radius,
          [
            GradientStop(0.88, Color(red: 0, green: 0, blue: 0, alpha: 150)),
            GradientStop(1, Color(red: 0, green: 0, blue: 0, alpha: 0)),
          ]))
      shadow.origin = Point(x: 0, y: 0.025 * radius)
      var windows = Path.rectangle(
        x: -0.42 * radius, y: 0.65 * radius, width: 0.405 * radius, height: 0.165 * radius)
      windows.add(
        .rectangle(x: 0.015 * radius, y: 0.65 * radius, width: 0.405 * radius, height: 0.165 * radius))
      return [
        shadow,
        disc(1, downward(Color(red: 0x63, green: 0x68, blue: 0x6B), Color(red: 0x2A, green: 0x2D, blue: 0x2F))),
        disc(0.978, downward(Color(red: 0x0E, green: 0x0F, blue: 0x10), Color(red: 0x36, green: 0x3A, blue: 0x3C))),
        disc(Radius.face, .color(Ink.face)), disc(Radius.plate, .color(Ink.plate)),
        .fill(windows, Ink.window),
      ]
    }
  }

  /// What changes.
  func hands(_ reading: Reading) -> [Item] {
    var lamp = Item.fill(
      .ringSector(
        center: .origin, inner: Radius.bands.inner * radius, outer: Radius.bands.outer * radius,
        start: .degrees(408), sweep: .degrees(9)), reading.isOver ? Ink.lampOn : Ink.lampOff)
    lamp.data = [DataAttribute("name", "over"), DataAttribute("channel", "\(channel)")]
    let mark = hand([(0.906, 0.002), (0.95, 0.027)], "peak", reading.mark)
    let needle = hand([(0, 0.019), (0.845, 0.0055)], "needle", reading.needle)
    let items: [Item] = [
      lamp, mark, needle,
      .fill(.circle(center: .origin, radius: radius * 0.075), Ink.hub),
      .fill(.circle(center: .origin, radius: radius * 0.026), Ink.window),
      number(reading.peak, x: -0.045, reading.isOver ? Ink.lampOn : Ink.bright),
      number(reading.average, x: 0.39, Ink.bright),
    ]
    return items.map { StudioDial.placed($0, at: center) }
  }

  /// A hand of a width that changes evenly from its one end to the other.
  private func hand(
    _ ends: [(distance: Double, halfWidth: Double)], _ name: String, _ value: Double
  ) -> Item {
    let corners = ends.map { Point(x: $0.distance * radius, y: -$0.halfWidth * radius) }
    let others = ends.reversed().map { Point(x: $0.distance * radius, y: $0.halfWidth * radius) }
    var hand = Item.fill(.polygon(corners + others), Ink.bright)
    hand.rotation = scale.direction(of: value)
    hand.data = Dial.data(name, channel: channel, scale.held(value))
    return hand
  }

  private func number(_ text: String, x: Double, _ color: Color) -> Item {
    .stroke(
      StrokeFont.path(
        text, size: radius * 0.1, at: Point(x: radius * x, y: radius * 0.783), anchor: .end),
      width: radius * 0.0135, color)
  }

  private static func placed(_ item: Item, at center: Point) -> Item {
    var item = item
    item.origin.x += center.x
    item.origin.y += center.y
    return item
  }
}

extension StudioDial {
  /// A gauge for each channel: side by side on wide canvases, one above the other on upright ones.
  static func dials(
    channels: [Int], canvas: (width: Int, height: Int), shortSideInPoints short: Double,
    scale: DialScale, ranges: [GaugeRange]
  ) -> [StudioDial] {
    let isWide = canvas.width >= canvas.height
    let sides = (Double(canvas.width), Double(canvas.height))
    let long = short * max(sides.0, sides.1) / min(sides.0, sides.1)
    let count = Double(channels.count)
    // The gaps are at least 0.14 of the radius.
    let radius = min(long / (2 * count + 0.14 * (count + 1)), short / 2.28)
    let gap = (long - 2 * radius * count) / (count + 1)
    let letters = channels.count == 1 ? [""] : ["L", "R"]
    return channels.indices.map { index in
      let place = (2 * radius + gap) * (Double(index) - (count - 1) / 2)
      return StudioDial(
        center: isWide ? Point(x: place, y: 0) : Point(x: 0, y: place), radius: radius,
        letter: letters[index], scale: scale, ranges: ranges, channel: channels[index])
    }
  }
}
