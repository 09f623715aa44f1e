// SPDX-License-Identifier: MIT
internal import Text

/// A position in time, or a length of time, exact to a nanosecond.
public struct TimePosition: Sendable, Hashable {
  /// Nanoseconds; 0 to ``TimePosition/largest``.
  public let nanoseconds: Int

  /// A hundred days.
  public static let largest = 100 * 86_400 * 1_000_000_000

  /// Reads seconds (`90`, `1.5`), minutes and seconds (`1:30`), with hours (`0:01:30.250`), or
  /// times with units (`1m30s`, `90m`, `1h1.5s`).
  ///
  /// `nil` for other texts, for more than nine decimals, and for more than a hundred days.
  public init?(parsing text: String) {
    let text = TimePosition.withColons(text) ?? text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let decimals = last.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(decimals.count) else { return nil }
    var total = 0
    for (index, part) in (parts.dropLast() + [decimals[0]]).enumerated() {
      guard let value = Int(digits: part, most: 9), index == 0 || value < 60, value < 10_000_000
      else { return nil }
      total = total * 60 + value
    }
    guard total <= TimePosition.largest / 1_000_000_000 else { return nil }
    total *= 1_000_000_000
    if decimals.count == 2 {
      let digits = decimals[1]
      guard let fraction = Int(digits: digits, most: 9) else { return nil }
      total += (digits.count..<9).reduce(fraction) { value, _ in value * 10 }
    }
    guard total <= TimePosition.largest else { return nil }
    nanoseconds = total
  }

  /// A time with units, such as `1h30s`, in the form with colons: `1:0:30`; `nil` for other texts.
  private static func withColons(_ text: String) -> String? {
    var rest = text.unicodeScalars[...]
    var numbers: [String] = []
    for unit in ["h", "m", "s"] as [Unicode.Scalar] {
      let number = rest.prefix { ("0"..."9").contains($0) || unit == "s" && $0 == "." }
      if !number.isEmpty, rest.dropFirst(number.count).first == unit {
        numbers.append(String(number))
        rest = rest.dropFirst(number.count + 1)
      } else if !numbers.isEmpty {
        numbers.append("0")
      }
    }
    return rest.isEmpty && !numbers.isEmpty ? numbers.joined(separator: ":") : nil
  }

  /// The sample frame nearest to this position.
  public func sampleFrame(sampleRate: Int) -> Int {
    Int((Int128(nanoseconds) * Int128(sampleRate) + 500_000_000) / 1_000_000_000)
  }

  /// The position `length` after this one.
  func advanced(by length: TimePosition) -> TimePosition {
    TimePosition(nanoseconds: nanoseconds + length.nanoseconds)
  }

  private init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// The position of a sample frame, rounded to a nanosecond; at most the largest.
  init(sampleFrame: Int, sampleRate: Int) {
    let nanoseconds =
      (Int128(sampleFrame) * 1_000_000_000 + Int128(sampleRate / 2)) / Int128(sampleRate)
    self.nanoseconds = Int(min(nanoseconds, Int128(TimePosition.largest)))
  }

  /// The start.
  public static let zero = TimePosition(nanoseconds: 0)
}

extension TimePosition: CustomStringConvertible {
  /// Seconds with as many decimals as they need.
  public var description: String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest != 0 else { return "\(seconds)" }
    var digits = String(String(rest + 1_000_000_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)"
  }
}
