// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Views

/// What the pictures of a command look like where the user has not chosen it.
struct Style: Sendable {
  /// The views, the default first.
  var views = ViewCatalog.all
  /// The default look of its first view for sound; that of the view if `nil`.
  var look: String?
  /// The colours of that look; the look's own if `nil`.
  var palette: PaletteChoice?
  /// Whether pictures change with the sections of the song, where the look can.
  var scenes = SceneChoice.none
  /// Whether covers in the tags are shown by default.
  var showsTags = false
  /// The title by default, if covers are shown.
  var title = CaptionChoice.tags
  /// Whether titles and names of artists are shown by default, if covers are.
  var showsWords = true
  /// The default size; that of the look if `nil`.
  var size: PixelSize?
  /// Whether it is a picture of a whole track.
  var isPoster = false

  /// Films, pages and windows.
  static let moving = Style(
    look: "strata", palette: .yellow, scenes: .auto, showsTags: true, title: .automatic)

  /// The look of a view that is drawn of these inputs if none is typed. Files of readings have the
  /// levels; what other looks read is in few of them.
  func defaultLook<SomeView: View>(
    of view: SomeView.Type, for inputs: [String]
  ) -> LookName<SomeView> {
    guard view.name == views[0].name,
      !inputs.contains(where: { $0.lowercased().hasSuffix(".readings") })
    else { return LookName() }
    return LookName<SomeView>.all.first { $0.name == look } ?? LookName()
  }

  /// The palette of a look if none is typed; `nil` for its own. The default look has the same one
  /// whether it is typed or not.
  func palette<SomeView: View>(of look: LookName<SomeView>) -> PaletteChoice? {
    SomeView.name == views[0].name && look.name == self.look ? palette : nil
  }

  /// The style of a line: pictures that let through what is below them are laid over other ones, so
  /// that they have no scenes, which the frame would cut off, and no words unless these are typed.
  func settled(for line: Line) -> Style {
    guard !isPoster, let text = line.text(of: "background"),
      let color = try? Color(argument: text), color.alpha < 255
    else { return self }
    var own = self
    (own.scenes, own.showsWords) = (.none, false)
    return own
  }

  /// The name of the palette that the look of some options has by itself; `nil` for other colours.
  static func ownPalette<Options: ViewOptions>(_ view: Options) -> String? {
    var (picture, options) = (PictureSettings(), view)
    view.look.apply(&picture, &options)
    return Palette.named.first { $0.colors.background == picture.background }?.name
  }

  /// What the options of the style are that a line does not have, by their names.
  func words<Options: ViewOptions>(_ view: Options, _ line: Line) -> [String: String] {
    var style: [String: String] = [:]
    let typed = line.given
    let own = settled(for: line)
    style["look"] = defaultLook(of: Options.Drawn.self, for: line.operands.map(\.word)).name
    style["palette"] = palette(of: LookName<Options.Drawn>(look: view.look))?.argumentText
    if Options.Drawn.hasOption("scenes") { style["scenes"] = own.scenes.argumentText }
    if view.appearance != nil {
      for name in ["title", "subtitle", "cover"] {
        let isShown = showsTags && (own.showsWords || name == "cover")
        style[name] = !isShown ? "none" : name == "title" ? title.argumentText : "tags"
      }
    }
    return style.filter { !typed.contains($0.key) && !view.unusedOptions.contains($0.key) }
  }
}
