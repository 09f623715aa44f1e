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
  // Scratch arrays: for each row of tiles in a band, the columns of pixels that may have changed; the
  // ranges of the band's changed bytes; its tokens.
  private var hit: [[Range<Int>]] = []
  private var changed: [Range<Int>] = []
  private var scratch = TokenBuffer()

  /// A band as it was last compressed.
  private struct Band {
    var revision: UInt64 = 0
    /// The state of the filter, for filtered pictures.
    var rows = RowFilter.Rows()
    var tokens: RunTokens
    /// For each row of tiles.
    var sums: [PartialSums] = []
    var checksum = Adler32()
    var chunk: [UInt8] = []
  }

  /// Rows of tiles in a band. With more, the file gets smaller and needs fewer codes; with fewer, a
  /// change costs less. With four, files are 1 to 17 % smaller than with one, and moving pictures
  /// take a sixth less time.
  private static let tileRowsInBand = 4
  private static let rowsInBand = tileRowsInBand * Coverage.tileHeight

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
    findHits(inTileRowsOf: rows, isNew ? nil : damage, columns: damage.columns)
    let types = isNew ? nil : bands[index].rows.types
    if isFiltered {
      filter.filter(
        plain, stride: pixmap.stride, bytesPerPixel: bytesPerPixel, &bands[index].rows,
        changed: hit)
    }
    let filtered = filter.bytes
    let band = bands[index].rows.isFiltered ? filtered.span : plain
    findChanges(inBand: index, types, rows, pixmap, damage)
    bands[index].tokens.update(to: band, changed: changed, &scratch)
    updateSums(ofBand: index, band, types, pixmap)
    bands[index].revision = revision
    bands[index].chunk.removeAll(keepingCapacity: true)
    PNGHead.append(
      "IDAT", deflater.compress(bands[index].tokens), to: &bands[index].chunk)
  }

  /// Lists the columns of tiles that may have changed in each row of tiles of a band: all without a
  /// damage. The encoder has seen all earlier pictures, so only the last damage matters.
  private mutating func findHits(
    inTileRowsOf rows: Range<Int>, _ damage: Damage?, columns: Int
  ) {
    let top = rows.lowerBound / Coverage.tileHeight
    let isFiltered = isFiltered
    hit = (top...(rows.upperBound - 1) / Coverage.tileHeight).map { row in
      (0..<columns).filter { column in
        guard let damage else { return true }
        let tile = row * columns + column
        // A row may be stored as its differences from the one above.
        return damage.hits(tile) || isFiltered && row > top && damage.hits(tile - columns)
      }.map { $0 * Coverage.tileWidth..<($0 + 1) * Coverage.tileWidth }
    }
  }

  /// Updates the checksum of a band that had these filter types.
  private mutating func updateSums(
    ofBand index: Int, _ bytes: Span<UInt8>, _ types: [UInt8]?, _ pixmap: Pixmap
  ) {
    if types == nil { bands[index].sums = hit.map { _ in PartialSums() } }
    bands[index].checksum = Adler32()
    let size = pixmap.format.bytesPerPixel
    for part in hit.indices {
      let first = part * Coverage.tileHeight
      let lines = first..<min(first + Coverage.tileHeight, bytes.count / pixmap.stride)
      // Another filter changes a whole row, a changed pixel perhaps also the next one.
      let isKept = !isFiltered || types?[lines] == bands[index].rows.types[lines]
      let columns = isKept ? hit[part] : [0..<pixmap.width]
      let piece = bytes.extracting(
        lines.lowerBound * pixmap.stride..<lines.upperBound * pixmap.stride)
      bands[index].sums[part].update(
        to: piece, stride: pixmap.stride,
        changed: columns.map { $0.lowerBound * size..<($0.upperBound + 1) * size })
      bands[index].checksum.append(bands[index].sums[part].checksum, count: piece.count)
    }
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
        addChanges(of: line, type, from: rows.lowerBound, pixmap, damage)
      }
    }
  }

  /// Adds the ranges of bytes that may have changed in a line whose filter is the same as before.
  private mutating func addChanges(
    of line: Int, _ type: UInt8, from top: Int, _ pixmap: Pixmap, _ damage: Damage
  ) {
    let start = line * pixmap.stride
    let pixel = pixmap.format.bytesPerPixel
    for columns in hit[line / Coverage.tileHeight] {
      let left = columns.lowerBound
      var bits = damage.mask(left, top + line)
      if type == RowFilter.up { bits |= damage.mask(left, top + line - 1) }
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

extension Damage {
  /// The damaged pixels of row `y` in the tile that begins at a column of pixels.
  fileprivate func mask(_ left: Int, _ y: Int) -> UInt32 {
    let tile = y / Coverage.tileHeight * columns + left / Coverage.tileWidth
    return masks[tile * Coverage.tileHeight + y % Coverage.tileHeight]
  }
}
