// SPDX-License-Identifier: MIT
import Commands
import Foundation
import Platform
public import TestSupport

/// The program within the process of the tests: for what it answers, not for how its process ends.
/// It costs a hundredth of a process.
public enum Inside: ProgramRunner {
  /// A run without a process, and so without an environment, limits and signals of its own.
  public static func command(_ arguments: [String]) -> CommandRun {
    var command = CommandRun("radial-audio", arguments)
    command.inside = run
    return command
  }

  /// Runs on a thread of its own, which has a folder of its own.
  private static func run(
    _ command: CommandRun, input: Int32, output: Int32, errors: Int32
  ) throws -> Int32 {
    let end = ThreadEnd()
    let thread = Thread {
      end.status =
        command.folder.map(enterAlone) == false
        ? nil
        : Entry.run(
          command.arguments, on: StandardStreams(input: input, output: output, errors: errors))
      end.semaphore.signal()
    }
    // As much as the first thread of a process has.
    thread.stackSize = 8 << 20
    thread.start()
    end.semaphore.wait()
    guard let status = end.status else {
      throw CommandError(description: "\(command.folder ?? ""): cannot be gone to")
    }
    return status
  }
}

/// Makes a folder that of this thread alone, and not of its process; whether that went well. Calls
/// `unshare`, which Swift's Glibc module leaves out.
private func enterAlone(_ folder: String) -> Bool {
  typealias Unshare = @convention(c) (Int32) -> Int32
  let shareOfFolders: Int32 = 0x200  // CLONE_FS
  guard let symbol = dlsym(nil, "unshare") else { return false }
  return unsafeBitCast(symbol, to: Unshare.self)(shareOfFolders) == 0 && chdir(folder) == 0
}

/// What a thread leaves, to be read after its signal.
private final class ThreadEnd: @unchecked Sendable {
  let semaphore = DispatchSemaphore(value: 0)
  var status: Int32?
}
