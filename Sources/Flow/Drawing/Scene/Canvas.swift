// SPDX-License-Identifier: MIT

/// The sheet that a scene is drawn on: its size in pixels, and the size of a point in pixels.
///
/// The origin of every scene is the centre of its canvas.
public struct Canvas: Sendable, Hashable {
  /// Pixels across, 1 to ``largestSide``.
  public let width: Int

  /// Pixels down, 1 to ``largestSide``.
  public let height: Int

  /// Pixels in one point, the unit of every length in a scene.
  public let pixelsPerPoint: Double

  /// The size on paper, if it has one; an SVG has it.
  public var paper: PaperSize?

  /// The longest side in pixels; a longer one would need gigabytes for each job.
  public static let largestSide = 16_384

  /// A canvas whose shorter side is `shortSideInPoints` points long; `nil` if a side is not in
  /// `1...largestSide`.
  public init?(width: Int, height: Int, shortSideInPoints: Double) {
    let sides = 1...Canvas.largestSide
    guard sides.contains(width), sides.contains(height), shortSideInPoints > 0 else { return nil }
    self.width = width
    self.height = height
    self.pixelsPerPoint = Double(min(width, height)) / shortSideInPoints
  }

  /// The width in points.
  public var widthInPoints: Double { Double(width) / pixelsPerPoint }

  /// The height in points.
  public var heightInPoints: Double { Double(height) / pixelsPerPoint }
}

/// A size on paper.
public struct PaperSize: Sendable, Hashable {
  /// Whole millimetres.
  public let width, height: Int

  /// A size in millimetres.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
