// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal

/// What a change comes out of: the middle of a figure, how large it is, and how far the figure reaches, in points.
struct Heart: Sendable {
  let center: Point
  let radius, reach: Double

  /// The heart of a figure whose lengths have a factor.
  init(_ center: Point, scale: Double = 1) {
    (self.center, radius, reach) = (center, 48 * scale, Composition.figureReach * scale)
  }
}

/// The change from one scene to the next.
struct SceneChange: Sendable, Hashable {
  /// How the new scene comes.
  enum Kind: Sendable {
    /// At once.
    case cut
    /// The left parts of the sheet, or the upper ones, beat by beat; the right or the lower ones if the new figure lies
    /// there.
    case quarters
    /// In a disc that opens out of the heart.
    case opening
    /// Through the heart of the old scene, which comes nearer until it is larger than the sheet.
    case through
    /// As a sheet that pushes the old one away, from the side on which its figure lies.
    case slide
    /// As a sector that grows from 12 o'clock to both sides.
    case fan
  }

  let kind: Kind
  /// The ticks in which both scenes are shown; none of a cut, which is at its beginning.
  let ticks: Range<Int>
  /// The beats of the last bar before the new scene, but the first, as ticks.
  private var beats: [Int] = []
  /// The edge at which the new figure lies, as a direction.
  private var side = Point.origin

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
    let kind = SceneChange.kind(from: old, to: new, hasBar: isOnBar && bar.count > 1)
    let isShort = begin - old.firstTick < ticks(SceneChange.timeBeforeSlide)
    self.kind = kind == .slide && isShort ? .cut : kind
    switch self.kind {
    case .cut: self.ticks = begin..<begin
    case .quarters: self.ticks = bar[1]..<begin
    case .fan: self.ticks = bar[0]..<begin
    case .opening: self.ticks = begin - ticks(0.24)..<begin + max(ticks(0.08), 1)
    case .through, .slide:
      let length = ticks(kind == .slide ? SceneChange.slideTime : SceneChange.approach)
      // Not before the change to the old scene is over.
      let earliest = min(old.firstTick + ticks(0.08) + 1, begin)
      self.ticks = max(begin - length, earliest)..<begin
    }
    self.beats = Array(bar.dropFirst())
    side =
      switch new.shot {
      case .rise: Point(x: 0, y: 1)
      case .fall: Point(x: 0, y: -1)
      case .corner: Point(x: new.isOtherSide ? -1 : 1, y: 0)
      default: .origin
      }
  }

  /// How a scene comes, if there is a bar before it or not.
  private static func kind(from old: SongScene, to new: SongScene, hasBar: Bool) -> Kind {
    if old.isTitle { return hasBar ? .quarters : .cut }
    // What is seen through halves neither opens nor moves.
    guard !new.continues, ![.split, .duel].contains(new.shot) else { return .cut }
    if old.setting == new.setting, old.shot != new.shot {
      return sliding.contains(new.shot) && !old.shot.isDivided ? .slide : .cut
    }
    guard (new.setting, new.magnification) <= (old.setting, old.magnification) else {
      let becomesLoud = old.setting < new.setting && new.setting == SongScene.loudest
      return hasBar && becomesLoud ? .quarters : .opening
    }
    if hasBar, old.setting == SongScene.loudest, new.setting > 0 { return .fan }
    return old.shot.isDivided ? .cut : .through
  }

  /// Those that come from an edge of the sheet.
  private static let sliding: [Shot] = [.rise, .fall, .corner]
  /// How long the way through a heart takes, and a slide, in seconds.
  private static let (approach, slideTime) = (0.8, 0.5)
  /// How many steps a slide has, the last one to where its figure stays; and how long the scene before it lasts at
  /// least, in seconds.
  private static let (slideSteps, timeBeforeSlide) = (4.0, 3.0)
  /// The size of the new figure when it is first seen through the heart.
  private static let smallest = 0.55
  /// In seconds.
  private static let longestBar = 4.0

  /// The part of the sheet in which the new scene is shown at a tick.
  func part(atTick tick: Int, on canvas: Canvas, around heart: Heart) -> Path {
    let center = heart.center
    let reach = canvas.reach(from: center)
    switch kind {
    case .cut: return Path()
    case .opening, .through:
      return .circle(center: center, radius: radius(atTick: tick, reach: reach, heart))
    case .slide, .quarters: return .rectangle(area(atTick: tick, on: canvas))
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

  /// Whether the new scene is shown at a point of the sheet.
  func shows(_ point: Point, atTick tick: Int, on canvas: Canvas, around heart: Heart) -> Bool {
    let center = heart.center
    let (x, y) = (point.x - center.x, point.y - center.y)
    switch kind {
    case .cut: return false
    case .opening, .through:
      let radius = radius(atTick: tick, reach: canvas.reach(from: center), heart)
      return x * x + y * y < radius * radius
    case .slide, .quarters:
      let area = area(atTick: tick, on: canvas)
      return point.x > area.left && point.x < area.right && point.y > area.top
        && point.y < area.bottom
    case .fan:
      // Degrees from 12 o'clock, to either side.
      return Angle.toward(Point(x: -y, y: abs(x))).degrees < angle(atTick: tick)
    }
  }

  /// The degrees to either side of 12 o'clock.
  private func angle(atTick tick: Int) -> Double { 180 * share(atTick: tick) }

  /// How much of it is over at a tick, between 0 and 1.
  private func share(atTick tick: Int) -> Double {
    Double(tick - ticks.lowerBound + 1) / Double(ticks.count + 1)
  }

  /// The radius of the disc, in points.
  private func radius(atTick tick: Int, reach: Double, _ heart: Heart) -> Double {
    let share = share(atTick: tick)
    guard kind == .through else { return 24 + (reach - 20) * share.power }
    return heart.radius * (1 + (max(reach / heart.radius, 1) - 1) * share * share)
      * min(6 * share, 1)
  }

  /// How much nearer the old figure is on the way through its heart: less than the hole grows, so that few of its
  /// edges pass each place.
  private func zoom(atTick tick: Int, reach: Double, _ heart: Heart) -> Double {
    max(radius(atTick: tick, reach: reach, heart) / heart.radius, 1).squareRoot()
  }

  /// The share of its way that a sheet still has to slide, in few steps: so no place changes more than twice to
  /// and fro, however many petals pass it.
  private func rest(atTick tick: Int) -> Double {
    let share =
      (share(atTick: tick) * SceneChange.slideSteps).rounded(.down) / SceneChange.slideSteps
    return 1 - share * share * (3 - 2 * share)
  }

  /// How far figures move while a sheet slides, in points: the whole of it, or further until none is cut off in the
  /// middle of the sheet, since both have one ground.
  private func way(on canvas: Canvas, from old: Heart, to new: Heart) -> Double {
    let isUpward = side.x == 0
    let length = isUpward ? canvas.heightInPoints : canvas.widthInPoints
    func beyond(_ heart: Heart, _ sign: Double) -> Double {
      heart.reach + length / 2 + sign
        * (isUpward ? side.y * heart.center.y : side.x * heart.center.x)
    }
    return max(length, beyond(old, 1), beyond(new, -1))
  }

  /// The part of a sheet that is new where it slides or is cut, and what a page shows beyond it.
  private func area(atTick tick: Int, on canvas: Canvas) -> Composition.Area {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    var area = Composition.Area(
      left: -2 * width, top: -2 * height, right: 2 * width, bottom: 2 * height)
    guard kind == .quarters else {
      let edge = rest(atTick: tick) - 0.5
      if side.x > 0 { area.left = edge * width }
      if side.y > 0 { area.top = edge * height }
      if side.x < 0 { area.right = -edge * width }
      if side.y < 0 { area.bottom = -edge * height }
      return area
    }
    let edge = Double(beats.count { $0 <= tick }) / Double(beats.count + 1) - 0.5
    // On an upright sheet what is in a corner on the right is above.
    switch (height > width, height > width ? side.y > side.x : side.x > 0) {
    case (false, false): area.right = edge * width
    case (false, true): area.left = -edge * width
    case (true, false): area.bottom = edge * height
    case (true, true): area.top = -edge * height
    }
    return area
  }

  /// Figures of the old scene, or of the new one, as they are moved at a tick; grounds stay.
  fileprivate func moved(
    _ items: [Item], isNew: Bool, atTick tick: Int, on canvas: Canvas, from heart: Heart,
    to new: Heart
  ) -> [Item] {
    switch kind {
    case .cut, .quarters, .opening, .fan: return items
    case .slide:
      let way = way(on: canvas, from: heart, to: new) * (rest(atTick: tick) - (isNew ? 0 : 1))
      return items.compactMap { item in
        guard item.isScaled, item.name != Item.nameOfGround else { return isNew ? nil : item }
        var item = item
        item.origin = Point(x: item.origin.x + way * side.x, y: item.origin.y + way * side.y)
        return item
      }
    case .through:
      let least = SceneChange.smallest
      let scale =
        isNew
        ? least + (1 - least) * share(atTick: tick)
        : zoom(atTick: tick, reach: canvas.reach(from: heart.center), heart)
      return items.compactMap { item in
        guard item.name != Item.nameOfGround else { return item }
        // What comes nearer passes the margin.
        return item.isScaled ? item.scaled(by: scale, about: heart.center) : isNew ? item : nil
      }
    }
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
  /// then the other one's. A title and its subtitle are one, and lyrics are another.
  mutating func reveal(
    _ upper: Scene, by change: SceneChange, atTick tick: Int, from heart: Heart, to new: Heart
  ) {
    let clip = change.part(atTick: tick, on: canvas, around: heart)
    let below = items.filter { $0.isWord || $0.isLetter }
    items.removeAll { $0.isWord || $0.isLetter }
    items = change.moved(items, isNew: false, atTick: tick, on: canvas, from: heart, to: new)
    let figures = upper.items.filter { !$0.isWord && !$0.isLetter }
    items += change.moved(figures, isNew: true, atTick: tick, on: canvas, from: heart, to: new).map
    {
      item in
      var item = item
      // Rings reach further than figures.
      let isWhole = change.kind == .slide && item.name != RadialTrack.nameOfRipples
      (item.name, item.data, item.grows, item.clip) = ("wipe", [], false, isWhole ? nil : clip)
      return item
    }
    func isPassed(_ items: [Item]) -> Bool {
      guard let area = Composition.Area(around: items.flatMap(\.places)) else { return false }
      let middle = Point(x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2)
      return change.shows(middle, atTick: tick, on: canvas, around: heart)
    }
    items += below.filter { $0.isLetter && !isPassed([$0]) }
    items += upper.items.filter { $0.isLetter && isPassed([$0]) }
    for isPart in [{ !$0.isLyrics }, \.isLyrics] as [(Item) -> Bool] {
      let (old, new) = (
        below.filter { $0.isWord && isPart($0) }, upper.items.filter { $0.isWord && isPart($0) }
      )
      // Words that move are there once.
      items += isPassed(new) ? new : isPassed(old) ? [] : old
    }
  }
}

extension Item {
  /// The ground of a scene; a page may show more than the sheet.
  static func ground(_ color: Color, _ canvas: Canvas) -> Item {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    return Item.disjoint(
      .rectangle(x: -2 * width, y: -2 * height, width: 4 * width, height: 4 * height), color
    ).named(nameOfGround)
  }

  /// What the ground of a scene is called.
  static let nameOfGround = "ground"
}

extension Canvas {
  /// The distance from a point to the farthest corner, in points.
  func reach(from center: Point) -> Double {
    let (x, y) = (widthInPoints / 2 + abs(center.x), heightInPoints / 2 + abs(center.y))
    return (x * x + y * y).squareRoot()
  }
}
