// SPDX-License-Identifier: MIT

/// How much of each pixel a shape covers, 0 to 255, in tiles of 8 rows by 32 columns.
///
/// Only tiles that an edge crosses store their pixels; all others are empty or full.
struct Coverage: Sendable {
  /// The bounding box of the covered tiles, in tiles from the upper left of the canvas.
  private(set) var box = CellBox(columns: 0..<0, rows: 0..<0)
  /// For each tile of the box, row by row, the place of its bytes.
  private var places: [Int32] = []
  /// The tiles of the box that are not empty, or were not, each once: often few of them.
  private(set) var tiles: [Tile] = []
  /// The pixels of tiles: an empty one and a full one that many places share, then the others.
  private(set) var bytes = Coverage.sharedTiles

  /// A tile of the canvas.
  struct Tile: Sendable {
    let column, row: Int
  }

  static let tileWidth = 32
  static let tileHeight = 8
  static let tileArea = 256

  /// The place of a tile whose pixels are all 0.
  static let empty: Int32 = 0
  /// The place of a tile whose pixels are all 255.
  static let full = Int32(tileArea)
  private static let sharedTiles =
    [UInt8](repeating: 0, count: tileArea) + [UInt8](repeating: 255, count: tileArea)

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
    bytes.removeLast(bytes.count - Coverage.sharedTiles.count)
    tiles.removeAll(keepingCapacity: true)
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

  /// The place of a tile's bytes; ``empty`` outside the box.
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
    bytes[Int(place(x >> 5, y >> 3)) + (y & 7) << 5 + x & 31]
  }

  /// Sets the coverage of a pixel. It must be in the box.
  mutating func set(x: Int, y: Int, to value: UInt8) {
    bytes[ownPlace(index(x >> 5, y >> 3)) + (y & 7) << 5 + x & 31] = value
  }

  /// The place of a tile that may be changed: a shared one is copied first.
  @inline(__always)
  private mutating func ownPlace(_ index: Int) -> Int {
    let place = places[index]
    guard Coverage.isShared(place) else { return Int(place) }
    if place == Coverage.empty {
      let (row, column) = index.quotientAndRemainder(dividingBy: box.columns.count)
      tiles.append(
        Tile(column: box.columns.lowerBound + column, row: box.rows.lowerBound + row))
    }
    places[index] = Int32(bytes.count)
    let all: UInt8 = place == Coverage.full ? 255 : 0
    bytes.append(contentsOf: repeatElement(all, count: Coverage.tileArea))
    return Int(places[index])
  }

  @inline(__always)
  private static func isShared(_ place: Int32) -> Bool { place <= full }

  /// Replaces those pixels of a tile's line that lie in some columns of the canvas, and marks those
  /// that differ as damaged.
  ///
  /// - Precondition: the box contains the tile, and the columns meet it.
  mutating func replace(
    _ line: Span<UInt8>, column: Int, y: Int, _ columns: Range<Int>, _ damage: inout Damage
  ) {
    let index = index(column, y >> 3)
    let start = (y & 7) << 5
    let left = column << 5
    let columns = max(columns.lowerBound - left, 0)..<min(columns.upperBound - left, 32)
    var mask: UInt64 = 0
    for part in columns.lowerBound >> 3..<(columns.upperBound + 7) >> 3 {
      let chosen = UInt64.bytes(columns, from: 8 * part)
      let old = bytes.span.word(at: Int(places[index]) + start + 8 * part)
      let different = (old ^ line.word(at: 8 * part)) & chosen
      guard different != 0 else { continue }
      let place = ownPlace(index) + start + 8 * part
      var bytes = bytes.mutableSpan
      bytes.set(old ^ different, at: place)
      mask |= different.nonzeroBytes << UInt64(8 * part)
    }
    if mask != 0 {
      damage.mark(UInt32(truncatingIfNeeded: mask), column: column, row: y >> 3, line: y & 7)
    }
  }

  /// Covers the whole of a tile that is empty.
  mutating func setFull(column: Int, row: Int) {
    places[index(column, row)] = Coverage.full
    tiles.append(Tile(column: column, row: row))
  }

  /// Sets the pixels of a tile that is empty.
  mutating func append(_ tile: Span<UInt8>, column: Int, row: Int) {
    var (all, any) = (UInt64.max, UInt64(0))
    for part in stride(from: 0, to: Coverage.tileArea, by: 8) {
      let word = tile.word(at: part)
      all &= word
      any |= word
    }
    guard any != 0 else { return }
    guard all != .max else { return setFull(column: column, row: row) }
    places[index(column, row)] = Int32(bytes.count)
    tiles.append(Tile(column: column, row: row))
    unsafe tile.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Covers exactly a rectangle of pixels, in some rows.
  mutating func fill(_ pixels: CellBox, _ share: RowShare) {
    reset(Coverage.tiles(holding: pixels))
    for row in box.rows where share.holds(row) {
      for column in box.columns {
        let tile = (0..<Coverage.tileArea).map { offset -> UInt8 in
          let (x, y) = (column << 5 + offset & 31, row << 3 + offset >> 5)
          return pixels.columns.contains(x) && pixels.rows.contains(y) ? 255 : 0
        }
        append(tile.span, column: column, row: row)
      }
    }
  }

  /// Marks the pixels that differ from another coverage as damaged; if the paint has changed, all
  /// pixels that either covers.
  func compare(with other: Coverage, repainted: Bool, into damage: inout Damage) {
    for tile in tiles {
      compare(place(tile.column, tile.row), with: other, tile, repainted, into: &damage)
    }
    for tile in other.tiles where place(tile.column, tile.row) == Coverage.empty {
      compare(Coverage.empty, with: other, tile, repainted, into: &damage)
    }
  }

  /// Compares a tile at a place with that of another coverage.
  private func compare(
    _ mine: Int32, with other: Coverage, _ tile: Tile, _ repainted: Bool,
    into damage: inout Damage
  ) {
    let others = other.place(tile.column, tile.row)
    if mine == others, mine == Coverage.empty || mine == Coverage.full && !repainted { return }
    let one = bytes.span.extracting(Int(mine)..<Int(mine) + Coverage.tileArea)
    let two = other.bytes.span.extracting(Int(others)..<Int(others) + Coverage.tileArea)
    for line in 0..<Coverage.tileHeight {
      let place = line * Coverage.tileWidth
      let mask =
        repainted
        ? Coverage.mask { one.word(at: place + $0) | two.word(at: place + $0) }
        : Coverage.mask { one.word(at: place + $0) ^ two.word(at: place + $0) }
      if mask != 0 { damage.mark(mask, column: tile.column, row: tile.row, line: line) }
    }
  }

  /// One bit for each byte of a line that is not 0; `word` has eight of them from a place on.
  @inline(__always)
  private static func mask(_ word: (Int) -> UInt64) -> UInt32 {
    let words = (word(0), word(8), word(16), word(24))
    guard words.0 | words.1 | words.2 | words.3 != 0 else { return 0 }
    return UInt32(
      truncatingIfNeeded: words.0.nonzeroBytes | words.1.nonzeroBytes << 8
        | words.2.nonzeroBytes << 16 | words.3.nonzeroBytes << 24)
  }
}

