// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc
internal import Synchronization

/// The temporary files of this process, which must be removed if it is ended by force.
///
/// They are found by their names, in the folders to which its threads write: a signal handler must
/// not take a lock, so it could not read a list.
enum UnfinishedFiles {
  /// The folders, one for each thread that has outputs.
  private static let folders = InlineArray<64, Atomic<Int32>> { _ in Atomic(-1) }
  private static let threads = Atomic<Int>(0)
  private static let prefix = Atomic<UInt>(0)
  /// How many are being created at the moment.
  private static let pendingCount = Atomic<Int>(0)
  private static let isClosed = Atomic<Bool>(false)

  /// Initializes the atomics, which a handler must not be the first to use.
  static func prepare() {
    _ = (folders[0].load(ordering: .relaxed), prefix.load(ordering: .relaxed))
    _ = (pendingCount.load(ordering: .relaxed), isClosed.load(ordering: .relaxed))
  }

  /// Sets the folder of this thread's outputs, which is kept open so that it can be found if it is
  /// moved, and the prefix of the files' names. If it cannot be opened, a later run cleans up.
  static func watch(_ path: String, prefix text: String) {
    guard let opened = try? FileDescriptor.reading(path) else { return }
    // The prefix belongs to the process, so it is the same each time.
    if prefix.load(ordering: .acquiring) == 0, let copy = unsafe strdup(text) {
      let bits = UInt(bitPattern: copy)
      let (isFirst, _) = prefix.compareExchange(
        expected: 0, desired: bits, ordering: .acquiringAndReleasing)
      if !isFirst { unsafe free(copy) }
    }
    if linux_stream(Int32(linux_number)) == 0 {
      let number = threads.wrappingAdd(1, ordering: .relaxed).oldValue
      linux_set_stream(Int32(linux_number), Int32(number % folders.count) + 1)
    }
    let place = Int(linux_stream(Int32(linux_number))) - 1
    let old = folders[place].exchange(opened.release(), ordering: .acquiringAndReleasing)
    if old >= 0 { close(old) }
  }

  /// Creates such a file, unless the process is being ended: then it waits for that.
  static func creating(_ path: String) throws(SystemError) -> FileDescriptor {
    pendingCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { pendingCount.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    if isClosed.load(ordering: .sequentiallyConsistent) {
      pendingCount.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      while true { pause() }
    }
    return try FileDescriptor.creating(path)
  }

  /// Removes a file by its name, in case its folder is no longer at its path.
  static func remove(_ name: String) {
    for place in folders.indices {
      let number = folders[place].load(ordering: .acquiring)
      if number >= 0 { _ = unsafe unlinkat(number, name, 0) }
    }
  }

  /// Removes all of them, and prevents new ones.
  ///
  /// Uses only what a signal handler may: `nanosleep`, `getdents64`, `unlinkat`.
  static func removeAll() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    // Not for ever: a file system may hang, and the handler may have interrupted the creating
    // thread.
    var moment = timespec(tv_sec: 0, tv_nsec: 1_000_000)
    var patience = 100
    while patience > 0, pendingCount.load(ordering: .sequentiallyConsistent) > 0 {
      _ = unsafe nanosleep(&moment, nil)
      patience -= 1
    }
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: prefix.load(ordering: .acquiring))
    else { return }
    for place in 0..<folders.count {
      let number = folders[place].load(ordering: .acquiring)
      if lseek(number, 0, SEEK_SET) == 0 { unsafe removeAll(from: number, start) }
    }
  }

  /// Removes the files of a folder whose names begin like this.
  private static func removeAll(from number: Int32, _ start: UnsafePointer<CChar>) {
    let length = unsafe strlen(start)
    // Not larger, or it would be allocated on the heap.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { entries in
      guard let first = entries.baseAddress else { return }
      while true {
        let count = unsafe getdents64(number, first, 1024)
        guard count > 0 else { return }
        var place = 0
        while place < count {
          let entry = unsafe first + place
          // A struct linux_dirent64: its length at offset 16, its name at 19.
          place += Int(unsafe entry.load(fromByteOffset: 16, as: UInt16.self))
          let name = unsafe (entry + 19).assumingMemoryBound(to: CChar.self)
          if unsafe strncmp(name, start, length) == 0 { _ = unsafe unlinkat(number, name, 0) }
        }
      }
    }
  }
}
