// SPDX-License-Identifier: MIT
import CPNG

/// Raw deflate by zlib.
enum Inflation {
  struct Failure: Error {
    let code: Int32
  }

  /// The bytes of a whole stream.
  static func bytes(_ packed: [UInt8], limit: Int = 1 << 26) throws -> [UInt8] {
    var stream = z_stream()
    let begun = inflateInit2_(
      &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { throw Failure(code: begun) }
    defer { inflateEnd(&stream) }
    var (packed, result) = (packed, Z_OK)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      packed.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(limit)
        result = inflate(&stream, Z_FINISH)
      }
      count = Int(stream.total_out)
    }
    guard result == Z_STREAM_END, stream.avail_in == 0 else { throw Failure(code: result) }
    return bytes
  }
}
