// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// A file under a temporary name beside its final one: written, then renamed, so that nobody ever
/// sees a part of it under its own name.
///
/// It must be committed or discarded; one that is just dropped stays under its temporary name until
/// ``prepare(_:)`` finds it.
public struct TransientFile: ~Copyable {
  private let name: String
  /// Where it is until it is committed.
  public let temporaryPath: String
  private let path: String
  private let descriptor: FileDescriptor

  /// The beginning of every temporary name; the system, the process, its start and a number follow.
  private static let prefix = ".radial-audio-"

  private static let created = Atomic<Int>(0)

  /// Creates the temporary file in the folder of `path`.
  ///
  /// - Throws: what the system says, usually that the folder is missing or may not be written to.
  public init(for path: String) throws(SystemError) {
    self.path = path
    let folder = Folder.parent(of: path)
    let number = TransientFile.created.wrappingAdd(1, ordering: .relaxed).oldValue
    name = "\(TransientFile.ownPrefix)\(number)"
    temporaryPath = folder == "." && !path.hasPrefix("./") ? name : "\(folder)/\(name)"
    descriptor = try UnfinishedFiles.creating(temporaryPath)
  }

  /// Gives the file the permissions of another one, if that is there. Calls `fchmod`.
  public borrowing func takePermissions(of path: String) {
    guard let status = fileStatus(path) else { return }
    _ = fchmod(descriptor.rawValue, status.st_mode & 0o777)
  }

  /// Appends bytes.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try descriptor.write(bytes)
  }

  /// Gives the file its name. Calls `close` and `renameat2`.
  ///
  /// - Throws: ``SystemError/exists`` if `replacing` is false and something has the name by now.
  public consuming func commit(replacing: Bool) throws(SystemError) {
    let (name, temporaryPath, path) = (self.name, self.temporaryPath, self.path)
    do throws(SystemError) {
      try TransientFile.descriptor(of: self).closeReporting()
      try TransientFile.move(temporaryPath, to: path, replacing: replacing)
    } catch {
      TransientFile.remove(name, temporaryPath)
      throw error
    }
  }

  /// Gives the file its name, as ``commit(replacing:)`` does, and leaves it open.
  public consuming func commitOpen(replacing: Bool) throws(SystemError) -> FileDescriptor {
    let (name, temporaryPath, path) = (self.name, self.temporaryPath, self.path)
    let descriptor = TransientFile.descriptor(of: self)
    do throws(SystemError) {
      try TransientFile.move(temporaryPath, to: path, replacing: replacing)
      return descriptor
    } catch {
      TransientFile.remove(name, temporaryPath)
      throw error
    }
  }

  /// Renames. Of several who do it without replacing, one succeeds; only where there is neither such
  /// a call (as on NFS) nor a link (as on FAT), what comes between a look and the renaming is lost.
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

  /// Claims bytes of the file before others can see it; see ``FileDescriptor/claim(from:count:)``.
  public borrowing func claim(from offset: Int, count: Int) throws(SystemError) -> Bool {
    try descriptor.claim(from: offset, count: count)
  }

  /// Removes what is there so far.
  public consuming func discard() {
    let (name, temporaryPath) = (self.name, self.temporaryPath)
    _ = TransientFile.descriptor(of: self)
    TransientFile.remove(name, temporaryPath)
  }

  /// Removes a temporary file where that can be done; where not, another fault counts more.
  private static func remove(_ name: String, _ temporaryPath: String) {
    if unsafe unlink(temporaryPath) != 0 { UnfinishedFiles.remove(name) }
  }

  private static func descriptor(of file: consuming TransientFile) -> FileDescriptor {
    file.descriptor
  }

  /// The beginning of the temporary names of this process.
  private static let ownPrefix = "\(prefix)\(system)-\(getpid())-\(start)."

  /// The system that gave this process its number: the boot of its machine, and the name space of
  /// numbers. Machines and containers may share one host name and one folder.
  private static let system: String = {
    bootIdentifier + "_\(fileStatus("/proc/self/ns/pid")?.st_ino ?? 0)"
  }()

  /// Empty where there is no `/proc`: then any system may be another one.
  private static let bootIdentifier: String = {
    let file = try? FileDescriptor.reading("/proc/sys/kernel/random/boot_id")
    let bytes = ((try? file?.readAll(limit: 64)) ?? []).filter { $0 > 32 && $0 != 45 }
    return String(decoding: bytes, as: UTF8.self)
  }()

  /// When this process began to write, in nanoseconds. In containers the process has
  /// the same names at each run, so they alone do not tell one process from an earlier one.
  private static let start: Int = {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }()

  /// Prepares the folder in which this process will write: sees to it that nothing is left there
  /// when it is ended by force, and removes what killed processes have left.
  public static func prepare(_ folder: String) {
    UnfinishedFiles.watch(folder, prefix: ownPrefix)
    removeLeftovers(in: folder)
  }

  /// Removes what killed processes have left in a folder: files whose process is gone, and those of
  /// other systems, this machine before it was started anew among them, that have not changed for
  /// an hour.
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
