// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Platform
internal import Rendering
internal import Text
internal import Writing

/// The names of a film's parts: `part-*.mp4`, `part-%03d.mp4`, or one name.
struct PartPattern: ArgumentValue {
  let argumentText: String

  init(argument: String) throws(ArgumentValueError) {
    guard !argument.isEmpty, !argument.utf8.contains(0) else {
      throw ArgumentValueError("no name", hint: "write 'part-*.mp4'")
    }
    argumentText = argument
  }

  /// The paths that it stands for, without their notes.
  ///
  /// - Throws: an error if there are none.
  func paths() throws(Diagnostic) -> [String] {
    let folder = Folder.parent(of: argumentText)
    let prefix = argumentText.hasPrefix("./") || folder != "." ? folder + "/" : ""
    let name = argumentText.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    let names: [String]
    do { names = try Folder.names(in: folder) } catch {
      throw Diagnostic(reading: folder, error)
    }
    let matches = names.filter { isMatch($0, name) && !$0.hasSuffix(FilmPart.notePath(of: "")) }
    guard !matches.isEmpty else {
      throw Diagnostic(
        "\(argumentText): no file has such a name",
        hint: "name the parts that --shard has made, such as 'part-*.mp4', in quotes",
        status: .noInput, for: ["join"])
    }
    return matches.sorted().map { prefix + $0 }
  }

  /// A name before the full stop of its extension, and the extension, which may be empty.
  static func split(_ name: String) -> (stem: String, fileExtension: String) {
    let parts = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let end = parts.last.map { String($0) } ?? ""
    guard parts.count > 1, !end.contains("/") else { return (name, "") }
    return (String(name.unicodeScalars.dropLast(end.unicodeScalars.count + 1)), end)
  }

  /// Whether a file has a name of the pattern: byte by byte, since names need not be text.
  private func isMatch(_ name: String, _ pattern: String) -> Bool {
    let pieces = RawText.bytes(pattern).split(
      separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    let bytes = RawText.bytes(name)
    guard pieces.count > 1 else {
      let (stem, end) = PartPattern.split(pattern)
      let numbered = try? FramePattern(parsing: stem, fileExtension: end)
      return bytes == RawText.bytes(pattern) || numbered?.frame(named: name) != nil
    }
    var rest = bytes[...]
    guard rest.starts(with: pieces[0]) else { return false }
    rest = rest.dropFirst(pieces[0].count)
    for piece in pieces[1..<(pieces.count - 1)] where !piece.isEmpty {
      guard let place = rest.indices.first(where: { rest[$0...].starts(with: piece) }) else {
        return false
      }
      rest = rest[(place + piece.count)...]
    }
    let last = pieces[pieces.count - 1]
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
