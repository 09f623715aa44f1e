// SPDX-License-Identifier: MIT
public import Analysis
internal import Platform

/// The levels of two channels, and a number for each of some bands of both.
public struct BandLevels: PackedReading, Hashable {
  /// The levels of the channels.
  public let levels: StereoLevels
  /// The bands, the lowest first, left and right.
  public let bands: [SIMD2<Float>]

  /// Levels and bands.
  public init(levels: StereoLevels, bands: [SIMD2<Float>]) {
    (self.levels, self.bands) = (levels, bands)
  }

  /// Appends the bytes of the levels, and then eight bytes for each band.
  public func pack(into bytes: inout [UInt8]) {
    levels.pack(into: &bytes)
    for band in bands {
      bytes.pack(band.x)
      bytes.pack(band.y)
    }
  }

  /// Whether its numbers are possible.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    StereoLevels.isPossible(bytes)
      && bytes.areNumbers(floats: StereoLevels.packedSize..<bytes.count / 4 * 4)
  }

  /// Reads them.
  public init(unpacking bytes: Span<UInt8>) {
    levels = StereoLevels(unpacking: bytes)
    var offset = StereoLevels.packedSize
    var bands: [SIMD2<Float>] = []
    bands.reserveCapacity((bytes.count - offset) / 8)
    while offset < bytes.count {
      bands.append(SIMD2(bytes.unpackFloat(at: &offset), bytes.unpackFloat(at: &offset)))
    }
    self.bands = bands
  }
}

extension Analysis where Reading == BandLevels {
  /// The meters of two channels, and bands.
  static func levels(
    of request: AnalysisRequest, with bands: Analysis<[SIMD2<Float>]>
  ) -> Analysis {
    Analysis<StereoLevels>.stereoLevels(of: request).joined(with: bands)
      .map { BandLevels(levels: $0, bands: $1) }
  }
}

/// The shares of bands in a sound, from the amplitudes of the bands and their means in the track.
struct BandShares: Sendable {
  private let track: ReadingTrack<BandLevels>
  private let bands: Range<Int>
  private var means: [Double]
  /// How many ticks the means are of, in sound that is still arriving.
  private var heard = 0.0

  /// The ticks that the means of arriving sound are of at most: ten seconds at 60 a second.
  private static let memory = 600.0

  /// The shares of some of the bands of a track.
  ///
  /// - Throws: if the track cannot be read.
  init(_ track: ReadingTrack<BandLevels>, of bands: Range<Int>) throws(SystemError) {
    (self.track, self.bands) = (track, bands)
    means = try track.found("means of bands \(bands)") { () throws(SystemError) in
      var sums = [Double](repeating: 0, count: bands.count)
      for tick in 0..<track.count {
        for (band, amplitude) in try track.reading(ofTick: tick).bands[bands].enumerated() {
          let both = SIMD2<Double>(amplitude)
          sums[band] += (both * both).sum() / 2
        }
      }
      return sums.map { ($0 / Double(max(track.count, 1))).squareRoot() }
    }
  }

  /// Takes a tick of sound that is still arriving into the means; otherwise does nothing.
  ///
  /// - Throws: if the track cannot be read.
  mutating func adapt(toTick tick: Int) throws(SystemError) {
    guard track.isLive else { return }
    let bands = try track.reading(ofTick: tick).bands[bands]
    guard bands.contains(where: { $0 != .zero }) else { return }
    heard = min(heard + 1, BandShares.memory)
    for (band, amplitude) in bands.enumerated() {
      let both = SIMD2<Double>(amplitude)
      let power = means[band] * means[band]
      means[band] = (power + ((both * both).sum() / 2 - power) / heard).squareRoot()
    }
  }

  /// The shares of the bands at a tick, which sum to 1 for each channel. Each has a little, so that
  /// every band is visible.
  func shares(ofTick tick: Int) throws(SystemError) -> [SIMD2<Double>] {
    var shares = zip(try track.reading(ofTick: tick).bands[bands], means).map { amplitude, mean in
      mean > 0 ? SIMD2<Double>(amplitude) / mean : .zero
    }
    let sum = shares.reduce(.zero, +)
    // In silence all are alike.
    let least = 0.04 / Double(shares.count) * sum + SIMD2(repeating: 1e-9)
    for band in shares.indices {
      shares[band] = (shares[band] + least) / (sum + least * Double(shares.count))
    }
    return shares
  }

  /// The shares at a tick, smoothed by a Hann window of five ticks; those that are still to come are
  /// as the newest one.
  func smoothed(atTick tick: Int) throws(SystemError) -> [SIMD2<Double>] {
    var result = [SIMD2<Double>](repeating: .zero, count: means.count)
    let last = track.isLive ? tick : track.count - 1
    for (offset, weight) in zip(-2...2, [1.0, 3, 4, 3, 1]) {
      let other = try shares(ofTick: min(max(tick + offset, 0), last))
      for band in result.indices { result[band] += other[band] * (weight / 12) }
    }
    return result
  }
}
