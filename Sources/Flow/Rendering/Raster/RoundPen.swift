// SPDX-License-Identifier: MIT

/// The nib of a round pen: a disc, as the regular polygon of the same area.
struct RoundPen: Sendable {
  /// Half the line width, in pixels; positive.
  let radius: Double

  /// The outward normals of the polygon's sides.
  let normals: [SIMD2<Double>]

  /// The distance of each side from the centre, in pixels.
  let apothem: Double

  /// The distance of each corner from the centre, in pixels.
  let circumradius: Double

  /// The most that a side may cut into the circle, in pixels. Less than 1/255 of a cell is cut
  /// off or added, so it cannot be seen in 8 bits.
  private static let flatness = 0.02

  /// A pen of half the line width.
  init(radius: Double) {
    self.radius = radius
    // Directions are halved by square roots alone, which are exact on every machine.
    var normals: [SIMD2<Double>] = [.init(1, 0), .init(0, 1), .init(-1, 0), .init(0, -1)]
    var halfCosine = 0.5.squareRoot()  // cos(π/n)
    while normals.count < 16
      || (radius * (1 - halfCosine) > RoundPen.flatness && normals.count < 4096)
    {
      normals = normals.indices.flatMap { index in
        let sum = normals[index] + normals[(index + 1) % normals.count]
        return [normals[index], sum / (sum * sum).sum().squareRoot()]
      }
      halfCosine = ((1 + halfCosine) / 2).squareRoot()
    }
    self.normals = normals
    // n·apothem²·tan(π/n) is the polygon's area.
    let tangent = (1 - halfCosine * halfCosine).squareRoot() / halfCosine
    apothem = radius * (Double.pi / (Double(normals.count) * tangent)).squareRoot()
    circumradius = apothem / halfCosine
  }
}
