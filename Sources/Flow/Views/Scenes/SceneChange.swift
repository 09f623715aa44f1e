// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// The change from one scene to the next.
struct SceneChange: Sendable, Hashable {
  /// How the new scene comes.
  enum Kind: Sendable {
    /// At once.
    case cut
    /// The left parts of the sheet, or the upper ones, beat by beat.
    case quarters
    /// In a disc that opens out of the heart.
    case opening
    /// Round the old scene, which closes into the heart.
    case closing
    /// As a sector that grows from 12 o'clock to both sides.
    case fan
  }

  let kind: Kind
  /// The ticks in which both scenes are shown; none of a cut, which is at its beginning.
  let ticks: Range<Int>
  /// The beats of the last bar before the new scene, but the first, as ticks.
  private var beats: [Int] = []

  /// Opens in some ticks.
  init(opening ticks: Range<Int>) { (kind, self.ticks) = (.opening, ticks) }

  /// The change at the beginning of a scene. `beats` are those of the song, as ticks in ascending order, with those that
  /// begin a bar.
  init(from old: SongScene, to new: SongScene, _ beats: [(tick: Int, isBar: Bool)], at rate: Rate) {
    let begin = new.firstTick
    func ticks(_ seconds: Double) -> Int { rate.count(seconds: seconds) }
    func between(_ first: Int, _ end: Int) -> ArraySlice<(tick: Int, isBar: Bool)> {
      let first = beats.endOfPrefix { $0.tick < first }
      return beats[first..<max(beats.endOfPrefix { $0.tick < end }, first)]
    }
    // The bar that ends where the scene begins, if there is one and the old scene has had time.
    let earliest = max(old.firstTick + ticks(1), begin - ticks(SceneChange.longestBar))
    let before = between(earliest, begin - ticks(0.1))
    let bar = before.lastIndex(where: \.isBar).map { before[$0...].map(\.tick) } ?? []
    let isOnBar = between(begin - ticks(0.1), begin + ticks(0.1) + 1).contains(
      where: \.isBar)
    kind = SceneChange.kind(from: old, to: new, hasBar: isOnBar && bar.count > 1)
    switch kind {
    case .cut: self.ticks = begin..<begin
    case .quarters: self.ticks = bar[1]..<begin
    case .fan: self.ticks = bar[0]..<begin
    case .opening, .closing: self.ticks = begin - ticks(0.24)..<begin + max(ticks(0.08), 1)
    }
    self.beats = Array(bar.dropFirst())
  }

  /// How a scene comes, if there is a bar before it or not.
  private static func kind(from old: SongScene, to new: SongScene, hasBar: Bool) -> Kind {
    if old.isTitle { return hasBar ? .quarters : .cut }
    if new.continues || old.setting == new.setting && old.shot != new.shot { return .cut }
    guard (new.setting, new.magnification) <= (old.setting, old.magnification) else {
      let becomesLoud = old.setting < new.setting && new.setting == SongScene.loudest
      return hasBar && becomesLoud ? .quarters : .opening
    }
    if hasBar, old.setting == SongScene.loudest, new.setting > 0 { return .fan }
    // What is seen through halves has no disc.
    return old.shot.isDivided ? .cut : .closing
  }

  /// In seconds.
  private static let longestBar = 4.0

  /// Whether the picture of the old scene lies above the new one.
  var oldIsAbove: Bool { kind == .closing }

  /// The part of the sheet in which the upper scene is shown at a tick.
  func part(atTick tick: Int, on canvas: Canvas, around center: Point) -> Path {
    let reach = canvas.reach(from: center)
    switch kind {
    case .cut: return Path()
    case .opening, .closing:
      return .circle(center: center, radius: radius(atTick: tick, reach: reach))
    case .quarters:
      let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
      let edge = edge(atTick: tick, of: max(width, height))
      return height > width
        ? .rectangle(x: -2 * width, y: -2 * height, width: 4 * width, height: edge + 2 * height)
        : .rectangle(x: -2 * width, y: -2 * height, width: edge + 2 * width, height: 4 * height)
    case .fan:
      let angle = angle(atTick: tick)
      // Corners that lie outside the sheet, as does the line between two of them.
      let count = max(Int((angle / 10).rounded(.up)), 1)
      var path = Path()
      path.move(to: center)
      for corner in -count...count {
        let direction = Angle.clock(angle * Double(corner) / Double(count)).direction
        path.line(
          to: Point(x: center.x + 2 * reach * direction.x, y: center.y + 2 * reach * direction.y))
      }
      path.close()
      return path
    }
  }

