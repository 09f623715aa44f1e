// SPDX-License-Identifier: MIT

/// Text for a POSIX shell.
public enum ShellText {
  /// A text as one word that a shell reads back unchanged: as it is, or in single quotes.
  public static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./,:=@%+".utf8.contains(byte)
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
