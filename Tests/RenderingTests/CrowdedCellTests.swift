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

  @Test(arguments: [(60, 0.02), (60, 0.2), (1000, 0.01)])
  func `crowded movements cover cells as a reference does`(count: Int, lineWidth: Double) throws {
    let crowded = try scene(count, lineWidth: lineWidth)
    guard case .stroke(let path, _) = crowded.items[0].shape else { return }
    let pixmap = RasterRenderer(crowded).pixmap
    let reference = ReferenceStroke.coverage(
      of: path.points.map { ($0.x + 4.5, $0.y + 4.5) }, radius: lineWidth / 2, width: 9, height: 9)
    for cell in 0..<81 {
      let covered = 255 - Double(pixmap.color(x: cell % 9, y: cell / 9).red)
      #expect(abs(covered - 255 * reference[cell]) <= 6, "cell \(cell)")
    }
  }

  @Test(arguments: [0.01, 0.05, 1])
  func `ten minutes of movements over a few cells are drawn, at once and bit by bit`(
    lineWidth: Double
  ) throws {
    let whole = try scene(36_000, lineWidth: lineWidth)
    var renderer = RasterRenderer(try scene(200, lineWidth: lineWidth))
    for count in [210, 211, 35_990, 36_000] {
      _ = renderer.renderContinuing(try scene(count, lineWidth: lineWidth))
    }
    #expect(renderer.pixmap.bytes == RasterRenderer(whole).pixmap.bytes)
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
