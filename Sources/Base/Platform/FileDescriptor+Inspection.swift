// SPDX-License-Identifier: MIT
internal import CLinux
internal import Glibc

extension FileDescriptor {
  /// The kind of an open descriptor.
  public enum Kind: Sendable, Hashable {
    /// A file on a disk, which has a size and allows seeking.
    case regular
    /// A folder.
    case directory
    /// A pipe, named or not, or a socket.
    case pipe
    /// A terminal, a device.
    case other
  }

  /// Its kind, and its size in bytes, which is meaningful for regular files only.
  ///
  /// Calls `fstat`.
  public borrowing func status() throws(SystemError) -> (kind: Kind, size: Int) {
    let status = try inspect()
    return (Kind(mode: status.st_mode), Int(status.st_size))
  }

  /// How many names (hard links) the file has. Calls `fstat`.
  public borrowing func linkCount() throws(SystemError) -> Int {
    Int(try inspect().st_nlink)
  }

  /// Whether it is a character device, perhaps endless, such as `/dev/zero`. Calls `fstat`.
  public borrowing func isCharacterDevice() throws(SystemError) -> Bool {
    try inspect().st_mode & S_IFMT == S_IFCHR
  }

  private borrowing func inspect() throws(SystemError) -> stat {
    var status = stat()
    let number = rawValue
    _ = try retrying { unsafe fstat(number, &status) }
    return status
  }

  /// The offset of the next `read`, in bytes. Calls `lseek`.
  public borrowing func position() throws(SystemError) -> Int {
    let number = rawValue
    return try retrying { lseek(number, 0, SEEK_CUR) }
  }

  /// Sets the offset of the next `read`, in bytes. Calls `lseek`.
  public borrowing func seek(to position: Int) throws(SystemError) {
    let number = rawValue
    _ = try retrying { lseek(number, position, SEEK_SET) }
  }

  /// Up to `count` bytes from `offset` on, fewer only at the end; the position does not change.
  /// Calls `pread`.
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

  /// The bytes that are available, at most `count`, which is positive; none at the end. Calls
  /// `read`.
  public borrowing func bytes(atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let got = try read(into: &span)
    bytes.removeLast(count - got)
    return bytes
  }

  /// Up to `limit` bytes from the position to the end. Calls `read` until the end.
  public borrowing func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < limit {
      // Not more than is wanted: a pipe cannot be read again.
      let piece = try bytes(atMost: min(65_536, limit - all.count))
      if piece.isEmpty { break }
      all += piece
    }
    return all
  }
}
