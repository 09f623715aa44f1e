// SPDX-License-Identifier: MIT
internal import CPNG

/// Packs bytes with zlib, which libpng brings.
public enum RawDeflate {
  /// The bytes as raw deflate, packed as well as zlib can.
  ///
  /// - Precondition: there is memory for the result.
  /// - Source: RFC 1951; zlib's `deflateInit2_`, `deflateBound`, `deflate`.
  public static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let begun = unsafe deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(begun == Z_OK, "zlib did not start")
    defer { unsafe deflateEnd(&stream) }
    let limit = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, count in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(limit)
        let code = unsafe deflate(&stream, Z_FINISH)
        precondition(code == Z_STREAM_END, "zlib did not finish")
        count = unsafe Int(stream.total_out)
      }
    }
  }
}
