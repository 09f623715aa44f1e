// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import JSON
internal import Text

/// `plan`: says what another command would make.
struct PlanCommand: DrawingCommand {
  let drawing: DrawingRequest
  let product: any Product

  static let outline = DrawingSpec(
    name: "plan", summary: "Preview a render: its frames, size, time and film command.",
    paragraphs: [
      "Reads the track and writes nothing. Shows the number of frames, their names, their scale, "
        + "the space and the time that they take, whether the disk has enough space, and the "
        + "command that makes a film of them with the sound. With -o x.mp4, or another film, it "
        + "shows what film would make; with -o x.png, or another picture, what poster would make; with "
        + "-o x.html what page would make.",
      "Takes every option of render; 'radial-audio render --help' lists them. With --existing "
        + "keep or replace, plan says what would happen to existing frames. --progress and --quiet are "
        + "for the reading of the track; --no-space-check has no effect.",
    ],
    examples: [
      Example("radial-audio plan song.flac", "Preview 'radial-audio render song.flac'."),
      Example(
        "radial-audio plan song.flac --shard 2/4 --json", "Preview a quarter of it, for a script."),
    ],
    mainOptions: ["json", "quality", "sound", "print-command"],
    ownTable: Option.section(
      "Plan",
      [
        .flag(
          "json", into: \.isJSON, affects: .nothing,
          help: "Print one JSON object instead of lines.")
      ]) + Option.section("Film", FilmOptions.codingTable),
    limits: [
      .needs(
        .film, FilmOptions.codingTable.map(\.description.name).filter { $0 != "sound" }, isNone,
        hint: "end --output in .mp4"),
      .needs(.sound, ["sound"], isNone, hint: "end --output in .mp4"),
    ],
    takesAnySize: true, defaultOutput: "frames", listsOwnOptionsOnly: true)

  private static let isNone = "is for films, and 'OUTPUT' is none"

  /// The options of plan, with the style of the command that makes what the name of the output says.
  static func outline(for words: GivenWords) -> DrawingSpec {
    let planned = planned(by: words).outline
    var own = outline
    (own.views, own.look, own.palette) = (planned.views, planned.look, planned.palette)
    (own.scenes, own.showsTags, own.showsWords) = (
      planned.scenes, planned.showsTags, planned.showsWords
    )
    (own.defaultSize, own.isPoster) = (planned.defaultSize, planned.isPoster)
    return own
  }

  /// The command that makes what is planned.
  private static func planned(by words: GivenWords) -> any DrawingCommand.Type {
    guard let output = words.text(of: "output", atLeast: 3, letter: "o"),
      let kind = FileKind.promised(by: output)
    else { return RenderCommand.self }
    if kind.isFilm, kind.container != nil { return FilmCommand.self }
    if kind.isPage { return PageCommand.self }
    let areFrames = [("at", 2), ("frames", 6), ("shard", 3), ("contact-sheet", 3)].contains {
      words.mentions($0.0, atLeast: $0.1)
    }
    return Picture.isName(output) && !areFrames ? PosterCommand.self : RenderCommand.self
  }

  static func product(of drawing: DrawingRequest) throws(Diagnostic) -> any Product {
    let (output, command) = (drawing.options.output, planned(by: drawing.line.words))
    if command == FilmCommand.self {
      if let format = drawing.options.format {
        throw Diagnostic(
          "--format \(format.name) contradicts the name '\(output)'",
          hint: "leave out --format, or use -o frames.\(format.name)", status: .usage,
          for: ["format"])
      }
      return try FilmFile(drawing.namedPart())
    }
    try command.outline.check(drawing)
    return try command.product(of: drawing)
  }

  var resumption: (line: String, meaning: any Sendable)? { nil }

  func run() throws(Diagnostic) {
    guard !drawing.options.film.printsCommand else { return try product.make() }
    let facts = try product.plan() + [Fact(drawing.line.presets)]
    try DataOutput.print(
      drawing.options.isJSON ? Array((facts.json.text + "\n").utf8) : Array(facts.text.utf8))
  }
}
