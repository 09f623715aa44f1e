// SPDX-License-Identifier: MIT
internal import Glibc

/// An error from the operating system: a value of C's `errno`.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  /// An error with a known number.
  public init(code: Int32) { self.code = code }

  /// The error of the C call just made, from `errno`.
  public static var current: SystemError { SystemError(code: errno) }

  /// ENOENT: there is no such file or folder.
  public static let notFound = SystemError(code: ENOENT)
  /// EEXIST: the name is taken.
  public static let exists = SystemError(code: EEXIST)
  /// EPIPE: the reader of a pipe has closed it.
  public static let brokenPipe = SystemError(code: EPIPE)
  /// EINTR: the process was asked to end while it waited.
  public static let interrupted = SystemError(code: EINTR)
  /// ENOSPC: the disk is full.
  public static let noSpace = SystemError(code: ENOSPC)
  /// EBADF: a standard stream is closed, or not open for this use.
  public static let notOpen = SystemError(code: EBADF)
  /// EDQUOT: the user's share of the disk is full.
  public static let overQuota = SystemError(code: EDQUOT)
  /// EROFS: the file system is read-only.
  public static let readOnly = SystemError(code: EROFS)
  /// EACCES: a permission is missing.
  public static let noPermission = SystemError(code: EACCES)
  /// EFBIG: the file is larger than the limit for files.
  public static let fileTooLarge = SystemError(code: EFBIG)
  /// EMFILE: this process has as many files open as it may.
  public static let tooManyFiles = SystemError(code: EMFILE)
  /// ENFILE: the whole machine has too many files open.
  public static let tooManyFilesInAll = SystemError(code: ENFILE)
  /// ENOMEM: there is no memory left.
  public static let noMemory = SystemError(code: ENOMEM)
  /// EAGAIN: the limit of processes is reached.
  public static let tooManyProcesses = SystemError(code: EAGAIN)
  /// EIO: the device fails.
  public static let deviceFailure = SystemError(code: EIO)
  /// EADDRINUSE: another program listens at this port.
  public static let addressInUse = SystemError(code: EADDRINUSE)
  /// ENOTDIR: not a folder.
  public static let notFolder = SystemError(code: ENOTDIR)
  /// EISDIR: a folder in place of a file.
  public static let isDirectory = SystemError(code: EISDIR)
}

extension SystemError: CustomStringConvertible {
  /// The system's own words, such as `No such file or directory`.
  public var description: String {
    // glibc's strerror has a buffer for each thread; it is copied at once.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
