// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Views

extension View {
  /// The looks with their summaries.
  static var lookRows: [HelpRow] { looks.map { HelpRow($0.name, sentence($0.summary)) } }

  /// The looks to choose from, with their summaries: those of the tutorials' apps are drawn by name alone.
  static var choiceRows: [HelpRow] { lookRows.filter { $0.word != "tutorial" } }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  /// The view with its summary, and its looks below it.
  fileprivate static var rows: [HelpRow] {
    [HelpRow(name, sentence(summary))] + lookRows.map { HelpRow("  \($0.word)", $0.meaning) }
  }

  /// The names of the looks.
  static var lookNames: [String] { looks.map(\.name) }

  /// The names of those that can show sound that is still arriving.
  static var liveLookNames: [String] { looks.filter { $0.isLive }.map(\.name) }

  /// A few words about a look.
  static func summary(ofLook name: String) -> String {
    looks.first { $0.name == name }?.summary ?? ""
  }

  /// Whether the view has an option of its own with this long name.
  static func hasOption(_ name: String) -> Bool {
    Options.table.contains { $0.description.name == name }
  }

  /// Whether the view has an option of its own with a long name that begins like this.
  static func hasOption(abbreviated name: String) -> Bool {
    Options.table.contains { $0.description.begins(with: name) }
  }

  /// The looks that use an option, by its long name.
  static func looks(using option: String) -> [String] {
    looks.filter { !unusedOptions(in: $0).contains(option) }.map(\.name)
  }

  private static func unusedOptions(in look: Look<Options>) -> [String] {
    var (picture, options) = (PictureSettings(), Options())
    look.apply(&picture, &options)
    return options.unusedOptions
  }

  /// What can be set of a look.
  static func parameterTable(of look: Look<Options>) -> HelpTable? {
    guard !look.parameters.isEmpty else { return nil }
    return HelpTable(
      "What can be set of the look \(look.name), as --set NAME=VALUE",
      look.parameters.map {
        HelpRow(
          $0.name,
          "\($0.help.isEmpty ? "" : "\($0.help). ")\($0.choices); by default \($0.usual.text).")
      }
        + (look.variants.isEmpty
          ? []
          : [
            HelpRow(
              "variants",
              look.variants.map { "\(look.name):\($0)" }.joined(separator: ", ") + ".")
          ]))
  }

  /// The options that have no effect in a look, with the looks that use them.
  static func unusedTable(of look: Look<Options>) -> HelpTable? {
    var rows: [(looks: [String], options: [String])] = []
    for option in unusedOptions(in: look) {
      let others = looks(using: option)
      if let place = rows.firstIndex(where: { $0.looks == others }) {
        rows[place].options.append("--\(option)")
      } else if !others.isEmpty {
        rows.append((others, ["--\(option)"]))
      }
    }
    guard !rows.isEmpty else { return nil }
    return HelpTable(
      "Without effect in the look \(look.name), but in these",
      rows.map { HelpRow($0.looks.joined(separator: ", "), $0.options.joined(separator: ", ")) })
  }
}

extension HelpTable {
  /// Views and their looks.
  static func looks(of views: [any View.Type]) -> HelpTable {
    HelpTable("Views, each with its looks", views.flatMap { $0.rows })
  }
}

extension DrawingRequest {
  /// What a command would draw of the same sound in each other look that can be live, from the one after
  /// this look on. What was typed counts, but for options of looks that the look refuses; a look that refuses
  /// more is left out.
  var otherLiveLooks: [RunRequest] {
    func name<Options: ViewOptions>(_ own: Options) -> (view: String, look: String) {
      (Options.Drawn.name, own.look.name)
    }
    let all = style.views.flatMap { view in view.liveLookNames.map { (view: view, look: $0) } }
    let place = all.firstIndex { ($0.view.name, $0.look) == name(view) } ?? 0
    return (all[place...].dropFirst() + all[..<place]).compactMap { view, look in
      let description = WatchOutput.description(for: line.words, drawing: view)
      let ofLooks: Set = ["layout", "set", "palette"]
      for refused in [[], ofLooks] {
        let dropped = refused.union(["view", "look"])
        let words = GivenWords(
          line.rewritten(
            for: description, without: dropped, adding: ["--view", view.name, "--look", look]),
          presets: line.words.presets.filter { !dropped.contains($0.name) })
        if case .command(let command, _)? = try? Invocation.read(
          DrawnCommand<WatchOutput>.self, words),
          let other = command as? DrawnCommand<WatchOutput>
        {
          return other.request
        }
      }
      return nil
    }
  }
}

