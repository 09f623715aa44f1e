// SPDX-License-Identifier: MIT
internal import Signal

/// The loudness that programmes should have, and how far one is from it.
///
/// - Source: EBU R 128, 2023: −23.0 LUFS ±0.2 LU, live ±1.0 LU, a true peak of at most −1 dBTP.
public struct ProgrammeTarget: Sendable, Hashable {
  /// The integrated loudness to reach, in LUFS.
  public let level: Double
  /// How far the integrated loudness may be off, in LU.
  public let tolerance: Double
  /// The greatest true peak that it may have, in dBTP.
  public let peak: Double

  /// How far the integrated loudness of live programmes may be off, in LU.
  public static let toleranceOfLive = 1.0
  /// −23 LUFS, for programmes that are not live.
  public static let r128 = ProgrammeTarget(level: -23)

  /// A target in LUFS, with a tolerance in LU, and the greatest true peak in dBTP.
  public init(level: Double, tolerance: Double = 0.2, peak: Double = -1) {
    (self.level, self.tolerance, self.peak) = (level, tolerance, peak)
  }

  /// What a programme needs.
  public enum Verdict: String, Sendable, Hashable {
    /// Nothing.
    case asItIs = "as it is"
    /// The gain.
    case withGain = "with the gain"
    /// The gain, and a limiter: the true peak would be too high.
    case peaksTooHigh = "peaks too high"
    /// It is silent, or shorter than 0.4 s.
    case noLoudness = "no loudness"
  }

  /// The gain in dB that leads to the target, and the true peak in dBTP after it; `nil` for silence.
  public func need(of programme: ProgrammeSummary) -> (gain: Double, peak: Double)? {
    guard programme.peakToLoudness != nil else { return nil }
    let gain = level - programme.integrated.value
    return (gain, programme.truePeak.value + gain)
  }

  /// Whether a programme is what the target asks for as it is, or with the gain: by figures in tenths, as
  /// meters show them.
  public func verdict(of programme: ProgrammeSummary) -> Verdict {
    guard let need = need(of: programme) else { return .noLoudness }
    let off = level.inTenths - programme.integrated.value.inTenths
    let isThere =
      abs(off).inTenths <= tolerance && programme.truePeak.value.inTenths <= peak
    return isThere ? .asItIs : need.peak.inTenths <= peak ? .withGain : .peaksTooHigh
  }
}

extension Double {
  /// The nearest number of tenths.
  package var inTenths: Double { (self * 10).rounded() / 10 }
}
