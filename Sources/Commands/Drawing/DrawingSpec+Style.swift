// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Views

/// What a command draws where the user has not chosen it.
extension DrawingSpec {
  /// The look of a view that is drawn of these inputs if none is typed, and its palette, `nil` for its
  /// own. Files of readings have the levels; what other looks read is in few of them.
  func defaults<SomeView: View>(
    of view: SomeView.Type, for inputs: [String]
  ) -> (look: LookName<SomeView>, palette: PaletteChoice?) {
    guard view.name == views[0].name,
      !inputs.contains(where: { $0.lowercased().hasSuffix(".readings") }),
      let look = LookName<SomeView>.all.first(where: { $0.name == look })
    else { return (LookName(), nil) }
    return (look, palette)
  }

  /// What the options of the style are that a line does not have, by their names.
  func style<Options: ViewOptions>(_ view: Options, _ line: Line) -> [String: String] {
    var style: [String: String] = [:]
    let typed = line.given
    if !typed.contains("look") {
      let usual = defaults(of: Options.Drawn.self, for: line.operands.map(\.word))
      style["look"] = usual.look.name
      style["palette"] = usual.palette?.argumentText
    }
    if Options.Drawn.hasOption("scenes") { style["scenes"] = scenes.argumentText }
    if view.appearance != nil {
      for name in ["title", "subtitle", "cover"] { style[name] = showsTags ? "tags" : "none" }
    }
    return style.filter { !typed.contains($0.key) && !view.unusedOptions.contains($0.key) }
  }
}
