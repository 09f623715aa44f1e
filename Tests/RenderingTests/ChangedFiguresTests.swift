// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

/// Of a path of the same lines with other ends only what differs is drawn; nobody may see that.
@Suite struct ChangedFiguresTests {
  // In the last two a level line that lies between two rows of pixels bounds what changes.
  @Test(arguments: TestRun.seeds(1...12) + [513, 1267])
  func `a figure some of whose corners move is drawn as if afresh`(seed: UInt64) throws {
    print("seed \(seed)")
    var figure = WanderingFigure(seed: seed)
    let canvas = try #require(Canvas(width: 150, height: 110, shortSideInPoints: 55))
    var renderer = RasterRenderer(figure.scene(on: canvas))
    for step in 0..<10 {
      figure.move()
      let scene = figure.scene(on: canvas)
      let continued = renderer.renderContinuing(scene)
      let fresh = RasterRenderer(scene).pixmap
      #expect(continued?.bytes == fresh.bytes, "step \(step)")
    }
  }

  @Test func `a corner that moves changes the rows between its old and its new neighbours alone`()
    throws
  {
    let canvas = try #require(Canvas(width: 96, height: 96, shortSideInPoints: 96))
    func scene(_ height: Double) -> Scene {
      var corners = (0..<40).map { Point(x: -40 + Double($0) * 2, y: 0.0) }
      corners[20].y = height
      corners += [Point(x: 40, y: 40), Point(x: -40, y: 40)]
      var scene = Scene(canvas: canvas, background: .white)
      scene.items = [.fill(.polygon(corners), .black)]
      return scene
    }
    var renderer = RasterRenderer(scene(-20))
    let before = renderer.pixmap.revisions
    let continued = renderer.renderContinuing(scene(-30))
    let after = try #require(continued).revisions
    let changed = before.indices.filter { before[$0] != after[$0] }
    #expect(changed.first == 18)
    #expect(changed.last == 47)
  }
}

/// A star, a hole, and shapes beside them, whose corners wander a few at a time; some leave the sheet.
private struct WanderingFigure {
  private var random: SeededGenerator
  private var corners: [Point]
  private let rule: Item.FillRule
  private let isStroke: Bool
  private let hasHole: Bool
  private let isClosed: Bool
  private let color: Color

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let count = Int.random(in: 34...90, using: &random)
    let reach = random.pick([20.0, 35.0, 60.0])
    corners = []
    for index in 0..<count {
      let angle = Angle.degrees(Double(index) * 360 / Double(count)).direction
      let radius = Double.random(in: 5...reach, using: &random)
      corners.append(Point(x: angle.x * radius, y: angle.y * radius))
    }
    rule = random.pick([.nonzero, .evenOdd])
    isStroke = random.pick([true, false, false])
    hasHole = random.pick([true, false])
    isClosed = random.pick([true, true, false])
    color = Color(red: 200, green: 30, blue: 90, alpha: random.pick([255, 120]))
  }

  mutating func move() {
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let index = Int.random(in: corners.indices, using: &random)
      // Whole and half pixels make edges that end or lie where rows and columns do.
      let step = random.pick([0.25, 0.5, 1, 0.173])
      corners[index].x += Double(Int.random(in: -12...12, using: &random)) * step
      corners[index].y += Double(Int.random(in: -12...12, using: &random)) * step
    }
  }

  func scene(on canvas: Canvas) -> Scene {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      if index.isMultiple(of: 31) {
        if index > 0, isClosed { path.close() }
        path.move(to: corner)
      } else {
        path.line(to: corner)
      }
    }
    if isClosed { path.close() }
    if hasHole { path.add(.circle(center: .origin, radius: 9)) }
    var scene = Scene(canvas: canvas, background: .white)
    scene.items = [
      .fill(.circle(center: .origin, radius: 14), Color(red: 10, green: 90, blue: 200)),
      isStroke
        ? Item(.stroke(path, width: 1.7), .color(color)) : Item(.fill(path, rule), .color(color)),
    ]
    return scene
  }
}