/// The pixels of a canvas that must be repainted: one bit for each, tile by tile.
struct Damage: Sendable {
  /// Tiles across and down.
  let columns, rows: Int
  /// The damaged tiles, in the order in which they were first marked, or in rows.
  private(set) var tiles: [Int] = []
  /// For each tile a word for each of its eight lines; the leftmost pixel is the lowest bit.
  private(set) var masks: [UInt32]
  private var isHit: [Bool]

  /// No damage to a canvas of this size in pixels.
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

  /// Puts the damaged tiles in rows, from the left, as they lie in memory.
  mutating func sortTiles() {
    guard tiles.count > isHit.count / 32 else { return tiles.sort() }
    tiles.removeAll(keepingCapacity: true)
    for tile in isHit.indices where isHit[tile] { tiles.append(tile) }
  }

  /// Where the row of tiles ends in which the damaged one at an index lies, when they are in rows.
  func endOfRow(from index: Int) -> Int {
    let next = (tiles[index] / columns + 1) * columns
    return tiles[index...].firstIndex { $0 >= next } ?? tiles.count
  }

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
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self))
  }
}

extension MutableSpan<UInt8> {
  /// Stores the red, green and blue of a colour, and its alpha if pixels have a size of four bytes.
  @inline(__always)
  mutating func set(_ color: SIMD4<UInt8>, size: Int, at place: Int) {
    precondition(place >= 0 && place <= count - size)
    unsafe self[unchecked: place] = color.x
    unsafe self[unchecked: place &+ 1] = color.y
    unsafe self[unchecked: place &+ 2] = color.z
    if size == 4 { unsafe self[unchecked: place &+ 3] = color.w }
  }

  /// Stores four bytes, the lowest one first.
  @inline(__always)
  mutating func set(_ word: UInt32, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt32.self)
  }

  /// Stores eight pixels of three bytes.
  @inline(__always)
  mutating func set(_ pixels: EightPixels, at place: Int) {
    set(pixels.words.0, at: place)
    set(pixels.words.1, at: place &+ 8)
    set(pixels.words.2, at: place &+ 16)
  }

  /// Copies the bytes of a tile to one of a stack of tiles.
  @inline(__always)
  mutating func setTile(_ index: Int, to coverage: borrowing Coverage, at place: Int32) {
    let source = unsafe coverage.bytes.span.bytes
    let first = index &* Coverage.tileArea
    var bytes = unsafe mutableBytes
    for part in stride(from: 0, to: Coverage.tileArea, by: 32) {
      let piece = unsafe source.unsafeLoadUnaligned(
        fromByteOffset: Int(place) &+ part, as: SIMD32<UInt8>.self)
      bytes.storeBytes(of: piece, toByteOffset: first &+ part, as: SIMD32<UInt8>.self)
    }
  }

  /// Multiplies a tile of a stack by one of a coverage, as shares of 255.
  mutating func multiplyTile(_ index: Int, by coverage: borrowing Coverage, at place: Int32) {
    let (first, source) = (index * Coverage.tileArea, coverage.bytes.span)
    for offset in 0..<Coverage.tileArea {
      let product = Int(self[first + offset]) * Int(source[Int(place) + offset])
      self[first + offset] = UInt8((product + 127) / 255)
    }
  }

  /// Stores eight bytes, the lowest one first.
  @inline(__always)
  mutating func set(_ word: UInt64, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
  }
}

extension UInt64 {
  /// All bits of the bytes at some places, which meet the eight bytes from a first place on.
  @inline(__always)
  fileprivate static func bytes(_ places: Range<Int>, from first: Int) -> UInt64 {
    let start = UInt64(8 * Swift.max(places.lowerBound - first, 0))
    let end = UInt64(8 * Swift.min(places.upperBound - first, 8))
    return UInt64.max &<< start & UInt64.max &>> (64 &- end)
  }

  /// One bit for each byte, the lowest first: whether the byte is not 0.
  @inline(__always)
  var nonzeroBytes: UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let high = ((self & low) &+ low | self) & ~low
    return ((high >> 7) &* 0x0102_0408_1020_4080) >> 56
  }
}
