// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Views

/// What to draw, independent of the view's type.
struct ChosenDrawing: Sendable {
  /// All options except the view's own.
  var options: RenderOptions
  /// The view's own.
  let view: any ViewOptions
  /// The values of the options that change the frames.
  let settings: [OptionSetting]
  /// Opens all inputs of the pictures.
  let open: @Sendable (RenderRequest) throws(PipelineError) -> OpenedRender
}

extension ChosenDrawing {
  /// Opens all inputs of the pictures: errors are found before the long work.
  func opened() throws(PipelineError) -> OpenedRender { try open(options.request) }

  /// The files that the pictures need; `-` is standard input.
  var sources: [String] {
    [options.input, view.imagePath, view.levelScale?.constants, view.style?.palette?.path]
      .compactMap(\.self)
  }

  /// All settings, with other general options.
  func meaning(_ options: RenderOptions) -> any Sendable { [options as any Sendable, view] }
}

/// A command that draws: one with the options of a view.
protocol DrawingCommand: Command {
  /// Its name, its help and its own options; these commands share the operand and all picture
  /// options.
  static var outline: DrawingOutline { get }

  /// What to draw.
  var drawing: ChosenDrawing { get }

  /// Makes the command from the parsed `arguments`.
  ///
  /// - Throws: an error if the options contradict each other.
  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic)
}

/// The differences between commands that draw.
struct DrawingOutline {
  let name, summary: String
  let paragraphs: [String]
  let examples: [Example]
  /// Its views, the default first.
  var views = ViewCatalog.all
  /// Its default size; that of the look if `nil`.
  var usualSize: PixelSize?
  /// Changes the options of a look to its own defaults.
  var adjusted: @Sendable (any ViewOptions) -> any ViewOptions = { $0 }
  /// Options that only this command has.
  var ownTable: [Option<RenderOptions>] = []
  /// The output options.
  var outputTable = RenderOptions.outputTable
  /// The default of `--output`.
  var usualOutput = ""
  /// Whether the help lists only the options that no other command has.
  var listsOwnOptionsOnly = false
  /// Its exit statuses.
  var exits: [ExitStatus] = [
    .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
  ]
  /// How it processes several tracks; `nil` if it takes one track at a time.
  var batch: BatchOutline?
}

/// All options of a command that draws with a view.
private struct ViewedOptions<SomeView: View>: Sendable {
  var general = RenderOptions()
  var look = LookName<SomeView>()
  var view = SomeView.Options()

  /// The options of a look.
  init(_ look: Look<SomeView.Options>, _ outline: DrawingOutline) {
    general.output = outline.usualOutput
    look.apply(&general.picture, &view)
    general.size = outline.usualSize ?? general.size
    view = outline.adjusted(view) as? SomeView.Options ?? view
  }

  /// `ofAllViews` is for the manual, which lists the looks of all views.
  static func spec(
    _ outline: DrawingOutline, ofAllViews: Bool = false
  ) -> CommandSpec<ViewedOptions> {
    let look: Option<ViewedOptions> = .value(
      "look", "NAME", into: \.look,
      help: "Preset options; those that you give override them. "
        + (outline.listsOwnOptionsOnly ? "" : "All looks are listed below."))
    var common: [Option<ViewedOptions>] =
      outline.outputTable.at(\.general)
      + (outline.batch.map(BatchOptions.table) ?? []).at(\.general.batch)
      + Option.section(
        "Picture", (outline.views.count > 1 ? [RenderOptions.viewRow] : []).at(\.general) + [look])
      + RenderOptions.pictureTable.at(\.general) + SomeView.Options.table.at(\.view)
      + (RenderOptions.soundTable + ReportOptions.table.at(\.report)).at(\.general)
    if outline.listsOwnOptionsOnly {
      for place in common.indices { common[place].description.isListed = false }
    }
    return CommandSpec(
      name: outline.name, summary: outline.summary, paragraphs: outline.paragraphs,
      options: outline.ownTable.at(\.general) + common,
      operands: [
        .repeated(
          "INPUT", into: \.general.inputs, completion: .file, showsOne: outline.batch == nil,
          help: "An audio file or an instrument, or - for standard input"
            + (outline.batch == nil ? "." : "; with --output-dir several, and folders of them."))
      ],
      tables: outline.listsOwnOptionsOnly
        ? [] : ofAllViews ? outline.views.map { $0.lookTable } : [SomeView.lookTable],
      examples: outline.examples, closing: ExitStatus.line(outline.exits),
      defaults: ViewedOptions(SomeView.looks[0], outline))
  }

  func drawing(_ table: [Option<ViewedOptions>]) -> ChosenDrawing {
    ChosenDrawing(
      options: general, view: view,
      settings: Option.settings(table, of: self).filter { $0.shapes != .nothing }
    ) { [view] (request) throws(PipelineError) in
      try OpenedRender(SomeView.self, view, request)
    }
  }
}

extension DrawingCommand {
  var meaning: any Sendable { drawing.meaning(drawing.options) }

