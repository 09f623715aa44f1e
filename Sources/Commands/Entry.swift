// SPDX-License-Identifier: MIT
internal import Platform

/// The program: from its arguments to its exit status.
public enum Entry {
  /// Takes care of the descriptors of this process; ends it where it may have too few, or too
  /// little memory to go anywhere: Swift ends a process by force that gets none.
  ///
  /// To be called before anything else.
  public static func prepare() {
    StandardStreams.secure()
    let error: Diagnostic
    if !StandardStreams.haveRoomBesideThem() {
      error = Diagnostic(
        "too few files may be open at once", hint: Diagnostic.openFilesHint, status: .ioError)
    } else if !Machine.hasMemory(leastMemory) {
      error = Diagnostic(
        "there is too little memory", hint: Diagnostic.memoryHint, status: .ioError)
    } else {
      return
    }
    StandardError.write(error.text)
    Machine.exit(error.status.rawValue)
  }

  /// Bytes that every command can do with, beside the pictures that it draws.
  private static let leastMemory = 16 << 20

  /// Runs the command that the arguments, without the program's own name, ask for.
  public static func run(_ arguments: [String]) -> Int32 {
    Interruption.setExitMessage(Diagnostic.interruption().text)
    Interruption.listen()
    do {
      switch try Invocation(arguments) {
      case .text(let text): try DataOutput.print(Array(text.utf8))
      case .command(let command): try run(command, arguments)
      }
      return ExitStatus.success.rawValue
    } catch {
      let error = Diagnostic(thrown: error)
      Interruption.leave()
      StandardError.write(error.status.isInterruption ? Interruption.exitMessage : error.text)
      return error.status.rawValue
    }
  }

  private static func run<SomeCommand: Command>(
    _ command: SomeCommand, _ arguments: [String]
  ) throws {
    SomeCommand.noteRoundedRates(in: Array(arguments.dropFirst()))
    Message.follow(command.report)
    do { try command.run() } catch {
      throw Diagnostic(thrown: error).withHelper(for: command, arguments)
    }
  }
}
