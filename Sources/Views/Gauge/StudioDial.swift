// SPDX-License-Identifier: MIT
internal import Drawing

/// A channel's gauge in the studio look: a matt disc with a scale, a needle for the average, a mark
/// for the peak, a lamp for overload, and both numbers.
struct StudioDial {
  /// The constant items, which lie under the needle.
  let face: [Item]
  private let hub: [Item]
  private let needle, mark, lamp: Item
  private let draft: Draft
  private let scale: DialScale
  private let channel: Int
  private let letter: String

  /// The values of a gauge.
  struct Reading {
    /// The values of the needle and of the peak mark, in the units of the scale.
    var needle, mark: Double
    /// Both numbers, as text.
    var average, peak: String
    /// Whether a recent peak is above full scale, and whether the displayed number is.
    var isOver, showsOver: Bool
  }

  /// The wall behind the gauges.
  static let wall = Color(red: 0x16, green: 0x17, blue: 0x18)

  /// The colours of the default ranges: quiet, normal, loud, near full scale.
  static let rangeColors = [
    Color(red: 0x5B, green: 0x66, blue: 0x69), Color(red: 0x6F, green: 0xA3, blue: 0x86),
    Color(red: 0xDD, green: 0xA7, blue: 0x45), Color(red: 0xD1, green: 0x4B, blue: 0x3D),
  ]

  private enum Ink {
    static let rim = (
      Color(red: 0x63, green: 0x68, blue: 0x6B), Color(red: 0x2A, green: 0x2D, blue: 0x2F)
    )
    static let lip = (
      Color(red: 0x0E, green: 0x0F, blue: 0x10), Color(red: 0x36, green: 0x3A, blue: 0x3C)
    )
    static let face = Color(red: 0x1D, green: 0x20, blue: 0x22)
    static let plate = Color(red: 0x24, green: 0x28, blue: 0x2A)
    static let window = Color(red: 0x14, green: 0x16, blue: 0x17)
    static let hub = Color(red: 0x3A, green: 0x3F, blue: 0x42)
    static let mark = Color(red: 0xC6, green: 0xC8, blue: 0xC2)
    static let quietMark = Color(red: 0x82, green: 0x88, blue: 0x89)
    static let caption = Color(red: 0x9C, green: 0xA1, blue: 0xA0)
    static let bright = Color(red: 0xF4, green: 0xEE, blue: 0xE0)
    static let lampOff = Color(red: 0x40, green: 0x2C, blue: 0x2A)
    static let lampOn = Color(red: 0xFF, green: 0x4A, blue: 0x38)
  }

  /// A gauge at its position.
  init(
    center: Point, radius: Double, letter: String, scale: DialScale, ranges: [GaugeRange],
    channel: Int
  ) {
    self.scale = scale
    self.channel = channel
    self.letter = letter
    draft = Draft(center: center, radius: radius)
    let bands = (inner: 0.87, outer: 0.9)
    let ink = Ink.bright
    needle = draft.fill(draft.bar([(0, 0.019), (0.845, 0.0055)]), ink)
    mark = draft.fill(draft.bar([(0.906, 0.002), (0.95, 0.027)]), ink)
    lamp = draft.fill(
      .ringSector(
        center: .origin, inner: bands.inner * radius, outer: bands.outer * radius,
        start: .degrees(408), sweep: .degrees(9)), Ink.lampOff)
    hub = [draft.disc(0.075, .color(Ink.hub)), draft.disc(0.026, .color(Ink.window))]

    var captions = draft.text(scale.unit, size: 0.055, x: 0, y: -0.25)
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
      draft.body
      + Dial.bands(
        ranges, on: scale, from: bands.inner * radius, to: bands.outer * radius
      ).map(draft.placed)
      + [
        draft.fill(marks(scale.majors, from: 0.77, width: 0.011), Ink.mark),
        draft.fill(marks(scale.minors, from: 0.815, width: 0.0055), Ink.quietMark),
        draft.stroke(numbers, width: 0.012, Ink.mark),
        draft.stroke(captions, width: 0.008, Ink.caption),
        draft.stroke(draft.text(letter, size: 0.12, x: 0, y: 0.31), width: 0.016, ink),
      ]
  }