  var report: ReportOptions { drawing.options.report }

  static var name: String { outline.name }

  static var summary: String { outline.summary }

  static var description: CommandDescription {
    let views = outline.views
    guard views.count > 1 else { return description(drawing: views[0]) }
    return views.dropFirst().reduce(description(drawing: views[0], ofAllViews: true)) {
      $0.merged(with: description(drawing: $1, ofAllViews: true), as: $1.name)
    }
  }

  static func description(for arguments: [String]) -> CommandDescription {
    description(drawing: view(in: arguments))
  }

  private static func description<SomeView: View>(
    drawing view: SomeView.Type, ofAllViews: Bool = false
  ) -> CommandDescription {
    ViewedOptions<SomeView>.spec(outline, ofAllViews: ofAllViews).description
  }

  /// The view that the arguments choose, whichever view parses them; the first view if that fails:
  /// parsing them then reports the error.
  private static func view(in arguments: [String]) -> any View.Type {
    for candidate in outline.views {
      let description = description(drawing: candidate)
      let name = CommandWords(arguments, of: description, pastRequests: true).text(of: "view")
      if let view = outline.views.first(where: { $0.name == name }) { return view }
    }
    return outline.views[0]
  }

  /// The indices of options in arguments that were parsed without an error.
  static func places(of options: [String], in arguments: [String]) -> Set<Int> {
    CommandWords(arguments, of: description(for: arguments)).places(of: options)
  }

  /// Arguments that were parsed without an error, for another command; see
  /// ``CommandWords/rewritten(for:without:adding:)``.
  static func rewritten<Other: DrawingCommand>(
    _ arguments: [String], for other: Other.Type, without dropped: Set<String>,
    adding added: [String] = []
  ) -> [String] {
    CommandWords(arguments, of: description(for: arguments))
      .rewritten(for: other.description(for: arguments), without: dropped, adding: added)
  }

  static func read(_ arguments: [String]) throws(Diagnostic) -> Invocation {
    try read(arguments, drawing: view(in: arguments))
  }

  private static func read<SomeView: View>(
    _ arguments: [String], drawing view: SomeView.Type
  ) throws(Diagnostic) -> Invocation {
    let spec = ViewedOptions<SomeView>.spec(outline)
    let words = CommandWords(arguments, of: spec.description)
    if case .unknownOption(let option, _)? = words.error { try checkOwner(option, view.name) }
    let look = words.text(of: "look").flatMap { try? LookName<SomeView>(argument: $0) }
    let base = ViewedOptions<SomeView>((look ?? LookName()).look, outline)
    return try read(words, spec, over: base) { (options, given) throws(Diagnostic) in
      let drawing = options.drawing(spec.options)
      let batch = try batch(words, drawing, given, arguments)
      do throws(UsageError) {
        for (one, other) in [
          ("overwrite", "resume"), ("frames", "shard"), ("at", "frames"), ("at", "shard"),
          ("at", "contact-sheet"),
        ]
        where given.contains(one) && given.contains(other) {
          throw .conflict("--\(one)", "--\(other)")
        }
        for name in options.view.unusedOptions where given.contains(name) {
          throw .unused(name, look: options.look.name, of: SomeView.self)
        }
        try options.view.check()
      } catch { throw Diagnostic(error, command: spec.name, words: words) }
      try options.general.track.check(given, command: spec.name)
      if let batch { return batch }
      return try Self(drawing, arguments)
    }
  }

  /// The same command for several tracks, if the options request that.
  private static func batch(
    _ words: CommandWords, _ drawing: ChosenDrawing, _ given: Set<String>, _ arguments: [String]
  ) throws(Diagnostic) -> BatchCommand<Self>? {
    let (options, scale) = (drawing.options, drawing.view.levelScale)
    let isBatch = try options.batch.isBatch(
      of: options.inputs, given, words, command: outline.name, isPossible: outline.batch != nil)
    guard let outline = outline.batch, isBatch else { return nil }
    if options.batch.hasOneScale, scale?.isMeasured != true {
      let reason = scale == nil ? "--view \(options.view.name)" : "a scale that is given"
      throw Diagnostic(
        .contradiction("--one-scale changes nothing with \(reason)"), command: Self.outline.name)
    }
    var oneScale: BatchCommand<Self>.Scale?
    if options.batch.hasOneScale {
      oneScale = { (inputs) throws(Diagnostic) in try drawing.scaleWords(of: inputs) }
    }
    return BatchCommand(
      inputs: options.inputs, options: options.batch, outline: outline, report: options.report,
      trackLimit: (options.jobs ?? options.batch.jobs)?.count, words: words, arguments: arguments,
      oneScale: oneScale)
  }

  /// Reports which views have an option that the chosen view does not have.
  private static func checkOwner(_ option: String, _ name: String) throws(Diagnostic) {
    let owners = outline.views.filter { view in
      description(drawing: view).options.contains { $0.begins(with: String(option.dropFirst(2))) }
    }.map { $0.name }
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
