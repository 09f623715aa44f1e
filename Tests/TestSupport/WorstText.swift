// SPDX-License-Identifier: MIT

/// Texts of megabytes that a reader is slow on if it looks ahead, or behind, more than once: tests feed them
/// to each reader under a limit of time, which a reader that is linear in its bytes stays far below.
public enum WorstText {
  /// What such texts repeat: brackets that do not end, references, quotes, lines, numbers, marks.
  public static let pieces = [
    "<", "<0:", "[", "[0:1]a\n", "{\\", "&", "\\\"", "\n", " ", "0", "0:1 --> 0:2\n", "\u{301}",
    "0\t1\tA\n",
    "\"a\",",
  ]

  /// A text of 4 MiB that repeats a piece behind a beginning.
  public static func text(_ piece: String, behind start: String = "") -> String {
    start + String(repeating: piece, count: (4 << 20) / piece.utf8.count)
  }
}
