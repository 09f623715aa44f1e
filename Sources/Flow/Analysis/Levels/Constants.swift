// SPDX-License-Identifier: MIT
public import Signal

/// Normalization constants: how far below 0 dBFS the meters of one or more tracks have read.
///
/// All figures are multiples of 0.00001 dB. So constants that are written as text and read again
/// are equal to the original.
public struct Constants: Sendable, Hashable {
  /// How the meters moved.
  public let ballistics: Ballistics

  /// Ticks a second.
  public let tickRate: Rate

  /// What the meters read for digital silence.
  public let floor: Decibels

  /// How many ticks there were.
  public let ticks: Int

  /// The ticks at which the peak meters of all channels read the floor.
  public let silentTicks: Int

  /// The figures of each channel; at least one.
  public let channels: [Channel]

  /// The range of the two channels that are drawn together.
  public let range: Range

  /// Whether no meter ever read more than the floor; also true without any ticks.
  public var isSilent: Bool { channels.allSatisfy { $0.peak == nil } }
}

extension Constants {
  /// The figures of one channel.
  public struct Channel: Sendable, Hashable {
    /// By meter, for those that ever read more than the floor.
    let figures: [ChannelLevel.Meter: Figures]

    /// Of the peak meter; `nil` if it never read more than the floor.
    public var peak: Figures? { figures[.peak] }

    /// Of the average meter; `nil` if it never read more than the floor.
    public var average: Figures? { figures[.average] }
  }

  /// Figures of the |dB| of one meter over the ticks at which it read more than the floor.
  ///
  /// pNN is the nearest-rank quantile: the smallest reading that is not less than NN % of the
  /// readings. So p50 ≤ p90 ≤ p95 ≤ p99 ≤ max, all in dB, finite and not negative.
  public struct Figures: Sendable, Hashable {
    private let figures: [Quantile: Double]

    /// Figures in units of 0.00001 dB, for each quantile.
    init(units: (Quantile) -> Int) {
      // Both numbers are exact, so these are the `Double`s nearest to the decimal fractions.
      figures = Dictionary(
        uniqueKeysWithValues: Quantile.allCases.map {
          ($0, Double(units($0)) / Constants.unitsInDecibel)
        })
    }

    /// The figure of a quantile.
    public subscript(_ quantile: Quantile) -> Double { figures[quantile, default: 0] }
  }

  /// The range of two channels that are drawn together, or of one that is drawn on both sides.
  public struct Range: Sendable, Hashable {
    /// The indices of the channels on the left and on the right, from 0.
    public let left, right: Int

    /// By meter, for those that ever read more than ``LevelRange/gate``.
    let meters: [ChannelLevel.Meter: LevelRange]

    /// Of the peak meters; `nil` if they never read more than the gate.
    public var peak: LevelRange? { meters[.peak] }

    /// Of the average meters; `nil` if they never read more than the gate.
    public var average: LevelRange? { meters[.average] }
  }

  /// The decimal places of a figure.
  static let places = 5

  /// 10 to the power of ``places``.
  static let unitsInDecibel = 100_000.0
}

extension Constants {
  /// The figures for the two sides of a picture that shows two channels of a track with
  /// `channelCount` channels, counted from 0. A mono track is on both sides; constants of stereo
  /// tracks then give each side its own scale.
  ///
  /// - Precondition: the constants have as many channels as the track, or two if it is mono.
  public func sides(of channels: (left: Int, right: Int), in channelCount: Int) -> [Channel] {
    channelCount == 1 && self.channels.count == 2
      ? self.channels : [self.channels[channels.left], self.channels[channels.right]]
  }

  /// The range of two channels of such a track, which a picture shows on the left and on the right.
  ///
  /// - Throws: ``ConstantsError/pairsDiffer(constants:left:right:)`` if the range is that of other
  ///   channels.
  public func range(
    of channels: (left: Int, right: Int), in channelCount: Int
  ) throws(ConstantsError) -> Range {
    let isMono = channelCount == 1 && self.channels.count == 2
    let pair = isMono ? (left: 0, right: 1) : channels
    guard Set([pair.left, pair.right]) == [range.left, range.right] else {
      throw .pairsDiffer(constants: range, left: channels.left, right: channels.right)
    }
    return range
  }
}

/// Constants of the same tracks for different ballistics, so that they serve every look.
public struct ConstantsSet: Sendable, Hashable {
  /// One or more, in the order of the file, no two of them for the same ballistics.
  public let all: [Constants]

  /// A set.
  ///
  /// - Precondition: see ``all``.
  public init(_ all: [Constants]) { self.all = all }

  /// The constants for a run: of the same ballistics and tick rate, and of at least `channelCount`
  /// channels.
  ///
  /// - Throws: ``ConstantsError/ballisticsDiffer(constants:run:)``,
  ///   ``ConstantsError/tickRatesDiffer(constants:run:)`` or
  ///   ``ConstantsError/tooFewChannels(constants:needed:)``.
  public func constants(
    for ballistics: Ballistics, tickRate: Rate, channelCount: Int
  ) throws(ConstantsError) -> Constants {
    guard let found = all.first(where: { $0.ballistics == ballistics }) else {
      throw .ballisticsDiffer(constants: all.map(\.ballistics), run: ballistics)
    }
    guard found.tickRate == tickRate else {
      throw .tickRatesDiffer(constants: found.tickRate, run: tickRate)
    }
    guard found.channels.count >= channelCount else {
      throw .tooFewChannels(constants: found.channels.count, needed: channelCount)
    }
    return found
  }
}
