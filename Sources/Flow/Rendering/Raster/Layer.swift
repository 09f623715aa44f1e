// SPDX-License-Identifier: MIT
internal import Drawing

/// One item of the last scene: its coverage and its brush.
struct Layer: Sendable {
  private(set) var item: Item
  private(set) var coverage = Coverage()
  private(set) var brush: Brush
  /// Where it is seen, if it is not everywhere.
  private(set) var clip = Coverage()
  private(set) var isClipped = false
  /// The pen of a line that grows.
  private var growing: GrowingStroke?
  /// The shape in pixels, if it has enough points: then only its changed parts are redrawn.
  private var figures: Figures?

  /// The fewest points for that.
  private static let fewestPoints = 32

  /// The layer of an item that is not drawn yet.
  init(_ item: Item, on canvas: Canvas) {
    self.item = item
    brush = Brush(item, on: canvas)
  }

  /// Draws a new layer.
  mutating func draw(_ tools: inout RasterTools) {
    (isClipped, clip) = (item.clip != nil, tools.coverage(of: item.clip))
    redraw(tools: &tools, repainted: false)
  }

  /// Removes the layer.
  func remove(_ tools: inout RasterTools) {
    Coverage().compare(with: coverage, repainted: false, into: &tools.damage)
  }

  /// Draws the item in place of the one before.
  mutating func update(to next: Item, _ tools: inout RasterTools) {
    guard item != next else { return }
    let last = item
    item = next
    if last.clip != next.clip { changeClip(tools: &tools) }
    let isMoved = last.origin != next.origin || last.rotation != next.rotation
    let isRepainted =
      last.paint != next.paint || last.opacity != next.opacity
      || isMoved && !next.paint.isColor || last.shape.image != next.shape.image
      || isMoved && next.shape.image != nil
    if isRepainted { brush = Brush(next, on: tools.canvas) }
    if last.shape == next.shape, last.grows == next.grows, !isMoved {
      if isRepainted {
        coverage.compare(with: coverage, repainted: true, into: &tools.damage)
      }
    } else if growing != nil, !isMoved, !isRepainted, let points = next.growth(of: last) {
      grow(points, &tools)
    } else if !isMoved, !isRepainted, redrawPart(from: last.shape, &tools) {
      return
    } else {
      redraw(tools: &tools, repainted: isRepainted)
    }
  }

  /// Shows the item in another part of the sheet.
  private mutating func changeClip(tools: inout RasterTools) {
    let old = isClipped ? clip : nil
    (isClipped, clip) = (item.clip != nil, tools.coverage(of: item.clip))
    if let old, isClipped {
      clip.compare(with: old, repainted: false, into: &tools.damage)
    } else {
      coverage.compare(with: coverage, repainted: true, into: &tools.damage)
    }
  }

  private mutating func grow(_ points: ArraySlice<Point>, _ tools: inout RasterTools) {
    let placement = Placement(item, on: tools.canvas)
    growing?.extend(to: points.lazy.map { placement.pixel($0) }, &coverage, &tools)
  }

  /// Redraws the changed parts of a shape if nothing but ends of straight lines has moved; returns
  /// `false` for other changes.
  private mutating func redrawPart(from last: Item.Shape, _ tools: inout RasterTools) -> Bool {
    guard let (path, pen) = item.shape.outline, let (known, knownPen) = last.outline,
      pen == knownPen,
      var figures = figures.take()
    else { return false }
    let canvas = tools.canvas
    let radius = pen.width * canvas.pixelsPerPoint / 2
    // One pixel more, for rounding at the edge of the pen.
    let changes = figures.changes(
      to: path, from: known, reach: pen.isFill ? 0 : radius + 1, isFill: pen.isFill,
      rowCount: canvas.height)
    guard let changes else { return false }
    pen.add(figures, radius, changes, areOld: true, to: &tools.scanner)
    figures.move(to: path, changes)
    pen.add(figures, radius, changes, areOld: false, to: &tools.scanner)
    tools.scanner.rescan(pen.rule, rows: changes.rows, of: &coverage, &tools.damage)
    self.figures = figures
    return true
  }

  private mutating func redraw(tools: inout RasterTools, repainted: Bool) {
    let canvas = tools.canvas
    let placement = Placement(item, on: canvas)
    growing = nil
    figures = nil
    switch item.shape {
    case .stroke(let path, let width) where item.grows && path.isChain:
      Coverage().compare(with: coverage, repainted: false, into: &tools.damage)
      coverage.reset(CellBox(columns: 0..<0, rows: 0..<0))
      guard width > 0 else { return }
      growing = GrowingStroke(
        width: canvas.width, height: canvas.height, radius: width * canvas.pixelsPerPoint / 2)
      return grow(path.points[...], &tools)
    case .stroke, .fill:
      guard let (path, pen) = item.shape.outline else { return }
      let figures = Figures(path, placement)
      if pen.rule == .disjoint {
        tools.sums.scan(figures, on: canvas, into: &tools.spare)
        break
      }
      pen.add(figures, pen.width * placement.scale / 2, nil, areOld: false, to: &tools.scanner)
      tools.scanner.scan(pen.rule, into: &tools.spare)
      if path.points.count >= Layer.fewestPoints { self.figures = figures }
    case .image(let image):
      if let (center, radius) = image.clip {
        let figures = Figures(.circle(center: center, radius: radius), placement)
        tools.scanner.addFill(figures)
        tools.scanner.scan(.nonzero, into: &tools.spare)
      } else if case .image(let image) = brush {
        tools.spare.fill(image.box, tools.share)
      }
    }
    tools.spare.compare(with: coverage, repainted: repainted, into: &tools.damage)
    swap(&tools.spare, &coverage)
  }
}

