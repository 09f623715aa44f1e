// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import JSON
internal import Pipeline
internal import Text

/// `plan`: reports what `render` would do.
struct PlanCommand: DrawingCommand {
  let drawing: ChosenDrawing
  private let arguments: [String]
  private let subject: Subject

  /// What to plan.
  private enum Subject {
    case frames(OutputNames)
    case film(FilmJob)
  }

  static let outline = DrawingOutline(
    name: "plan", summary: "Preview a render: its frames, size, time and film command.",
    paragraphs: [
      "Reads the track and writes nothing. Shows the number of frames, their names, their scale, "
        + "the space and the time that they take, whether the disk has enough space, and the "
        + "command that makes a film of them with the sound. With -o x.mp4, or another film, it "
        + "shows what film would make.",
      "Takes every option of render; 'radial-audio render --help' lists them. With --overwrite or "
        + "--resume, plan says what would happen to existing frames. --progress and --quiet are "
        + "for the reading of the track; --no-space-check has no effect.",
    ],
    examples: [
      Example("radial-audio plan song.flac", "Preview 'radial-audio render song.flac'."),
      Example(
        "radial-audio plan song.flac --shard 2/4 --json", "Preview a quarter of it, for a script."),
    ],
    ownTable: Option.section(
      "Plan",
      [
        .flag(
          "json", into: \.isJSON, shapes: .nothing,
          help: "Print one JSON object instead of lines.")
      ]) + Option.section("Film", filmTable),
    usualOutput: "frames", listsOwnOptionsOnly: true)

  /// The options that only films have.
  private static var filmTable: [Option<RenderOptions>] {
    let names = RenderOptions.outputTable.map(\.description.name)
    return FilmOptions.codingTable.filter { !names.contains($0.description.name) }
  }

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    self.drawing = drawing
    self.arguments = arguments
    let output = drawing.options.output
    if FilmContainer(nameOf: output) != nil, FileKind.promised(by: output)?.kind == .film {
      if let format = drawing.options.format {
        throw Diagnostic(
          "--format \(format.name) contradicts the name '\(output)'",
          hint: "leave out --format, or use -o frames.\(format.name)", status: .usage)
      }
      subject = .film(try FilmJob(drawing))
      return
    }
    let words = PlanCommand.filmTable.map(\.description.name)
    if let word = words.first(where: drawing.given.contains) {
      throw Diagnostic(
        "--\(word) is for films, and '\(output)' is none", hint: "end --output in .mp4",
        status: .usage)
    }
    let planned = try RenderOutput(drawing) { PlanCommand.filmLine(arguments, output: $0) }
    guard case .sequence(let names) = planned else {
      throw Diagnostic(
        "plan previews image sequences and films, not one image or raw frames",
        hint: "name a folder or a film with -o, or use render", status: .usage)
    }
    subject = .frames(names)
  }

  func run() throws {
    let (text, json): (String, JSONValue)
    switch subject {
    case .frames(let names):
      let work = try RenderWork(drawing, names.kind, drawing.opened())
      let direct = PlanCommand.filmLine(arguments, output: nil)
      let plan = try RenderPlan(drawing.options, work, names.pattern, direct: direct)
      (text, json) = (plan.text, plan.json)
    case .film(let job):
      let ffmpeg = try? FFmpeg.find()
      let film = try job.read(keepsSamples: false, ffmpeg: ffmpeg)
      if drawing.options.film.printsCommand {
        let line = try PrintedFilm(film, arguments, of: PlanCommand.self).line
        return try DataOutput.print(RawText.bytes(line + "\n"))
      }
      let plan = try FilmPlan(film, ffmpeg, arguments)
      (text, json) = (plan.text, plan.json)
    }
    try DataOutput.print(
      drawing.options.isJSON ? Array((json.text + "\n").utf8) : RawText.bytes(text))
  }
}

extension DrawingCommand {
  /// The `film` command with the arguments of this command, to the default output if it is `nil`.
  /// `nil` if a name cannot be typed.
  static func filmLine(_ arguments: [String], output: String?) -> String? {
    // In `film`, --jobs is for several tracks.
    let words = rewritten(
      arguments, for: FilmCommand.self, without: ["output", "format", "overwrite", "jobs"],
      adding: output.map { ["-o", $0] } ?? [])
    return ProgramText.line(["film"] + words)
  }
}
