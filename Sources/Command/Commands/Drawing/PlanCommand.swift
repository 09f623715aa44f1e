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

  static func product(of drawing: DrawingRequest) throws(Diagnostic) -> any Product {
    let output = drawing.options.output
    if drawing.traits.contains(.film) {
      if let format = drawing.options.format {
        throw Diagnostic(
          "--format \(format.name) contradicts the name '\(output)'",
          hint: "leave out --format, or use -o frames.\(format.name)", status: .usage,
          for: ["format"])
      }
      let film = try read(drawing, as: FilmCommand.self, without: ["jobs", "no-header"])
      return try FilmFile(film.drawing.namedPart())
    }
    if FileKind.promised(by: output)?.isPage == true {
      return try read(drawing, as: PageCommand.self).product
    }
    if Picture.isName(output),
      drawing.given.isDisjoint(with: ["at", "frames", "shard", "contact-sheet"])
    {
      return try read(drawing, as: PosterCommand.self).product
    }
    try RenderCommand.outline.check(drawing)
    return try RenderCommand.product(of: drawing)
  }

  /// What another command reads in the line: its defaults are not those of render.
  private static func read<Other: DrawingCommand>(
    _ drawing: DrawingRequest, as other: Other.Type, without dropped: Set<String> = []
  ) throws(Diagnostic) -> Other {
    let words = GivenWords(
      drawing.line.rewritten(for: Other.description, without: dropped),
      presets: drawing.line.words.presets.filter { !dropped.contains($0.name) })
    guard case .command(let command as Other, _) = try Other.read(words) else {
      throw Diagnostic(
        "plan takes one track at a time", hint: "name one file, without --output-dir",
        status: .usage)
    }
    return command
  }

  var resumption: (line: String, meaning: any Sendable)? { nil }

  func run() throws(Diagnostic) {
    guard !drawing.options.film.printsCommand else { return try product.make() }
    let facts = try product.plan() + [Fact(drawing.line.presets)]
    try DataOutput.print(
      drawing.options.isJSON ? Array((facts.json.text + "\n").utf8) : Array(facts.text.utf8))
  }
}
