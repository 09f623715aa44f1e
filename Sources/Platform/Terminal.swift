// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

/// The standard error stream: messages and progress.
public enum StandardError {
  /// Whether a person reads it on a terminal. Calls `isatty`.
  public static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes text; where that fails there is nobody to tell.
  public static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
  }
}

/// The machine.
public enum Machine {
  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
