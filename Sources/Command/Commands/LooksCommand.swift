// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import JSON
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Views
internal import Writing

/// `looks`: lists all looks, or draws them on one sheet, which may be a film.
struct LooksCommand: PlainCommand {
  var input: String?
  var printed = ""
  var checked = ""
  var printsSchema = false
  var output = ""
  var existing = ExistingOutput.fail
  var show = ShowChoice.none
  var size = PixelSize(width: 1920, height: 1080)
  var moment: TimePosition?
  var start = TimePosition.zero
  var duration: TimePosition?
  var palette: PaletteChoice?
  var report = ReportOptions()
  /// The line that keeps the sheet as a file; `nil` if it cannot be typed.
  var keeping: String?

  static let name = "looks"
  static let summary = "List all looks, or show a track in each of them."

  static let spec = CommandSpec<LooksCommand>(
    name: name, summary: summary,
    paragraphs: [
      "Without INPUT it lists the looks with their views, and yours: files in radial-audio/looks in "
        + "$XDG_DATA_HOME, or else in ~/.local/share. With INPUT it draws the track in all looks "
        + "that can show it, each with its name under it: those of the view track at the end of the "
        + "track, and the others after three fifths of it. The first one of a sheet is --look auto with "
        + "--palette song. In a terminal looks are measured on ten seconds of the track.",
      "The name of a film, such as looks.mp4, makes a sheet that moves, with sound: eight bars of the "
        + "track in all looks, or the part that --start and --duration name, at most 24 seconds of it.",
    ],
    options: Option.section(
      "Looks",
      [
        .value(
          "print", "NAME", into: \.printed, completion: .choices(LooksCommand.namesOfFiles),
          help:
            "Print a look as a file, to change it: --print sun > mine.json, then --look mine.json."
        ),
        .value(
          "check", "FILE.json", into: \.checked, completion: .file,
          help: "Read a look, and say what can be set of it, or what is wrong."),
        .flag(
          "schema", into: \.printsSchema,
          help: "Print a JSON schema of looks, with which editors complete keys and words."),
      ])
      + Option.section(
        "Output",
        [
          .value(
            "output", letter: "o", "FILE.png|FILE.mp4", into: \.output, completion: .file,
            help:
              "Sheet to write, a picture or a film; by default the track's name with -looks.png, in the "
              + "current folder."),
          .flag("overwrite", into: \.existing.replaces, help: "Replace the file if it exists."),
          ShowChoice.option(into: \.show),
        ])
      + Option.section(
        "Picture",
        [
          .value(
            "size", "WxH|NAME", into: \.size, completion: .choices(PixelSize.named.map(\.name)),
            help: "Shape of each picture; the sheet is as wide as its longer side."),
          .value(
            "at", "TIME", into: \.moment,
            help: "Show all looks at this time, counted from --start: seconds or hh:mm:ss.mmm."),
          .value(
            "palette", "NAME|COLORS|FILE", into: \.palette,
            completion: .choices(Palette.names + PaletteChoice.foundNames),
            help: "Colours of the looks that take a palette."
          ).sharing(.input),
        ])
      + Option.section(
        "Sound",
        [
          .value(
            "start", letter: "s", "TIME", into: \.start,
            help: "Where to begin: seconds, 1m30s or hh:mm:ss.mmm."),
          .value(
            "duration", letter: "d", "TIME", into: \.duration,
            help: "Length to use, in the same formats; by default to the end."),
        ]) + ReportOptions.table.at(\.report),
    operands: [
      .optional(
        "INPUT", into: \.input, completion: .file, help: "\(TrackOptions.input).")
    ],
    tables: [.looks(of: ViewCatalog.all)],
    examples: [
      Example("radial-audio looks", "List the looks."),
      Example(
        "radial-audio looks --print sun > mine.json", "Begin a look of your own with one of these."),
      Example("radial-audio looks song.mp3", "Show the song in all looks in the terminal."),
      Example(
        "radial-audio looks song.mp3 -o looks.png --size square --palette dusk",
        "Draw the song in all looks, in squares and in the colours of a palette."),
      Example("radial-audio looks song.mp3 -o looks.mp4", "Make a film of the song in all looks."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: ["output", "palette", "size", "at", "start", "duration", "overwrite"],
    defaults: LooksCommand(show: .auto))

  func settled(by line: Line) throws(Diagnostic) -> any Command {
    var command = self
    guard let input else {
      let harmless: Set = [
        "quiet", "progress", "options", "print", "check", "schema",
      ]
      guard let word = line.typed.subtracting(harmless).min() else { return self }
      throw Diagnostic(
        "--\(word) is for a sheet of a track",
        hint: "name the track: \(ProgramText.name) looks song.mp3",
        status: .usage, for: [word])
    }
    if let word = ["print", "check", "schema"].first(where: line.typed.contains) {
      throw Diagnostic(
        "--\(word) and '\(input)' cannot be used together",
        hint: word == "check" ? "check one look at a time" : "leave one of them out",
        status: .usage, for: [word])
    }
    guard input != "-" else {
      throw Diagnostic(
        "looks reads a track several times, and standard input can be read once only",
        hint: "write it to a file first", status: .usage)
    }
    if !line.typed.isDisjoint(with: ShowChoice.fileOptions) { command.show = .none }
    if !line.given.contains("output") {
      command.output = OutputName.default(
        "looks", for: input, fileExtension: "png", isMarked: true)
    }
    command.keeping =
      ProgramText.line(
        ["looks"]
          + line.rewritten(for: line.command, without: ["show"], adding: ["-o", command.output]))
    let kind = FileKind(of: command.output)
    guard kind?.image != .png else { return command }
    guard kind?.container != nil else {
      throw .wrongName(
        command.output, for: "a sheet",
        ends: ["png"] + FilmContainer.all.flatMap(\.fileExtensions).filter { $0 != "png" })
    }
    guard !line.typed.contains("at") else {
      throw Diagnostic(
        "--at is for a sheet of one moment, and '\(command.output)' is a film",
        hint: "leave it out, or name a part with --start and --duration", status: .usage,
        for: ["at"])
    }
    return command
  }

  func run() throws(Diagnostic) {
    guard printed.isEmpty else { return try DataOutput.print(LooksCommand.file(of: printed)) }
    guard !printsSchema else {
      return try DataOutput.print(Array((LookFile.jsonSchema.text + "\n").utf8))
    }
    guard checked.isEmpty else {
      return try DataOutput.print(Array(LooksCommand.check(checked).utf8))
    }
    guard let input else {
      let own = LooksCommand.ownRows(report)
      return try DataOutput.print(Array(LooksCommand.list(own).utf8))
    }
    guard Folder.kind(of: input) != .directory else {
      throw Diagnostic(
        "\(input): is a folder", hint: "name one audio file in it", status: .noInput)
    }
    if show.mayShow, let place = show.place() { return try draw(input, in: place) }
    guard FileKind(of: output)?.image == .png else { return try film(input) }
    let output = try DataOutputOptions(named: output, existing: existing)
      .open(inputs: [input, palette?.path].compactMap(\.self), for: "png")
    let sheet = try sheet(of: input)
    try output.commit(sheet.png)
    report.note(
      "\(counted(sheet.lookCount, "look")) in \(OutputFile.name(self.output))", output: self.output)
  }

  /// The looks, each in a line with its view, and then the user's own.
  private static func list(_ own: [(look: String, view: String, meaning: String)]) -> String {
    let rows =
      ViewCatalog.all.flatMap { view in
        view.choiceRows.map { (look: $0.word, view: view.name, meaning: $0.meaning) }
      } + own
    func column(_ words: [String]) -> Int { (words.map(\.count).max() ?? 0) + 2 }
    let (first, second) = (column(rows.map(\.look)), column(rows.map(\.view)))
    func padded(_ word: String, _ width: Int) -> String {
      word + String(repeating: " ", count: width - word.count)
    }
    return rows.map { padded($0.look, first) + padded($0.view, second) + $0.meaning + "\n" }
      .joined()
  }

  /// A sheet of the looks that can show the track, as the bytes of a PNG, and how many there are.
  private func sheet(of input: String) throws(Diagnostic) -> (png: [UInt8], lookCount: Int) {
    let looks = try shown(input)
    let sheet = try sheet(count: looks.count)
    let progress = Progress(
      Progress.Stage(noun: "looks", total: looks.count, microseconds: 0), report)
    defer { progress.finish() }
    var scene = self.sheet(sheet, naming: looks)
    let shared = SharedReadings(coverSide: sheet.cell.height)
    for (index, tile) in looks.enumerated() {
      let drawing = try drawing(tile, input, sheet.cell)
      if index == 0 { try drawing.checkMemory(sheet.memory) }
      var request = drawing.request()
      request.shared = shared
      var open = try OpenRun.opened(request)
      // All looks read the same samples, so warnings are printed once.
      let run: ReadRun
      if index == 0 {
        run = try drawing.read(&open)
      } else {
        do { run = try open.read { _ in Interruption.signal == nil } } catch {
          throw Diagnostic(error)
        }
      }
      guard let last = run.frames.last else { throw Diagnostic.noFrame(in: input) }
      let frame =
        moment != nil || tile.view.name == TrackView.name
        ? last : run.frames.lowerBound + run.frames.count * 3 / 5
      var (cursor, renderer) = (
        SceneSequence.Cursor(run.scenes, from: frame), RawFrameRenderer(.rgba)
      )
      do {
        try sheet.add(cursor.scene(ofFrame: frame), by: &renderer, at: index, to: &scene)
      } catch { throw Diagnostic(error) }
      progress.advance()
    }
    var (renderer, bytes) = (PNGFrameRenderer(), [UInt8]())
    renderer.render(scene, into: &bytes)
    return (bytes, looks.count)
  }

  /// A look on a sheet.
  struct Tile {
    let view: any View.Type
    let look: String
    /// Whether it is the one that fits the song, in the colours of the song.
    var isOfSong = false

    /// Its name, with its view if others have the same.
    func name(among tiles: [Tile]) -> String {
      isOfSong
        ? "auto, palette song"
        : tiles.count { $0.look == look && !$0.isOfSong } > 1 ? "\(view.name) \(look)" : look
    }
  }

  /// An empty sheet, about as wide as 16:9, with few cells to spare.
  func sheet(count: Int) throws(Diagnostic) -> ContactSheet {
    let width = max(size.width, size.height)
    let shape = Double(size.height) / Double(size.width) + 0.12
    let usual = Int((Double(count) * shape * 16 / 9).squareRoot().rounded())
    func empty(_ columns: Int) -> Int { (columns - count % columns) % columns }
    let columns =
      [usual, usual + 1, usual - 1].map { min(max($0, 1), count) }
      .min { empty($0) < empty($1) } ?? 1
    return try ContactSheet(
      SheetShape(columns: columns, rows: (count + columns - 1) / columns),
      PixelSize(width: width, height: max(width * size.height / size.width, 1)), hasNames: true)
  }

  /// The look that fits the song in the song's colours, unless others are chosen, and then the looks of the track.
  func shown(_ input: String) throws(Diagnostic) -> [Tile] {
    let looks = try looks(of: input)
    guard palette == nil else { return looks }
    do {
      let look = try TrackRequest(input: input).song().look
      return [Tile(view: RadialView.self, look: look, isOfSong: true)] + looks
    } catch {
      // Of endless sound, and of readings of an older version, it is not known.
      guard case .request(.songUnknown, _) = error else { throw Diagnostic(error) }
      return looks
    }
  }

  /// The looks of the views that can show the track.
  func looks(of input: String) throws(Diagnostic) -> [Tile] {
    var shown: [Tile] = []
    for view in ViewCatalog.all {
      if view.scoreKind != nil {
        let request = try drawing(Tile(view: view, look: view.lookNames[0]), input, size).request()
        do throws(PipelineError) { _ = try OpenRun(request) } catch {
          guard case .request(.needsScore, path: _) = error else { throw Diagnostic(error) }
          continue
        }
      }
      shown += view.choiceRows.map { Tile(view: view, look: $0.word) }
    }
    return shown
  }

  /// The drawing of a look.
  func drawing(
    _ tile: Tile, _ input: String, _ size: PixelSize
  ) throws(Diagnostic) -> DrawingRequest {
    let (view, look) = (tile.view, tile.look)
    var drawing = RenderOutput.drawing(view, look: look, of: input)
    drawing.options.size = PixelSize(width: size.width, height: size.height)
    (drawing.options.track.start, drawing.options.track.duration) = (start, duration)
    drawing.options.frames.moment = moment
    // As a poster of a part, not the beginning of the whole.
    drawing.options.frames.isFresh =
      view.name == TrackView.name && (start != .zero || duration != nil)
    drawing.options.report = report
    drawing.options.report.isQuiet = true
    if let palette = tile.isOfSong ? PaletteChoice.song : palette, view.hasOption("palette"),
      view.looks(using: "palette").contains(look)
    {
      drawing.view.appearance?.palette = palette
    }
    do { try drawing.view.check() } catch { throw Diagnostic(error, command: Self.name) }
    return drawing
  }
}
