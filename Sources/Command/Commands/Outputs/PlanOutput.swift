// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import JSON
internal import Text
internal import Writing

/// `plan`: says what another command would make.
enum PlanOutput<Made: Output>: Output {
  static var outline: Outline {
    Outline(
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
          "radial-audio plan song.flac --shard 2/4 --json", "Preview a quarter of it, for a script."
        ),
      ],
      style: Made.outline.style, listed: Set(["json", "print-command"] + codings),
      mainOptions: ["json", "quality", "sound", "print-command"],
      limits: [
        Limit(
          .with(.film), codings.filter { $0 != "sound" } + ["print-command"], isNone,
          hint: "end --output in .mp4"),
        Limit(.with(.sound), ["sound"], isNone, hint: "end --output in .mp4"),
      ],
      takesAnySize: Made.outline.takesAnySize, defaultOutput: "frames")
  }

  typealias Row = Option<OutputOptions<PlanOptions<Made.Own>>>

  private static var isNone: String { "is for films, and 'OUTPUT' is none" }

  private static var codings: [String] { FilmOptions.codingTable.map(\.description.name) }

  /// Its own options, those of what is made, and those of films and of frames, which are refused or have no
  /// effect.
  static var table: [Row] {
    let own: [Row] = Option.section(
      "Plan",
      [
        .flag(
          "json", into: \.own.isJSON, affects: .nothing,
          help: "Print one JSON object instead of lines."),
        .flag(
          "print-command", into: \.common.printsCommand, affects: .nothing,
          help: "Print the shell commands that make the film, and nothing else."),
      ])
    // Nothing is shown or joined.
    var names: Set = ["show", "join"]
    func new(_ rows: [Row]) -> [Row] { rows.filter { names.insert($0.description.name).inserted } }
    let made = new(Made.table.at(\.ofMade))
    let film = new(Option.section("Film", FilmOptions.codingTable).at(\.ofFilm))
    return own + film + made + new(Option.ignored(RenderOutput.table, of: .init()))
  }

  /// What the name of the output says.
  static func actual(for words: GivenWords) -> any Output.Type {
    guard let output = words.text(of: "output", atLeast: 2, letter: "o"),
      let kind = FileKind.promised(by: output)
    else { return PlanOutput<RenderOutput>.self }
    if kind.isFilm, kind.container != nil { return PlanOutput<FilmOutput>.self }
    if kind.isPage { return PlanOutput<PageOutput>.self }
    // --frame is an option of its own.
    let areFrames =
      words.mentions("frames", atLeast: 2, not: "frame") || words.mentions("at", atLeast: 2)
      || words.mentions("shard", atLeast: 2) || words.mentions("contact-sheet", atLeast: 3)
    return Picture.isName(output) && !areFrames
      ? PlanOutput<PosterOutput>.self : PlanOutput<RenderOutput>.self
  }

  static func product(
    of drawing: DrawingRequest, _ own: PlanOptions<Made.Own>
  ) throws(Diagnostic) -> any Product {
    try Made.outline.check(drawing, own.made.traits(drawing))
    let keeps = drawing.options.existing == .keep && !drawing.given.contains("shard")
    try Limit.check(
      BatchOptions.limits(Made.outline.batch), keeps ? [.keepsOneFile] : [],
      given: drawing.given.subtracting(["jobs"]), command: outline.name)
    return Plan(product: try Made.product(of: drawing, own.made), isJSON: own.isJSON)
  }
}

/// The options of a plan.
struct PlanOptions<Made: OwnOptions>: OptionsOfPlan {
  var isJSON = false
  /// The options of what is made.
  var made = Made()
  /// The options of films, if it is none.
  var film = FilmOptions()

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> { made.traits(drawing) }
}

private protocol OptionsOfPlan: OwnOptions {
  associatedtype Made: OwnOptions
  var made: Made { get set }
  var film: FilmOptions { get set }
}

extension OutputOptions where Own: OptionsOfPlan {
  fileprivate var ofMade: OutputOptions<Own.Made> {
    get { OutputOptions<Own.Made>(common: common, own: own.made) }
    set { (common, own.made) = (newValue.common, newValue.own) }
  }
  fileprivate var ofFilm: OutputOptions<FilmOptions> {
    get { OutputOptions<FilmOptions>(common: common, own: own.film) }
    set { (common, own.film) = (newValue.common, newValue.own) }
  }
}

/// What is said of another product.
struct Plan: Product {
  let product: any Product
  let isJSON: Bool
  var drawing: DrawingRequest { product.drawing }

  func make() throws(Diagnostic) {
    guard !drawing.options.printsCommand else { return try product.make() }
    let facts = try product.plan() + [Fact(drawing.line.presets)]
    try DataOutput.print(
      isJSON ? Array((facts.json.text + "\n").utf8) : Array(facts.text.utf8))
  }
}