  /// The name of a part's SVG layer.
  func name(_ part: String) -> String {
    ["L": "\(part)-left", "R": "\(part)-right"][letter] ?? part
  }

  /// The items that change, and those above them.
  func hands(_ reading: Reading) -> [Item] {
    var lamp = lamp
    if reading.isOver { lamp.paint = .color(Ink.lampOn) }
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
      draft.readOut(reading.peak, x: -0.045, reading.showsOver ? Ink.lampOn : Ink.bright),
      draft.readOut(reading.average, x: 0.39, Ink.bright),
    ]
  }

  /// Shapes at the gauge's position; lengths are fractions of the radius.
  private struct Draft {
    let center: Point
    let radius: Double

    func placed(_ item: Item) -> Item {
      var item = item
      item.origin = center
      return item
    }

    func fill(_ path: Path, _ color: Color) -> Item { placed(.fill(path, color)) }

    func stroke(_ path: Path, width: Double, _ color: Color) -> Item {
      placed(.stroke(path, width: width * radius, color))
    }

    func disc(_ size: Double, _ paint: Paint) -> Item {
      placed(Item(.fill(.circle(center: .origin, radius: size * radius), .nonzero), paint))
    }

    /// A bar to the right whose width changes linearly between its ends.
    func bar(_ ends: [(distance: Double, halfWidth: Double)]) -> Path {
      let upper = ends.map { Point(x: $0.distance * radius, y: -$0.halfWidth * radius) }
      let lower = ends.map { Point(x: $0.distance * radius, y: $0.halfWidth * radius) }
      return .polygon(upper + lower.reversed())
    }

    func text(_ text: String, size: Double, x: Double, y: Double) -> Path {
      Dial.text(text, size: size * radius, at: Point(x: x * radius, y: y * radius))
    }

    /// The label of a mark; all labels are equally close to their marks.
    func number(_ text: String, toward direction: Angle) -> Path {
      let size = 0.09
      let unit = direction.direction
      let reach = abs(unit.x) * StrokeFont.width(text, size: size) / 2 + abs(unit.y) * size / 2
      let place = Dial.place(direction, 0.745 - reach)
      return self.text(text, size: size, x: place.x, y: place.y)
    }

    /// A number in its window, right-aligned.
    func readOut(_ text: String, x: Double, _ color: Color) -> Item {
      let place = Point(x: x * radius, y: 0.783 * radius)
      return stroke(
        StrokeFont.path(text, size: 0.1 * radius, at: place, anchor: .end), width: 0.0135, color)
    }

    /// The shadow on the wall, the rim lit from above, the face, the plate, and the windows.
    var body: [Item] {
      func downward(_ colors: (Color, Color)) -> Paint {
        .linear(
          from: Point(x: 0, y: -radius), to: Point(x: 0, y: radius),
          [GradientStop(0, colors.0), GradientStop(1, colors.1)])
      }
      let black = (Color(red: 0, green: 0, blue: 0, alpha: 150), Color.none)
      var shadow = disc(
        1.08,
        .radial(
          center: .origin, radius: 1.08 * radius,
          [GradientStop(0.88, black.0), GradientStop(1, black.1)]))
      shadow.origin.y += 0.025 * radius
      var windows = Path()
      for x in [-0.42, 0.015] {
        windows.add(
          .rectangle(
            x: x * radius, y: 0.65 * radius, width: 0.405 * radius, height: 0.165 * radius))
      }
      return [
        shadow, disc(1, downward(Ink.rim)), disc(0.978, downward(Ink.lip)),
        disc(0.955, .color(Ink.face)), disc(0.5, .color(Ink.plate)), fill(windows, Ink.window),
      ]
    }
  }
}

extension StudioDial {
  /// A gauge for each channel: side by side on a wide canvas, one above the other on a tall one.
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
