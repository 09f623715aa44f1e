// SPDX-License-Identifier: MIT

/// Points of the unit circle at fractions of a turn.
enum UnitCircle {
  /// Cosine and sine of `numerator`/`denominator` of a turn, to 1e-16.
  ///
  /// The angle is reduced in integers, so the eight points on the axes and diagonals are exact
  /// mirror images. The rest is a Taylor series in plain products and sums. So every processor gets
  /// the same bits, which the C functions do not promise.
  static func point(_ numerator: Int, of denominator: Int) -> (cosine: Double, sine: Double) {
    let turn = 8 * denominator
    let eighths = ((8 * numerator) % turn + turn) % turn
    let (octant, rest) = eighths.quotientAndRemainder(dividingBy: denominator)
    let folded = octant.isMultiple(of: 2) ? rest : denominator - rest
    let angle = Double.pi / 4 * Double(folded) / Double(denominator)
    var (sine, cosine) = (0.0, 0.0)
    for order in stride(from: 8, through: 1, by: -1) {
      let (even, odd) = (Double(2 * order), Double(2 * order + 1))
      cosine = (1 + cosine) * (-angle * angle / (even * (even - 1)))
      sine = (1 + sine) * (-angle * angle / (odd * even))
    }
    let (x, y) = (1 + cosine, angle * (1 + sine))
    return switch octant {
    case 0: (x, y)
    case 1: (y, x)
    case 2: (-y, x)
    case 3: (-x, y)
    case 4: (-x, -y)
    case 5: (-y, -x)
    case 6: (y, -x)
    default: (x, -y)
    }
  }
}
