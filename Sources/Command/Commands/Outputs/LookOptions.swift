// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Views

/// All options of a command that draws with a view: those of all pictures, of its output, and of a look.
struct LookOptions<SomeView: View, Made: Output>: Sendable {
  var all = OutputOptions<Made.Own>()
  var look = LookName<SomeView>()
  var view = SomeView.Options()

  var common: DrawingOptions {
    get { all.common }
    set { all.common = newValue }
  }
  var own: Made.Own { all.own }

  /// The options of a look; of the default one for these inputs if `nil`.
  init(_ chosen: LookName<SomeView>?, _ style: Style, inputs: [String] = []) {
    let name = chosen ?? style.defaultLook(of: SomeView.self, for: inputs)
    let look = name.look
    self.look = name
    common.output = Made.outline.defaultOutput
    common.view = ViewName(name: SomeView.name)
    var picture = common.picture
    look.apply(&picture, &view)
    common.picture = picture
    common.size = style.size ?? common.size
    if style.isPoster { view.becomePoster() }
    if !view.unusedOptions.contains("scenes") { view.scenes = style.scenes }
    if style.showsTags {
      let unused = view.unusedOptions
      if style.showsWords {
        if !unused.contains("title"), view.appearance?.title == CaptionChoice.none {
          view.appearance?.title = style.title
        }
        if !unused.contains("subtitle") { view.appearance?.subtitle = .tags }
      }
      if !unused.contains("cover") { view.appearance?.cover = .tags }
    }
    if let palette = style.palette(of: name) { view.appearance?.palette = palette }
  }

  /// The options; `rows` are added to them. The help has the defaults of the look, `tables`, and the
  /// options without those named in `hidden`.
  static func spec(
    adding rows: [Option<LookOptions>] = [],
    look: LookName<SomeView>? = nil, tables: [HelpTable] = [],
    without hidden: [String] = [], alsoLooks others: [String] = [], isHelp: Bool = false
  ) -> CommandSpec<LookOptions> {
    let outline = Made.outline
    var lookRow: Option<LookOptions> = .value(
      "look", "NAME|FILE", into: \.look,
      help:
        "What the picture looks like: a preset, which your own options override, or a file; it also "
        + "chooses its view. auto: the one that fits the song. '\(ProgramText.name) looks' lists them"
        + (outline.listed != nil ? "." : ", and --look NAME --help has the options of one."))
    lookRow.description.value?.addChoices(
      others + (SomeView.self == RadialView.self ? [LookWord.automatic] : []))
    lookRow = lookRow.sharing(.input)
    var common: [Option<LookOptions>] =
      Made.table.at(\.all)
      + (outline.batch.map(BatchOptions.table) ?? []).at(\.common.batch)
      + Option.section(
        "Picture",
        [DrawingOptions.viewRow(outline.style.views)].at(\.common) + [lookRow])
      + DrawingOptions.pictureTable.at(\.common) + SomeView.Options.table.at(\.view)
      + (DrawingOptions.soundTable + ReportOptions.table.at(\.report)).at(\.common) + rows
    // Files are read here, not by the view.
    if let place = common.firstIndex(where: { $0.description.name == "scenes" }) {
      let row = common[place].description
      common[place] = .value(
        row.name, row.value?.metavariable, into: \.view.scenesWord,
        completion: row.value?.completion,
        affects: .nothing, help: row.help
      ).sharing(.input)
      common[place].description.heading = row.heading
    }
    if isHelp {
      // Few need the scale, and few the instruments where no instrument is drawn.
      let scale = common.filter { $0.description.heading == LevelScaleOptions.heading }
      common = common.filter { $0.description.heading != LevelScaleOptions.heading } + scale
      if SomeView.self != GaugeView.self,
        let place = common.firstIndex(where: { $0.description.name == "ballistics" })
      {
        common[place].description.help =
          "How the meters move; --view gauge --help describes each. petal:12 falls by 12 dB a second "
          + "instead of 20."
      }
    }
    for place in common.indices {
      let name = common[place].description.name
      if !(outline.listed?.contains(name) ?? !hidden.contains(name)) {
        common[place].description.isListed = false
      }
    }
    return CommandSpec(
      name: outline.name, summary: outline.summary, paragraphs: outline.paragraphs,
      options: common,
      operands: [
        .repeated(
          "INPUT", into: \.common.inputs, completion: .file, showsOne: outline.batch == nil,
          help: "\(TrackOptions.input), or - for standard input"
            + (outline.batch == nil ? "." : "; with --output-dir several, and folders of them."))
      ],
      tables: outline.listed != nil ? [] : tables, examples: outline.examples,
      closing: ExitStatus.line(outline.exits), mainOptions: outline.mainOptions,
      rivals: outline.rivals,
      defaults: LookOptions(look, outline.style)
    ).readingFiles
  }

