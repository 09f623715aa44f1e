// SPDX-License-Identifier: MIT
internal import Signal

/// What a song sounds like as a whole, in a few numbers.
public struct SongMeasures: Sendable, Hashable {
  /// A key of 24.
  public struct Key: Sendable, Hashable {
    /// The pitch class of its tonic, from 0 for C to 11 for B.
    public let tonic: Int
    /// Whether it is major; otherwise it is minor.
    public let isMajor: Bool

    /// A key.
    ///
    /// - Precondition: the tonic is one of twelve.
    public init(tonic: Int, isMajor: Bool) {
      precondition((0..<12).contains(tonic))
      (self.tonic, self.isMajor) = (tonic, isMajor)
    }

    /// How many there are.
    static let count = 24
    /// The number of a key: major ones from C on, and then the minor ones.
    var number: Int { isMajor ? tonic : 12 + tonic }

    /// The key with a number.
    init(number: Int) { self.init(tonic: number % 12, isMajor: number < 12) }

    /// How many fifths its major scale, or that of its relative major, is above that of C, from 0 to 11.
    public var fifths: Int { 7 * (isMajor ? tonic : tonic + 3) % 12 }
  }

  /// The key that fits best; `nil` for sound without tones.
  public let key: Key?
  /// How well it fits, up to 1: below 0.5 there is hardly a key.
  public let clearness: Double
  /// Whether there is a key that can be heard.
  public var hasClearKey: Bool { clearness >= SongMeasures.leastClearness }
  private static let leastClearness = 0.56
  /// The mean frequency by amplitude, on a scale of octaves, in Hz.
  public let brightness: Double
  /// From 0 for a brightness of 120 Hz, or less, to 1 for 1200 Hz.
  public var brightnessShare: Double {
    min(max(naturalLogarithm(max(brightness, 1) / 120) / naturalLogarithm(10), 0), 1)
  }
  /// The share of the power that is below 141 Hz, from 0 to 1.
  public let bass: Double
  /// How often a second the level rises by more than 6 dB in 50 ms.
  public let hits: Double
  /// The K-weighted power of what differs between the two channels, as a ratio to what they share.
  public let width: Double

  /// The measures in the order in which they are stored; 24 is no key.
  var values: [Double] {
    [Double(key?.number ?? Key.count), clearness, brightness, bass, hits, width]
  }

  /// The measures with these values; `nil` if one is missing, or is no key.
  init?(values: [Double?]) {
    let known = values.compactMap(\.self)
    guard known.count == SongMeasures.limits.count,
      zip(known, SongMeasures.limits).allSatisfy({ 0...$1 ~= $0 })
    else { return nil }
    let number = Int(known[0])
    self.init(
      key: number < Key.count ? Key(number: number) : nil, clearness: known[1],
      brightness: known[2], bass: known[3], hits: known[4], width: known[5])
  }

  /// The greatest value of each.
  static let limits = [Double(Key.count), 1, 100_000, 1, 100, widest]

  /// Measures that are known.
  public init(
    key: Key?, clearness: Double, brightness: Double, bass: Double, hits: Double, width: Double
  ) {
    (self.key, self.clearness, self.brightness) = (key, clearness, brightness)
    (self.bass, self.hits, self.width) = (bass, hits, width)
  }

