// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport

/// Items of every kind at random, and changes of all kinds to them.
struct RandomItems {
  private var random: SeededGenerator
  /// Half the canvas in points; what is drawn lies mostly within.
  private let reach: Double
  /// Whether colours of a gradient may change at once.
  private let allowsSteps: Bool

  init(seed: UInt64, on canvas: Canvas, allowsSteps: Bool = true) {
    self.allowsSteps = allowsSteps
    random = SeededGenerator(seed: seed)
    reach = max(canvas.widthInPoints, canvas.heightInPoints) / 2
  }

  /// Any item.
  mutating func item() -> Item {
    var item: Item
    switch Int.random(in: 0..<12, using: &random) {
    case 0: item = .stroke(chain(), width: width(), color())
    case 1: item = .stroke(text(), width: reach / 150, color())
    case 2: item = .stroke(shapes(), width: reach / 25, color())
    case 3: item = .stroke(wave(), width: width() / 3, color())
    case 4: item = .fill(wedges(), color())
    case 5: item = .disjoint(bars(), color())
    case 6: item = .image(image())
    case 7: item = .fill(star(), color())
    default: item = .fill(shapes(), color())
    }
    // Shapes with gaps and arcs are drawn as a whole, whatever they say.
    if case .stroke(let path, _) = item.shape { item.grows = path.points.count < 60 }
    if case .fill(let path, .nonzero) = item.shape, Bool.random(using: &random) {
      item.shape = .fill(path, .evenOdd)
    }
    if case .image = item.shape {} else if chance(3) { item.paint = gradient() }
    if chance(4) {
      item.opacity = (Double.random(in: 0...1, using: &random) * 1000).rounded() / 1000
    }
    if chance(3) { item.origin = point() }
    if chance(5) { item.clip = clip() }
    if case .image = item.shape { return item }
    if chance(3) { item.rotation = angle() }
    return item
  }

  /// The items after a step of time: some gone, some new, some changed, and most as they were.
  mutating func step(_ items: [Item]) -> [Item] {
    var items = items
    for index in items.indices where chance(3) { change(&items[index]) }
    if chance(3), !items.isEmpty { items.remove(at: .random(in: items.indices, using: &random)) }
    if chance(3) { items.insert(item(), at: .random(in: 0...items.count, using: &random)) }
    if chance(10), items.count > 1 { items.swapAt(0, items.count - 1) }
    if chance(20) { items = [] }
    return items
  }

