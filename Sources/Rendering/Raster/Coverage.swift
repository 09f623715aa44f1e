// SPDX-License-Identifier: MIT

/// How much of each pixel a shape covers, 0 to 255, in tiles of 8 rows by 32 columns.
///
/// Only tiles that an edge crosses store their pixels; all others are empty or full.
struct Coverage: Sendable {
  /// The bounding box of the covered tiles, in tiles from the upper left of the canvas.
  private(set) var box = CellBox(columns: 0..<0, rows: 0..<0)
  /// For each tile of the box, row by row, the offset of its bytes; or ``empty``, or ``full``.
  private var places: [Int32] = []
  private(set) var bytes: [UInt8] = []

  static let tileWidth = 32
  static let tileHeight = 8
  static let tileArea = 256

  /// The place of a tile whose pixels are all 0.
  static let empty: Int32 = -1
  /// The place of a tile whose pixels are all 255.
  static let full: Int32 = -2

  /// The smallest box of tiles that contains a box of pixels.
  static func tiles(holding pixels: CellBox) -> CellBox {
    func tiles(_ range: Range<Int>, _ size: Int) -> Range<Int> {
      range.isEmpty ? 0..<0 : range.lowerBound / size..<(range.upperBound + size - 1) / size
    }
    return CellBox(
      columns: tiles(pixels.columns, tileWidth), rows: tiles(pixels.rows, tileHeight))
  }

  /// Clears all tiles and keeps their memory.
  mutating func reset(_ box: CellBox) {
    self.box = box.isEmpty ? CellBox(columns: 0..<0, rows: 0..<0) : box
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    places.append(
      contentsOf: repeatElement(
        Coverage.empty, count: self.box.columns.count * self.box.rows.count))
  }

  /// Extends the box so that it contains another one, with a margin for later changes.
  mutating func grow(toHold other: CellBox) {
    guard !other.isEmpty, !box.holds(other) else { return }
    var grown = Coverage()
    let wider = CellBox(
      columns: max(other.columns.lowerBound - 8, 0)..<other.columns.upperBound + 8,
      rows: max(other.rows.lowerBound - 16, 0)..<other.rows.upperBound + 16)
    grown.reset(box.isEmpty ? wider : box.joined(with: wider))
    for row in box.rows {
      for column in box.columns {
        grown.places[grown.index(column, row)] = places[index(column, row)]
      }
    }
    (box, places) = (grown.box, grown.places)
  }

  /// The offset of a tile's bytes; ``empty`` outside the box.
  @inline(__always)
  func place(_ column: Int, _ row: Int) -> Int32 {
    guard box.columns.contains(column), box.rows.contains(row) else { return Coverage.empty }
    return places[index(column, row)]
  }

  @inline(__always)
  private func index(_ column: Int, _ row: Int) -> Int {
    (row - box.rows.lowerBound) * box.columns.count + column - box.columns.lowerBound
  }

  /// The coverage of a pixel.
  @inline(__always)
  func value(x: Int, y: Int) -> UInt8 {
    let place = place(x >> 5, y >> 3)
    guard place >= 0 else { return place == Coverage.full ? 255 : 0 }
    return bytes[Int(place) + (y & 7) << 5 + x & 31]
  }

  /// Sets the coverage of a pixel. It must be in the box, and not in a full tile.
  mutating func set(x: Int, y: Int, to value: UInt8) {
    let index = index(x >> 5, y >> 3)
    if places[index] == Coverage.empty {
      places[index] = Int32(bytes.count)
      bytes.append(contentsOf: repeatElement(0, count: Coverage.tileArea))
    }
    bytes[Int(places[index]) + (y & 7) << 5 + x & 31] = value
  }

  /// Replaces some pixels of a row, and marks those that differ as damaged.
  ///
  /// - Precondition: the box contains them.
  mutating func replace(
    _ line: Span<UInt8>, y: Int, columns: Range<Int>, _ damage: inout Damage
  ) {
    for column in columns.lowerBound >> 5..<(columns.upperBound + 31) >> 5 {
      let index = index(column, y >> 3)
      var place = places[index]
      var mask: UInt32 = 0
      for x in columns.clamped(to: column << 5..<(column + 1) << 5) {
        let value = line[x - columns.lowerBound]
        let offset = (y & 7) << 5 + x & 31
        guard value != (place >= 0 ? bytes[Int(place) + offset] : place == Coverage.full ? 255 : 0)
        else { continue }
        if place < 0 {
          let all: UInt8 = place == Coverage.full ? 255 : 0
          place = Int32(bytes.count)
          places[index] = place
          bytes.append(contentsOf: repeatElement(all, count: Coverage.tileArea))
        }
        bytes[Int(place) + offset] = value
        mask |= 1 << UInt32(x & 31)
      }
      if mask != 0 { damage.mark(mask, column: column, row: y >> 3, line: y & 7) }
    }
  }

