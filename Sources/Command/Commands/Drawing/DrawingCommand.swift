// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Views
internal import Writing

/// A command that draws: one with the options of a view, and a product.
protocol DrawingCommand: Command {
  /// Its name, its help and its own options; these commands share the operand and all picture
  /// options.
  static var outline: DrawingSpec { get }

  /// Settles what the command makes, before anything is opened.
  ///
  /// - Throws: an error if the options contradict each other.
  static func product(of drawing: DrawingRequest) throws(Diagnostic) -> any Product

  /// What to draw.
  var drawing: DrawingRequest { get }

  /// What to make of it.
  var product: any Product { get }

  init(drawing: DrawingRequest, product: any Product)
}

/// The differences between commands that draw.
struct DrawingSpec {
  let name, summary: String
  let paragraphs: [String]
  let examples: [Example]
  /// Its views, the default first.
  var views = ViewCatalog.all
  /// The default look of its first view for sound; that of the view if `nil`.
  var look: String?
  /// The colours of that look; the look's own if `nil`.
  var palette: PaletteChoice?
  /// Whether its pictures change with the sections of the song, where the look can.
  var scenes = SceneChoice.none
  /// Whether covers in the tags are shown by default.
  var showsTags = false
  /// Whether titles and names of artists in the tags are shown by default, if covers are.
  var showsWords = true
  /// Its default size; that of the look if `nil`.
  var defaultSize: PixelSize?
  /// Whether it makes a picture of a whole track.
  var isPoster = false
  /// Options of all pictures that it does not take: its help leaves them out.
  var hidden: [String] = []
  /// The options that most people need, by their long names, for `-h`.
  var mainOptions: [String] = []
  /// Options that only this command has.
  var ownTable: [Option<RenderOptions>] = []
  /// The limits of its options, beside those of all commands.
  var limits: [Limit] = []
  /// The output options.
  var outputTable = RenderOptions.outputTable
  /// Whether it takes sizes that are like shapes: it makes frames, which may be of any size.
  var takesAnySize = false
  /// The default of `--output`.
  var defaultOutput = ""
  /// Whether the help lists only the options that no other command has.
  var listsOwnOptionsOnly = false
  /// Its exit statuses.
  var exits: [ExitStatus] = [
    .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
  ]
  /// How it processes several tracks; `nil` if it takes one track at a time.
  var batch: BatchSpec?

  /// The options of which only one counts.
  fileprivate var rivals: [[String]] {
    (DrawingSpec.commonLimits + limits).compactMap(\.rivals)
      + (batch == nil ? [] : BatchOptions.limits(batch).compactMap(\.rivals)) + [["view", "look"]]
  }

  static let commonLimits: [Limit] = [
    .excludes("frames", "shard"), .excludes("at", "frames"), .excludes("at", "shard"),
    .excludes("at", "contact-sheet"), .excludes("range", "max-peak"),
    .excludes("range", "max-average"), .excludes("range", "normalization"),
  ]

  /// Refuses options that contradict each other.
  func check(_ drawing: DrawingRequest) throws(Diagnostic) {
    try Limit.check(
      DrawingSpec.commonLimits + limits, drawing.traits, given: drawing.given, command: name,
      output: drawing.options.output)
  }
}

/// All options of a command that draws with a view.
private struct ViewedOptions<SomeView: View>: Sendable {
  var general = RenderOptions()
  var look = LookName<SomeView>()
  var view = SomeView.Options()

  /// The options of a look; of the default one for these inputs if `nil`.
  init(_ chosen: LookName<SomeView>?, _ outline: DrawingSpec, inputs: [String] = []) {
    let name = chosen ?? outline.defaultLook(of: SomeView.self, for: inputs)
    let look = name.look
    self.look = name
    general.output = outline.defaultOutput
    general.view = ViewName(name: SomeView.name)
    look.apply(&general.picture, &view)
    general.size = outline.defaultSize ?? general.size
    if outline.isPoster { view.becomePoster() }
    if !view.unusedOptions.contains("scenes") { view.scenes = outline.scenes }
    if outline.showsTags {
      let unused = view.unusedOptions
      if outline.showsWords {
        if !unused.contains("title"), view.appearance?.title == CaptionChoice.none {
          view.appearance?.title = .tags
        }
        if !unused.contains("subtitle") { view.appearance?.subtitle = .tags }
      }
      if !unused.contains("cover") { view.appearance?.cover = .tags }
    }
    if let palette = outline.palette(of: name) { view.appearance?.palette = palette }
  }

