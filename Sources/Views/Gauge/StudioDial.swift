// SPDX-License-Identifier: MIT
internal import Drawing
internal import Text

/// One channel's gauge of the studio look: a matt disc with a scale, a needle for the average, a
/// mark for the peak, a lamp for overload, and both numbers.
struct StudioDial {
  /// Where the pivot is, in points from the centre of the canvas.
  let center: Point
  /// What never changes.
  let face: [Item]
  private let scale: DialScale
  private let radius: Double
  private let channel: Int

  /// What a gauge shows.
  struct Reading {
    /// What the needle points at, in the numbers of the scale.
    var needle: Double
    /// Where the peak mark is, in the numbers of the scale.
    var mark: Double
    /// Whether a peak above full scale is held.
    var isOver: Bool
    /// The numbers, as text.
    var peak: String, average: String
  }

  /// The colours of the default ranges: at rest, at work, close to the top, at the top.
  static let rangeColors = [
    Color(red: 0x5B, green: 0x66, blue: 0x69), Color(red: 0x6F, green: 0xA3, blue: 0x86),
    Color(red: 0xDD, green: 0xA7, blue: 0x45), Color(red: 0xD1, green: 0x4B, blue: 0x3D),
  ]

  private enum Ink {
    static let rim = Color(red: 0x3A, green: 0x3E, blue: 0x41)
    static let face = Color(red: 0x1F, green: 0x22, blue: 0x24)
    static let mark = Color(red: 0xB9, green: 0xBD, blue: 0xBA)
    static let quiet = Color(red: 0x7D, green: 0x84, blue: 0x86)
    static let bright = Color(red: 0xF2, green: 0xEC, blue: 0xDF)
    static let over = Color(red: 0xFF, green: 0x4A, blue: 0x38)
    static let lampOff = Color(red: 0x3B, green: 0x2B, blue: 0x2A)
    static let hub = Color(red: 0x2E, green: 0x32, blue: 0x34)
  }

  /// A gauge as large as fits into a circle.
  init(
    center: Point, radius: Double, letter: String?, unit: String, scale: DialScale,
    ranges: [GaugeRange], channel: Int
  ) {
    self.center = center
    self.radius = radius
    self.scale = scale
    self.channel = channel
    var items: [Item] = [
      .fill(.circle(center: .origin, radius: radius), Ink.rim),
      .fill(.circle(center: .origin, radius: radius * 0.985), Ink.face),
    ]
    items += Dial.bands(ranges, on: scale, from: radius * 0.89, to: radius * 0.915)
    items += [
      .fill(
        Dial.bars(
          scale.majors, on: scale, from: radius * 0.79, to: radius * 0.875, width: radius * 0.011),
        Ink.mark),
      .fill(
        Dial.bars(
          scale.minors, on: scale, from: radius * 0.835, to: radius * 0.875, width: radius * 0.006),
        Ink.quiet),
    ]
    var numbers = Path()
    for value in scale.numbered {
      numbers.add(
        Lettering.centered(
          Lettering.number(value), capHeight: radius * 0.075,
          at: Dial.place(scale.direction(of: value), radius * 0.68)))
    }
    items.append(.stroke(numbers, width: radius * 0.0105, Ink.mark))
    var captions = Path()
    captions.add(
      Lettering.centered(unit, capHeight: radius * 0.055, at: Point(x: 0, y: -radius * 0.28)))
    captions.add(
      Lettering.centered(
        "PEAK", capHeight: radius * 0.05, at: Point(x: -radius * 0.21, y: radius * 0.57)))
    captions.add(
      Lettering.centered(
        "AVG", capHeight: radius * 0.05, at: Point(x: radius * 0.21, y: radius * 0.57)))
    items.append(.stroke(captions, width: radius * 0.0075, Ink.quiet))
    if let letter {
      items.append(
        .stroke(
          Lettering.centered(letter, capHeight: radius * 0.12, at: Point(x: 0, y: radius * 0.3)),
          width: radius * 0.014, Ink.bright))
    }
    face = items.map { StudioDial.placed($0, at: center) }
  }

  /// What changes.
  func hands(_ reading: Reading) -> [Item] {
    var lamp = Item.fill(
      .ringSector(
        center: .origin, inner: radius * 0.89, outer: radius * 0.915, start: .degrees(409),
        sweep: .degrees(9)), reading.isOver ? Ink.over : Ink.lampOff)
    lamp.data = [DataAttribute("name", "over"), DataAttribute("channel", "\(channel)")]
    var mark = Item.fill(
      Path.polygon([
        Point(x: radius * 0.925, y: 0), Point(x: radius * 0.968, y: -radius * 0.022),
        Point(x: radius * 0.968, y: radius * 0.022),
      ]), Ink.bright)
    mark.rotation = scale.direction(of: reading.mark)
    mark.data = data("peak", reading.mark)
    var needle = Item.fill(
      Path.polygon([
        Point(x: -radius * 0.15, y: -radius * 0.014), Point(x: radius * 0.86, y: -radius * 0.0045),
        Point(x: radius * 0.86, y: radius * 0.0045), Point(x: -radius * 0.15, y: radius * 0.014),
      ]), Ink.bright)
    needle.rotation = scale.direction(of: reading.needle)
    needle.data = data("needle", reading.needle)
    let items: [Item] = [
      lamp, mark, needle,
      .fill(.circle(center: .origin, radius: radius * 0.07), Ink.hub),
      number(reading.peak, x: -0.21, reading.isOver ? Ink.over : Ink.bright),
      number(reading.average, x: 0.21, Ink.bright),
    ]
    return items.map { StudioDial.placed($0, at: center) }
  }

  private func number(_ text: String, x: Double, _ color: Color) -> Item {
    .stroke(
      Lettering.centered(
        text, capHeight: radius * 0.095, at: Point(x: radius * x, y: radius * 0.715)),
      width: radius * 0.0125, color)
  }

  private func data(_ name: String, _ value: Double) -> [DataAttribute] {
    [
      DataAttribute("name", name), DataAttribute("channel", "\(channel)"),
      DataAttribute("value", DecimalText.text(scale.held(value), places: 3)),
    ]
  }

  private static func placed(_ item: Item, at center: Point) -> Item {
    var item = item
    item.origin = center
    return item
  }
}

extension StudioDial {
  /// The wall behind the gauges.
  static let wall = Color(red: 0x14, green: 0x16, blue: 0x17)

  /// A gauge for each channel: side by side on wide canvases, one above the other on upright ones.
  static func dials(
    channels: [Int], canvas: Canvas, scale: DialScale, unit: String, ranges: [GaugeRange]
  ) -> [StudioDial] {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let (along, across) = (max(width, height), min(width, height))
    let count = Double(channels.count)
    // The gaps are at least a tenth of the radius.
    let radius = min(along / (2 * count + 0.1 * (count + 1)), across / 2.2)
    let gap = (along - 2 * radius * count) / (count + 1)
    return channels.enumerated().map { index, channel in
      let place = (2 * radius + gap) * (Double(index) - (count - 1) / 2)
      return StudioDial(
        center: width >= height ? Point(x: place, y: 0) : Point(x: 0, y: place), radius: radius,
        letter: count > 1 ? ["L", "R"][index] : nil, unit: unit, scale: scale, ranges: ranges,
        channel: channel)
    }
  }
}
