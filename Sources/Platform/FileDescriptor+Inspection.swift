// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// What an open descriptor leads to.
  public enum Kind: Sendable, Hashable {
    /// A file on a disk, which has a size and can be read at any place.
    case regular
    /// A folder.
    case directory
    /// A pipe, named or not, or a socket.
    case pipe
    /// A terminal, a device.
    case other
  }

  /// What it leads to, and its size in bytes, which means something for regular files only.
  ///
  /// Calls `fstat`.
  public borrowing func status() throws(SystemError) -> (kind: Kind, size: Int) {
    let status = try inspect()
    return (Kind(mode: status.st_mode), Int(status.st_size))
  }

  /// How many names the file has. Calls `fstat`.
  public borrowing func linkCount() throws(SystemError) -> Int {
    Int(try inspect().st_nlink)
  }

  /// Whether it leads to a device that gives bytes one after another, perhaps without end, such as
  /// `/dev/zero`. Calls `fstat`.
  public borrowing func isCharacterDevice() throws(SystemError) -> Bool {
    try inspect().st_mode & S_IFMT == S_IFCHR
  }

  private borrowing func inspect() throws(SystemError) -> stat {
    var status = stat()
    let number = rawValue
    _ = try retrying { unsafe fstat(number, &status) }
    return status
  }

  /// Where the next `read` starts, in bytes from the beginning. Calls `lseek`.
  public borrowing func position() throws(SystemError) -> Int {
    let number = rawValue
    return try retrying { lseek(number, 0, SEEK_CUR) }
  }

  /// Makes the next `read` start at `position` bytes from the beginning. Calls `lseek`.
  public borrowing func seek(to position: Int) throws(SystemError) {
    let number = rawValue
    _ = try retrying { lseek(number, position, SEEK_SET) }
  }

  /// Up to `count` bytes from `offset` on, fewer only at the end; the position stays. Calls `pread`.
  public borrowing func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let number = rawValue
      let (start, place) = (filled, offset + filled)
      let got = try retrying {
        unsafe bytes.withUnsafeMutableBytes {
          unsafe pread(number, $0.baseAddress?.advanced(by: start), count - start, place)
        }
      }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// As many bytes as come, at most `count`, which is positive; none at the end. Calls `read`.
  public borrowing func bytes(atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let got = try read(into: &span)
    bytes.removeLast(count - got)
    return bytes
  }

  /// Up to `limit` bytes from the position to the end. Calls `read` until it gives none.
  public borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < limit {
      // No more than is wanted: what a pipe gives, it gives once.
      let piece = try bytes(atMost: min(65_536, limit - all.count))
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }
}