  /// Appends a row of tiles, stored one after the other.
  mutating func append(_ strip: Span<UInt8>, tileRow row: Int) {
    for column in 0..<box.columns.count {
      let tile = strip.extracting(column * Coverage.tileArea..<(column + 1) * Coverage.tileArea)
      var (all, any) = (UInt64.max, UInt64(0))
      for part in stride(from: 0, to: Coverage.tileArea, by: 8) {
        let word = tile.word(at: part)
        all &= word
        any |= word
      }
      let index = index(box.columns.lowerBound + column, row)
      guard any != 0, all != .max else {
        places[index] = any == 0 ? Coverage.empty : Coverage.full
        continue
      }
      places[index] = Int32(bytes.count)
      unsafe tile.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
  }

  /// Covers exactly a rectangle of pixels.
  mutating func fill(_ pixels: CellBox) {
    reset(Coverage.tiles(holding: pixels))
    var strip = [UInt8](repeating: 0, count: box.columns.count * Coverage.tileArea)
    for row in box.rows {
      for place in strip.indices {
        let (tile, offset) = place.quotientAndRemainder(dividingBy: Coverage.tileArea)
        let x = (box.columns.lowerBound + tile) * Coverage.tileWidth + offset & 31
        let y = row * Coverage.tileHeight + offset >> 5
        strip[place] = pixels.columns.contains(x) && pixels.rows.contains(y) ? 255 : 0
      }
      append(strip.span, tileRow: row)
    }
  }

  /// Eight pixels of a tile, the first one in the lowest byte.
  @inline(__always)
  func word(_ place: Int32, _ part: Int) -> UInt64 {
    place >= 0 ? bytes.span.word(at: Int(place) + part * 8) : place == Coverage.full ? .max : 0
  }

  /// Marks the pixels that differ from another coverage as damaged; if the paint has changed, all
  /// pixels that either covers.
  func compare(with other: Coverage, repainted: Bool, into damage: inout Damage) {
    compareTiles(with: other, in: box, repainted: repainted, into: &damage)
    if !box.holds(other.box) {
      other.compareTiles(
        with: self, in: other.box, repainted: repainted, into: &damage)
    }
  }

  private func compareTiles(
    with other: Coverage, in box: CellBox, repainted: Bool, into damage: inout Damage
  ) {
    for row in box.rows {
      for column in box.columns {
        let (mine, others) = (place(column, row), other.place(column, row))
        if mine < 0, others < 0, mine == others, mine == Coverage.empty || !repainted { continue }
        for line in 0..<Coverage.tileHeight {
          var mask: UInt64 = 0
          for part in 0..<4 {
            let (one, two) = (word(mine, line * 4 + part), other.word(others, line * 4 + part))
            let different = repainted ? one | two : one ^ two
            if different != 0 { mask |= different.nonzeroBytes << UInt64(part * 8) }
          }
          if mask != 0 {
            damage.mark(UInt32(truncatingIfNeeded: mask), column: column, row: row, line: line)
          }
        }
      }
    }
  }
}

/// The pixels of a canvas that must be repainted: one bit for each, tile by tile.
struct Damage: Sendable {
  /// Tiles across and down.
  let columns, rows: Int
  /// The damaged tiles, in the order in which they were first marked.
  private(set) var tiles: [Int] = []
  /// For each tile a word for each of its eight lines; the leftmost pixel is the lowest bit.
  private(set) var masks: [UInt32]
  private var isHit: [Bool]

  /// No damage to a canvas of so many pixels.
  init(width: Int, height: Int) {
    columns = (width + Coverage.tileWidth - 1) / Coverage.tileWidth
    rows = (height + Coverage.tileHeight - 1) / Coverage.tileHeight
    masks = [UInt32](repeating: 0, count: columns * rows * Coverage.tileHeight)
    isHit = [Bool](repeating: false, count: columns * rows)
  }

  /// Marks pixels of one line of a tile.
  @inline(__always)
  mutating func mark(_ bits: UInt32, column: Int, row: Int, line: Int) {
    guard column < columns, row < rows else { return }
    let tile = row * columns + column
    if !isHit[tile] {
      isHit[tile] = true
      tiles.append(tile)
    }
    masks[tile * Coverage.tileHeight + line] |= bits
  }

  /// Whether a tile is damaged.
  @inline(__always)
  func hits(_ tile: Int) -> Bool { isHit[tile] }

  /// Forgets all damage.
  mutating func removeAll() {
    for tile in tiles {
      isHit[tile] = false
      for line in 0..<Coverage.tileHeight { masks[tile * Coverage.tileHeight + line] = 0 }
    }
    tiles.removeAll(keepingCapacity: true)
  }
}

extension Span<UInt8> {
  /// Loads eight bytes, the first one lowest.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place <= count - 8)
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

extension MutableSpan<UInt8> {
  /// Stores eight bytes, the lowest one first.
  @inline(__always)
  mutating func set(_ word: UInt64, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
  }
}

extension UInt64 {
  /// One bit for each byte, the lowest first: whether the byte is not 0.
  @inline(__always)
  fileprivate var nonzeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let high = ((self & low) &+ low | self) & ~low
    return ((high >> 7) &* 0x0102_0408_1020_4080) >> 56
  }
}
