// SPDX-License-Identifier: MIT
internal import Glibc
internal import Text

/// What a file system says of its room. It is a hint: others may write as well, and quotas may stop
/// this user earlier.
public struct FileSystem: Sendable, Hashable {
  /// Bytes that this user may still write; `nil` where the file system does not count them.
  public let availableBytes: Int?

  /// Files and folders that this user may still make; `nil` where their number is not fixed.
  public let availableFiles: Int?

  /// Bytes in which a file's room is handed out: a file takes a multiple of them.
  public let blockSize: Int

  /// A file system of which this is known.
  public init(availableBytes: Int?, availableFiles: Int?, blockSize: Int) {
    precondition(blockSize > 0)
    self.availableBytes = availableBytes
    self.availableFiles = availableFiles
    self.blockSize = blockSize
  }

  /// Asks the file system on which a folder is, or would be if it and those above it that are
  /// missing were made. Makes nothing. Calls `statvfs`.
  ///
  /// - Throws: what the system says, `ENOTDIR` if the folder, or what it would be in, is none.
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

  /// Blocks of more bytes than this are those of a network, in which data travels, not those in
  /// which a file is kept.
  private static let largestBlock = 65_536

  private init(_ status: statvfs) {
    let unit = UInt(status.f_frsize > 0 ? status.f_frsize : status.f_bsize)
    // A file system without a size, such as one that a program plays, says 0 of all.
    let counts = status.f_blocks > 0
    let bytes = UInt(status.f_bavail).multipliedReportingOverflow(by: unit)
    let files = status.f_files > 0 ? Int(clamping: status.f_favail) : nil
    let known = (1...UInt(FileSystem.largestBlock)).contains(unit)
    self.init(
      availableBytes: counts ? (bytes.overflow ? .max : Int(clamping: bytes.partialValue)) : nil,
      availableFiles: files, blockSize: known ? Int(unit) : 4096)
  }

  /// The bytes that a file of so many takes.
  public func storedSize(of bytes: Int) -> Int {
    (bytes + blockSize - 1) / blockSize * blockSize
  }
}