  /// The options; `rows` are added to them. The help has the defaults of the look, `tables`, and the
  /// options without those named in `hidden`.
  static func spec(
    _ outline: DrawingSpec, adding rows: [Option<ViewedOptions>] = [],
    look: LookName<SomeView>? = nil, tables: [HelpTable] = [],
    without hidden: [String] = [], alsoLooks others: [String] = [], isHelp: Bool = false
  ) -> CommandSpec<ViewedOptions> {
    var lookRow: Option<ViewedOptions> = .value(
      "look", "NAME", into: \.look,
      help: "What the picture looks like: a preset, which your own options override. It also "
        + "chooses its view."
        + (outline.listsOwnOptionsOnly ? "" : " --look NAME --help has the options of one."))
    lookRow.description.value?.addChoices(others)
    var common: [Option<ViewedOptions>] =
      outline.outputTable.at(\.general)
      + (outline.batch.map(BatchOptions.table) ?? []).at(\.general.batch)
      + Option.section(
        "Picture",
        [RenderOptions.viewRow(outline.views)].at(\.general) + [lookRow])
      + RenderOptions.pictureTable.at(\.general) + SomeView.Options.table.at(\.view)
      + (RenderOptions.soundTable + ReportOptions.table.at(\.report)).at(\.general) + rows
    if isHelp {
      // Few need the scale, and few the instruments where no instrument is drawn.
      let scale = common.filter { $0.description.heading == LevelScaleOptions.heading }
      common = common.filter { $0.description.heading != LevelScaleOptions.heading } + scale
      if SomeView.self != GaugeView.self,
        let place = common.firstIndex(where: { $0.description.name == "ballistics" })
      {
        common[place].description.help = "How the meters move; --view gauge --help describes each."
      }
    }
    for place in common.indices
    where outline.listsOwnOptionsOnly || hidden.contains(common[place].description.name) {
      common[place].description.isListed = false
    }
    return CommandSpec(
      name: outline.name, summary: outline.summary, paragraphs: outline.paragraphs,
      options: outline.ownTable.at(\.general) + common,
      operands: [
        .repeated(
          "INPUT", into: \.general.inputs, completion: .file, showsOne: outline.batch == nil,
          help: "\(TrackOptions.input), or - for standard input"
            + (outline.batch == nil ? "." : "; with --output-dir several, and folders of them."))
      ],
      tables: outline.listsOwnOptionsOnly ? [] : tables, examples: outline.examples,
      closing: ExitStatus.line(outline.exits), mainOptions: outline.mainOptions,
      rivals: outline.rivals,
      defaults: ViewedOptions(look, outline)
    ).readingFiles
  }

  /// The spec for these arguments. If they have an option that the view lacks, also with the options
  /// of appearance that other views have.
  static func spec(
    _ outline: DrawingSpec, for words: GivenWords
  ) -> CommandSpec<ViewedOptions> {
    let spec = spec(outline)
    let line = Line(words, of: spec.description, pastRequests: true)
    var names = Set(spec.description.options.map(\.name))
    // --frame is short for --frames where a view has no --frame.
    let typed = Set(words.arguments.map { $0.dropFirst(2).prefix { $0 != "=" } }.map(String.init))
    let isOfOthers = !typed.intersection(IgnoredOption.ofAppearance).isSubset(of: names)
    if !isOfOthers { guard case .unknownOption? = line.error else { return spec } }
    func rows<Other: View>(_ view: Other.Type) -> [Option<ViewedOptions>] {
      let table = Other.Options.table.filter { row in
        let name = row.description.name
        return IgnoredOption.ofAppearance.contains(name) && names.insert(name).inserted
      }
      return Option.ignored(table, of: Other.Options())
    }
    return ViewedOptions.spec(outline, adding: outline.views.flatMap { rows($0) })
  }

