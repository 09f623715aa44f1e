// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Views

/// A command that draws: one with the options of a view, and an output.
struct DrawnCommand<Made: Output>: Command {
  /// What to draw.
  let drawing: DrawingRequest
  private let own: Made.Own
  /// What to make of it.
  private let product: any Product

  private init(_ drawing: DrawingRequest, _ own: Made.Own) throws(Diagnostic) {
    (self.drawing, self.own) = (drawing, own)
    product = try Made.product(of: drawing, own)
  }

  static var name: String { Made.outline.name }

  static var summary: String { Made.outline.summary }

  static var description: CommandDescription {
    let views = Made.outline.style.views
    func description<SomeView: View>(_ view: SomeView.Type) -> CommandDescription {
      LookOptions<SomeView, Made>.spec().description
    }
    return views.dropFirst().reduce(description(views[0])) {
      $0.merged(with: description($1), as: $1.name)
    }.completing("look", by: "view", views.map { ValueChoices($0.name, $0.lookNames) })
  }

  var meaning: any Sendable { [drawing.options as any Sendable, own, drawing.view] }

  var report: ReportOptions { drawing.options.report }

  var ignored: [IgnoredOption] { product.drawing.ignored }

  var resumption: (line: String, meaning: any Sendable)? {
    guard let (line, options) = product.resumption else { return nil }
    return (line, [options as any Sendable, own, drawing.view] as any Sendable)
  }

  /// What the pipeline is asked for.
  var request: RunRequest { product.drawing.request() }

  func run() throws(Diagnostic) {
    if let chosen = try chosen() { return try chosen.run() }
    if Made.self != FilmOutput.self, let remark = drawing.options.size.remark {
      report.note(remark)
    }
    try product.make()
  }

  /// The command with the look that fits the song, if that is asked for; `nil` if not.
  private func chosen() throws(Diagnostic) -> Self? {
    let line = drawing.line
    guard drawing.view is RadialOptions,
      line.text(of: "look").map(LookWord.isAutomatic) == true
    else { return nil }
    let options = drawing.options
    let song: SongStructure
    do {
      song = try options.track.request(for: options.input)
        .song(channels: options.track.channels.chosen)
    } catch { throw Diagnostic(error) }
    let hasLevelsOnly = options.input.lowercased().hasSuffix(".readings")
    let look = hasLevelsOnly ? song.lookOfLevels : song.look
    report.note("\(inputName(options.input)): the look is \(look)")
    // What is kept is settled already.
    let dropped: Set = ["look", "existing"]
    let words = line.options(without: dropped) + ["--look=\(look)", "--"] + options.inputs
    let presets = line.presets.filter { !dropped.contains($0.name) }
    guard
      case .command(let command as Self, _) = try Self.read(
        GivenWords(words, presets: presets), drawing: RadialView.self)
    else { preconditionFailure("a line with the name of a look") }
    var drawing = command.drawing
    (drawing.options.report, drawing.options.jobs) = (options.report, options.jobs)
    drawing.options.existing = options.existing
    for option in drawing.ignored { report.write(report.lines(of: option)) }
    return try Self(drawing, own)
  }

  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation {
    func read<Actual: Output>(_ actual: Actual.Type) throws(Diagnostic) -> Invocation {
      try DrawnCommand<Actual>.read(words, drawing: Actual.outline.style.view(in: words))
    }
    return try read(Made.actual(for: words))
  }

