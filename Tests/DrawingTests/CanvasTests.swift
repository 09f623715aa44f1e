// SPDX-License-Identifier: MIT
import Drawing
import Testing

@Suite struct CanvasTests {
  @Test(arguments: [(1, 1), (16_384, 16_384), (1, 16_384), (16_384, 1), (1920, 1080)])
  func `a canvas may have sides of 1 to 16384 pixels`(width: Int, height: Int) throws {
    let canvas = try #require(Canvas(width: width, height: height, shortSideInPoints: 432))
    #expect(canvas.width == width)
    #expect(canvas.height == height)
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 5), (16_385, 1), (1, 16_385), (Int.max, 1), (1, Int.min)])
  func `a canvas has no other sides`(width: Int, height: Int) {
    #expect(Canvas(width: width, height: height, shortSideInPoints: 432) == nil)
  }

  @Test(arguments: [0, -1, -0.0, .nan, -.infinity])
  func `a shorter side has a length`(points: Double) {
    #expect(Canvas(width: 10, height: 10, shortSideInPoints: points) == nil)
  }

  @Test(arguments: [(1920, 1080, 432, 2.5), (1080, 1920, 432, 2.5), (1334, 750, 375, 2)])
  func `a point is a part of the shorter side`(
    width: Int, height: Int, points: Double, pixelsPerPoint: Double
  ) throws {
    let canvas = try #require(Canvas(width: width, height: height, shortSideInPoints: points))
    #expect(canvas.pixelsPerPoint == pixelsPerPoint)
  }
}
