// SPDX-License-Identifier: MIT
public import Drawing
import Rendering
import Testing

extension Scene {
  /// Expects that figures that a view calls disjoint, so that they are drawn faster, have the same
  /// pixels by the nonzero rule, within the rounding of a level.
  public func expectNoOverlap() {
    var count = 0
    for item in items {
      guard case .fill(let path, .disjoint) = item.shape, !path.points.isEmpty else { continue }
      count += 1
      var (one, other) = (self, self)
      one.items = [item]
      other.items = [item]
      other.items[0].shape = .fill(path, .nonzero)
      let bytes = (RasterRenderer(one).pixmap.bytes, RasterRenderer(other).pixmap.bytes)
      let largest = zip(bytes.0, bytes.1).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(largest <= 1, "item \(count), \(item.data)")
    }
    #expect(count > 0)
  }
}
