// SPDX-License-Identifier: MIT
internal import Arguments
public import Platform
internal import Signal

/// The program: from its arguments to its exit status.
public enum Entry {
  /// Secures the descriptors of this process, and ends it if it has too few of them, or too little
  /// memory to do anything: Swift crashes a process that gets none.
  ///
  /// Must be called before anything else.
  public static func prepare() {
    StandardStreams.secure()
    let error: Diagnostic
    if !StandardStreams.haveRoomBesideThem() {
      error = Diagnostic(
        "too few files may be open at once", hint: Diagnostic.openFilesHint, status: .ioError)
    } else if !Machine.hasMemory(minMemory) {
      error = Diagnostic(
        "there is too little memory", hint: Diagnostic.memoryHint, status: .ioError)
    } else {
      return
    }
    StandardError.write(ReportOptions().lines(of: error))
    Machine.exit(error.status.rawValue)
  }

  /// The memory that every command needs beside its pictures, in bytes.
  private static let minMemory = 16 << 20

  /// Runs the command of the arguments, which are given without the program's own name, as the only
  /// work of this process.
  public static func run(_ arguments: [String]) -> Int32 {
    Interruption.listen()
    return status(of: arguments)
  }

  /// Runs the command of the arguments within another program, such as a test, with the streams in
  /// place of the standard ones.
  ///
  /// Signals are left to that program.
  public static func run(_ arguments: [String], on streams: StandardStreams) -> Int32 {
    streams.use { status(of: arguments) }
  }

  private static func status(of arguments: [String]) -> Int32 {
    var report = ReportOptions()
    report.setExitMessage(.interruption())
    do {
      switch try Invocation(arguments) {
      case .text(let text): try DataOutput.print(Array(text.utf8))
      case .command(let command, let line):
        report = command.report
        try run(command, line)
      }
      return ExitStatus.success.rawValue
    } catch {
      Interruption.leave()
      StandardError.write(
        error.status.isInterruption ? Interruption.exitMessage : report.lines(of: error))
      return error.status.rawValue
    }
  }

  private static func run(_ command: any Command, _ line: Line) throws(Diagnostic) {
    noteRoundedRates(in: line, command.report)
    command.report.setExitMessage(.interruption())
    for option in command.ignored { command.report.write(command.report.lines(of: option)) }
    do { try command.run() } catch { throw error.withHelper(for: line).naming(line.presets) }
  }

  /// Prints which fraction a rounded rate, such as 29.97, was taken for.
  private static func noteRoundedRates(in line: Line, _ report: ReportOptions) {
    guard let text = line.text(of: "fps") else { return }
    do throws(Rate.ParseError) { _ = try Rate(parsing: text) } catch {
      // Only for the NTSC family; other decimals are exact.
      guard case .decimal(let meant) = error, meant.denominator.isMultiple(of: 1001) else { return }
      report.note("--fps \(text) is taken as \(meant), which it is short for")
    }
  }
}
