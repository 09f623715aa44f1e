// SPDX-License-Identifier: MIT

/// The readings that a picture shows at its outer edge: |dB| maxima of both sides and meters.
///
/// The tutorial's two tuples `maxPeak` and `avgPeak`.
public struct StereoScale: Sendable, Hashable {
  /// The |dB| of one side's meters that counts as 1; not negative. `nil` for a meter that reads
  /// nothing but silence.
  public struct Side: Sendable, Hashable {
    /// Of the peak meter.
    public var peak: Double?
    /// Of the average meter.
    public var average: Double?

    /// The maxima of one side.
    public init(peak: Double?, average: Double?) {
      self.peak = peak
      self.average = average
    }
  }

  /// The left side.
  public var left: Side
  /// The right side.
  public var right: Side

  /// The maxima of both sides.
  public init(left: Side, right: Side) {
    self.left = left
    self.right = right
  }
}
