// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// Locks bytes of the file for this open file alone, up to its end if `count` is 0; `false` if
  /// some of them are already locked.
  ///
  /// The lock ends with the descriptor, however the process ends. It is advisory. If the file
  /// system does not support locks, the call succeeds.
  ///
  /// - Source: Linux `fcntl(2)`, `F_OFD_SETLK`; unlike `flock` it is also seen by other machines
  ///   on NFS, and unlike `F_SETLK` by other tasks of this process.
  public borrowing func lock(from offset: Int, count: Int) throws(SystemError) -> Bool {
    var region = flock()
    region.l_type = Int16(F_WRLCK)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = offset
    region.l_len = count
    let number = rawValue
    var patience = FileDescriptor.maxAttempts
    while true {
      do throws(SystemError) {
        _ = try retrying { unsafe fcntl(number, Int32(linux_lock_open_file), &region) }
        return true
      } catch {
        switch error.code {
        case EAGAIN, EACCES: patience -= 1
        case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL: return true
        default: throw error
        }
      }
      guard patience > 0 else { return false }
      usleep(FileDescriptor.pauseInMicroseconds)
    }
  }

  /// A lock may outlive its owner for up to a fifth of a second: a process that is just being
  /// started shares it until it runs its own program.
  private static let maxAttempts = 20
  private static let pauseInMicroseconds: UInt32 = 10_000

  /// Whether a path still leads to this open file. Calls `fstat` and `stat`.
  public borrowing func isFile(at path: String) -> Bool {
    var ours = stat()
    guard unsafe fstat(rawValue, &ours) == 0, let theirs = fileStatus(path) else { return false }
    return ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino
  }
}
