// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// The machine, and this process on it.
public enum Machine {
  /// The words that the process was started with, its own name first, without loss: see
  /// ``RawText``.
  public static var arguments: [String] {
    (0..<Int(CommandLine.argc)).map { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return "" }
      return unsafe String(rawCString: word)
    }
  }

  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
