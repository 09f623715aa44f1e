// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing

/// Black fills on white: how much of each pixel is inside, in 1/255.
@Suite struct FillTests {
  typealias Corner = (Double, Double)

  /// The covered parts, row by row, of figures in pixels from the upper left.
  private func coverage(
    _ figures: [[Corner]], _ rule: Item.FillRule, _ width: Int, _ height: Int
  ) throws -> [Int] {
    var path = Path()
    for figure in figures {
      path.add(
        .polygon(
          figure.map { Point(x: $0.0 - Double(width) / 2, y: $0.1 - Double(height) / 2) }))
    }
    return try coverage(Item(.fill(path, rule), .color(.black)), width, height)
  }

  private func coverage(_ item: Item, _ width: Int, _ height: Int) throws -> [Int] {
    var scene = try Picture.sheet(width, height)
    scene.items = [item]
    let pixmap = RasterRenderer(scene).pixmap
    return (0..<width * height).map { 255 - Int(pixmap.color(x: $0 % width, y: $0 / width).red) }
  }

  @Test(arguments: [0, 1, 90, 191.5, 270])
  func `the outline of a round pen's arc covers what the pen does`(sweep: Double) throws {
    let (radius, width) = (30.0, 14.0)
    let outline = Path.roundedArc(
      radius: radius, width: width, start: .degrees(135), sweep: .degrees(sweep))
    var arc = Path()
    arc.arc(center: .origin, radius: radius, start: .degrees(135), sweep: .degrees(sweep))
    if sweep == 0, let start = arc.points.first { arc.line(to: start) }
    let pen = try coverage(Item(.stroke(arc, width: width), .color(.black)), 99, 99)
    let filled = try coverage(Item(.fill(outline, .nonzero), .color(.black)), 99, 99)
    #expect(zip(pen, filled).allSatisfy { abs($0 - $1) <= 2 })
    #expect(filled.contains(255))
  }

