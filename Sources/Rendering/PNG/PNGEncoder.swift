// SPDX-License-Identifier: MIT

/// Encodes the pictures of a raster renderer, one after another, as PNG files.
///
/// Consecutive images differ only in a few rows. So the picture is cut into bands of rows. Each
/// band is compressed on its own, as an IDAT chunk with its CRC and its part of the Adler-32, and
/// bands that have not changed are only copied. The cost of a file depends on what has changed, and
/// on copying.
package struct PNGEncoder {
  private let head: [UInt8]
  /// Pictures of thin lines on a flat ground are compressed without filters.
  private let isFiltered: Bool
  private var bands: [Band] = []
  private var deflater = RunDeflater()
  private var filter = RowFilter()
  // Scratch arrays: the columns of pixels that may have changed in a band, the ranges of its changed
  // bytes, its tokens.
  private var hit: [Range<Int>] = []
  private var changed: [Range<Int>] = []
  private var scratch = TokenBuffer()

  /// A band as it was last compressed.
  private struct Band {
    var revision: UInt64 = 0
    /// The state of the filter, for filtered pictures.
    var rows = RowFilter.Rows()
    var tokens: RunTokens
    var sums = PartialSums()
    var checksum = Adler32()
    var chunk: [UInt8] = []
  }

  /// Rows in a band, the same as in a row of tiles. With fewer rows a change costs less, with more
  /// the file gets smaller: with 8 it is about 10 % larger than in one piece.
  private static let rowsInBand = Coverage.tileHeight

  /// An encoder that has encoded nothing yet.
  package init(for raster: RasterRenderer) {
    head = PNGHead.bytes(for: raster.pixmap)
    isFiltered = raster.kind == .mixed
  }

  /// Replaces `bytes` by the PNG file of the renderer's picture.
  package mutating func encode(_ raster: RasterRenderer, into bytes: inout [UInt8]) {
    let pixmap = raster.pixmap
    bytes.removeAll(keepingCapacity: true)
    bytes += head
    var checksum = Adler32()
    var first = 0
    while first < pixmap.height {
      let rows = first..<min(first + PNGEncoder.rowsInBand, pixmap.height)
      let index = first / PNGEncoder.rowsInBand
      update(index, rows: rows, of: pixmap, raster.damage)
      bytes += bands[index].chunk
      checksum.append(bands[index].checksum, count: rows.count * pixmap.stride)
      first = rows.upperBound
    }
    // The zlib stream ends with an empty last block of fixed codes and the checksum.
    PNGHead.append("IDAT", [0x03, 0x00] + PNGHead.bigEndian(checksum.value)[...], to: &bytes)
    PNGHead.append("IEND", [], to: &bytes)
  }

  /// Compresses a band if one of its rows has changed since the last time.
  private mutating func update(
    _ index: Int, rows: Range<Int>, of pixmap: Pixmap, _ damage: Damage
  ) {
    let revision = rows.reduce(0) { $0 + UInt64(pixmap.revisions[$1]) }
    let isNew = index == bands.count
    if !isNew, bands[index].revision == revision { return }
    let plain = pixmap.bytes.span.extracting(
      rows.lowerBound * pixmap.stride..<rows.upperBound * pixmap.stride)
    let bytesPerPixel = pixmap.format.bytesPerPixel
    if isNew { bands.append(Band(tokens: RunTokens(distance: bytesPerPixel))) }
    // The encoder has seen all earlier pictures, so only the last damage matters.
    hit.removeAll(keepingCapacity: true)
    for column in 0..<damage.columns
    where isNew || damage.hits(index * damage.columns + column) {
      hit.append(column * Coverage.tileWidth..<(column + 1) * Coverage.tileWidth)
    }
    let types = bands[index].rows.types
    if isFiltered {
      filter.filter(
        plain, stride: pixmap.stride, bytesPerPixel: bytesPerPixel, &bands[index].rows,
        changed: hit)
    }
    let filtered = filter.bytes
    let band = isFiltered ? filtered.span : plain
    findChanges(inBand: index, isNew ? nil : types, rows, pixmap, damage)
    bands[index].tokens.update(to: band, changed: changed, &scratch)
    if isFiltered {
      // Another filter changes a whole row, a changed pixel also the next one.
      hit =
        bands[index].rows.types == types
        ? hit.map { $0.lowerBound..<$0.upperBound + 1 } : [0..<pixmap.width]
    }
    bands[index].sums.update(
      to: band, stride: pixmap.stride,
      changed: hit.map { $0.lowerBound * bytesPerPixel..<$0.upperBound * bytesPerPixel })
    bands[index].revision = revision
    bands[index].checksum = bands[index].sums.checksum
    bands[index].chunk.removeAll(keepingCapacity: true)
    PNGHead.append(
      "IDAT", deflater.compress(bands[index].tokens), to: &bands[index].chunk)
  }

  /// Lists the ranges of a band's bytes that may have changed since it had these filter types; in a
  /// new band, all.
  private mutating func findChanges(
    inBand index: Int, _ types: [UInt8]?, _ rows: Range<Int>, _ pixmap: Pixmap, _ damage: Damage
  ) {
    changed.removeAll(keepingCapacity: true)
    guard let types else { return changed.append(0..<rows.count * pixmap.stride) }
    for line in 0..<rows.count {
      let type = isFiltered ? bands[index].rows.types[line] : RowFilter.none
      if isFiltered, types[line] != type {
        changed.append(line * pixmap.stride..<(line + 1) * pixmap.stride)
      } else {
        addChanges(of: line, type, inBand: index, pixmap, damage)
      }
    }
  }

  /// Adds the ranges of bytes that may have changed in a line whose filter is the same as before.
  private mutating func addChanges(
    of line: Int, _ type: UInt8, inBand band: Int, _ pixmap: Pixmap, _ damage: Damage
  ) {
    let start = line * pixmap.stride
    let pixel = pixmap.format.bytesPerPixel
    for columns in hit {
      let left = columns.lowerBound
      let tile = band * damage.columns + left / Coverage.tileWidth
      let mask = tile * Coverage.tileHeight + line
      var bits = damage.masks[mask]
      if type == RowFilter.up { bits |= damage.masks[mask - 1] }
      // The last tile may reach beyond the canvas.
      bits &= UInt32.max >> UInt32(max(columns.upperBound - pixmap.width, 0))
      guard bits != 0 else { continue }
      let first = 1 + (left + bits.trailingZeroBitCount) * pixel
      var end = 1 + (columns.upperBound - bits.leadingZeroBitCount) * pixel
      // The pixel to the right is stored as its difference from this one.
      if type == RowFilter.sub { end += pixel }
      end = min(end, pixmap.stride)
      if let last = changed.last, last.upperBound >= start + first {
        changed[changed.count - 1] = last.lowerBound..<start + end
      } else {
        changed.append(start + first..<start + end)
      }
    }
  }
}
