// SPDX-License-Identifier: MIT
internal import Text

/// An exact number of events a second, N/D in lowest terms: ticks, or images of a sequence.
public struct Rate: Sendable, Hashable {
  /// The N of N/D; positive.
  public let numerator: Int

  /// The D of N/D; positive.
  public let denominator: Int

  /// The greatest value of either term before reduction.
  ///
  /// Products of two rates and a sample rate then stay far inside 128 bits.
  public static let largestTerm = 1_000_000_000

  /// N/D a second, reduced; `nil` unless both are in `1...largestTerm`.
  public init?(_ numerator: Int, over denominator: Int = 1) {
    let terms = 1...Rate.largestTerm
    guard terms.contains(numerator), terms.contains(denominator) else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// 60 a second, the rate of the tutorial's timer.
  public static let sixty = Rate(reduced: 60, over: 1)

  /// 10 a second, the rate of the meters and labels of the other tutorials.
  public static let ten = Rate(reduced: 10, over: 1)

  /// How many events a second has.
  public var perSecond: Double { Double(numerator) / Double(denominator) }

  /// How many events some seconds have, to the nearest one.
  public func count(seconds: Double) -> Int {
    Int((seconds * Double(numerator) / Double(denominator)).rounded())
  }

  private init(reduced numerator: Int, over denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension Rate: CustomStringConvertible {
  /// `60` or `30000/1001`, as on the command line and in files.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension Rate {
  /// When event `index` begins: `index`·D/N seconds, to the nearest nanosecond, ties to even;
  /// at most 2⁶³ − 1, which is about 292 years.
  ///
  /// - Precondition: `index` is not negative.
  public func nanoseconds(ofEvent index: Int) -> Int {
    let exact = Int128(index) * Int128(denominator) * 1_000_000_000
    if let small = Int(exactly: exact) { return nearestQuotient(small, numerator) }
    return Int(clamping: nearestQuotient(exact, Int128(numerator)))
  }
}

extension Rate {
  /// Why a text is not a rate.
  public enum ParseError: Error, Hashable, Sendable {
    /// The text is neither a whole number nor two of them separated by a slash.
    case malformed
    /// A term is 0 or greater than ``Rate/largestTerm``.
    case outOfRange
    /// The text is a decimal number; `meant` is the fraction that it stands for in practice.
    ///
    /// Film and television round the names of their rates: 29.97 means 30000/1001. Taken literally,
    /// it would drift by a frame in nine hours.
    case decimal(meant: Rate)
  }

  /// Reads `60` or `30000/1001`.
  public init(parsing text: String) throws(ParseError) {
    let terms = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(terms.count) else { throw .malformed }
    if terms.count == 1, let meant = Rate.fraction(ofDecimal: text) { throw .decimal(meant: meant) }
    guard let numerator = Int(digits: terms[0]) else { throw .malformed }
    guard let denominator = terms.count == 2 ? Int(digits: terms[1]) : 1 else { throw .malformed }
    guard let rate = Rate(numerator, over: denominator) else { throw .outOfRange }
    self = rate
  }

  /// The fraction that a decimal such as `29.97` or `12.5` stands for; `nil` for other texts.
  private static func fraction(ofDecimal text: String) -> Rate? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let whole = Int(digits: parts[0]), parts[1].count <= 6,
      let decimals = parts[1].isEmpty ? 0 : Int(digits: parts[1]), whole < 1000
    else { return nil }
    var scale = 1
    for _ in parts[1] { scale *= 10 }
    let scaled = whole * scale + decimals
    // The NTSC family: n·1000/1001, truncated or rounded to two decimals or more.
    for nominal in [24, 30, 48, 60, 120] where scale >= 100 {
      let (cut, rest) = (nominal * 1000 * scale).quotientAndRemainder(dividingBy: 1001)
      if scaled == cut || scaled == cut + 1 && rest > 500 {
        return Rate(nominal * 1000, over: 1001)
      }
    }
    return Rate(scaled, over: scale)
  }
}

/// Euclid's algorithm, for positive numbers.
func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
  var (larger, smaller) = (first, second)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}

/// `dividend`/`divisor` rounded to the nearest integer, ties to even; neither is negative.
private func nearestQuotient<Integer: FixedWidthInteger>(
  _ dividend: Integer, _ divisor: Integer
) -> Integer {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  let rest = divisor - remainder
  let roundsUp = remainder > rest || remainder == rest && quotient % 2 == 1
  return roundsUp ? quotient + 1 : quotient
}