  @Test(arguments: TestRun.seeds(1...30), [Item.FillRule.nonzero, .evenOdd])
  func `every pixel has the area that is inside`(seed: UInt64, rule: Item.FillRule) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (37, 19)
    let reach: Double = random.pick([0, 30, 5000])
    let figures = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...7, using: &random)).map { _ -> Corner in
        let place = (
          Double.random(in: -reach...37 + reach, using: &random),
          Double.random(in: -reach...19 + reach, using: &random)
        )
        // On whole and half pixels edges meet and lie one on the other.
        return seed % 3 == 0 ? ((place.0 * 2).rounded() / 2, (place.1 * 2).rounded() / 2) : place
      }
    }
    let covered = try coverage(figures, rule, width, height)
    let reference = ReferenceFill.coverage(of: figures, rule, width: width, height: height)
    for pixel in covered.indices where abs(Double(covered[pixel]) - 255 * reference[pixel]) > 2 {
      Issue.record(
        "(\(pixel % width), \(pixel / width)): \(covered[pixel]), not \(reference[pixel] * 255)")
    }
  }

  /// Figures in cells of a grid, some with a hole, all winding the same way.
  private func figures(_ random: inout SeededGenerator, columns: Int, rows: Int) -> [[Corner]] {
    let (size, isTurned, isWhole) = (23.0, Bool.random(using: &random), random.pick([true, false]))
    var figures: [[Corner]] = []
    for cell in 0..<columns * rows {
      let center = (
        (Double(cell % columns) + 0.5) * size, (Double(cell / columns) + 0.5) * size
      )
      let count = Int.random(in: 6...9, using: &random)
      let directions = (0..<count).map { corner in
        (Double(corner) + Double.random(in: 0...0.8, using: &random)) * 2 * .pi / Double(count)
      }
      let reaches = directions.map { _ in Double.random(in: 0.5...1, using: &random) * size / 2 }
      func figure(_ scale: Double) -> [Corner] {
        zip(directions, reaches).map { direction, reach in
          let place = (
            center.0 + cos(direction) * reach * scale, center.1 + sin(direction) * reach * scale
          )
          return isWhole ? (place.0.rounded(), place.1.rounded()) : place
        }
      }
      let (outer, hole) = (figure(1), figure(0.4))
      figures.append(isTurned ? outer.reversed() : outer)
      if Bool.random(using: &random) { figures.append(isTurned ? hole : hole.reversed()) }
    }
    return figures
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `figures that do not overlap are drawn the same without an order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let figures = figures(&random, columns: 3, rows: 2)
    let covered = try coverage(figures.shuffled(using: &random), .disjoint, 69, 46)
    let reference = ReferenceFill.coverage(of: figures, .nonzero, width: 69, height: 46)
    for pixel in covered.indices where abs(Double(covered[pixel]) - 255 * reference[pixel]) > 2 {
      Issue.record(
        "(\(pixel % 69), \(pixel / 69)): \(covered[pixel]), not \(reference[pixel] * 255)")
    }
    #expect(try coverage(figures, .disjoint, 69, 46) == covered)
    // Parts of them are outside this sheet.
    let moved = figures.map { figure in figure.map { ($0.0 - 9.3, $0.1 - 12.6) } }
    let (some, all) = (
      try coverage(moved, .disjoint, 50, 20), try coverage(moved, .nonzero, 50, 20)
    )
    #expect(zip(some, all).allSatisfy { abs($0 - $1) <= 1 })
    #expect(some.contains(255))
  }

  @Test(arguments: [false, true])
  func `figures that do not overlap reach the edges of the sheet`(isTurned: Bool) throws {
    func coverage(_ corners: [Corner]) throws -> [Int] {
      try self.coverage([isTurned ? corners.reversed() : corners], .disjoint, 64, 16)
    }
    let all = try coverage([(0, 0), (64, 0), (64, 16), (0, 16)])
    #expect(all.allSatisfy { $0 == 255 })
    let half = try coverage([(0, 0.5), (63.5, 0.5), (63.5, 16), (0, 16)])
    #expect(half[0] == 128)
    #expect(half[63] == 64)
    #expect(half[64] == 255)
    #expect(half[127] == 128)
    let triangle = try coverage([(0, 0), (64, 0), (64, 16)])
    #expect(triangle[0] == 32)
    #expect(triangle[3] == 223)
    #expect(triangle[4] == 255)
    #expect(triangle.reduce(0, +) == 512 * 255)
    #expect(try coverage([(9, 3), (20, 3), (40, 3)]).allSatisfy { $0 == 0 })
  }

  @Test func `a figure that ends with a tile leaves nothing to the next one`() throws {
    func bytes(_ rule: Item.FillRule) throws -> [UInt8] {
      var scene = try Picture.sheet(64, 8)
      scene.items = [32.0, 60].map { width in
        Item(.fill(.rectangle(x: -32, y: -4, width: width, height: 8), rule), .color(.black))
      }
      scene.items[1].paint = .color(Color(red: 99, green: 0, blue: 0))
      return RasterRenderer(scene).pixmap.bytes
    }
    #expect(try bytes(.disjoint) == bytes(.nonzero))
  }

  @Test(arguments: [1.0, 2.7, 8, 15.5])
  func `a circle has the area of a circle`(radius: Double) throws {
    var item = Item.fill(.circle(center: Point(x: 0.3, y: -0.4), radius: radius), .black)
    item.rotation = .degrees(33)
    let covered = try coverage(item, 40, 40)
    let area = Double(covered.reduce(0, +)) / 255
    #expect(abs(area - .pi * radius * radius) <= 0.002 * area + 0.02)
  }

  @Test func `figures that overlap are not counted twice, and those that touch leave no seam`()
    throws
  {
    let square: [Corner] = [(2, 2.5), (8, 2.5), (8, 8), (2, 8)]
    let once = try coverage([square], .nonzero, 10, 10)
    #expect(once[2 * 10 + 4] == 128)
    #expect(try coverage([square, square], .nonzero, 10, 10) == once)
    #expect(try coverage([square, square.reversed()], .evenOdd, 10, 10).allSatisfy { $0 == 0 })
    let halves: [[Corner]] = [
      [(2, 2.5), (8, 2.5), (2, 8)], [(8, 2.5), (8, 8), (2, 8)],
    ]
    #expect(try coverage(halves, .nonzero, 10, 10) == once)
  }

  @Test func `the sectors of a ring show no seam`() throws {
    var path = Path()
    for index in 0..<12 {
      path.add(
        .ringSector(
          center: .origin, inner: 5, outer: 30, start: .degrees(Double(index) * 30),
          sweep: .degrees(30)))
    }
    let covered = try coverage(.fill(path, .black), 64, 64)
    for y in 0..<64 {
      for x in 0..<64 where (6.0...29).contains(hypot(Double(x) - 31.5, Double(y) - 31.5)) {
        #expect(covered[y * 64 + x] == 255, "(\(x), \(y))")
      }
    }
  }

  @Test func `strange shapes and paints are drawn without a trap`() throws {
    let far = 100_000.0
    let huge = Path.rectangle(x: -far, y: -far, width: 2 * far, height: 2 * far)
    var dot = Path()
    dot.move(to: .origin)
    dot.close()
    #expect(try coverage(.fill(huge, .black), 9, 7).allSatisfy { $0 == 255 })
    #expect(try coverage(.fill(Path(), .black), 9, 7).allSatisfy { $0 == 0 })
    #expect(try coverage(.fill(dot, .black), 9, 7).allSatisfy { $0 == 0 })
    #expect(try coverage(.stroke(huge, width: 3, .black), 9, 7).allSatisfy { $0 == 0 })
    #expect(try coverage(.stroke(dot, width: 3, .black), 9, 7).contains { $0 > 200 })
    #expect(try coverage(.stroke(huge, width: 0, .black), 9, 7).allSatisfy { $0 == 0 })
    #expect(try coverage(.stroke(huge, width: far * 3, .black), 9, 7).allSatisfy { $0 == 255 })
    let circle = Path.circle(center: Point(x: far, y: 0), radius: far)
    #expect(try coverage(.fill(circle, .black), 9, 7)[3 * 9 + 8] == 255)
    var random = SeededGenerator(seed: 3)
    let scribble = Path(
      (0..<2000).map { _ in
        Point(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
      })
    #expect(try coverage(.fill(scribble, .black), 9, 7).allSatisfy { $0 > 200 })
    #expect(try coverage(.stroke(scribble, width: 1, .black), 9, 7).allSatisfy { $0 == 255 })
  }

  @Test func `a gradient without extent has its last colour, and one without stops has none`()
    throws
  {
    let stops = [GradientStop(0, .white), GradientStop(1, .black)]
    let all = Path.rectangle(x: -9, y: -9, width: 18, height: 18)
    for (paint, level) in [
      (.linear(from: .origin, to: .origin, stops), 255),
      (.radial(center: .origin, radius: 0, stops), 255),
      (.linear(from: .origin, to: Point(x: 1, y: 0), []), 0),
      (.radial(center: .origin, radius: 5, [stops[1]]), 255),
      (.linear(from: Point(x: 20, y: 0), to: Point(x: 30, y: 0), stops), 0),
      (.linear(from: Point(x: -30, y: 0), to: Point(x: -20, y: 0), stops), 255),
    ] as [(Paint, Int)] {
      let covered = try coverage(Item(.fill(all, .nonzero), paint), 9, 7)
      #expect(covered.allSatisfy { $0 == level }, "\(paint)")
    }
  }

  @Test func `a gradient turns and moves with its item, in equal steps of straight colours`() throws
  {
    var item = Item(
      .fill(.rectangle(x: -10, y: -5, width: 20, height: 10), .nonzero),
      .linear(
        from: Point(x: -10, y: 0), to: Point(x: 10, y: 0),
        [GradientStop(0, .white), GradientStop(1, .black)]))
    for (rotation, origin) in [(Angle.zero, Point.origin), (.degrees(180), Point(x: 2, y: 0))] {
      item.rotation = rotation
      item.origin = origin
      let covered = try coverage(item, 20, 10)
      for column in 2..<20 {
        let place = (Double(column) - origin.x + 0.5) / 20
        let expected = 255 * (rotation == .zero ? place : 1 - place)
        #expect(abs(Double(covered[5 * 20 + column]) - expected) <= 1)
      }
    }
  }
}

/// The area inside closed figures by another way than the renderer's: 256 lines through each row of
/// pixels, on each of them the exact spans.
private enum ReferenceFill {
  static func coverage(
    of figures: [[FillTests.Corner]], _ rule: Item.FillRule, width: Int, height: Int
  ) -> [Double] {
    let linesInRow = 256
    var coverage = [Double](repeating: 0, count: width * height)
    for line in 0..<height * linesInRow {
      let y = (Double(line) + 0.5) / Double(linesInRow)
      var crossings: [(x: Double, winding: Int)] = []
      for figure in figures {
        for (start, end) in zip(figure, figure.dropFirst() + figure.prefix(1)) {
          guard (start.1 <= y) != (end.1 <= y) else { continue }
          let x = start.0 + (y - start.1) / (end.1 - start.1) * (end.0 - start.0)
          crossings.append((x, start.1 < end.1 ? 1 : -1))
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for (crossing, next) in zip(crossings, crossings.dropFirst()) {
        winding += crossing.winding
        guard rule == .nonzero ? winding != 0 : winding % 2 != 0 else { continue }
        let (low, high) = (max(crossing.x, 0), min(next.x, Double(width)))
        guard low < high else { continue }
        for column in Int(low)...min(Int(high), width - 1) {
          let share = min(high, Double(column + 1)) - max(low, Double(column))
          coverage[line / linesInRow * width + column] += max(share, 0) / Double(linesInRow)
        }
      }
    }
    return coverage
  }
}
