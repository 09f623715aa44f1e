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

  /// The outline for these words.
  static func outline(for words: GivenWords) -> DrawingSpec

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
  var name: String
  let summary: String
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
  var rivals: [[String]] {
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

  static func outline(for words: GivenWords) -> DrawingSpec { outline }

  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation {
    let outline = outline(for: words)
    return try read(words, outline, drawing: outline.view(in: words))
  }

  private static func read<SomeView: View>(
    _ words: GivenWords, _ outline: DrawingSpec, drawing view: SomeView.Type
  ) throws(Diagnostic) -> Invocation {
    let spec = ViewedOptions<SomeView>.spec(outline, for: words)
    let whole = Line(words, of: spec.description)
    if case .unknownOption(let option, _)? = whole.error,
      Synonyms.hint(forOption: option, of: whole.command, slips: false) == nil
    {
      try outline.checkOwner(option, view.name)
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
        spec.options, line, options.ignored(line.typed, outline), settled)
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
}