  private mutating func change(_ item: inout Item) {
    if chance(6) {
      item.clip = chance(3) ? nil : clip()
      return
    }
    switch (Int.random(in: 0..<6, using: &random), item.shape) {
    case (0, _): item = self.item()
    case (1, _): item.origin = Point(x: item.origin.x + 1, y: item.origin.y - 0.25)
    case (2, .stroke), (2, .fill): item.rotation = angle()
    case (3, .stroke), (3, .fill): item.paint = chance(2) ? .color(color()) : gradient()
    case (4, .stroke) where item.grows: item.grows = false
    case (4, _): item.opacity = item.opacity < 1 ? 1 : 0.5
    case (_, .stroke(var path, let width)):
      let place = point()
      if path.verbs.isEmpty { path.move(to: place) } else { path.line(to: place) }
      item.shape = .stroke(path, width: width)
    case (_, .fill(_, .disjoint)): item.shape = .fill(bars(), .disjoint)
    case (_, .fill(var path, let rule)):
      path.add(bars())
      item.shape = .fill(path, rule)
    case (_, .image(let image)):
      item = .image(
        PlacedImage(
          bitmap: image.bitmap, png: image.png, origin: point(), width: image.width,
          height: image.height))
    }
  }

  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// A colour, most often an opaque one.
  mutating func color() -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random),
      alpha: random.pick([255, 255, 255, 128, 40]))
  }

  /// An opaque colour.
  mutating func solid() -> Color {
    let color = color()
    return Color(red: color.red, green: color.green, blue: color.blue)
  }

  private mutating func point() -> Point {
    Point(
      x: .random(in: -reach...reach, using: &random), y: .random(in: -reach...reach, using: &random)
    )
  }

  private mutating func width() -> Double { random.pick([0.02, 0.05, 0.3]) * reach }

  private mutating func angle() -> Angle {
    random.pick([
      .zero, .degrees(90), .degrees((Double.random(in: -400...400, using: &random)).rounded()),
    ])
  }

  private mutating func chain() -> Path {
    Path((0..<Int.random(in: 0...6, using: &random)).map { _ in point() })
  }

  /// Many small figures of few lines, and dots.
  private mutating func text() -> Path {
    var path = Path()
    let start = point()
    let size = reach / 20
    for letter in 0..<20 {
      let corner = Point(x: start.x + Double(letter) * size * 1.2, y: start.y)
      for _ in 0..<3 {
        for index in 0..<Int.random(in: 2...4, using: &random) {
          let place = Point(
            x: corner.x + Double(Int.random(in: 0...4, using: &random)) * size / 4,
            y: corner.y + Double(Int.random(in: 0...6, using: &random)) * size / 4)
          if index == 0 { path.move(to: place) } else { path.line(to: place) }
        }
        if chance(4) {
          path.arc(
            center: corner, radius: size / 3, start: .degrees(30), sweep: .degrees(-250))
        }
      }
      path.move(to: corner)
      path.line(to: corner)
    }
    return path
  }

  /// Circles, rings, boxes and open chains, one over the other.
  private mutating func shapes() -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let center = point()
      let radius = Double.random(in: 0.02...0.8, using: &random) * reach
      switch Int.random(in: 0..<5, using: &random) {
      case 0: path.add(.circle(center: center, radius: radius))
      case 1:
        path.add(
          .ringSector(
            center: center, inner: radius / 2, outer: radius, start: angle(),
            sweep: .degrees(random.pick([30, -100, 275]))))
      case 2:
        path.add(.rectangle(x: center.x, y: center.y, width: radius, height: radius / 3))
      case 3: path.add(.polygon((0..<5).map { _ in point() }))
      default:
        path.move(to: center)
        for _ in 0..<3 { path.line(to: point()) }
      }
    }
    return path
  }

  /// A part of the sheet.
  private mutating func clip() -> Path {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .circle(center: point(), radius: 0.7 * reach)
    case 1: .rectangle(x: 0, y: -2 * reach, width: 2 * reach, height: 4 * reach)
    default: star()
    }
  }

  private mutating func star() -> Path {
    let center = point()
    return .polygon(
      (0..<5).map { corner in
        let direction = Angle.degrees(Double(corner) * 144).direction
        return Point(
          x: center.x + direction.x * reach / 2, y: center.y + direction.y * reach / 2)
      })
  }

  /// Sectors that share their edges.
  private mutating func wedges() -> Path {
    var path = Path()
    let center = point()
    let count = Int.random(in: 2...12, using: &random)
    let sweep = 360 / Double(count)
    for index in 0..<count {
      path.add(
        .ringSector(
          center: center, inner: reach / 8, outer: reach / 2,
          start: .degrees(sweep * Double(index)), sweep: .degrees(sweep)))
    }
    return path
  }

  private mutating func bars() -> Path {
    var path = Path()
    let start = point()
    for bar in 0..<10 {
      let height = Double.random(in: 0...0.7, using: &random) * reach
      path.add(
        .rectangle(
          x: start.x + Double(bar) * reach / 20, y: start.y - height,
          width: random.pick([reach / 25, reach / 20]), height: height))
    }
    return path
  }

  private mutating func wave() -> Path {
    let (start, step) = (point(), random.pick([0.004, 0.02]) * reach)
    var y = start.y
    return Path(
      (0..<100).map { index in
        y += .random(in: -2...2, using: &random) * step
        return Point(x: start.x + Double(index) * step, y: y)
      })
  }

  private mutating func image() -> PlacedImage {
    // Of one size as a file that SVG can carry.
    let (width, height) = (4, 3)
    let pixels = (0..<width * height * 4).map { place in
      place % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let bitmap = Bitmap(width: width, height: height, pixels: pixels)
    return PlacedImage(
      bitmap: bitmap, png: [1, 2, 3], origin: point(),
      width: .random(in: 0.1...1, using: &random) * reach,
      height: .random(in: 0.1...1, using: &random) * reach)
  }

  private mutating func gradient() -> Paint {
    let count = Int.random(in: 1...4, using: &random)
    var offsets = (0..<count).map { _ in
      (Double.random(in: 0...1, using: &random) * 100).rounded() / 100
    }
    offsets.sort()
    if allowsSteps, chance(3) { offsets[count - 1] = offsets[0] }
    let stops = offsets.map { GradientStop($0, color()) }
    func place(_ point: Point) -> Point { Point(x: point.x.rounded(), y: point.y.rounded()) }
    return chance(2)
      ? .linear(from: place(point()), to: place(point()), stops)
      : .radial(
        center: place(point()),
        radius: (Double.random(in: 0.1...1, using: &random) * reach).rounded(),
        stops)
  }
}
