// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Views

/// A look as it is typed: `NAME`, `NAME:VARIANT`, or the path of a file, with a variant too.
struct LookWord: Sendable {
  /// The name, or the path.
  let name: String
  /// The name of the variant; `nil` for none.
  let variant: String?

  /// What a word names.
  init(_ word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let isVariant = parts.count > 1 && !(parts.last ?? "").utf8.contains(UInt8(ascii: "/"))
    name = isVariant ? parts.dropLast().joined(separator: ":") : word
    variant = isVariant ? parts.last.map { String($0).lowercased() } : nil
  }

  /// The look that fits the song.
  static let automatic = "auto"
  /// Whether a word asks for it.
  static func isAutomatic(_ word: String) -> Bool { word.lowercased() == automatic }

  /// The file: the path itself, which has a slash or ends in `.json`, or that of a look of this name among
  /// the user's; `nil` for a look of the program.
  var path: String? {
    let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.lowercased().hasSuffix(".json")
    guard !isPath else { return name }
    guard !ViewCatalog.all.contains(where: { $0.lookNames.contains(name.lowercased()) }) else {
      return nil
    }
    return LookWord.folders.lazy.flatMap { folder in
      [name, name.lowercased()].map { "\(folder)/\($0).json" }
    }
    .first { Folder.kind(of: $0) == .regular }
  }

  /// The folders of the user's looks: `radial-audio/looks` in `$XDG_DATA_HOME`, or else in `~/.local/share`,
  /// and in those of `$XDG_DATA_DIRS`.
  ///
  /// - Source: the XDG Base Directory Specification, by which relative paths are invalid.
  static var folders: [String] {
    let home =
      Environment.value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? Environment.value("HOME").map { "\($0)/.local/share" }
    let others =
      (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map { String($0) }.filter { $0.hasPrefix("/") }
    return ([home].compactMap(\.self) + others).map { "\($0)/\(ProgramText.name)/looks" }
  }

  /// The files of the user's looks, sorted by name, the first of each name.
  static var files: [String] {
    var found: [String: String] = [:]
    for folder in folders {
      let names = (try? Folder.names(in: folder)) ?? []
      for name in names where name.hasSuffix(".json") && found[name] == nil {
        found[name] = "\(folder)/\(name)"
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What the user's looks are called: their files, without the end.
  static var names: [String] {
    files.map(name(ofFile:)).filter { !$0.contains(":") && !isAutomatic($0) }
  }

  /// What a look in the user's folder is called.
  static func name(ofFile path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(".json".count))
  }

  /// Reads a look from its file.
  static func read(_ path: String) throws(Diagnostic) -> LookFile {
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: LookFile.maxBytes) } catch {
      throw Diagnostic(reading: path, error)
    }
    guard let bytes else {
      throw Diagnostic(
        "\(path): has more than \(LookFile.maxBytes >> 10) KiB, so it is not a look",
        status: .badData)
    }
    do { return try LookFile(json: bytes) } catch {
      let rows = error.faults.map { HelpRow($0.place, $0.text) }
      var fault = Diagnostic(
        "\(path): \(error.faults.first.map(\.description) ?? "is not a look")", status: .badData)
      fault.list = Array(rows.dropFirst())
      fault.options = ["look"]
      throw fault
    }
  }
}

/// What `--scenes` takes: the looks can be files.
struct ScenesWord: ArgumentValue {
  let choice: SceneChoice

  init(_ choice: SceneChoice) { self.choice = choice }

  init(argument: String) throws(ArgumentValueError) {
    choice = try SceneChoice(argument: argument) { (word) throws(ArgumentValueError) in
      let typed = LookWord(word)
      guard typed.path != nil || typed.variant != nil else { return SceneLook(name: word) }
      let name = try LookName<RadialView>(argument: word)
      return SceneLook(name.name, name.look, isOwn: name.path != nil)
    }
  }

  var argumentText: String { choice.argumentText }
}

extension ViewOptions {
  /// The scenes, as they are typed.
  var scenesWord: ScenesWord {
    get { ScenesWord(scenes) }
    set { scenes = newValue.choice }
  }
}

/// The look of a view: one of the program's, or a file.
struct LookName<SomeView: View>: NamedValue {
  var look = SomeView.looks[0]
  /// The path of its file; `nil` for a look of the program.
  private(set) var path: String?
  private var variant: String?

  /// Whether it is the one that fits the song: until that is known, ``look`` is one of those that may fit.
  private(set) var isAutomatic = false

  init(look: Look<SomeView.Options> = SomeView.looks[0]) { self.look = look }

  init(argument: String) throws(ArgumentValueError) {
    if LookWord.isAutomatic(argument),
      let look = SomeView.looks.first(where: { $0.name == Style.moving.look })
    {
      (self.look, isAutomatic) = (look, true)
      return
    }
    let word = LookWord(argument)
    path = word.path
    if let path {
      let file: LookFile
      do { file = try LookWord.read(path) } catch { throw ArgumentValueError(error.message) }
      guard let look = SomeView.look(of: file) else {
        throw ArgumentValueError("this file is a look of the view \(file.viewName)")
      }
      self.look = look
    } else {
      let name = word.name.lowercased()
      guard let look = SomeView.looks.first(where: { $0.name == name }) else {
        throw ArgumentValueError(noneOf: LookName.choices)
      }
      self.look = look
    }
    guard let variant = word.variant else { return }
    guard let look = look.with(variant: variant) else {
      let names = look.variants
      throw ArgumentValueError(
        "the look \(look.name) has no variant '\(variant)'",
        hint: names.isEmpty ? "it has none" : "choose from \(names.joined(separator: ", "))")
    }
    (self.look, self.variant) = (look, variant)
  }

  /// The name of the look, or its path, as it is typed again.
  var name: String {
    isAutomatic ? LookWord.automatic : (path ?? look.name) + (variant.map { ":\($0)" } ?? "")
  }

  static var all: [LookName] { SomeView.looks.map { LookName(look: $0) } }
}
