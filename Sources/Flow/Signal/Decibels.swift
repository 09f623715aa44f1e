// SPDX-License-Identifier: MIT
private import Glibc

/// A level in dBFS: 0 is full scale, quieter is negative.
///
/// Always finite: a level below the floor reads the floor.
public struct Decibels: Sendable, Hashable, Comparable {
  /// The level in dBFS.
  public let value: Double

  /// −160 dBFS, the lowest reading of AVAudioPlayer's meters.
  ///
  /// - Source: Apple, *AVAudioPlayer*, `peakPower(forChannel:)`.
  public static let silence = Decibels(-160)

  /// A level; it must be finite.
  public init(_ value: Double) {
    precondition(value.isFinite)
    self.value = value
  }

  /// Orders levels from quiet to loud.
  public static func < (left: Decibels, right: Decibels) -> Bool { left.value < right.value }
}

extension Decibels {
  /// The level of an amplitude: 20·log₁₀ of it, at least `floor`.
  ///
  /// 1.0, full scale, is 0 dBFS; more gives a positive level. Zero, negative numbers and NaN read
  /// the floor.
  ///
  /// - Precondition: `amplitude` is not infinite.
  public init(amplitude: Double, floor: Decibels = .silence) {
    self.init(clamping: amplitude > 0 ? 20 * log10(amplitude) : floor.value, to: floor)
  }

  /// The level of a mean square: 10·log₁₀ of it, at least `floor`.
  ///
  /// 1.0, the power of a full-scale square wave, is 0 dBFS; a full-scale sine is −3.01 dBFS. Zero,
  /// negative numbers and NaN read the floor.
  ///
  /// - Precondition: `meanSquare` is not infinite.
  public init(meanSquare: Double, floor: Decibels = .silence) {
    self.init(clamping: meanSquare > 0 ? 10 * log10(meanSquare) : floor.value, to: floor)
  }

  /// The amplitude of the level: 1 at 0 dBFS.
  public var amplitude: Double { pow(10, value / 20) }

  private init(clamping value: Double, to floor: Decibels) {
    self.init(max(value, floor.value))
  }
}
