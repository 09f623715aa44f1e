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

  // Scratch arrays: the damaged tiles of a band, which of its bytes differ, and its tokens.
  private var hitColumns: [Int] = []
  private var changed: [Range<Int>] = []
  private var scratch = TokenBuffer()

  /// A few rows of the picture as they were last compressed.
  private struct Band {
    var revision: UInt64 = 0
    /// What is known of the rows where they are filtered.
    var rows = RowFilter.Rows()
    var tokens = RunTokens()
    var sums = PartialSums()
    var checksum = Adler32()
    var chunk: [UInt8] = []
  }

  /// Rows in a band. Fewer make a change cheaper, more make the file smaller: with 8 a file is
  /// some 10 % larger than in one piece. They are those of a row of tiles.
  private static let rowsInBand = Coverage.tileHeight

  /// An encoder that has encoded nothing yet.
  package init(for raster: RasterRenderer) {
    head = PNGHead.bytes(for: raster.pixmap)
    isFiltered = raster.kind == .mixed
  }

  /// Puts the PNG file of the renderer's picture in place of what `bytes` held.
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
    // An empty last block of fixed codes, and the checksum, end the zlib stream.
    bytes += PNGHead.chunk("IDAT", [0x03, 0x00] + PNGHead.bigEndian(checksum.value)[...])
    bytes += PNGHead.chunk("IEND", [])
  }

  /// Compresses a band if one of its rows has changed since it was last compressed.
  private mutating func update(
    _ index: Int, rows: Range<Int>, of pixmap: Pixmap, _ damage: Damage
  ) {
    let revision = rows.reduce(0) { $0 + UInt64(pixmap.revisions[$1]) }
    if index < bands.count, bands[index].revision == revision { return }
    let plain = pixmap.bytes.span.extracting(
      rows.lowerBound * pixmap.stride..<rows.upperBound * pixmap.stride)
    let bytesPerPixel = pixmap.format.bytesPerPixel
    let isNew = index == bands.count
    if isNew { bands.append(Band()) }
    // The encoder has seen all that was drawn before, so what differs was damaged last.
    hitColumns.removeAll(keepingCapacity: true)
    for column in 0..<damage.columns where damage.hits(index * damage.columns + column) {
      hitColumns.append(column)
    }
    let types = bands[index].rows.types
    if isFiltered {
      let columns =
        isNew
        ? [0..<pixmap.width]
        : hitColumns.map { $0 * Coverage.tileWidth..<($0 + 1) * Coverage.tileWidth }
      filter.filter(
        plain, stride: pixmap.stride, bytesPerPixel: bytesPerPixel, &bands[index].rows,
        changed: columns)
    }
    let filtered = filter.bytes
    let span = isFiltered ? filtered.span : plain
    changed.removeAll(keepingCapacity: true)
    if isNew {
      bands[index].tokens = RunTokens(span, distance: bytesPerPixel)
      changed.append(0..<span.count)
    } else {
      for line in 0..<rows.count {
        let type = isFiltered ? bands[index].rows.types[line] : RowFilter.none
        if isFiltered, types[line] != type {
          changed.append(line * pixmap.stride..<(line + 1) * pixmap.stride)
        } else {
          addChanges(of: line, type, inBand: index, pixmap, damage)
        }
      }
      bands[index].tokens.update(to: span, changed: changed, &scratch)
    }
    bands[index].sums.update(to: span, changed: changed)
    bands[index].checksum = bands[index].sums.checksum
    bands[index].revision = revision
    bands[index].chunk = PNGHead.chunk("IDAT", deflater.compress(bands[index].tokens))
  }

  /// Adds the bytes of a line that may differ from those that the band had; the filter is the same.
  private mutating func addChanges(
    of line: Int, _ type: UInt8, inBand band: Int, _ pixmap: Pixmap, _ damage: Damage
  ) {
    let start = line * pixmap.stride
    let pixel = pixmap.format.bytesPerPixel
    for column in hitColumns {
      let mask = (band * damage.columns + column) * PNGEncoder.rowsInBand + line
      var bits = damage.masks[mask]
      if type == RowFilter.up { bits |= damage.masks[mask - 1] }
      let left = column * Coverage.tileWidth
      // Tiles reach beyond the last column.
      bits &= UInt32.max >> UInt32(max(left + Coverage.tileWidth - pixmap.width, 0))
      guard bits != 0 else { continue }
      let first = 1 + (left + bits.trailingZeroBitCount) * pixel
      var end = 1 + (left + Coverage.tileWidth - bits.leadingZeroBitCount) * pixel
      // The pixel to the right is less or more than it was by what this one was.
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
