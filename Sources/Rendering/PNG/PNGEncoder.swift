// SPDX-License-Identifier: MIT

/// Encodes the pictures of a raster renderer, one after another, as PNG files.
///
/// Two images in a row differ in a few rows. So the picture is cut into bands of rows, each
/// compressed on its own as an IDAT chunk with its CRC and its part of the Adler-32, and a band
/// that has not changed is neither compressed nor summed again. What the file costs follows from
/// what has changed, and from copying the bytes.
package struct PNGEncoder {
  private let head: [UInt8]
  /// Thin lines on flat ground are runs as they are; other pictures get them by filters.
  private let isFiltered: Bool
  private var bands: [Band] = []
  private var deflater = RunDeflater()
  private var filter = RowFilter()

  /// A few rows of the picture as they were last compressed.
  private struct Band {
    var revision: UInt64
    var chunk: [UInt8]
    var checksum: Adler32
  }

  /// Rows in a band. Fewer make a change cheaper, more make the file smaller: with 8 a file is
  /// some 10 % larger than in one piece.
  private static let rowsInBand = 8

  /// An encoder that has encoded nothing yet.
  package init(for raster: RasterRenderer) {
    head = PNGHead.bytes(for: raster.pixmap)
    isFiltered = raster.kind == .mixed
  }

  /// Puts the PNG file of the renderer's next picture in place of what `bytes` held.
  package mutating func encode(_ pixmap: Pixmap, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes += head
    var checksum = Adler32()
    var first = 0
    while first < pixmap.height {
      let rows = first..<min(first + PNGEncoder.rowsInBand, pixmap.height)
      update(first / PNGEncoder.rowsInBand, rows: rows, of: pixmap)
      let band = bands[first / PNGEncoder.rowsInBand]
      bytes += band.chunk
      checksum.append(band.checksum, count: rows.count * pixmap.stride)
      first = rows.upperBound
    }
    // An empty last block of fixed codes, and the checksum, end the zlib stream.
    bytes += PNGHead.chunk("IDAT", [0x03, 0x00] + PNGHead.bigEndian(checksum.value))
    bytes += PNGHead.chunk("IEND", [])
  }

  /// Compresses a band if one of its rows has changed since it was last compressed.
  private mutating func update(_ index: Int, rows: Range<Int>, of pixmap: Pixmap) {
    let revision = rows.reduce(0) { $0 + UInt64(pixmap.revisions[$1]) }
    if index < bands.count, bands[index].revision == revision { return }
    let span = pixmap.bytes.span.extracting(
      rows.lowerBound * pixmap.stride..<rows.upperBound * pixmap.stride)
    let bytesPerPixel = pixmap.format.bytesPerPixel
    let compressed: (data: [UInt8], checksum: Adler32)
    if isFiltered {
      filter.filter(span, stride: pixmap.stride, bytesPerPixel: bytesPerPixel)
      let rows = filter.bytes
      compressed = deflater.compress(rows.span, distance: bytesPerPixel)
    } else {
      compressed = deflater.compress(span, distance: bytesPerPixel)
    }
    let band = Band(
      revision: revision, chunk: PNGHead.chunk("IDAT", compressed.data),
      checksum: compressed.checksum)
    if index < bands.count { bands[index] = band } else { bands.append(band) }
  }
}
