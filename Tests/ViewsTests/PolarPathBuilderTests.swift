// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import TestSupport
import Testing
import Views

@Suite struct PolarPathBuilderTests {
  private func builder(
    turn: PolarPathBuilder.Turn = .init(pointCount: 360), startsAtCenter: Bool = true
  ) -> PolarPathBuilder {
    PolarPathBuilder(rotations: [.zero], turn: turn, startsAtCenter: startsAtCenter)
  }

  @Test func `point i of a turn lies at i degrees, clockwise from the right`() {
    var builder = builder()
    for _ in 0..<360 { builder.append(radii: [150]) }
    let points = builder.paths[0].points.dropFirst()
    for (degrees, point) in points.enumerated() {
      let radians = Double(degrees) * .pi / 180
      #expect(abs(point.x - 150 * cos(radians)) <= 0.000501, "\(degrees)")
      #expect(abs(point.y - 150 * sin(radians)) <= 0.000501, "\(degrees)")
    }
    let corners = [0, 90, 180, 270].map { points[points.startIndex + $0] }
    #expect(
      corners == [
        Point(x: 150, y: 0), Point(x: 0, y: 150), Point(x: -150, y: 0), Point(x: 0, y: -150),
      ])
  }

  @Test func `a path begins with the spoke and is never closed`() {
    var builder = builder()
    #expect(builder.paths == [Path()])
    builder.append(radii: [120])
    #expect(builder.paths == [Path([.origin, Point(x: 120, y: 0)])])
    for _ in 1..<360 { builder.append(radii: [120]) }
    #expect(builder.paths[0].points.count == 361)
    #expect(builder.paths[0].points.first == .origin)
    #expect(builder.paths[0].points.filter { $0 == .origin }.count == 1)
    #expect(builder.paths[0].points.filter { $0 == Point(x: 120, y: 0) }.count == 1)
  }

  @Test func `without spokes a path begins with its first point`() {
    var builder = builder(startsAtCenter: false)
    builder.append(radii: [120])
    #expect(builder.paths == [Path([Point(x: 120, y: 0)])])
  }

  @Test func `the 360th tick shows the whole turn, the next one starts over`() {
    var builder = builder()
    for _ in 0..<359 { builder.append(radii: [100]) }
    let before = builder.paths[0]
    builder.append(radii: [100])
    #expect(builder.paths[0].points.count == 361)
    #expect(builder.paths[0].continues(before))
    #expect(before.points.count == 360)
    builder.append(radii: [180])
    #expect(builder.paths == [Path([.origin, Point(x: 180, y: 0)])])
  }

  @Test func `a held tick shows the full figure once more and adds no point`() {
    var builder = builder(turn: .init(pointCount: 360, heldTicks: 1))
    for _ in 0..<360 { builder.append(radii: [100]) }
    let full = builder.paths
    builder.append(radii: [199])
    #expect(builder.paths == full)
    builder.append(radii: [180])
    #expect(builder.paths == [Path([.origin, Point(x: 180, y: 0)])])
    for _ in 0..<360 { builder.append(radii: [180]) }
    #expect(builder.paths[0].points.count == 361)
    builder.append(radii: [100])
    #expect(builder.paths[0].points.count == 2)
  }

  @Test(arguments: TestRun.seeds(1...3))
  func `coordinates are whole thousandths of a point, and zero has no sign`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pointCount = Int.random(in: 1...400, using: &random)
    var builder = builder(turn: .init(pointCount: pointCount))
    for _ in 0..<pointCount {
      builder.append(radii: [Double.random(in: -1000...1000, using: &random)])
    }
    for point in builder.paths[0].points {
      for coordinate in [point.x, point.y] {
        #expect((coordinate * 1000).rounded() / 1000 == coordinate)
        #expect(coordinate != 0 || coordinate.sign == .plus)
      }
    }
  }

  @Test func `each path has its own radii and keeps its rotation`() {
    let rotations = [Angle.zero, .degrees(180)]
    var builder = PolarPathBuilder(
      rotations: rotations, turn: .init(pointCount: 4), startsAtCenter: true)
    builder.append(radii: [100, 200])
    builder.append(radii: [110, 210])
    #expect(
      builder.paths == [
        Path([.origin, Point(x: 100, y: 0), Point(x: 0, y: 110)]),
        Path([.origin, Point(x: 200, y: 0), Point(x: 0, y: 210)]),
      ])
    #expect(builder.rotations == rotations)
  }

  @Test func `a turn of one point is its spoke, again and again`() {
    var builder = builder(turn: .init(pointCount: 1))
    for radius in [100.0, 150, 200] {
      builder.append(radii: [radius])
      #expect(builder.paths == [Path([.origin, Point(x: radius, y: 0)])])
    }
  }
}