  private static func read<SomeView: View>(
    _ words: GivenWords, drawing view: SomeView.Type
  ) throws(Diagnostic) -> Invocation {
    let outline = Made.outline
    let spec = LookOptions<SomeView, Made>.spec(for: words)
    let whole = Line(words, of: spec.description)
    if case .unknownOption(let option, _)? = whole.error,
      Synonyms.hint(forOption: option, of: whole.command, slips: false) == nil
    {
      try outline.checkOwner(option, view.name)
    }
    do { try outline.style.checkLook(whole, of: view, command: outline.name) } catch {
      var fault = error
      // A wrong name is never passed over.
      (fault.options, fault.isForOtherRuns) = (["look", "view", "scenes"], false)
      throw fault.naming(whole.presets)
    }
    let look = whole.text(of: "look").flatMap { try? LookName<SomeView>(argument: $0) }
    let isAutomatic = look?.isAutomatic == true
    guard !isAutomatic || !whole.typed.contains("set") else {
      throw Diagnostic(
        "--set is for one look, and with --look auto the song chooses it",
        hint: "name the look", status: .usage, for: ["set"])
    }
    let style = outline.style.settled(for: whole)
    let base = LookOptions<SomeView, Made>(look, style, inputs: whole.operands.map(\.word))
    // A file of options is for all looks: what this one does not use is not a mistake.
    let unused = isAutomatic ? [] : base.view.unusedOptions
    let line = whole.withoutPresets(Set(unused))
      .withoutPresets(["set"]) { text in
        let setting = try? LookSetting(argument: text)
        return isAutomatic || setting.map { !base.view.canSet($0.name) } ?? false
      }
    return try read(
      line, spec, over: base, ignoring: Set(unused),
      help: LookOptions<SomeView, Made>.helpSpec(for: words)
    ) { (options) throws(Diagnostic) in
      var options = options
      if !line.given.contains("ballistics"), let meters = options.view.meters {
        options.common.track.meters = meters
      }
      let drawing = options.drawing(
        spec.options, line, isAutomatic ? [] : options.ignored(line.typed), style)
      let batch = try batch(drawing, options.own)
      let traits = options.own.traits(drawing)
      try outline.check(drawing, traits)
      do throws(UsageError) {
        try options.view.check()
        try options.view.check(with: options.common.track.meters)
      } catch {
        throw Diagnostic(error, command: spec.name, line: line)
      }
      if !outline.takesAnySize, !traits.contains(.rawFrames) { try drawing.checkSize() }
      if let batch { return batch }
      return try Self(drawing, options.own)
    }
  }

  /// The command for several tracks, if the options request that.
  private static func batch(
    _ drawing: DrawingRequest, _ own: Made.Own
  ) throws(Diagnostic) -> BatchCommand<Self>? {
    let outline = Made.outline
    guard !Made.isOfAll(drawing) else { return nil }
    let (options, scale) = (drawing.options, drawing.view.levelScale)
    let isBatch = try options.batch.isBatch(
      of: options.inputs, drawing.line, drawing.given, outline.batch, existing: options.existing)
    let isOfAll = scale?.scope == .all
    guard let spec = outline.batch, isBatch else {
      guard !isOfAll else {
        throw Diagnostic(
          .contradiction(
            "--range all is for several inputs, and these need --output-dir", of: ["range"]),
          command: outline.name)
      }
      return nil
    }
    return BatchCommand(
      inputs: options.inputs, options: options.batch, spec: spec,
      output: Made.ofEach(own), existing: options.existing, report: options.report,
      trackLimit: (options.jobs ?? options.batch.jobs)?.count, line: drawing.line,
      commonScale: isOfAll ? drawing.commonScale : nil, ignored: drawing.ignored
    ) { (track) throws(Diagnostic) in
      try Self(drawing.ofTrack(track), own)
    }
  }
}

extension SongStructure {
  /// The look that fits the song: of deep sounds `well`, of wide ones `bloom`, of those with few hits `corona` or
  /// `halo`, and else `strata`.
  var look: String {
    guard let measures else { return "strata" }
    if measures.bass >= 0.75 { return "well" }
    if measures.width >= 0.4 { return "bloom" }
    return measures.hits < 0.35 ? "corona" : measures.hits < 1 ? "halo" : "strata"
  }

  /// The one that levels alone can draw.
  fileprivate var lookOfLevels: String { look == "corona" ? look : "bloom" }
}
