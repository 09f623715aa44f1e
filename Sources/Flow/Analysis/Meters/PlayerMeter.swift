// SPDX-License-Identifier: MIT
public import Signal

/// The meter of one channel of AVAudioPlayer, which moves once for each block of a stream.
///
/// The peak rises at once, is held for 0.9 s, then falls 60 dB in 2.5 s. The average is √2 times
/// the root of a mean square over about 32 samples, so that a full-scale sine reads 0 dBFS. It rises
/// at once, falls 60 dB in 1.24 s towards the present level, and never exceeds the peak.
///
/// - Source: Apple's sample code *echoTouch*, class `PowerMeter`. Measurements show that it is the
///   meter of AVAudioPlayer: its lowest peak readings over the tutorial's own track are the
///   constants in the tutorial.
public struct PlayerMeter: Sendable, Hashable {
  /// Sample frames in each block of the player.
  public static let blockLength = 1024

  /// The factor of the running mean square from one sample to the next; the new square has the
  /// rest.
  public static let retention = 31.0 / 32

  /// The running mean square, over about 32 samples.
  private var meanSquare = 0.0

  /// The peak without hold.
  private var fallingPeak = 0.0

  /// The peak that is read, as an amplitude.
  private var heldPeak = 0.0

  /// The average that is read, as an amplitude.
  private var average = 0.0

  /// Sample frames since the held peak was reached.
  private var framesHeld = 0

  /// A meter before its first sample.
  public init() {}

  /// Moves the meter by one block.
  ///
  /// - Parameters:
  ///   - peak: The greatest |x| of the block.
  ///   - fadedSquares: The sum of the squares of its samples, each times ``retention`` to the power
  ///     of its distance from the block's last sample.
  ///   - fall: How far the readings fall during the block.
  public mutating func advance(peak: Double, fadedSquares: Double, fall: Fall) {
    // As `meanSquare += (x² − meanSquare) / 32` for each sample of the block.
    meanSquare = meanSquare * fall.retention + fadedSquares * (1 - PlayerMeter.retention)
    let level = (2 * meanSquare).squareRoot()

    fallingPeak = peak >= fallingPeak ? peak : fallingPeak + (peak - fallingPeak) * fall.average
    framesHeld += fall.frameCount
    if framesHeld >= fall.framesOfHold { heldPeak -= heldPeak * fall.peak }
    if heldPeak < fallingPeak {
      heldPeak = fallingPeak
      framesHeld = 0
    }
    average = level >= average ? level : average + (level - average) * fall.average
    average = min(average, heldPeak)
  }

  /// What the meter reads now; never less than `floor`.
  public func reading(floor: Decibels) -> ChannelLevel {
    ChannelLevel(
      peak: Decibels(amplitude: heldPeak, floor: floor),
      average: Decibels(amplitude: average, floor: floor))
  }
}

extension PlayerMeter {
  /// How far the readings fall during a block: factors that depend on its length and sample rate.
  public struct Fall: Sendable, Hashable {
    /// Sample frames of the block.
    public let frameCount: Int

    /// Sample frames for which the peak is held: 0.9 s, rounded down.
    public let framesOfHold: Int

    /// The share of the held peak that is lost: 60 dB in 2.5 s.
    public let peak: Double

    /// How far the average moves towards the present level, as a share of the way: 60 dB in 1.24 s.
    public let average: Double

    /// The factor of the running mean square over the block.
    public let retention: Double

    /// The constants of a block of `frameCount` sample frames at `sampleRate` Hz.
    public init(frameCount: Int, sampleRate: Int) {
      let seconds = Double(frameCount) / Double(sampleRate)
      self.frameCount = frameCount
      framesOfHold = Int(Int128(sampleRate) * 9 / 10)
      peak = 1 - power(10, -3 * seconds / 2.5)
      average = 1 - power(10, -3 * seconds / 1.24)
      retention = power(PlayerMeter.retention, Double(frameCount))
    }
  }
}
