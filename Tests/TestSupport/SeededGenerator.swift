// SPDX-License-Identifier: MIT

/// A small generator of pseudo-random numbers, the same for the same seed on every machine.
///
/// - Source: Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014
///   (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that repeats itself for the same seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Samples from −1 to 1 that every run repeats.
public func noise(_ count: Int, using generator: inout SeededGenerator) -> [Float] {
  (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
}
