// SPDX-License-Identifier: MIT

/// A PNG image of 8-bit RGBA with straight alpha.
///
/// Each row is stored as its difference from the row above, so that a drawing of flat areas becomes
/// zeros, and the zeros as repetitions. No compressor but this one takes part: same bytes anywhere.
/// - Source: W3C, *Portable Network Graphics*, third edition; RFC 1950; RFC 1951.
package struct PNGFile {
  /// The width, in pixels.
  package var width: Int

  /// Four bytes for each pixel, row by row from the top.
  package var pixels: [UInt8]

  /// The whole file.
  package var bytes: [UInt8] {
    PNGChunk.signature
      + PNGChunk.header(width: width, height: pixels.count / width / 4, depth: 8, color: 6)
      + PNGChunk.bytes("IDAT", Deflate.zlibStream(of: filteredRows)) + PNGChunk.end
  }

  /// Each row after the number of its filter: 2, the difference from the row above.
  private var filteredRows: [UInt8] {
    let length = 4 * width
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count + pixels.count / length)
    for start in stride(from: 0, to: pixels.count, by: length) {
      rows.append(2)
      for index in start..<(start + length) {
        rows.append(pixels[index] &- (start == 0 ? 0 : pixels[index - length]))
      }
    }
    return rows
  }
}
