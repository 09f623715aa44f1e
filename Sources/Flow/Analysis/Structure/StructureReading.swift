// SPDX-License-Identifier: MIT
public import Signal

/// What the structure of a song is found in, for a tenth of a second: how loud the bands are in each 1/100 s,
/// how strong the pitch classes are, and how loud all is together.
public struct StructureReading: Sendable, Hashable {
  /// The power of ``bandCount`` bands from 30 Hz to 10 kHz, each 1.214 times as high as the one below,
  /// tick after tick, in half decibels above −127.5 dB. A sine at full scale has 243 or less. The last
  /// reading of a track may have fewer ticks.
  public let levels: [UInt8]

  /// The sum of the amplitudes of each pitch class from 55 to 2100 Hz, from C on, in 0.19 s around the
  /// middle.
  public let chroma: [Float]

  /// The K-weighted power of the two channels together, as in `Loudness`, and of what differs between them: half of
  /// the square of their difference.
  public let power, side: Float

  /// How many bands there are.
  public static let bandCount = 30

  /// Where the lowest band begins and the highest one ends, in Hz.
  static let (lowest, highest) = (30.0, 10_000.0)

  /// How many pitch classes there are.
  static let classCount = 12

  /// Steps of ``levels`` in a decibel.
  static let stepsInDecibel = 2

  /// How many ticks a reading has.
  static let tickCount = 10

  /// The ticks: 100 a second.
  static let rate: Rate = {
    guard let rate = Rate(100) else { preconditionFailure("100 is a rate") }
    return rate
  }()

  /// The reading of a tenth of a second.
  package init(levels: [UInt8], chroma: [Float], power: Float, side: Float = 0) {
    (self.levels, self.chroma, self.power, self.side) = (levels, chroma, power, side)
  }
}

/// The readings of a whole track: 25 MB for `maxTicks`, and no more for a longer one.
public struct StructureReadings: Sendable {
  /// The power of each of the ``StructureReading/levels``, to that of the lowest one but silence.
  static let powers = (0...255).map { level in
    level == 0 ? 0 : power(10, Double(level) / Double(10 * StructureReading.stepsInDecibel))
  }

  /// The levels of all ticks.
  private(set) var levels: [UInt8] = []
  /// The pitch classes, the power, and that of what differs between the channels, of each tenth of a second.
  private(set) var (chroma, powers, sides): ([Float], [Float], [Float]) = ([], [], [])

  /// Those of two hours: a longer track is not one song.
  static let maxTicks = 720_000

  /// How many ticks there are.
  var tickCount: Int { levels.count / StructureReading.bandCount }

  /// Whether the track is too long to be one song.
  var isTooLong: Bool { tickCount > StructureReadings.maxTicks }

  /// How many numbers are kept.
  package var storedCount: Int { levels.count + chroma.count + powers.count + sides.count }

  /// None.
  public init() {}

  /// Adds those that follow; nothing more if the track is too long.
  public mutating func append(_ readings: [StructureReading]) {
    for reading in readings where !isTooLong {
      levels += reading.levels
      chroma += reading.chroma
      powers.append(reading.power)
      sides.append(reading.side)
    }
  }
}

extension Analysis where Reading == [StructureReading] {
  /// What ``SongStructure`` needs of two channels: with each tick, which may have any rate, the readings that
  /// became complete. The last channel stands in for a missing one.
  ///
  /// There are none of sound below ``SongStructure/leastSampleRate``.
  public static func structure(
    channels: (left: Int, right: Int) = (0, 1), rate: Rate? = nil
  ) -> Analysis {
    Analysis(rate: rate, reach: { _, _ in Reach(ticksBefore: nil, framesAfter: .max) }) { stream in
      StructureAnalyzer(stream, channels: channels)
    }
  }
}
