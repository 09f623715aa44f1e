// SPDX-License-Identifier: MIT
internal import Glibc
internal import Text

/// The free space of a file system. It is a hint: others may write as well, and quotas may stop
/// this user earlier.
public struct FileSystem: Sendable, Hashable {
  /// Bytes that this user may still write; `nil` if unlimited or unknown.
  public let availableBytes: Int?

  /// Files and folders that this user may still create; `nil` if their number is not fixed.
  public let availableFiles: Int?

  /// The size of a block in bytes: a file takes a multiple of it.
  public let blockSize: Int

  /// A file system with these properties.
  public init(availableBytes: Int?, availableFiles: Int?, blockSize: Int) {
    precondition(blockSize > 0)
    self.availableBytes = availableBytes
    self.availableFiles = availableFiles
    self.blockSize = blockSize
  }

  /// Queries the file system of a folder, which need not exist yet, nor its parents. Creates
  /// nothing. Calls `statvfs`.
  ///
  /// - Throws: the system's error; `ENOTDIR` if the folder, or its parent, is not a folder.
  public init(ofFolder path: String) throws(SystemError) {
    var place = path
    var status = statvfs()
    while unsafe statvfs(RawText.cString(place), &status) != 0 {
      let error = SystemError.current
      let parent = Folder.parent(of: place)
      guard error == .notFound, parent != place else { throw error }
      place = parent
    }
    guard Folder.kind(of: place) == .directory else { throw SystemError(code: ENOTDIR) }
    self.init(status)
  }

  /// Larger block sizes are transfer sizes of network file systems, not allocation units.
  private static let largestBlock = 65_536

  private init(_ status: statvfs) {
    let unit = UInt(status.f_frsize > 0 ? status.f_frsize : status.f_bsize)
    // A virtual file system without a size reports 0 for everything.
    let counts = status.f_blocks > 0
    let bytes = UInt(status.f_bavail).multipliedReportingOverflow(by: unit)
    let files = status.f_files > 0 ? Int(clamping: status.f_favail) : nil
    let known = (1...UInt(FileSystem.largestBlock)).contains(unit)
    self.init(
      availableBytes: counts ? (bytes.overflow ? .max : Int(clamping: bytes.partialValue)) : nil,
      availableFiles: files, blockSize: known ? Int(unit) : 4096)
  }

  /// The bytes that a file of this size takes on the disk.
  public func storedSize(of bytes: Int) -> Int {
    (bytes + blockSize - 1) / blockSize * blockSize
  }
}
