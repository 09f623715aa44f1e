// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON
internal import Text

/// `doctor`: says what is there, and what repairs what is not.
struct DoctorCommand: PlainCommand {
  var isJSON = false

  static let name = "doctor"
  static let readsFiles = false
  static let summary = "Check what films need, and say what is missing."

  static let spec = CommandSpec<DoctorCommand>(
    name: name, summary: summary,
    paragraphs: [
      "Checks what the program uses, a line each: ffmpeg, a player, fonts, free space. Below what is "
        + "missing stands the command that installs it. Ends with 0 even if something is missing, unless your "
        + "file of defaults has an error, which ends every command."
    ],
    options: Option.section(
      "Output", [.flag("json", into: \.isJSON, help: "Print one JSON object instead of lines.")]),
    examples: [
      Example("radial-audio doctor", "See what is missing here, and what installs it."),
      Example("radial-audio doctor --json", "The same for a script."),
    ],
    closing: ExitStatus.line([.usage, .ioError]),
    defaults: DoctorCommand())

  func run() throws(Diagnostic) {
    let checkups = Checkup.all.map { $0() }
    let faults = checkups.filter { $0.state == .fault }
    let text = isJSON ? DoctorCommand.json(checkups).text + "\n" : DoctorCommand.text(checkups)
    try DataOutput.print(Array(text.utf8))
    if let fault = faults.first {
      throw Diagnostic(fault.text, hint: fault.repair, status: .usage)
    }
  }

  private static func text(_ checkups: [Checkup]) -> String {
    let width = checkups.reduce(0) { max($0, $1.name.count) } + 2
    return checkups.reduce("") { text, checkup in
      let gap = String(repeating: " ", count: width - checkup.name.count)
      let indent = String(repeating: " ", count: width + 2)
      let line = "\(checkup.state.sign) \(checkup.name)\(gap)\(LineText.escaped(checkup.text))\n"
      return text + line
        + (checkup.repair.map { "\(indent)→ \(LineText.escaped($0))\n" } ?? "")
    }
  }

  private static func json(_ checkups: [Checkup]) -> JSONValue {
    .object([
      JSONMember("schema", "radial-audio/doctor/1"),
      JSONMember("ok", .bool(!checkups.contains { $0.state == .fault })),
      JSONMember(
        "checks",
        .array(
          checkups.map { checkup in
            .object([
              JSONMember("name", .text(checkup.name)),
              JSONMember("state", .text(checkup.state.rawValue)),
              JSONMember("text", .text(checkup.text)),
              JSONMember("repair", .text(checkup.repair)),
            ])
          })),
    ])
  }
}
