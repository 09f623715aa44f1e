// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing

/// Black strokes on white: how much of each pixel is covered, in 1/255.
@Suite struct CoverageTests {
  typealias Corner = (Double, Double)

  /// The covered parts, row by row; strokes that grow are drawn in another way than others.
  private func coverage(
    _ corners: [Corner], lineWidth: Double, _ width: Int, _ height: Int, grows: Bool = true
  ) throws -> [Int] {
    var scene = try Picture.sheet(width, height)
    scene.items = [Picture.path(corners, on: scene, width: lineWidth)]
    scene.items[0].grows = grows
    let pixmap = RasterRenderer(scene).pixmap
    return (0..<width * height).map { 255 - Int(pixmap.color(x: $0 % width, y: $0 / width).red) }
  }

  @Test(arguments: TestRun.seeds(1...30))
  func `the coverage of a movement adds up to its area`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func corner() -> Corner {
      (.random(in: 30...50, using: &random), .random(in: 30...50, using: &random))
    }
    let (start, end) = (corner(), corner())
    let width: Double = random.pick([0.05, 0.5, 1, 2, 7.3, 40])
    let covered = try coverage([start, end], lineWidth: width, 80, 80)
    let length = hypot(end.0 - start.0, end.1 - start.1)
    let area = length * width + .pi * width * width / 4
    let sum = Double(covered.reduce(0, +)) / 255
    // Each pixel is rounded to 1/255.
    let touched = Double(covered.count { $0 > 0 && $0 < 255 })
    let error = abs(sum - area)
    let bound = 0.5 / 255 * (touched + 2 * (length + 2))
    #expect(error <= bound, "width \(width)")
    // And the errors have no direction.
    let small = 0.002 * area + 0.02
    #expect(width < 0.5 || error <= small, "\(sum) for \(area)")
  }

  @Test(arguments: TestRun.seeds(1...40))
  func `every pixel of a path has the area of the union of its movements`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (23, 17)
    let step: Double = random.pick([0.3, 2, 10])
    let lineWidth: Double = random.pick([0.1, 0.6, 1, 2.5, 6, 15])
    var corners: [Corner] = [(11.5, 8.5)]
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let last = corners[corners.count - 1]
      corners.append(
        (
          last.0 + .random(in: -step...step, using: &random),
          last.1 + .random(in: -step...step, using: &random)
        ))
    }
    try expectUnion(corners, lineWidth: lineWidth, width, height)
  }

  @Test(arguments: TestRun.seeds(1...8))
  func `a stroke from far outside is exact where it crosses the canvas`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reach: Double = random.pick([30, 1e3, 1e6])
    let corners = (0..<4).map { _ -> Corner in
      let radians = Double.random(in: 0...2 * .pi, using: &random)
      return (10 + reach * cos(radians), 6 + reach * sin(radians))
    }
    try expectUnion(corners, lineWidth: random.pick([1, 8]), 20, 12)
  }

  /// Within 2/255: the pen is a polygon that leaves the circle by no more than that, and the
  /// reference's 256 lines are 1/512 off at level edges.
  private func expectUnion(
    _ corners: [Corner], lineWidth: Double, _ width: Int, _ height: Int
  ) throws {
    let reference = ReferenceStroke.coverage(
      of: corners, radius: lineWidth / 2, width: width, height: height)
    for grows in [false, true] {
      let covered = try coverage(corners, lineWidth: lineWidth, width, height, grows: grows)
      for pixel in covered.indices where abs(Double(covered[pixel]) - 255 * reference[pixel]) > 2 {
        let place = "(\(pixel % width), \(pixel / width))"
        Issue.record("\(place): \(covered[pixel]), not \(reference[pixel] * 255), \(grows)")
      }
    }
  }

  @Test func `a level hairline through pixel centres covers one row`() throws {
    let covered = try coverage([(-5, 2.5), (15, 2.5)], lineWidth: 1, 9, 5)
    for row in 0..<5 {
      #expect(covered[row * 9..<row * 9 + 9].allSatisfy { $0 == (row == 2 ? 255 : 0) })
    }
  }

  @Test func `a level hairline on a pixel edge covers half of two rows`() throws {
    let covered = try coverage([(-5, 2), (15, 2)], lineWidth: 1, 9, 5)
    for row in 0..<5 {
      let half = row == 1 || row == 2
      #expect(covered[row * 9..<row * 9 + 9].allSatisfy { half ? 127...128 ~= $0 : $0 == 0 })
    }
  }

  @Test func `an upright hairline covers columns as a level one covers rows`() throws {
    for (x, expected) in [(2.5, [0, 0, 255, 0, 0]), (2.25, [0, 64, 191, 0, 0])] {
      let covered = try coverage([(x, -5), (x, 15)], lineWidth: 1, 5, 9)
      for row in 0..<9 { #expect(Array(covered[row * 5..<row * 5 + 5]) == expected) }
    }
  }

  @Test func `half a pixel of pen covers half a pixel`() throws {
    let covered = try coverage([(-5, 2.5), (15, 2.5)], lineWidth: 0.5, 9, 5)
    #expect(covered[2 * 9..<3 * 9].allSatisfy { 127...128 ~= $0 })
    let hairline = try coverage([(-5, 2.5), (15, 2.5)], lineWidth: 0.01, 9, 5)
    #expect(hairline[2 * 9..<3 * 9].allSatisfy { 2...3 ~= $0 })
  }

  @Test func `a diagonal hairline covers what two triangles leave`() throws {
    // Of a unit square along its diagonal, a strip of width w leaves (1 − w/√2)², and it reaches
    // into the neighbours as triangles of the rest of its area.
    let covered = try coverage([(-9, -9), (18, 18)], lineWidth: 0.5, 9, 9)
    let middle = 1 - (1 - 0.5 / 2.0.squareRoot()) * (1 - 0.5 / 2.0.squareRoot())
    let beside = (0.5 * 2.0.squareRoot() - middle) / 2
    for row in 0..<9 {
      for column in 0..<9 {
        let exact = row == column ? middle : abs(row - column) == 1 ? beside : 0
        #expect(covered[row * 9 + column] == Int((exact * 255).rounded()))
      }
    }
  }

  @Test func `a dot is a disc`() throws {
    for diameter in [0.5, 1, 3, 20] {
      let covered = try coverage([(15.3, 14.8), (15.3, 14.8)], lineWidth: diameter, 30, 30)
      let area = Double.pi * diameter * diameter / 4
      #expect(abs(Double(covered.reduce(0, +)) / 255 - area) < 0.01 + 0.002 * area)
    }
  }

  @Test func `one corner or none draws nothing`() throws {
    #expect(try coverage([], lineWidth: 5, 9, 9).allSatisfy { $0 == 0 })
    #expect(try coverage([(4, 4)], lineWidth: 5, 9, 9).allSatisfy { $0 == 0 })
  }

  @Test func `a pen without width draws nothing`() throws {
    #expect(try coverage([(0, 0), (9, 9)], lineWidth: 0, 9, 9).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [0.3, 1, 4])
  func `doubling back over a movement changes nothing`(lineWidth: Double) throws {
    let (one, other): (Corner, Corner) = ((3.2, 4.1), (20.7, 9.9))
    let once = try coverage([one, other], lineWidth: lineWidth, 25, 15)
    for corners in [
      [one, other, one], [one, other, one, other], [other, one], [one, one, other],
    ] {
      let again = try coverage(corners, lineWidth: lineWidth, 25, 15)
      // Not more than what rounding leaves open.
      #expect(zip(once, again).allSatisfy { abs($0 - $1) <= 1 }, "\(corners.count) corners")
    }
  }

  @Test func `crossing movements are not counted twice`() throws {
    let covered = try coverage(
      [(2, 4.5), (12, 4.5), (12, 12), (7.5, 12), (7.5, 0)], lineWidth: 0.5, 15, 15)
    // Two strips of half a pixel leave a quarter of the pixel where they cross.
    #expect(191...192 ~= covered[4 * 15 + 7])
  }

  @Test(arguments: [-1.6, 31.6, 1e5, -1e9])
  func `what lies off the canvas leaves it untouched`(place: Double) throws {
    for corners in [[(place, 3), (place, 25)], [(3, place), (25, place)]] as [[Corner]] {
      let covered = try coverage(corners, lineWidth: 3, 30, 30)
      #expect(covered.allSatisfy { $0 == 0 })
    }
  }

  @Test func `a line from one end of the world to the other is a whole row`() throws {
    let covered = try coverage([(-1e8, 3.5), (1e8, 3.5)], lineWidth: 1, 12, 7)
    for row in 0..<7 {
      #expect(covered[row * 12..<row * 12 + 12].allSatisfy { $0 == (row == 3 ? 255 : 0) })
    }
  }

  @Test func `a pen that is wider than the canvas covers all of it`() throws {
    #expect(
      try coverage([(4, 4), (5, 5)], lineWidth: 1e6, 9, 9).allSatisfy { $0 == 255 })
  }

  @Test func `a canvas of one pixel has the area within it`() throws {
    #expect(try coverage([(0.5, -3), (0.5, 4)], lineWidth: 0.2, 1, 1) == [51])
  }
}
