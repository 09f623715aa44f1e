// SPDX-License-Identifier: MIT
// Hints for command lines with errors.
internal import Arguments
internal import Platform

extension Diagnostic {
  /// The error of a command line, with a hint for these words of a command; of the whole program if
  /// `name` is `nil`.
  init(_ error: UsageError, command name: String?, line: Line? = nil) {
    let command = line?.command ?? ProgramSpec.radialAudio.command(name)
    let given = error
    var error = error.withoutFile
    // `-ss 5`, as in ffmpeg, parses as `-s` with the value `s`.
    if case .badValue(let form, let value, _, _) = error, form.utf8.count == 2,
      Synonyms.hint(forOption: form + value, of: command, slips: false) != nil
    {
      error = .unknownOption(form + value, suggestion: nil)
    }
    let hint =
      switch error {
      case .unknownOption(let form, _): Synonyms.hint(forOption: form, of: command)
      case .unknownCommand(let word, _): Synonyms.hint(forCommand: word)
      case .badValue(let form, let value, _, _):
        Synonyms.hint(forValue: value, of: form, in: command)
      default: String?.none
      }
    if case .inFile(let origin, _) = given { error = .inFile(origin, error) }
    self.init(
      "\(error)",
      hint: hint ?? error.hint(program: ProgramText.name, command: command)
        ?? UsageError.helpHint(program: ProgramText.name, command: name), status: .usage)
    options = error.contradictory
    // A file is for all commands, and their options of one name may have other choices.
    if case .inFile(_, .badValue(let form, let value, _, _)) = given,
      ProgramSpec.radialAudio.offers(value, for: form)
    {
      options = [String(form.dropFirst(2))]
      presets = Set(options)
    }
    isForOtherRuns = !options.isEmpty
    if case .missingCommand = error {
      list = ProgramSpec.radialAudio.examples.map { HelpRow($0.command, $0.meaning) }
    }
  }

  /// An operand that was meant to be an option, or a part of one.
  static func misread(_ line: Line) -> Diagnostic? {
    for (place, word) in line.operands where Folder.kind(of: word) == nil {
      let scalars = word.unicodeScalars
      // Web pages and word processors put dashes, or the sign of minus, in place of hyphens.
      func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
      }
      if let first = scalars.first, first != "-", isDash(first) {
        let name = String(scalars.drop(while: isDash))
        let hyphens = name.unicodeScalars.count == 1 ? "-" : "--"
        return Diagnostic(
          "\(UsageError.unknownOption(word, suggestion: nil))",
          hint: "this dash is not a hyphen: write \(hyphens)\(name)", status: .usage)
      }
      guard place > 1, line.arguments[place - 2].utf8.first == UInt8(ascii: "-"),
        case let number = line.arguments[place - 1], Double(number) != nil,
        let unit = units.first(where: { $0.words.contains(word.lowercased()) })
      else { continue }
      return Diagnostic(
        "\(UsageError.extraOperand(word))",
        hint: "write \(line.arguments[place - 2]) \(number)\(unit.text)"
          + (unit.text.isEmpty ? "" : ", without a space"), status: .usage)
    }
    return nil
  }

  /// Units that people write apart, and how values have them.
  private static let units: [(words: Set<String>, text: String)] = [
    (["s", "sec", "secs", "second", "seconds"], "s"),
    (["m", "min", "mins", "minute", "minutes"], "m"),
    (["db", "dbfs", "lufs", "fps", "hz", "px", "pt", "%"], ""),
  ]

  /// What several operands may mean to a command that takes one; `other` if unknown.
  static func severalInputsHint(
    _ line: Line, else other: String
  ) -> String {
    let operands = line.operands.map(\.word)
    if line.given.contains("join") {
      return "the shell has put names in place of the pattern: quote it, as in --join 'part-*.mp4'"
    }
    // A longer name is not one that somebody forgot to quote.
    for count in 2...16 where count <= operands.count {
      let name = operands.prefix(count).joined(separator: " ")
      if Folder.kind(of: name) == .regular {
        return "quote a name with spaces: \(ProgramText.quoted(name))"
      }
    }
    if let last = operands.last, operands.count == 2, line.text(of: "output") == nil,
      line.command.options.contains(where: { $0.name == "output" }),
      line.command.name == WatchOutput.outline.name
        ? operands[0] == "-" : Folder.kind(of: operands[0]) != nil, isOutput(last)
    {
      return "did you mean -o \(ProgramText.quoted(last))?"
    }
    return other
  }

  /// Whether a name looks like an output: a folder, a name without an extension, or one with the
  /// extension of a film, a picture or a table.
  private static func isOutput(_ name: String) -> Bool {
    switch Folder.kind(of: name) {
    case .directory: return true
    case nil:
      let file = name.unicodeScalars.split(separator: "/").last ?? []
      return !file.contains(".") || FileKind.promised(by: name) != nil
    default: return false
    }
  }

  /// Refuses URLs: only files and standard input can be read.
  static func checkForAddresses(_ line: Line) throws(Diagnostic) {
    guard line.command.operands.contains(where: { $0.name == "INPUT" }) else { return }
    for (_, word) in line.operands {
      let scheme = word.utf8.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
      guard !scheme.isEmpty, word.utf8.dropFirst(scheme.count).starts(with: "://".utf8),
        Folder.kind(of: word) == nil
      else { continue }
      let path = String(word.unicodeScalars.dropFirst(scheme.count + 3))
      let piped = ProgramText.line(
        [line.command.name] + line.replacingOperands { $0 == word ? "-" : nil })
      let hint =
        scheme.elementsEqual("file".utf8)
        ? "write the path alone: \(ProgramText.quoted(path))"
        : "fetch it first: curl -L \(ProgramText.quoted(word)) | \(piped ?? ProgramText.name)"
      throw Diagnostic(
        "\(word): is an address, but only files can be read", hint: hint, status: .noInput)
    }
  }
}

extension ProgramSpec {
  /// Whether the option of a command, in this form, has a text among its choices.
  fileprivate func offers(_ text: String, for form: String) -> Bool {
    commands.contains { command in
      command.description.options.contains {
        "--\($0.name)" == form && $0.value?.choices.contains(text) == true
      }
    }
  }
}