  /// The spec for the help page that arguments ask for: that of their look. Without a view and a
  /// look it is that of the default look, and lists the looks of all views.
  static func helpSpec(
    _ outline: DrawingSpec, for words: GivenWords
  ) -> CommandSpec<ViewedOptions> {
    let line = Line(words, of: spec(outline, for: words).description, pastRequests: true)
    let typed = line.text(of: "look")
    let look = typed.flatMap { try? LookName<SomeView>(argument: $0) }
    let options = ViewedOptions(look, outline)
    let views = typed == nil && line.text(of: "view") == nil ? outline.views : [SomeView.self]
    return spec(
      outline, look: look,
      tables: [SomeView.unusedTable(of: options.look.look)].compactMap(\.self)
        + [.looks(of: views)],
      without: options.view.unusedOptions + outline.hidden,
      alsoLooks: views.flatMap { $0.lookNames }, isHelp: true)
  }

  /// What to draw, by the options of `table`, after a line in which `ignored` have no effect.
  func drawing(
    _ table: [Option<ViewedOptions>], _ line: Line, _ ignored: [IgnoredOption],
    _ outline: DrawingSpec
  ) -> DrawingRequest {
    DrawingRequest(
      options: general, view: view, outline: outline,
      allSettings: { [self] (general, view) in
        var options = self
        options.general = general
        options.view = view as? SomeView.Options ?? options.view
        return Option.settings(table, of: options)
      }, line: line, ignored: ignored)
  }
}

extension DrawingSpec {
  /// What a look of a view draws of an input, if nothing else is typed.
  func drawing<SomeView: View>(
    _ view: SomeView.Type, look name: String, of input: String
  ) -> DrawingRequest {
    let look = LookName<SomeView>.all.first { $0.name == name } ?? LookName()
    var options = ViewedOptions<SomeView>(look, self)
    options.general.inputs = [input]
    let spec = ViewedOptions<SomeView>.spec(self)
    let words = ["--view", SomeView.name, "--look", name, "--", input]
    return options.drawing(spec.options, Line(words, of: spec.description), [], self)
  }
}

extension DrawingCommand {
  var meaning: any Sendable { drawing.meaning(drawing.options) }

  var report: ReportOptions { drawing.options.report }

  var ignored: [IgnoredOption] { product.drawing.ignored }

  var resumption: (line: String, meaning: any Sendable)? { product.resumption }

  func run() throws(Diagnostic) {
    if !(self is FilmCommand), let remark = drawing.options.size.remark { report.note(remark) }
    try product.make()
  }

  static var name: String { outline.name }

  static var summary: String { outline.summary }

  static var description: CommandDescription {
    let views = outline.views
    let tables = [HelpTable.looks(of: views)]
    func description<SomeView: View>(_ view: SomeView.Type) -> CommandDescription {
      ViewedOptions<SomeView>.spec(outline, tables: tables).description
    }
    return views.dropFirst().reduce(description(views[0])) {
      $0.merged(with: description($1), as: $1.name)
    }.completing("look", by: "view", views.map { ValueChoices($0.name, $0.lookNames) })
  }

  /// Its options for these words, with those of one view.
  static func description<SomeView: View>(
    for words: GivenWords, drawing view: SomeView.Type
  ) -> CommandDescription {
    ViewedOptions<SomeView>.spec(outline, for: words).description
  }

  /// The view that the words choose, whichever view parses them, by its name or by its look. The
  /// first view if that fails: parsing them then reports the error.
  private static func view(in words: GivenWords) -> any View.Type {
    var look: String?
    for candidate in outline.views {
      let line = Line(
        words, of: description(for: words, drawing: candidate), pastRequests: true)
      let name = line.text(of: "view")?.lowercased()
      if let view = outline.views.first(where: { $0.name == name }) { return view }
      look = line.text(of: "look")?.lowercased() ?? look
      if line.error == nil { break }
    }
    return look.flatMap(outline.view(withLook:)) ?? outline.views[0]
  }

  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation {
    try read(words, drawing: view(in: words))
  }

