// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// The machine, and this process on it.
public enum Machine {
  /// The words that the process was started with, its own name first, without loss: see
  /// ``RawText``.
  public static var arguments: [String] {
    var arguments: [String] = []
    while let word = unsafe linux_argument(Int32(arguments.count)) {
      arguments.append(unsafe String(rawCString: word))
    }
    return arguments
  }

  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
