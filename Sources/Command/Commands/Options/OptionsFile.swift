// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform

/// Files of options: the user's defaults, and those of `--options`.
enum OptionsFile {
  /// The user's defaults, which every command reads if they are there: `radial-audio/options` in
  /// `$XDG_CONFIG_HOME`, or else in `~/.config`. `nil` without a home.
  static var defaults: String? {
    // A relative path is invalid, by the XDG Base Directory Specification.
    let named = Environment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let folder = named ?? Environment.value("HOME").map { "\($0)/.config" }
    return folder.map { "\($0)/\(ProgramText.name)/options" }
  }

  /// Whether the user has defaults.
  static var defaultsExist: Bool { defaults.map { Folder.kind(of: $0) == .regular } ?? false }

  private static let maxBytes = 64 << 10

  /// The options whose values are lists of names and files.
  private static let listsOfFiles: Set = ["scenes"]

  /// The arguments of a command with the options of files, of which the last one counts.
  static func words(_ arguments: [String]) throws(Diagnostic) -> GivenWords {
    var words = GivenWords(arguments)
    guard !words.asksForHelp else { return words }
    // `--opt` is the shortest word that is not a beginning of another option.
    var paths = words.values(of: "options", atLeast: 3)
    if !paths.contains("none"), defaultsExist, let path = defaults { paths.insert(path, at: 0) }
    for path in paths where path != "none" {
      let presets = try read(path)
      if !isOwn(path) { try checkSharing(presets, path) }
      var names = Set(presets.map(\.name))
      // A file that names a view or a look replaces both.
      if !names.isDisjoint(with: ["view", "look"]) { names.formUnion(["view", "look"]) }
      words.presets = words.presets.filter { !names.contains($0.name) } + presets
    }
    // What a file says of the terminal is not for pipes and scripts.
    if !StandardStreams.outputIsTerminal { words.presets.removeAll { $0.name == "show" } }
    return words
  }

  /// The options in a file.
  static func read(_ path: String) throws(Diagnostic) -> [Preset] {
    let hint = path == defaults ? "mend it, or add --options none" : nil
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: maxBytes) } catch {
      throw hint.map(Diagnostic(reading: path, error).suggesting)
        ?? Diagnostic(reading: path, error)
    }
    guard let bytes else {
      throw Diagnostic(
        "\(path): is too long for a file of options", hint: "\(maxBytes >> 10) KiB is the limit",
        status: .badData)
    }
    let presets: [Preset]
    do {
      presets = try Preset.read(
        bytes, path: path, home: Environment.value("HOME"), lists: listsOfFiles)
    } catch {
      throw Diagnostic("\(error.origin): \(error.reason)", hint: error.hint, status: .badData)
    }
    let typedOnly = ["help", "version", "options"]
    if let wrong = presets.first(where: { typedOnly.contains($0.name) }) {
      throw Diagnostic(
        "\(wrong.origin): --\(wrong.name) can only be typed", hint: "take the line out",
        status: .usage)
    }
    return presets
  }

  /// Whether a file is that of the user's defaults.
  private static func isOwn(_ path: String) -> Bool {
    defaults.map { $0 == path || Folder.areSame($0, path) } ?? false
  }

  /// Refuses what a file that comes from others must not ask for: outputs, networks, words for other
  /// programs, and inputs outside its own folder.
  private static func checkSharing(_ presets: [Preset], _ file: String) throws(Diagnostic) {
    let rows = ProgramSpec.radialAudio.commands.flatMap(\.description.options)
    for preset in presets {
      let rows = rows.filter { $0.name == preset.name }
      let own = "your own defaults" + (defaults.map { ", \($0)" } ?? "")
      if rows.contains(where: { $0.sharing == .typed }) {
        throw Diagnostic(
          "\(preset.origin): --\(preset.name) cannot stand in a shared file of options",
          hint: "take the line out; type --\(preset.name), or put it into \(own)", status: .usage)
      }
      guard let text = preset.text, rows.contains(where: { $0.sharing == .input }),
        !rows.contains(where: { $0.value?.hasWord(text) ?? false }),
        (listsOfFiles.contains(preset.name) ? text.listParts : [text]).contains(where: {
          names($0, outside: Folder.parent(of: file))
        })
      else { continue }
      throw Diagnostic(
        "\(preset.origin): --\(preset.name) names a file outside the folder of this one",
        hint: "put '\(text)' beside it and write ./NAME; or type --\(preset.name), or put it into "
          + own, status: .usage)
    }
  }

  /// Whether a value is the name of a file that is neither in a folder nor below it; links are followed.
  private static func names(_ text: String, outside folder: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1 || Folder.kind(of: text) == .regular else { return false }
    guard let root = Folder.resolved(folder) else { return true }
    // What is not there yet is missing later; only its folder can be asked.
    let missing = parts.map { String($0) }.contains("..") ? nil : Folder.parent(of: text)
    guard let file = Folder.resolved(text) ?? missing.flatMap(Folder.resolved) else { return true }
    return file != root && !file.unicodeScalars.starts(with: (root + "/").unicodeScalars)
  }

  /// Refuses options that no command has.
  static func check(_ presets: [Preset]) throws(Diagnostic) {
    guard !presets.isEmpty else { return }
    var all: [OptionDescription] = []
    var names: Set<String> = []
    for command in ProgramSpec.radialAudio.commands {
      for option in command.description.options where names.insert(option.name).inserted {
        all.append(option)
      }
    }
    guard let unknown = presets.first(where: { !names.contains($0.name) }) else { return }
    let form = "--\(unknown.name)"
    let nearest = Suggestion.nearest(to: unknown.name, in: all.map(\.name)).map { "--\($0)" }
    let error = UsageError.inFile(
      unknown.origin, .unknownOption(form, suggestion: nearest))
    throw Diagnostic(
      "\(error)",
      hint: ProgramSpec.radialAudio.commands.lazy.compactMap {
        Synonyms.hint(forOption: form, of: $0.description, slips: false)
      }.first ?? error.hint(program: ProgramText.name, command: nil)
        ?? "no command has it; write the long name of an option: palette dusk", status: .usage)
  }
}
