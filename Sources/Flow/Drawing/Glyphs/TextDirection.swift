// SPDX-License-Identifier: MIT

/// The direction in which a text is read.
///
/// - Source: the Unicode Bidirectional Algorithm, UAX 9; here of runs of characters, and of whole words.
public enum TextDirection: Sendable, Hashable {
  /// From left to right, as Latin and Han.
  case right
  /// From right to left, as Hebrew and Arabic.
  case left
  /// Digits: from left to right, in the direction of what is around them.
  case number
  /// Signs, which have the direction of what is around them.
  case neutral

  /// The direction of a character.
  public init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .neutral
      return
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber: self = .number
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      self = TextDirection.leftward.contains { $0.contains(scalar.value) } ? .left : .right
    default: self = .neutral
    }
  }

  /// The blocks of scripts that are read from right to left.
  private static let leftward: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]

  /// The direction of the first letter of a text; `right` without any.
  public static func base(of text: some StringProtocol) -> TextDirection {
    text.lazy.map { TextDirection($0) }.first { $0 == .left || $0 == .right } ?? .right
  }

  /// The directions of things in the order in which they are read, such as words; numbers and signs have
  /// that of what is around them.
  public static func resolved(
    _ directions: [TextDirection], base: TextDirection
  ) -> [TextDirection] {
    var resolved = directions
    for index in resolved.indices {
      let before = index > 0 ? resolved[index - 1] : base
      switch directions[index] {
      case .number: resolved[index] = before
      case .neutral:
        let after = directions[index...].first { $0 == .left || $0 == .right } ?? base
        resolved[index] = before == after ? before : base
      case .left, .right: break
      }
    }
    return resolved
  }

  /// The order from left to right of things in the order in which they are read.
  public static func order(of directions: [TextDirection], base: TextDirection) -> [Int] {
    let resolved = resolved(directions, base: base)
    guard resolved.contains(.left) else { return Array(resolved.indices) }
    var (order, run) = ([Int](), [Int]())
    for index in resolved.indices {
      if resolved[index] == base {
        order += run.reversed() + [index]
        run = []
      } else {
        run.append(index)
      }
    }
    order += run.reversed()
    return base == .left ? order.reversed() : order
  }
}
