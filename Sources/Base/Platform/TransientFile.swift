// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// A file that is written under a temporary name and then renamed, so that nobody ever sees a part
/// of it under its final name.
///
/// If it is not committed, it is removed at the end of its life; after an end by force, ``prepare(_:)``
/// finds it.
public struct TransientFile: ~Copyable {
  /// Its path until it is committed.
  public let temporaryPath: String
  private let path: String
  private let descriptor: FileDescriptor
  private var entry: Entry

  /// The temporary name in the folder, which is removed unless the file has its final one.
  // With less access, the optimizer of other modules makes modules that do not link.
  package struct Entry: ~Copyable {
    let name, path: String
    var isRenamed = false

    // If it cannot be removed, another error matters more.
    deinit {
      if !isRenamed, unsafe unlink(path) != 0 { UnfinishedFiles.remove(name) }
    }
  }

  /// The prefix of every temporary name; the system, the process, its start and a number follow.
  private static let prefix = ".radial-audio-"

  private static let created = Atomic<Int>(0)

  /// Creates the temporary file in the folder of `path`.
  ///
  /// - Throws: the system's error, usually a missing folder or a missing permission.
  public init(for path: String) throws(SystemError) {
    self.path = path
    let folder = Folder.parent(of: path)
    let number = TransientFile.created.wrappingAdd(1, ordering: .relaxed).oldValue
    let name = "\(TransientFile.ownPrefix)\(number)"
    temporaryPath = folder == "." && !path.hasPrefix("./") ? name : "\(folder)/\(name)"
    descriptor = try UnfinishedFiles.creating(temporaryPath)
    entry = Entry(name: name, path: temporaryPath)
  }

  /// Gives the file the permissions of another one, if that exists. Calls `fchmod`.
  public borrowing func takePermissions(of path: String) {
    guard let status = fileStatus(path) else { return }
    _ = fchmod(descriptor.rawValue, status.st_mode & 0o777)
  }

  /// Appends bytes.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try descriptor.write(bytes)
  }

  /// Replaces the first bytes. Calls `pwrite`.
  borrowing func writeBeginning(_ bytes: Span<UInt8>) throws(SystemError) {
    try descriptor.write(bytes, at: 0)
  }

  /// Gives the file its final name. Calls `close` and `renameat2`.
  ///
  /// - Throws: ``SystemError/exists`` if `replacing` is false and the name is taken by now.
  public consuming func commit(replacing: Bool) throws(SystemError) {
    try descriptor.closeReporting()
    try TransientFile.move(temporaryPath, to: path, replacing: replacing)
    entry.isRenamed = true
  }

  /// Gives the file its final name, as ``commit(replacing:)`` does, and leaves it open.
  public consuming func commitOpen(replacing: Bool) throws(SystemError) -> FileDescriptor {
    try TransientFile.move(temporaryPath, to: path, replacing: replacing)
    entry.isRenamed = true
    return descriptor
  }

  /// Renames. If several do it without replacing, one succeeds; only where the file system supports
  /// neither such a call (NFS) nor links (FAT), a file created between check and renaming is lost.
  private static func move(
    _ temporaryPath: String, to path: String, replacing: Bool
  ) throws(SystemError) {
    if !replacing {
      if unsafe renameWithoutReplacing(temporaryPath, path) == 0 { return }
      guard [EINVAL, ENOSYS].contains(errno) else { throw .current }
      if unsafe link(temporaryPath, path) == 0 {
        _ = unsafe unlink(temporaryPath)
        return
      }
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .current }
      if Folder.hasEntry(path) { throw .exists }
    }
    if unsafe rename(temporaryPath, path) != 0 { throw .current }
  }

  /// Locks bytes of the file before others can see it; see ``FileDescriptor/lock(from:count:)``.
  public borrowing func lock(from offset: Int, count: Int) throws(SystemError) -> Bool {
    try descriptor.lock(from: offset, count: count)
  }

  /// The prefix of this process's temporary names.
  private static let ownPrefix = "\(prefix)\(system)-\(getpid())-\(start)."

  /// Identifies the system in which the process number is valid: the boot of the machine, and the
  /// PID namespace. Machines and containers may share a host name and a folder.
  private static let system: String = {
    bootIdentifier + "_\(fileStatus("/proc/self/ns/pid")?.st_ino ?? 0)"
  }()

  /// Empty without `/proc`: then any system may be a different one.
  private static let bootIdentifier: String = {
    let file = try? FileDescriptor.reading("/proc/sys/kernel/random/boot_id")
    let bytes = ((try? file?.readAll(limit: 64)) ?? []).filter { $0 > 32 && $0 != 45 }
    return String(decoding: bytes, as: UTF8.self)
  }()

  /// When this process began to write, in nanoseconds. In containers process numbers repeat at each
  /// run, so they alone do not identify a process.
  private static let start: Int = {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }()

  /// Prepares the folder to which this process will write: nothing will be left there after an end
  /// by force, and leftovers of killed processes are removed.
  public static func prepare(_ folder: String) {
    UnfinishedFiles.watch(folder, prefix: ownPrefix)
    removeLeftovers(in: folder)
  }

  /// Removes leftovers of killed processes from a folder: files whose process is gone, and files of
  /// other systems (including this machine before its last boot) that have not changed for an hour.
  private static func removeLeftovers(in folder: String) {
    guard let names = try? Folder.names(in: folder) else { return }
    for name in names where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard parts.count == 3, let process = Int32(parts[1]) else { continue }
      let path = "\(folder)/\(name)"
      let isLeft =
        if parts[0] != system || bootIdentifier.isEmpty {
          fileStatus(path).map { time(nil) - $0.st_mtim.tv_sec > 3600 } ?? false
        } else if process == getpid() {
          !parts[2].hasPrefix("\(start).")
        } else {
          kill(process, 0) != 0 && errno == ESRCH
        }
      if isLeft { _ = unsafe unlink(path) }
    }
  }
}
