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

  /// The path of the program that this process runs, as it was started. Calls `getauxval` with
  /// `AT_EXECFN`.
  public static var program: String {
    guard let path = unsafe linux_program() else { return arguments.first ?? "" }
    return unsafe String(rawCString: path)
  }

  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Whether this process gets so many bytes more of memory now: whether neither a limit of its own
  /// nor the system stands against it. They are not kept. Calls `mmap`.
  public static func hasMemory(_ count: Int) -> Bool { canMap(count, 0) }

  /// Whether this process gets so many bytes that it may leave unused: whether no limit of its own
  /// stands against it. They are not kept. Calls `mmap`.
  public static func hasAddressSpace(_ count: Int) -> Bool { canMap(count, MAP_NORESERVE) }

  private static func canMap(_ count: Int, _ flags: Int32) -> Bool {
    let (access, flags) = (PROT_READ | PROT_WRITE, flags | MAP_PRIVATE | MAP_ANONYMOUS)
    let place = unsafe mmap(nil, count, access, flags, -1, 0)
    guard let place = unsafe place, unsafe place != MAP_FAILED else { return false }
    return unsafe munmap(place, count) == 0
  }

  /// The present moment of the clock on the wall, since 1970 in UTC. Calls `clock_gettime`.
  public static var now: (seconds: Int, nanoseconds: Int) {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return (now.tv_sec, now.tv_nsec)
  }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
