// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Text
internal import Views

extension LooksCommand {
  /// The looks of the program that are files.
  private static var filesOfProgram: [LookFile] {
    RadialView.looks.compactMap(\.file) + TrackView.looks.compactMap(\.file)
  }

  /// The names of the looks of the program that are files.
  static var namesOfFiles: [String] { filesOfProgram.map(\.name) }

  /// The text of a look by its name.
  static func file(of name: String) throws(Diagnostic) -> [UInt8] {
    let word = name.lowercased()
    try refuseVariant(of: name)
    if let file = filesOfProgram.first(where: { $0.name == word }) { return file.text }
    if let path = LookWord(name).path { return try LookWord.read(path).text }
    let isBuiltIn = ViewCatalog.all.contains { $0.lookNames.contains(word) }
    let names = namesOfFiles + LookWord.names
    let nearest = Suggestion.nearest(to: word, in: names)
    throw Diagnostic(
      isBuiltIn ? "the look \(word) is no file" : "'\(name)' is not a look",
      hint: (isBuiltIn ? nil : nearest).map { "did you mean '\($0)'?" }
        ?? "choose from \(names.joined(separator: ", "))", status: .usage, for: ["print"])
  }

  /// A file is printed and checked with all its variants.
  private static func refuseVariant(of word: String) throws(Diagnostic) {
    let look = LookWord(word)
    guard let variant = look.variant, Folder.kind(of: word) != .regular else { return }
    throw Diagnostic(
      "'\(word)': ':\(variant)' is a variant, and a look is printed and checked with all of them",
      hint: "write \(look.name)", status: .usage)
  }

  /// What can be set of a look in a file.
  static func check(_ path: String) throws(Diagnostic) -> String {
    try refuseVariant(of: path)
    let file = try LookWord.read(LookWord(path).path ?? path)
    var rows = [("look", file.name + (file.author.isEmpty ? "" : " by \(file.author)"))]
    if !file.summary.isEmpty { rows.append(("summary", file.summary)) }
    rows.append(("layers", "\(file.layerCount)"))
    rows.append(
      (
        "memory",
        "\(DecimalText.text(file.seconds, places: 1)) s of sound before a picture are in it"
          + (file.hasTurns ? ", and its turns" : "")
      ))
    for parameter in file.parameters {
      rows.append(
        (
          parameter.name,
          "\(parameter.usual.text), \(parameter.choices)"
            + (parameter.help.isEmpty ? "" : ": \(parameter.help)")
        ))
    }
    for variant in file.variants {
      let words = variant.values.map(\.argumentText).joined(separator: " ")
      rows.append((":\(variant.name)", words))
    }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, text in
      name + String(repeating: " ", count: width - name.count) + LineText.escaped(text) + "\n"
    }.joined()
  }

  /// The user's looks for the list, with a note for each that cannot be read.
  static func ownRows(_ report: ReportOptions) -> [(look: String, view: String, meaning: String)] {
    let taken = Set(ViewCatalog.all.flatMap { $0.lookNames } + [LookWord.automatic])
    return LookWord.files.compactMap { path in
      let name = LookWord.name(ofFile: path)
      do throws(Diagnostic) {
        let file = try LookWord.read(path)
        if taken.contains(name) {
          report.note("\(path): the program has a look '\(name)'; --look \(path) is this one")
        }
        // What is behind a colon would be a variant.
        return (
          taken.contains(name) || name.contains(":") ? path : name, file.viewName, file.summary
        )
      } catch {
        report.note(error.message)
        return nil
      }
    }
  }
}
