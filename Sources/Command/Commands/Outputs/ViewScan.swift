// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

extension GivenWords {
  /// The name of the view, in lower case, before the words are parsed; a look that is typed wins over a view of
  /// a file.
  var view: String? {
    guard let typed = values(of: "view", atLeast: 2).last else {
      let isFree = values(of: "look", atLeast: 3).isEmpty
      return isFree ? presets.last { $0.name == "view" }?.text?.lowercased() : nil
    }
    return typed.lowercased()
  }

  /// The look, as it was typed.
  var look: String? { text(of: "look", atLeast: 3) }
}

extension Style {
  /// The view that the words choose, by its name or by its look; the first view if that fails: parsing
  /// them then reports the error.
  func view(in words: GivenWords) -> any View.Type {
    let named = words.view.flatMap { name in views.first { $0.name == name } }
    return named ?? words.look.flatMap(view(withLook:)) ?? views[0]
  }
}

extension Outline {
  /// Reports which views have an option that the chosen view does not have.
  func checkOwner(_ option: String, _ view: String) throws(Diagnostic) {
    let owners = style.views.filter { $0.hasOption(abbreviated: String(option.dropFirst(2))) }
      .map { $0.name }
    guard let owner = owners.first, option.hasPrefix("--"), !owners.contains(view) else { return }
    let others = owners.count == 1 ? "" : " (or \(owners.dropFirst().joined(separator: ", ")))"
    throw Diagnostic(
      .contradiction(
        "option '\(option)' belongs to the view '\(owner)', and this is '\(view)'",
        hint: "add --view \(owner)\(others), or see \(ProgramText.name) \(name) "
          + "--view \(view) --help"),
      command: name)
  }
}
