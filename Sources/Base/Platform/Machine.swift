// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// The machine, and this process on it.
public enum Machine {
  /// The arguments of the process, its own name first. Bytes that are not UTF-8 come
  /// back as they were where the text is used as a path or a name.
  public static var arguments: [String] {
    var arguments: [String] = []
    while let word = unsafe linux_argument(Int32(arguments.count)) {
      arguments.append(unsafe String(rawCString: word))
    }
    return arguments
  }

  /// The path of this process's program, as it was started. Calls `getauxval` with `AT_EXECFN`.
  public static var program: String {
    guard let path = unsafe linux_program() else { return arguments.first ?? "" }
    return unsafe String(rawCString: path)
  }

  /// Ends the process with an exit status. Calls `exit`.
  public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Whether the process could allocate this many bytes now, within its own limits and the
  /// system's. They are not kept. Calls `mmap`.
  public static func hasMemory(_ count: Int) -> Bool { canMap(count, 0) }

  /// Whether the process could reserve this many bytes of address space, within its own limits.
  /// They are not kept. Calls `mmap`.
  public static func hasAddressSpace(_ count: Int) -> Bool { canMap(count, MAP_NORESERVE) }

  private static func canMap(_ count: Int, _ flags: Int32) -> Bool {
    let (access, flags) = (PROT_READ | PROT_WRITE, flags | MAP_PRIVATE | MAP_ANONYMOUS)
    let place = unsafe mmap(nil, count, access, flags, -1, 0)
    guard let place = unsafe place, unsafe place != MAP_FAILED else { return false }
    return unsafe munmap(place, count) == 0
  }

  /// The name of the machine; empty if it has none. Calls `gethostname`.
  public static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The present time, since 1970 in UTC. Calls `clock_gettime`.
  public static var now: (seconds: Int, nanoseconds: Int) {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return (now.tv_sec, now.tv_nsec)
  }

  /// The processors that this process may use; at least 1. Calls `sched_getaffinity`.
  public static var processorCount: Int { max(1, Int(linux_processor_count())) }
}
