// SPDX-License-Identifier: MIT
internal import Platform
internal import Writing

/// The default name of a track's output.
enum OutputName {
  /// The name of the track, in the current folder; for standard input the name of the product, such
  /// as `film`. The name of the product is in it if `isMarked`.
  static func `default`(
    _ productName: String, for input: String, fileExtension: String, isMarked: Bool = false
  ) -> String {
    let file = input.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    guard input != "-", !stem.isEmpty else { return "\(productName).\(fileExtension)" }
    let name = "\(stem).\(fileExtension)"
    return name == file || isMarked ? "\(stem)-\(productName).\(fileExtension)" : name
  }
}

extension Diagnostic {
  /// A name that does not end like `product`, such as "a film", which ends in one of `ends`.
  static func wrongName(
    _ path: String, for product: String, ends: [String], orElse other: String? = nil,
    options: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "'\(path)' is not a name for \(product)",
      hint: "end it in " + ends.map { ".\($0)" }.joined(separator: " ")
        + (other.map { ", or \($0)" } ?? ""), status: .usage, for: options)
  }

  /// A `--format` beside a name that ends like another one.
  static func contradiction(of format: String, _ path: String) -> Diagnostic {
    Diagnostic(
      "--format \(format) contradicts the name '\(path)'", hint: "leave out --format",
      status: .usage, for: ["format"])
  }

  /// A pipe, whose name does not tell the format.
  static func unknownFormat(of path: String, choices: [String]) -> Diagnostic {
    Diagnostic(
      "the format is not known for \(OutputFile.name(path))",
      hint: "add --format " + choices.dropLast().joined(separator: ", ") + " or "
        + (choices.last ?? ""), status: .usage)
  }

  /// Refuses to write data that nobody can read, such as "a film", onto a terminal.
  static func checkTerminal(_ path: String, _ product: String) throws(Diagnostic) {
    guard path == "-", StandardStreams.outputIsTerminal else { return }
    throw Diagnostic(
      "\(product) cannot be shown on a terminal",
      hint: "name a file with -o, or pipe it into a program", status: .usage)
  }
}
