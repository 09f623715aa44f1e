// SPDX-License-Identifier: MIT
import Foundation

/// How much a run of the tests tries.
public enum TestRun {
  /// Whether it is the short one, of `make test-fast`: without the programs of others, and with a
  /// fifth of the seeds.
  public static let isFast = ProcessInfo.processInfo.environment["RADIAL_AUDIO_TESTS"] == "fast"

  /// The seeds of a law: all, or the first fifth of them in the short run.
  public static func seeds(_ seeds: ClosedRange<UInt64>) -> [UInt64] { some(Array(seeds)) }

  /// The cases of a test that takes long: all, or the first fifth of them in the short run.
  public static func some<Case>(_ cases: [Case]) -> [Case] {
    isFast ? Array(cases.prefix((cases.count + 4) / 5)) : cases
  }
}