/// An option that was given and has no effect: the run goes on with a warning.
struct IgnoredOption: Sendable {
  /// The long name.
  let name: String
  /// The words that make it so, such as `--look line`.
  let cause: String
  /// What to do instead.
  let hint: String

  /// The options of appearance: a view that lacks them is drawn without them.
  static let ofAppearance: Set = [
    "palette", "title", "subtitle", "words", "cover", "logo", "accent",
    "frame", "scenes",
  ]

  /// An option without an effect because of the words in `cause`; with the values in `ways`, the
  /// other option `option` gives it one.
  init(_ name: String, cause: String, ways: [String], of option: String) {
    (self.name, self.cause) = (name, cause)
    hint =
      ways.isEmpty
      ? "leave it out" : "leave it out, or choose \(option) \(ways.joined(separator: ", "))"
  }

  /// The warning.
  var message: String { "--\(name) changes nothing with \(cause)" }
}

extension Style {
  /// The view of a look: the default view, if it has it. A file that cannot be read is refused later.
  func view(withLook look: String) -> (any View.Type)? {
    if LookWord.isAutomatic(look) { return views.first { $0.name == RadialView.name } }
    let word = LookWord(look)
    let name = word.name.lowercased()
    if let view = views.first(where: { $0.lookNames.contains(name) }) { return view }
    guard let path = word.path else { return nil }
    let owner = (try? LookWord.read(path))?.viewName ?? RadialView.name
    return views.first { $0.name == owner }
  }

  /// Refuses a look that the view does not have: with the views that have it, or with a list of the
  /// looks that can be chosen. Files that cannot be read are refused too.
  func checkLook(
    _ line: Line, of view: any View.Type, command name: String
  ) throws(Diagnostic) {
    for word in line.text(of: "scenes")?.split(separator: ",") ?? [] {
      if let path = LookWord(String(word)).path { _ = try LookWord.read(path) }
    }
    guard let typed = line.text(of: "look"), case let word = LookWord(typed),
      case let look = word.name.lowercased(), !view.lookNames.contains(look),
      !(LookWord.isAutomatic(typed) && view.name == RadialView.name)
    else { return }
    if let path = word.path {
      let owner = try LookWord.read(path).viewName
      guard view.name != owner else { return }
      throw Diagnostic(
        .contradiction(
          "--look \(typed): this file is a look of the view \(owner)",
          hint: "leave out --view \(view.name)"), command: name, line: line)
    }
    if let view = views.first(where: { $0.name == look }), line.text(of: "view") == nil {
      throw Diagnostic(
        .contradiction(
          "--look \(typed): '\(look)' is a view",
          hint: "write --view \(look); its looks are \(view.lookNames.joined(separator: ", "))"),
        command: name, line: line)
    }
    let names = view.lookNames.joined(separator: ", ")
    let owners = ViewCatalog.all.filter { $0.lookNames.contains(look) }.map { $0.name }
    guard owners.isEmpty else {
      let others = owners.count == 1 ? "" : " (or \(owners.dropFirst().joined(separator: ", ")))"
      throw Diagnostic(
        .contradiction(
          "--look \(typed) is not a look of the view '\(view.name)'",
          hint: "write --view \(owners[0])\(others), or choose from \(names)"), command: name,
        line: line)
    }
    let offered = line.text(of: "view") == nil ? views : [view]
    var rows: [HelpRow] = []
    for row in offered.flatMap({ $0.lookRows })
    where !rows.contains(where: { $0.word == row.word }) { rows.append(row) }
    rows += LookWord.names.map { HelpRow($0, "one of your own looks") }
    let choices = rows.map(\.word)
    var error = Diagnostic(
      UsageError(
        ArgumentValueError(noneOf: choices), in: word.name, for: "--look", choices: choices),
      command: name, line: line)
    // What was meant is not to drown in a list.
    if error.hint == ArgumentValueError(noneOf: choices).hint { error.list = rows }
    throw error
  }
}
