// SPDX-License-Identifier: MIT
internal import Signal

extension Ballistics {
  /// The meters of the standards, by the names of their instruments.
  ///
  /// Programme meters have no average, so the needle of a VU meter stands beside them, as on desks.
  static let standards =
    [
      needles("vu", "the needle of a VU meter, which takes 300 ms, beside a sample peak") {
        (FallingPeak(fall: 20 / 1.7, sampleRate: $0), VUNeedle(sampleRate: $0))
      }
    ]
    + [
      ("din", "DIN programme meters, which show bursts of 5 ms", QuasiPeak.typeI),
      ("nordic", "the same on the Nordic scale", QuasiPeak.typeI),
      ("bbc", "programme meters of the BBC, which show bursts of 10 ms", QuasiPeak.typeII),
      ("ebu", "the same on the scale of the EBU", QuasiPeak.typeII),
    ].map { name, summary, kind in
      needles("ppm-\(name)", "\(summary), beside a VU needle") {
        (QuasiPeak(kind, sampleRate: $0), VUNeedle(sampleRate: $0))
      }
    }
    + [20, 14, 12].map { headroom in
      needles("k-\(headroom)", "Katz's K-system with \(headroom) dB of headroom: RMS over 600 ms") {
        (FallingPeak(fall: 26.0 / 3, sampleRate: $0), SmoothedPower(sampleRate: $0))
      }
    } + [r128]

  private static func needles<Peak: Needle, Average: Needle>(
    _ name: String, _ summary: String,
    _ make: @escaping @Sendable (_ sampleRate: Int) -> (peak: Peak, average: Average)
  ) -> Ballistics {
    Ballistics(name, summary, columns: TickMeter.columns) {
      let (peak, average) = make($0.format.sampleRate)
      return NeedlePairs($0, peak: peak, average: average)
    }
  }

  /// The true peak of each tick, and the momentary loudness of each channel alone.
  private static let r128 = Ballistics(
    "r128", "true peak, and the loudness of each channel over 400 ms as in EBU R 128",
    columns: [
      Column(
        "peak", ofChannelsIn: "dbtp",
        "With r128: the true peak of channel C, counted from 0, in dBTP; silence reads the floor."),
      Column(
        "average", ofChannelsIn: "lufs",
        "With r128: the momentary loudness of channel C alone, in LUFS; silence reads the floor."),
    ],
    reach: Reach(ticksBefore: nil, framesAfter: TruePeakAnalyzer.delay)
  ) { R128Analyzer($0) }
}
