// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// One of the four curves, in painting order.
enum Curve: Int, CaseIterable {
  case peakLeft, peakRight, averageLeft, averageRight

  /// The name of its SVG layer.
  var name: String { "\(isPeak ? "peak" : "average")-\(isLeft ? "left" : "right")" }

  var isLeft: Bool { self == .peakLeft || self == .averageLeft }
  var isPeak: Bool { self == .peakLeft || self == .peakRight }

  /// Where the curve starts: right, left, up, down.
  ///
  /// - Source: C4's `Transform.makeRotation` turns anticlockwise on screen, so the tutorial's
  ///   π/2 points up and its 3π/2 down.
  var rotation: Angle {
    switch self {
    case .peakLeft: .zero
    case .peakRight: .degrees(180)
    case .averageLeft: .degrees(-90)
    case .averageRight: .degrees(90)
    }
  }

  func level(in levels: StereoLevels) -> Decibels {
    let side = isLeft ? levels.left : levels.right
    return isPeak ? side.peak : side.average
  }

  func span(in scale: LevelScale) -> LevelSpan? {
    (isPeak ? scale.peak : scale.average).span(isLeft: isLeft)
  }
}
