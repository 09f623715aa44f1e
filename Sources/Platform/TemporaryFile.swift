// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Text

/// Files without a name, which vanish with their last descriptor, even when the program is killed.
public enum TemporaryFile {
  /// The folder that the environment's `TMPDIR` names, else `/tmp`.
  public static var defaultFolder: String {
    guard let folder = Environment.value("TMPDIR"), !folder.isEmpty else { return "/tmp" }
    return folder
  }

  /// A new empty file in `folder`, open for reading and writing.
  ///
  /// Calls `open` with `O_TMPFILE`, or `mkstemp` and `unlink` where the file system has no such
  /// files.
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
  /// A new empty file in memory, for what is little and needs no folder. Calls `memfd_create`.
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
}
