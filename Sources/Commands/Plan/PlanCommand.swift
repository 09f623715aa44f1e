// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Pipeline
internal import Text

/// `plan`: what `render` would do, before it does it.
struct PlanCommand: DrawingCommand {
  let drawing: ChosenDrawing
  private let names: OutputNames

  static let outline = DrawingOutline(
    name: "plan", summary: "Preview a render: its frames, size, time and film command.",
    paragraphs: [
      "Reads the track and writes nothing. Shows how many frames there will be, their names, their "
        + "scale, how many bytes and how much time they take, whether the disk has room, and the "
        + "command that makes a film of them with the sound.",
      "Takes every option of render; 'radial-audio render --help' lists them. With --overwrite or "
        + "--resume, plan says what would become of frames that are there. --progress and --quiet "
        + "are for the reading of the track, and --no-space-check changes nothing.",
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
      ]),
    usualOutput: "frames", listsOwnOptionsOnly: true)

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    self.drawing = drawing
    names = try OutputNames(drawing.options.output, drawing.options.kind) { output in
      PlanCommand.filmLine(arguments, output: output)
    }
  }

  func run() throws {
    let work = try RenderWork(drawing, names.kind, drawing.opened())
    let plan = try RenderPlan(drawing.options, work, names.pattern)
    try DataOutput.print(
      drawing.options.isJSON
        ? Array((plan.json.text + "\n").utf8) : RawText.bytes(plan.text))
  }
}

extension DrawingCommand {
  /// The line of `film` for the arguments of this command; its usual output if `nil`. `nil` where a
  /// name cannot be typed.
  static func filmLine(_ arguments: [String], output: String?) -> String? {
    let words = rewritten(
      arguments, for: FilmCommand.self, without: ["output", "format", "overwrite"])
    return ProgramText.line(["film"] + (output.map { ["-o", $0] } ?? []) + words)
  }
}
