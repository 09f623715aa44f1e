// SPDX-License-Identifier: MIT

/// Numbers as decimal text with a fixed number of decimals: the same bytes everywhere, no locale.
public enum DecimalText {
  /// The greatest number of decimals.
  public static let largestPlaces = 6

  /// The limit of the absolute value, exclusive.
  public static let bound = 1e9

  /// The number in whole units of its last decimal: `value`·10^`places`, rounded to nearest, ties
  /// to even.
  ///
  /// The result is correct for the exact value of the `Double`, not only for the rounded product.
  ///
  /// - Precondition: |value| < ``bound``, and `places` is in `0...largestPlaces`.
  @inlinable
  public static func units(of value: Double, places: Int) -> Int {
    precondition(abs(value) < bound)
    let scale = Double(powerOfTen(places))
    let product = value * scale
    let nearest = product.rounded(.toNearestOrEven)
    // The product is below 2⁵³, so `distance` is exact. The rounding error of the product matters
    // only at the middle between two units, or next to it.
    let distance = product - nearest
    if abs(abs(distance) - 0.5) > abs(product) * 0x1p-52 { return Int(nearest) }
    return Int(nearest) + correction(distance: distance, value: value, scale: scale)
  }

  /// −1, 0 or 1: the step from the even neighbour of a rounded product to the unit that is nearest
  /// to the exact product.
  @usableFromInline
  static func correction(distance: Double, value: Double, scale: Double) -> Int {
    let product = value * scale
    let lost = (-product).addingProduct(value, scale)
    // The sum of both is not exact, but this comparison with ½ is.
    if distance > 0 && lost > 0.5 - distance { return 1 }
    if distance < 0 && -lost > 0.5 + distance { return -1 }
    return 0
  }

  /// 10^`places`.
  @inlinable
  static func powerOfTen(_ places: Int) -> Int {
    switch places {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    default: preconditionFailure("more places than DecimalText.largestPlaces")
    }
  }

  /// Appends a number with exactly `places` decimals, rounded as ``units(of:places:)`` does.
  ///
  /// Zero has no sign: `-0.000000` is never written. Without decimals there is no point.
  ///
  /// - Precondition: |value| < ``bound``, and `places` is in `0...largestPlaces`.
  public static func append(_ value: Double, places: Int, to text: inout [UInt8]) {
    append(units: units(of: value, places: places), places: places, to: &text)
  }

  /// Appends a number that is given in whole units of its last decimal.
  ///
  /// - Precondition: `places` is in `0...18`.
  public static func append(units: Int, places: Int, to text: inout [UInt8]) {
    var digits = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))
    var rest = units.magnitude
    var first = 24
    var pointIsDue = places > 0
    var remaining = places
    repeat {
      first -= 1
      if pointIsDue && remaining == 0 {
        digits[first] = UInt8(ascii: ".")
        pointIsDue = false
        first -= 1
      }
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
      remaining -= 1
    } while rest > 0 || remaining >= 0
    if units < 0 {
      first -= 1
      digits[first] = UInt8(ascii: "-")
    }
    text.append(addingCapacity: 24 - first) { (output: inout OutputSpan<UInt8>) in
      for index in first..<24 { output.append(digits[index]) }
    }
  }

  /// Appends a whole number.
  public static func append(_ value: Int, to text: inout [UInt8]) {
    append(units: value, places: 0, to: &text)
  }
}
