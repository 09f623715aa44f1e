// SPDX-License-Identifier: MIT
public import Signal

/// What the structure of a song is found in: how loud the bands are in 1/100 s, and how strong the
/// pitch classes are around it.
public struct StructureReading: Sendable, Hashable {
  /// The power of ``bandCount`` bands from 30 Hz to 10 kHz, each 1.214 times as high as the one
  /// below, in dB; −200 for silence. A sine at full scale is −6 dB or less.
  public let levels: [Float]

  /// The sum of the amplitudes of each pitch class from 55 to 2100 Hz, from C on, in 0.19 s around the
  /// middle of a tenth of a second.
  public let chroma: [Float]

  /// How many bands there are.
  public static let bandCount = 30

  /// How many readings have the same ``chroma``.
  static let ticksInChroma = 10

  /// 100 a second.
  static let rate: Rate = {
    guard let rate = Rate(100) else { preconditionFailure("100 is a rate") }
    return rate
  }()

  /// The reading of a tick.
  init(levels: [Float], chroma: [Float]) { (self.levels, self.chroma) = (levels, chroma) }
}

extension Analysis where Reading == [StructureReading] {
  /// What ``SongStructure`` needs of the mean of two channels: with each tick, which may have any rate,
  /// the readings that became complete. The last channel stands in for a missing one.
  ///
  /// There are none of sound below ``SongStructure/leastSampleRate``, nor more than
  /// ``SongStructure/maxReadings`` and a last one, which tells that there would be more.
  public static func structure(
    channels: (left: Int, right: Int) = (0, 1), rate: Rate? = nil
  ) -> Analysis {
    Analysis(rate: rate, reach: { _, _ in Reach(ticksBefore: nil, framesAfter: .max) }) { stream in
      StructureAnalyzer(stream, channels: channels)
    }
  }
}
