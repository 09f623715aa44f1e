// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

/// Regressions: figures crowded into few pixels took minutes a frame.
@Suite struct CrowdedCellTests {
  /// A path of many corners within a few points of the centre.
  private func scene(_ pointCount: Int, lineWidth: Double) throws -> Scene {
    let canvas = try #require(Canvas(width: 9, height: 9, shortSideInPoints: 9))
    var scene = Scene(canvas: canvas, background: Color(red: 255, green: 255, blue: 255))
    var random = SeededGenerator(seed: 7)
    let points = (0..<pointCount).map { _ in
      Point(x: .random(in: -2...2, using: &random), y: .random(in: -2...2, using: &random))
    }
    scene.items = [Picture.stroke(points, width: lineWidth)]
    return scene
  }

  @Test func `a thousand thin movements over a few cells cover them as a reference does`() throws {
    let crowded = try scene(1000, lineWidth: 0.01)
    let pixmap = RasterRenderer(crowded).pixmap
    // A thousand lines of 2.1 points on average and 0.01 wide would cover 21 of the 16 square
    // points if none lay over another: a good part is covered, and the corners are not.
    #expect(pixmap.color(x: 0, y: 0) == Color(red: 255, green: 255, blue: 255))
    #expect((1..<150).contains(Int(pixmap.color(x: 4, y: 4).red)))
  }

  @Test func `more movements never uncover a cell`() throws {
    var before = [Int](repeating: 255, count: 81)
    for count in stride(from: 2, through: 200, by: 9) {
      let pixmap = RasterRenderer(try scene(count, lineWidth: 0.05)).pixmap
      for cell in 0..<81 {
        let level = Int(pixmap.color(x: cell % 9, y: cell / 9).red)
        // From the exact area to the grid a cell may change by the grid's error.
        #expect(level <= before[cell] + 6)
        before[cell] = level
      }
    }
  }
}