  /// The measures of a whole track; `nil` if it has no sound.
  init?(_ readings: StructureReadings) {
    let bands = StructureReading.bandCount
    let powersOfLevels = StructureReadings.powers
    let amplitudesOfLevels = powersOfLevels.map { $0.squareRoot() }
    var (powers, amplitudes) = (
      [Double](repeating: 0, count: bands), [Double](repeating: 0, count: bands)
    )
    var levels: [Double] = []
    levels.reserveCapacity(readings.tickCount)
    for tick in 0..<readings.tickCount {
      var sum = 0.0
      for band in 0..<bands {
        let level = Int(readings.levels[tick * bands + band])
        powers[band] += powersOfLevels[level]
        amplitudes[band] += amplitudesOfLevels[level]
        sum += powersOfLevels[level]
      }
      levels.append(sum)
    }
    let whole = powers.reduce(0, +)
    guard whole > 0 else { return nil }
    (key, clearness) = SongMeasures.key(of: readings.chroma)
    // A band is the wider the higher it is. The amplitudes of sines that have its power together add up as the root of
    // their number.
    func frequency(_ band: Double) -> Double {
      StructureReading.lowest
        * power(StructureReading.highest / StructureReading.lowest, band / Double(bands))
    }
    let weights = amplitudes.enumerated().map { $1 * frequency(Double($0) + 0.5).squareRoot() }
    let place = weights.enumerated().reduce(0.0) { $0 + $1.element * (Double($1.offset) + 0.5) }
    brightness = frequency(place / weights.reduce(0, +))
    bass = powers.prefix(SongMeasures.bassBands).reduce(0, +) / whole
    hits = Double(SongMeasures.hitCount(levels)) * 100 / Double(readings.tickCount)
    let all = readings.powers.reduce(0) { $0 + Double($1) }
    let side = readings.sides.reduce(0) { $0 + Double($1) }
    // What is shared is what is left; of opposite channels nothing.
    width = side > 0 && all.isFinite ? min(side / max(all - side, 1e-12), SongMeasures.widest) : 0
  }

  /// Those below 141 Hz.
  private static let bassBands = 8
  /// The greatest width.
  private static let widest = 100.0
  /// The rise of a hit, as a ratio of powers, and the number of ticks in which it rises.
  private static let (hit, rise) = (3.981, 5)

  /// How many times a level rises: once for each rise, however long it is.
  private static func hitCount(_ levels: [Double]) -> Int {
    // What is 50 dB below the loudest is as good as silent.
    let floor = (levels.max() ?? 0) * 1e-5
    var (count, isRising) = (0, false)
    for tick in levels.indices.dropFirst(rise) {
      let isHit = levels[tick] > hit * max(levels[tick - rise], floor)
      if isHit, !isRising { count += 1 }
      isRising = isHit
    }
    return count
  }

  /// The key whose profile correlates best with the mean pitch classes, and how well.
  ///
  /// - Source: Krumhansl, *Cognitive Foundations of Musical Pitch*, 1990, the profiles of Krumhansl and
  ///   Kessler, 1982.
  private static func key(of chroma: [Float]) -> (Key?, Double) {
    var classes = [Double](repeating: 0, count: 12)
    for (index, value) in chroma.enumerated() { classes[index % 12] += Double(value) }
    var best: (key: Key?, fit: Double) = (nil, 0)
    for number in 0..<Key.count {
      let key = Key(number: number)
      let profile = key.isMajor ? major : minor
      let fit = classes.correlation(with: (0..<12).map { profile[($0 - key.tonic + 12) % 12] })
      if fit > best.fit { best = (key, fit) }
    }
    return best
  }

  private static let major = [
    6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88,
  ]
  private static let minor = [
    6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17,
  ]
}

extension SongMeasures.Key: CustomStringConvertible {
  /// As musicians write it: `F minor`, `Bb major`.
  public var description: String {
    // The names of the scales with the fewest signs.
    let names =
      isMajor
      ? ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
      : ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
    return "\(names[tonic]) \(isMajor ? "major" : "minor")"
  }
}

extension [Double] {
  /// The correlation with as many numbers, from −1 to 1; 0 if either of them does not vary.
  fileprivate func correlation(with other: [Double]) -> Double {
    let (one, two) = (mean, other.mean)
    var (product, own, others) = (0.0, 0.0, 0.0)
    for (x, y) in zip(self, other) {
      product += (x - one) * (y - two)
      own += (x - one) * (x - one)
      others += (y - two) * (y - two)
    }
    let size = (own * others).squareRoot()
    return size > 1e-12 ? Swift.min(product / size, 1) : 0
  }
}
