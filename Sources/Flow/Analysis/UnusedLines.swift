// SPDX-License-Identifier: MIT

/// The lines of a file that people wrote which are not used, or only in part, where the rest is.
public struct UnusedLines<Fault: Sendable & Hashable & CustomStringConvertible>: Sendable, Hashable
{
  /// What is wrong with the first of them.
  public let first: Fault
  /// How many there are.
  public let count: Int

  /// One line more.
  init(adding fault: Fault, to others: UnusedLines?) {
    first = others?.first ?? fault
    count = (others?.count ?? 0) + 1
  }
}

extension UnusedLines: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file: `line 3 has no time, and 2 more are …`.
  public var description: String {
    count == 1
      ? "\(first); all else is used"
      : "\(first), and \(count - 1) more \(count == 2 ? "line has a fault" : "lines have faults"); all "
        + "else is used"
  }
}
