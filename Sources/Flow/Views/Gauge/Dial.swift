// SPDX-License-Identifier: MIT
internal import Drawing
internal import Text

/// Building blocks of gauge faces; the origin of every path is the needle's pivot.
package enum Dial {
  /// The point in a direction, at a distance from the pivot in points.
  static func place(_ direction: Angle, _ distance: Double) -> Point {
    let unit = direction.direction
    return Point(x: unit.x * distance, y: unit.y * distance)
  }

  /// Bars with square ends, all in one path.
  static func bars(
    _ values: [Double], on scale: DialScale, from inner: Double, to outer: Double, width: Double
  ) -> Path {
    let bar = Path.rectangle(x: inner, y: -width / 2, width: outer - inner, height: width)
    var path = Path()
    for value in values {
      let direction = scale.direction(of: value)
      path.add(Path.polygon(bar.points.map { direction.rotating($0) }))
    }
    return path
  }

  /// The coloured band of each range, clipped to the scale.
  static func bands(
    _ ranges: [GaugeRange], on scale: DialScale, from inner: Double, to outer: Double
  ) -> [Item] {
    ranges.map { range in
      let start = scale.direction(of: range.from)
      let sweep = Angle.degrees(scale.direction(of: range.to).degrees - start.degrees)
      return .fill(
        .ringSector(center: .origin, inner: inner, outer: outer, start: start, sweep: sweep),
        range.color)
    }
  }

  /// A ring between two circles.
  static func ring(from inner: Double, to outer: Double, _ paint: Paint) -> Item {
    var path = Path.circle(center: .origin, radius: outer)
    path.add(.circle(center: .origin, radius: inner))
    return Item(.fill(path, .evenOdd), paint)
  }

  /// A line of text at a point.
  static func text(_ text: String, size: Double, at place: Point) -> Path {
    StrokeFont.path(
      text, size: size, at: Point(x: place.x, y: place.y + size / 2), anchor: .middle)
  }

  /// The label of a mark, such as `−18` or `0.2`.
  package static func number(_ value: Double, places: Int? = nil) -> String {
    let isWhole = value == value.rounded()
    return DecimalText.text(value, places: places ?? (isWhole ? 0 : 1)).replacing("-", with: "−")
  }

  /// The value of a needle or mark, for readers of the SVG.
  static func data(_ name: String, channel: Int, _ value: Double) -> [DataAttribute] {
    [
      DataAttribute("name", name), DataAttribute("channel", "\(channel)"),
      DataAttribute("value", DecimalText.text(value, places: 3)),
    ]
  }
}

/// Shapes at the pivot of a gauge; lengths are fractions of its radius.
struct DialDraft: Sendable {
  /// The pivot, in points from the centre of the canvas.
  let origin: Point
  let radius: Double

  func placed(_ item: Item) -> Item {
    var item = item
    item.origin = origin
    return item
  }

  func fill(_ path: Path, _ color: Color) -> Item { placed(.fill(path, color)) }

  func stroke(_ path: Path, width: Double, _ color: Color) -> Item {
    placed(.stroke(path, width: width * radius, color))
  }

  func disc(_ size: Double, x: Double = 0, y: Double = 0, _ paint: Paint) -> Item {
    let center = Point(x: x * radius, y: y * radius)
    return placed(Item(.fill(.circle(center: center, radius: size * radius), .nonzero), paint))
  }

  func text(_ text: String, size: Double, x: Double = 0, y: Double) -> Path {
    Dial.text(text, size: size * radius, at: Point(x: x * radius, y: y * radius))
  }
}