  /// Whether the upper scene is shown at a point of the sheet.
  func shows(_ point: Point, atTick tick: Int, on canvas: Canvas, around center: Point) -> Bool {
    let (x, y) = (point.x - center.x, point.y - center.y)
    switch kind {
    case .cut: return false
    case .opening, .closing:
      let radius = radius(atTick: tick, reach: canvas.reach(from: center))
      return x * x + y * y < radius * radius
    case .quarters:
      let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
      return height > width
        ? point.y < edge(atTick: tick, of: height) : point.x < edge(atTick: tick, of: width)
    case .fan:
      // Degrees from 12 o'clock, to either side.
      return Angle.toward(Point(x: -y, y: abs(x))).degrees < angle(atTick: tick)
    }
  }

  /// From the middle of the sheet to the edge of the part that is new.
  private func edge(atTick tick: Int, of length: Double) -> Double {
    let passed = beats.count { $0 <= tick }
    return length * (Double(passed) / Double(beats.count + 1) - 0.5)
  }

  /// The degrees to either side of 12 o'clock.
  private func angle(atTick tick: Int) -> Double {
    180 * Double(tick - ticks.lowerBound + 1) / Double(ticks.count + 1)
  }

  /// The radius of the disc, in points.
  private func radius(atTick tick: Int, reach: Double) -> Double {
    let step = kind == .closing ? ticks.upperBound - 1 - tick : tick - ticks.lowerBound
    let share = Double(step + 1) / Double(ticks.count + 1)
    return 24 + (reach - 20) * share.power
  }
}

extension Double {
  /// The number, from 0 to 1, to the power of 1.875: roots have the same bits on every machine.
  fileprivate var power: Double {
    let eighth = squareRoot().squareRoot().squareRoot()
    return self * self / max(eighth, 1e-9)
  }
}

extension Scene {
  /// Shows another scene in the part of the sheet that a change has for it at a tick. Words, and each letter that is
  /// a figure, keep their place and are whole: they are this scene's until the edge of the part is at their middle, and
  /// then the other one's.
  mutating func reveal(
    _ upper: Scene, by change: SceneChange, atTick tick: Int, around center: Point
  ) {
    let clip = change.part(atTick: tick, on: canvas, around: center)
    let below = items.filter { $0.isWord || $0.isLetter }
    items.removeAll { $0.isWord || $0.isLetter }
    let figures = upper.items.filter { !$0.isWord && !$0.isLetter }
    items += figures.map { item in
      var item = item
      (item.name, item.data, item.grows, item.clip) = ("wipe", [], false, clip)
      return item
    }
    func isPassed(_ items: [Item]) -> Bool {
      guard let area = Composition.Area(around: items.flatMap(\.places)) else { return false }
      let middle = Point(x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2)
      return change.shows(middle, atTick: tick, on: canvas, around: center)
    }
    items += below.filter { $0.isLetter && !isPassed([$0]) }
    items += upper.items.filter { $0.isLetter && isPassed([$0]) }
    let words = (old: below.filter(\.isWord), new: upper.items.filter(\.isWord))
    // Words that move are there once.
    items += isPassed(words.new) ? words.new : isPassed(words.old) ? [] : words.old
  }
}

extension Item {
  /// The ground of a scene; a page may show more than the sheet.
  static func ground(_ color: Color, _ canvas: Canvas) -> Item {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    return Item.disjoint(
      .rectangle(x: -2 * width, y: -2 * height, width: 4 * width, height: 4 * height), color
    ).named("ground")
  }
}

extension Canvas {
  /// The distance from a point to the farthest corner, in points.
  func reach(from center: Point) -> Double {
    let (x, y) = (widthInPoints / 2 + abs(center.x), heightInPoints / 2 + abs(center.y))
    return (x * x + y * y).squareRoot()
  }
}