  /// The spec for these arguments. If they have an option of appearance that only other views have, also
  /// with those.
  static func spec(for words: GivenWords) -> CommandSpec<LookOptions> {
    let spec = spec()
    var names = Set(spec.description.options.map(\.name))
    let lacking = IgnoredOption.ofAppearance.subtracting(names)
    // --frame is short for --frames where a view has no --frame.
    let isOfOthers = words.longNames.contains { typed in
      lacking.contains(typed)
        || lacking.contains { $0.hasPrefix(typed) } && !names.contains { $0.hasPrefix(typed) }
    }
    guard isOfOthers else { return spec }
    func rows<Other: View>(_ view: Other.Type) -> [Option<LookOptions>] {
      let table = Other.Options.table.filter { row in
        lacking.contains(row.description.name) && names.insert(row.description.name).inserted
      }
      return Option.ignored(table, of: Other.Options())
    }
    return LookOptions.spec(adding: Made.outline.style.views.flatMap { rows($0) })
  }

  /// The spec for the help page that arguments ask for: that of their look. Without a view and a
  /// look it is that of the default look, and names the looks of all views.
  static func helpSpec(for words: GivenWords) -> CommandSpec<LookOptions> {
    let outline = Made.outline
    let typed = words.look
    let look = typed.flatMap { try? LookName<SomeView>(argument: $0) }
    let options = LookOptions(look, outline.style)
    let isOfOne = typed != nil || words.view != nil
    return spec(
      look: look,
      tables: [
        typed == nil ? nil : SomeView.parameterTable(of: options.look.look),
        SomeView.unusedTable(of: options.look.look), isOfOne ? .looks(of: [SomeView.self]) : nil,
      ].compactMap(\.self),
      without: options.view.unusedOptions + outline.hidden,
      alsoLooks: isOfOne ? [] : outline.style.views.flatMap { $0.lookNames }, isHelp: true)
  }

  /// The options in `typed` that have no effect in the look, or in the view.
  func ignored(_ typed: Set<String>) -> [IgnoredOption] {
    let cause = "--look \(look.name)"
    var options = view.unusedOptions.filter(typed.contains).map {
      IgnoredOption($0, cause: cause, ways: SomeView.looks(using: $0), of: "--look")
    }
    for name in typed.intersection(IgnoredOption.ofAppearance).sorted()
    where !SomeView.hasOption(name) {
      let ways = Made.outline.style.views.filter { $0.hasOption(name) }.map { $0.name }
      options.append(
        IgnoredOption(name, cause: "--view \(SomeView.name)", ways: ways, of: "--view"))
    }
    return options
  }

  /// What to draw, by the options of `table`, after a line in which `ignored` have no effect.
  func drawing(
    _ table: [Option<LookOptions>], _ line: Line, _ ignored: [IgnoredOption], _ style: Style
  ) -> DrawingRequest {
    DrawingRequest(
      options: common, view: view, style: style,
      allSettings: { [self] (common, view) in
        var options = self
        options.common = common
        options.view = view as? SomeView.Options ?? options.view
        return Option.settings(table, of: options)
      }, line: line, ignored: ignored)
  }
}

extension Output {
  /// What a look of a view draws of an input, if nothing else is typed.
  static func drawing<SomeView: View>(
    _ view: SomeView.Type, look name: String, of input: String
  ) -> DrawingRequest {
    let look = LookName<SomeView>.all.first { $0.name == name } ?? LookName()
    var options = LookOptions<SomeView, Self>(look, outline.style)
    options.common.inputs = [input]
    let spec = LookOptions<SomeView, Self>.spec()
    let words = ["--view", SomeView.name, "--look", name, "--", input]
    return options.drawing(spec.options, Line(words, of: spec.description), [], outline.style)
  }
}
