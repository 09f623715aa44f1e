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
    name: "plan", summary: "Say what render would make and take, and write nothing.",
    paragraphs: [
      "Reads the track, and takes the options of render, so that one word turns the one command "
        + "into the other. Says how many frames there will be, what they are called, on which "
        + "scale, how many bytes and how much time they take, whether there is room for them, and "
        + "what to type for a film of them with its sound."
    ],
    examples: [
      Example("radial-audio plan song.flac", "Say what render song.flac -o frames takes."),
      Example(
        "radial-audio plan song.flac --shard 2/4 --json", "The same of a quarter, for a script."),
    ],
    ownTable: Option.section(
      "Plan",
      [
        .flag(
          "json", into: \.isJSON, shapes: .nothing,
          help: "Print one JSON object instead of lines.")
      ]),
    // The folder need not be named, since nothing is written to it.
    usualOutput: "frames")

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    self.drawing = drawing
    names = try OutputNames(drawing.options.output, drawing.options.kind) { folder in
      PlanCommand.planLine(arguments, drawing.options.output, movedTo: folder)
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
  /// The line of `plan` for the arguments of this command, with another output.
  static func planLine(
    _ arguments: [String], _ output: String, movedTo folder: String
  ) -> String? {
    var words = arguments
    for place in places(of: ["output"], in: arguments)
    where words[place].utf8.reversed().starts(with: output.utf8.reversed()) {
      words[place] =
        String(words[place].unicodeScalars.dropLast(output.unicodeScalars.count)) + folder
    }
    return ProgramText.line(["plan"] + words)
  }
}
