// SPDX-License-Identifier: MIT
internal import Platform

// Measures the program against fixed baselines and prints a table in Markdown.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count > 1, arguments[0] == ChildProcess.peakOption {
  Machine.exit(try ChildProcess.reportPeak(of: Array(arguments.dropFirst())))
}
let usage = """
  usage: Benchmarks [--quick] [--only NAME]... [--folder DIR] [--program PATH]
    --quick         fewer runs, shorter inputs
    --only NAME     \(Suite.names.joined(separator: ", "))
    --folder DIR    where inputs and frames go for the time of the run, some 3 GB; if not given,
                    /dev/shm if it is large enough, else TMPDIR or /tmp
    --program PATH  the radial-audio to measure; the one beside this program
  """
var isQuick = false
var names: [String] = []
var parent = Workspace.defaultParent
var program: String?
var rest = arguments[...]
while let option = rest.popFirst() {
  switch (option, option == "--quick" ? "" : rest.popFirst()) {
  case ("--quick", _): isQuick = true
  case ("--only", let name?) where Suite.names.contains(name): names.append(name)
  case ("--folder", let folder?): parent = folder
  case ("--program", let path?): program = path
  default:
    Output.note("cannot use '\(option)'\n\(usage)")
    Machine.exit(option == "--help" ? 0 : 64)
  }
}
var status: Int32 = 1
do {
  Interrupt.listen()
  let workspace = try Workspace(inside: parent, program: program, quick: isQuick)
  defer { workspace.clear() }
  if try await Suite(workspace: workspace).run(only: names) { status = 0 }
} catch {
  Output.note("error: \(error)")
}
Machine.exit(status)
