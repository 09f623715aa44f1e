// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The four curves of the tutorial, each a quarter of a turn from the next, without its wiped turns:
/// each new point takes the place of the one a turn ago, and older turns stay as fainter lines.
struct LineFigure: RunningFigure {
  /// How strong each turn is drawn, the newest first.
  private static let strengths = [1, 0.33, 0.18, 0.1]
  /// Parts of a curve that are drawn by themselves, since only one of them changes in a tick.
  private static let pieceCount = 36

  var track: RadialTrack
  private let length: Double
  private let inner, reach: Double
  private let colors: [Color]
  private(set) var turns: Turns
  /// The pieces of every curve of every turn, the oldest turn first.
  private var items: [Item] = []
  /// The pieces that are not as they were drawn last.
  private var changed: Set<Int> = []
  private let arc: FigureArc
  private let directions: [Point]

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .yellow
    let isOverlay = context.palette == nil && context.picture.background.alpha < 255
    let ink = isOverlay ? Color(rgb: 0xFFFFFF) : palette.ink
    if options.stroke.isChosen {
      colors = options.stroke.colors
    } else {
      colors = Curve.allCases.map { $0.isPeak && context.palette != nil ? palette.ink2 : ink }
    }
    let track = try RadialTrack(
      options, track, context, options.stroke.isChosen ? nil : palette,
      ink: options.stroke.isChosen || isOverlay ? colors[0] : nil,
      coverRadius: min(options.innerRadius.points, options.outerRadius.points) - 8)
    self.track = track
    length = track.length
    let (near, far) = (options.innerRadius.points * length, options.outerRadius.points * length)
    (inner, reach) = options.loud == .outside ? (near, far - near) : (far, near - far)
    turns = track.turns(passCount: options.passCount)
    let count = turns.cellCount
    let arc = FigureArc(options)
    self.arc = arc
    directions = (0..<count).map {
      arc.isWhole
        ? Angle.degrees(Double($0) * 360 / Double(count)).direction
        : arc.direction(ofPoint: $0, of: count)
    }
    for pass in (0..<turns.passCount).reversed() {
      for curve in Curve.allCases {
        let color = context.picture.background.tinted(
          colors[curve.rawValue], LineFigure.strengths[pass])
        let width = options.lineWidth.points * length * (curve.isPeak ? 0.6 : 1)
        var item = Item.stroke(Path(), width: width, color)
        if arc.isWhole { item.rotation = curve.rotation }
        item.name = Turns.name(curve.name, pass: pass)
        items += Array(repeating: item, count: LineFigure.pieceCount)
      }
    }
    changed = Set(0..<LineFigure.pieceCount)
  }

  var newestLayers: Set<String> { Set(Curve.allCases.map(\.name)) }

  mutating func skip(to tick: Int) throws(SystemError) {
    turns.advance(to: tick, try track.loudness(ofTick: tick))
    let cells = turns.cellCount
    for cell in [turns.head + cells - 1, turns.head, turns.head + 1] {
      changed.insert(piece(of: cell % cells))
    }
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    try skip(to: tick)
    for place in items.indices where changed.contains(place % LineFigure.pieceCount) {
      let curve = place / LineFigure.pieceCount % Curve.allCases.count
      let pass = turns.passCount - 1 - place / LineFigure.pieceCount / Curve.allCases.count
      guard case .stroke(_, let width) = items[place].shape else { continue }
      items[place].shape = .stroke(
        path(Curve.allCases[curve], pass, piece: place % LineFigure.pieceCount), width: width)
    }
    changed = []
  }

  func draw(into scene: inout Scene) {
    scene.items += items
    scene.items += track.heartDisc(8, 42, colors[2])
    let heads = [Curve.averageLeft, .averageRight].map { curve in
      let point = point(curve, max(turns.head, 0), pass: 0)
      return Path.circle(
        center: arc.isWhole ? curve.rotation.rotating(point) : point, radius: 3.6 * length)
    }
    scene.items += track.playheads(heads, [colors[2], colors[3]])
    track.complete(&scene, title: nil)
  }

  private func piece(of cell: Int) -> Int { cell * LineFigure.pieceCount / turns.cellCount }

  /// A piece of a curve, and the first point of the next one, without a line from the newest point
  /// to the oldest one.
  private func path(_ curve: Curve, _ pass: Int, piece: Int) -> Path {
    var path = Path()
    let count = turns.cellCount
    let first = (piece * count + LineFigure.pieceCount - 1) / LineFigure.pieceCount
    let end = ((piece + 1) * count + LineFigure.pieceCount - 1) / LineFigure.pieceCount
    guard first < end else { return path }
    var isOpen = false
    for cell in first...end {
      // What the newest turn has not reached is silent: the circle that it will leave.
      guard pass == 0 || turns.isShown(cell % count, pass: pass) else {
        isOpen = false
        continue
      }
      let point = point(curve, cell % count, pass: pass)
      // The points of a turn go on in the next one: only the newest is not joined to the oldest, and
      // the end of a loop not to its beginning.
      let goesOn =
        isOpen && (cell - 1) % count != turns.head && !(track.isLoop && cell % count == 0)
        && !(place(of: curve, cell % count) == 0 && !arc.isWhole)
      if goesOn { path.line(to: point) } else { path.move(to: point) }
      isOpen = true
    }
    return path
  }

  /// The place of a cell among the directions. On a part of the circle, a curve that has come to its
  /// end goes on at its start.
  private func place(of curve: Curve, _ cell: Int) -> Int {
    guard !arc.isWhole else { return cell }
    let count = turns.cellCount
    return (cell + (Int(curve.rotation.degrees) + 360) * count / 360) % count
  }

  /// A point of a curve before its rotation.
  private func point(_ curve: Curve, _ cell: Int, pass: Int) -> Point {
    let loudness = turns[cell, pass: pass]
    let side = curve.isLeft ? loudness.left : loudness.right
    return directions[place(of: curve, cell)]
      * (inner + reach * (curve.isPeak ? side.peak : side.average))
  }
}
