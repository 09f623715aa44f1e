// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing

@Suite struct AngleTests {
  @Test(
    arguments: [
      (0, 1, 0), (90, 0, 1), (180, -1, 0), (270, 0, -1), (360, 1, 0), (-90, 0, -1), (-180, -1, 0),
      (-270, 0, 1), (450, 0, 1), (90e6, 1, 0),
    ] as [(Double, Double, Double)])
  func `a quarter turn points exactly along an axis`(degrees: Double, x: Double, y: Double) {
    #expect(Angle.degrees(degrees).direction == Point(x: x, y: y))
  }

  @Test func `a positive angle is clockwise on screen`() {
    let direction = Angle.degrees(30).direction
    #expect(abs(direction.x - 0.75.squareRoot()) < 1e-15)
    #expect(abs(direction.y - 0.5) < 1e-15)
  }

  @Test(arguments: [Angle.degrees(90), .degrees(-90), .degrees(270)])
  func `four quarter turns are the identity, bit for bit`(quarter: Angle) {
    var random = SeededGenerator(seed: 90)
    for _ in 0..<200 {
      let point = Point(
        x: .random(in: -1e5...1e5, using: &random), y: .random(in: -1e5...1e5, using: &random))
      let turned = (0..<4).reduce(point) { point, _ in quarter.rotating(point) }
      #expect(turned == point)
    }
  }

  @Test(arguments: TestRun.seeds(1...3))
  func `a rotation keeps lengths and adds up`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let point = Point(
        x: .random(in: -400...400, using: &random), y: .random(in: -400...400, using: &random))
      let first = Double.random(in: -720...720, using: &random)
      let second = Double.random(in: -720...720, using: &random)
      let twice = Angle.degrees(second).rotating(Angle.degrees(first).rotating(point))
      let once = Angle.degrees(first + second).rotating(point)
      #expect(abs(twice.x - once.x) < 1e-10 && abs(twice.y - once.y) < 1e-10)
      let length = point.x * point.x + point.y * point.y
      #expect(abs(twice.x * twice.x + twice.y * twice.y - length) <= 1e-12 * length)
    }
  }
}