  private static func read<SomeView: View>(
    _ words: GivenWords, drawing view: SomeView.Type
  ) throws(Diagnostic) -> Invocation {
    let spec = ViewedOptions<SomeView>.spec(outline, for: words)
    let whole = Line(words, of: spec.description)
    if case .unknownOption(let option, _)? = whole.error,
      Synonyms.hint(forOption: option, of: whole.command, slips: false) == nil
    {
      try checkOwner(option, view.name)
    }
    do { try outline.checkLook(whole, of: view) } catch {
      var fault = error
      // A wrong name is never passed over.
      (fault.options, fault.isForOtherRuns) = (["look"], false)
      throw fault.naming(whole.presets)
    }
    let look = whole.text(of: "look").flatMap { try? LookName<SomeView>(argument: $0) }
    let settled = outline.settled(for: whole)
    let base = ViewedOptions<SomeView>(look, settled, inputs: whole.operands.map(\.word))
    // A file of options is for all looks: what this one does not use is not a mistake.
    let line = whole.withoutPresets(Set(base.view.unusedOptions))
    return try read(
      line, spec, over: base, ignoring: Set(base.view.unusedOptions),
      help: ViewedOptions<SomeView>.helpSpec(outline, for: words)
    ) { (options) throws(Diagnostic) in
      var options = options
      if !line.given.contains("ballistics"), let meters = options.view.meters {
        options.general.track.meters = meters
      }
      let drawing = options.drawing(
        spec.options, line, ignored(line.typed, options), settled)
      let batch = try batch(drawing)
      try outline.check(drawing)
      do throws(UsageError) {
        try options.view.check()
        try options.view.check(with: options.general.track.meters)
      } catch {
        throw Diagnostic(error, command: spec.name, line: line)
      }
      try options.general.track.check(drawing.given, command: spec.name)
      if !outline.takesAnySize { try drawing.checkSize() }
      if let batch { return batch }
      return Self(drawing: drawing, product: try product(of: drawing))
    }
  }

  /// The options in `typed` that have no effect in the look, or in the view.
  private static func ignored<SomeView: View>(
    _ typed: Set<String>, _ chosen: ViewedOptions<SomeView>
  ) -> [IgnoredOption] {
    let look = "--look \(chosen.look.name)"
    var options = chosen.view.unusedOptions.filter(typed.contains).map {
      IgnoredOption($0, cause: look, ways: SomeView.looks(using: $0), of: "--look")
    }
    for name in typed.intersection(IgnoredOption.ofAppearance).sorted()
    where !SomeView.hasOption(name) {
      let ways = outline.views.filter { $0.hasOption(name) }.map { $0.name }
      options.append(
        IgnoredOption(name, cause: "--view \(SomeView.name)", ways: ways, of: "--view"))
    }
    if !typed.contains("ballistics") {
      for (name, owners) in chosen.general.track.unusedParameters(typed)
      where !options.contains(where: { $0.name == name }) {
        options.append(IgnoredOption(name, cause: look, ways: owners, of: "--ballistics"))
      }
    }
    return options
  }

  /// The command for several tracks, if the options request that.
  private static func batch(_ drawing: DrawingRequest) throws(Diagnostic) -> BatchCommand<Self>? {
    let (options, scale) = (drawing.options, drawing.view.levelScale)
    let isBatch = try options.batch.isBatch(
      of: options.inputs, drawing.line, drawing.given, outline.batch, existing: options.existing)
    let isOfAll = scale?.scope == .all
    guard let spec = outline.batch, isBatch else {
      guard !isOfAll else {
        throw Diagnostic(
          .contradiction(
            "--scale-of all is for several inputs, and these need --output-dir", of: ["scale-of"]),
          command: outline.name)
      }
      return nil
    }
    return BatchCommand(
      inputs: options.inputs, options: options.batch, spec: spec,
      output: spec.output(options), existing: options.existing, report: options.report,
      trackLimit: (options.jobs ?? options.batch.jobs)?.count, line: drawing.line,
      commonScale: isOfAll ? drawing.commonScale : nil, ignored: drawing.ignored
    ) { (track) throws(Diagnostic) in
      let drawing = drawing.ofTrack(track)
      return Self(drawing: drawing, product: try product(of: drawing))
    }
  }

  /// Reports which views have an option that the chosen view does not have.
  private static func checkOwner(_ option: String, _ name: String) throws(Diagnostic) {
    let owners = outline.views.filter { $0.hasOption(abbreviated: String(option.dropFirst(2))) }
      .map { $0.name }
    guard let owner = owners.first, option.hasPrefix("--"), !owners.contains(name) else { return }
    let others = owners.count == 1 ? "" : " (or \(owners.dropFirst().joined(separator: ", ")))"
    throw Diagnostic(
      .contradiction(
        "option '\(option)' belongs to the view '\(owner)', and this is '\(name)'",
        hint: "add --view \(owner)\(others), or see \(ProgramText.name) \(outline.name) "
          + "--view \(name) --help"),
      command: outline.name)
  }
}
