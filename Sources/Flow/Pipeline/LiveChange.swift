// SPDX-License-Identifier: MIT

/// A wish of those who watch a show: another look, or other colours.
public enum LiveChange: Hashable, Sendable {
  /// Another look.
  case look(Step)
  /// Another palette.
  case palette(Step)

  /// Which one.
  public enum Step: Hashable, Sendable {
    /// The next one, and after the last one the first.
    case next
    /// The one before, and before the first one the last.
    case previous
    /// The one of this name, in small or capital letters.
    case named(String)
  }
}

/// Why a show cannot be changed as somebody wishes.
public enum LiveChangeError: Error, Hashable, Sendable {
  /// It has no look of this name; the names of those that it has.
  case noSuchLook(String, choices: [String])
  /// The look that is shown has no palette of this name; the names of those that it has.
  case noSuchPalette(String, choices: [String])
  /// The look of this name has colours of its own.
  case noPalettes(look: String)
}

/// What may change a show while it runs, such as keys.
public protocol LiveControl {
  /// Descriptors, by their numbers, that can be read without waiting when there is something for
  /// ``steer(_:)``.
  var numbers: [Int32] { get }

  /// Takes what has come since the last call, without waiting; `false` ends the show.
  ///
  /// It is called before each frame, and when one of the ``numbers`` can be read.
  mutating func steer(_ show: inout LiveShow) -> Bool
}

/// Nobody changes anything.
struct NoControl: LiveControl {
  var numbers: [Int32] { [] }
  func steer(_ show: inout LiveShow) -> Bool { true }
}
