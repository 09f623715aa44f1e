// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// Files without a name, which vanish with their last descriptor, even if the program is killed.
public enum TemporaryFile {
  /// The folder in the environment's `TMPDIR`, or `/tmp`.
  public static var defaultFolder: String {
    guard let folder = Environment.value("TMPDIR"), !folder.isEmpty else { return "/tmp" }
    return folder
  }

  /// A new empty file in `folder`, open for reading and writing.
  ///
  /// Calls `open` with `O_TMPFILE`, or `mkstemp` and `unlink` if the file system does not support
  /// that.
  public static func make(in folder: String) throws(SystemError) -> FileDescriptor {
    let number = unsafe open(folder, Int32(linux_open_unnamed) | O_RDWR | O_CLOEXEC, 0o600)
    if number >= 0 { return FileDescriptor(owning: number) }
    guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw .current }
    var name = RawText.cString("\(folder)/.radial-audio-XXXXXX")
    let named = try retrying {
      unsafe name.withUnsafeMutableBufferPointer { name -> Int32 in
        guard let path = name.baseAddress else { return -1 }
        let number = unsafe mkstemp(path)
        if number >= 0 {
          _ = unsafe unlink(path)
          _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }
        return number
      }
    }
    return FileDescriptor(owning: named)
  }
}

extension TemporaryFile {
  /// A new empty file in memory, for little data without a folder. Calls `memfd_create`.
  public static func inMemory() throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try retrying { unsafe memfd_create("radial-audio", UInt32(linux_close_on_exec)) })
  }
}

/// The variables of the process's environment.
public enum Environment {
  /// The value of a variable; `nil` if it is not set. Calls `getenv`.
  public static func value(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(rawCString: text)
  }

  /// Sets a variable for children that are started later, unless it is set already. Calls `setenv`.
  ///
  /// - Precondition: no other thread runs.
  public static func setDefault(_ name: String, _ value: String) { unsafe setenv(name, value, 0) }
}
