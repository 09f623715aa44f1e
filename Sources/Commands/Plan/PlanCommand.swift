// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Pipeline
internal import Text
internal import Views

/// `plan`: what `render` would do, before it does it.
struct PlanCommand<SomeView: View>: Command {
  /// What was asked for.
  let options: PlanOptions<SomeView>
  private let names: OutputNames

  static var spec: CommandSpec<PlanOptions<SomeView>> {
    CommandSpec(
      name: "plan", summary: "Say what render would make and take, and write nothing.",
      paragraphs: [
        "Reads the track, and takes the options of render, so that one word turns the one command "
          + "into the other. Says how many frames there are to be, what they are called, on which "
          + "scale, how many bytes and how much time they take, whether there is room for them, and "
          + "what to type for a film of them with its sound."
      ],
      options: PlanOptions.table,
      operands: [
        .required(
          "INPUT", into: \.render.input, completion: .file,
          help: "An audio file, or - for standard input.")
      ],
      examples: [
        Example("radial-audio plan song.flac", "Say what render song.flac -o frames takes."),
        Example(
          "radial-audio plan song.flac --shard 2/4 --json", "The same of a quarter, for a script."),
      ],
      defaults: PlanOptions<SomeView>())
  }

  static func read(
    _ arguments: [String]
  ) throws(UsageError) -> Parser<PlanOptions<SomeView>>.Outcome {
    try spec.readRendering(arguments, at: \.render)
  }

  init(_ options: PlanOptions<SomeView>, _ arguments: [String]) throws(Diagnostic) {
    self.options = options
    names = try OutputNames(options.render.output, options.render.format) { folder in
      Parser(PlanCommand.spec).planLine(arguments, options.render.output, movedTo: folder)
    }
  }

  func run() throws(Diagnostic) {
    let input = try RenderInput(options.render, names)
    let plan = try RenderPlan(options.render, try input.read(), names.pattern)
    try DataOutput.print(
      options.isJSON ? Array((plan.json.text + "\n").utf8) : RawText.bytes(plan.text))
  }
}

extension Parser {
  /// The line of `plan` for the arguments of a command that draws, with another output.
  func planLine(_ arguments: [String], _ output: String, movedTo folder: String) -> String? {
    var words = arguments
    for place in places(ofOptions: ["output"], in: arguments)
    where words[place].utf8.reversed().starts(with: output.utf8.reversed()) {
      words[place] =
        String(words[place].unicodeScalars.dropLast(output.unicodeScalars.count)) + folder
    }
    return ProgramText.line(["plan"] + words)
  }
}

/// What `plan` is told: all that `render` is told, and how to answer.
struct PlanOptions<SomeView: View> {
  var render = RenderOptions<SomeView>()
  var isJSON = false

  init() { render.output = "frames" }

  /// The folder need not be named, since nothing is written to it.
  static var table: [Option<PlanOptions>] {
    let rendering = RenderOptions<SomeView>.table.at(\PlanOptions.render).map { row in
      var row = row
      row.description.isRequired = false
      return row
    }
    return Option.section(
      "Plan",
      [.flag("json", into: \.isJSON, help: "Print one JSON object instead of lines.")]) + rendering
  }
}
