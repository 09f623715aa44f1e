// SPDX-License-Identifier: MIT
internal import Text

/// An option that stands in a file, not on the command line.
///
/// A file of options has one on each line: the long name, with or without `--`, then a space or `=`
/// and the value. The value is the rest of the line, without the quotes around it if it has some. A
/// line that begins with `#` is a comment.
public struct Preset: Hashable, Sendable {
  /// The long name, without hyphens.
  public let name: String
  /// The value; `nil` where the line has only a name.
  public let text: String?
  /// The file and the line, counted from 1, such as `mine.txt:3`.
  public let origin: String

  /// Why a line is not an option; the reason has no full stop.
  public struct Fault: Error, Hashable, Sendable {
    /// The file and the line.
    public let origin: String
    /// What is wrong.
    public let reason: String
    /// The way out.
    public let hint: String
  }

  /// The options of a file with this content.
  ///
  /// The value `./logo.png` is a name in the folder of the file, `~/logo.png` one in the folder
  /// `home`; of the options in `lists` each part between commas is such a name. What else a value means is for
  /// the option to say.
  ///
  /// - Throws: ``Fault`` of the first line that is not an option.
  public static func read(
    _ bytes: [UInt8], path: String, home: String?, lists: Set<String> = []
  ) throws(Fault) -> [Preset] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var presets: [Preset] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = trimmed(RawText.text(Array(bytes)).unicodeScalars[...])
      guard let first = line.first, first != "#" else { continue }
      let origin = "\(path):\(index + 1)"
      guard !bytes.contains(0) else {
        throw Fault(
          origin: origin, reason: "is not text", hint: "write an option on each line: palette dusk")
      }
      let word = line.starts(with: "--".unicodeScalars) ? line.dropFirst(2) : line
      let name = word.prefix { $0 != "=" && !isBlank($0) }
      guard name.first != "-", !name.isEmpty else {
        throw Fault(
          origin: origin, reason: "does not begin with the long name of an option",
          hint: "write the long name: palette dusk, or fps 30")
      }
      var rest = trimmed(word[name.endIndex...])
      let hasSign = rest.first == "="
      if hasSign { rest = trimmed(rest.dropFirst()) }
      let isList = lists.contains(String(name))
      let text =
        rest.isEmpty && !hasSign
        ? nil : unquoted(rest, folder: folder, home: home, isList: isList)
      presets.append(Preset(name: String(name), text: text, origin: origin))
    }
    return presets
  }

  private static func unquoted(
    _ value: Substring.UnicodeScalarView, folder: String, home: String?, isList: Bool
  ) -> String {
    if let quote = value.first, quote == "'" || quote == "\"", value.count > 1, value.last == quote
    {
      return String(value.dropFirst().dropLast())
    }
    let parts = value.split(
      separator: ",", maxSplits: isList ? .max : 0, omittingEmptySubsequences: false)
    return parts.map { part in
      let text = String(part)
      if let name = text.dropping(prefix: "~/"), let home { return "\(home)/\(name)" }
      if let name = text.dropping(prefix: "./") { return folder + name }
      return text.dropping(prefix: "../") == nil ? text : folder + text
    }.joined(separator: ",")
  }

  private static func trimmed(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    " \t\r".unicodeScalars.contains(scalar)
  }
}

/// What a command is given: the arguments after its name, and options from files, which count less.
package struct GivenWords: Hashable, Sendable {
  package var arguments: [String]
  package var presets: [Preset]

  package init(_ arguments: [String], presets: [Preset] = []) {
    self.arguments = arguments
    self.presets = presets
  }

  /// Whether a request for help or the version is typed.
  package var asksForHelp: Bool {
    !options.isDisjoint(with: ["-h", "--help", "--version"])
  }

  /// The values of an option that is typed by its long name, at least `count` letters of it, or `letter`, which
  /// may follow -q.
  package func values(
    of name: String, atLeast count: Int, letter: Unicode.Scalar? = nil
  ) -> [String] {
    var values: [String] = []
    var words = arguments.prefix { $0 != "--" }[...]
    while let word = words.popFirst() {
      if let option = word.dropping(prefix: "--") {
        let (head, tail) = option.cut(at: "=")
        guard head.utf8.count >= count, name.utf8.starts(with: head.utf8) else { continue }
        if let value = tail ?? words.first, tail != nil || !value.hasPrefix("--") {
          values.append(value)
        }
      } else if let letters = word.dropping(prefix: "-")?.unicodeScalars.drop(while: { $0 == "q" }),
        let letter, letters.first == letter
      {
        let attached = String(letters.dropFirst())
        if let value = attached.isEmpty ? words.first : attached { values.append(value) }
      }
    }
    return values
  }

  /// The value of an option before the words are parsed: the last typed one, otherwise that of a file.
  package func text(of name: String, atLeast count: Int, letter: Unicode.Scalar? = nil) -> String? {
    values(of: name, atLeast: count, letter: letter).last
      ?? presets.last { $0.name == name }?.text
  }

  /// Whether an option is typed, by its long name or at least `count` letters of it but not by `other`, or
  /// stands in a file.
  package func mentions(_ name: String, atLeast count: Int, not other: String = "") -> Bool {
    presets.contains { $0.name == name }
      || longNames.contains {
        name.utf8.starts(with: $0.utf8) && $0.utf8.count >= count && $0 != other
      }
  }

  /// What is typed behind two hyphens, without values.
  package var longNames: Set<String> {
    Set(options.compactMap { $0.dropping(prefix: "--")?.cut(at: "=").head })
  }

  private var options: Set<String> { Set(arguments.prefix { $0 != "--" }) }
}