/// Tools and scratch space that all layers share.
struct RasterTools: Sendable {
  let canvas: Canvas
  let kind: SceneKind
  var scanner: AreaScanner
  var sums: AreaSums
  var damage: Damage
  /// The pixels that new parts of a line touch, and those that one of these parts covers.
  var touched, filled: Damage
  /// Scratch coverage, kept for its memory.
  var spare = Coverage()
  /// The rows that are drawn.
  let share: RowShare
  /// The parts of the sheet in which items are seen: those of a scene are mostly the same.
  private var clips: [Path: Coverage] = [:]
  /// Of an edge that moves, each frame has another one.
  private static let mostClips = 4

  init(_ scene: Scene, _ share: RowShare) {
    canvas = scene.canvas
    kind = SceneKind(scene)
    self.share = share
    scanner = AreaScanner(width: canvas.width, height: canvas.height, share)
    sums = AreaSums(share)
    damage = Damage(width: canvas.width, height: canvas.height)
    (touched, filled) = (damage, damage)
  }

  /// How much of each pixel is inside of a path on the sheet; nothing without one.
  mutating func coverage(of clip: Path?) -> Coverage {
    guard let clip else { return Coverage() }
    if let known = clips[clip] { return known }
    if clips.count >= RasterTools.mostClips { clips.removeAll() }
    scanner.addFill(Figures(clip, Placement(.fill(clip, .black), on: canvas)))
    var coverage = Coverage()
    scanner.scan(.nonzero, into: &coverage)
    clips[clip] = coverage
    return coverage
  }
}

/// The kind of items in a scene, which decides how it is painted and compressed.
enum SceneKind: Sendable, Hashable {
  /// Shapes in one colour, without opacity.
  case oneColor(Color)
  /// Shapes of one colour each, and images.
  case flat
  /// Anything else.
  case mixed

  /// The colour of all items, if they have only one.
  var onlyColor: Color? { if case .oneColor(let color) = self { color } else { nil } }

  init(_ scene: Scene) {
    var only: Color?
    var (isOne, isFlat) = (true, true)
    // By indices and by parts, since whole items would be copied.
    for index in scene.items.indices {
      if scene.items[index].shape.isImage {
        isOne = false
      } else if case .color(let color) = scene.items[index].paint {
        isOne = isOne && only ?? color == color && scene.items[index].opacity >= 1
        only = color
      } else {
        (isOne, isFlat) = (false, false)
      }
    }
    self = isOne ? .oneColor(only ?? .none) : isFlat ? .flat : .mixed
  }
}

extension Paint {
  /// Whether it is a plain colour.
  var isColor: Bool { if case .color = self { true } else { false } }
}

extension Path {
  /// Whether it is one open figure of straight lines.
  fileprivate var isChain: Bool {
    verbs.count == points.count && arcs.isEmpty && verbs.dropFirst().allSatisfy { $0 == .line }
  }
}

extension Item {
  /// The points that continue a line that grows; `nil` if it is not the same line.
  fileprivate func growth(of other: Item) -> ArraySlice<Point>? {
    guard grows, case .stroke(let path, let width) = shape, path.isChain,
      case .stroke(let known, width) = other.shape, path.points.starts(with: known.points)
    else { return nil }
    return path.points[known.points.count...]
  }
}

extension Item.Shape {
  fileprivate var isImage: Bool { if case .image = self { true } else { false } }

  fileprivate var image: PlacedImage? {
    if case .image(let image) = self { image } else { nil }
  }

  /// The path of a stroke or a fill, and how it is drawn.
  fileprivate var outline: (Path, Outlining)? {
    switch self {
    case .stroke(let path, let width):
      (path, Outlining(width: width, rule: .nonzero, isFill: false))
    case .fill(let path, let rule): (path, Outlining(width: 0, rule: rule, isFill: true))
    case .image: nil
    }
  }
}

/// How a path is turned into figures to fill.
private struct Outlining: Hashable {
  /// The width of the pen in points; 0 for fills.
  let width: Double
  let rule: Item.FillRule
  let isFill: Bool

  func add(
    _ figures: Figures, _ radius: Double, _ changes: Figures.Changes?, areOld: Bool,
    to scanner: inout AreaScanner
  ) {
    if isFill {
      scanner.addFill(figures, changes, areOld: areOld)
    } else {
      scanner.addStroke(figures, radius: radius, changes, areOld: areOld)
    }
  }
}
