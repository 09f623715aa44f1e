// SPDX-License-Identifier: MIT

/// Filters rows of pixels so that they have more runs: as they are, or as differences from the
/// pixel to the left (Sub) or above (Up).
///
/// - Source: W3C, *Portable Network Graphics*, section 9.
struct RowFilter: Sendable {
  private typealias Part = SIMD16<UInt8>

  /// The state of a band's rows, kept while they change.
  struct Rows: Sendable {
    /// The filter type of each row.
    fileprivate(set) var types: [UInt8] = []
    /// For each part of each row, the number of bytes outside runs with each filter.
    fileprivate var counts: [SIMD3<UInt32>] = []

    /// Whether one of them has a filter.
    var isFiltered: Bool { types.contains { $0 != RowFilter.none } }
  }

  /// The filtered rows.
  private(set) var bytes: [UInt8] = []

  static let none: UInt8 = 0
  static let sub: UInt8 = 1
  static let up: UInt8 = 2

  /// Pixels in a part of a row.
  private static let partWidth = 128

  /// Filters the rows of a band, if at least one needs it; each row begins with its filter type. The
  /// first row never refers to the band above.
  ///
  /// `columns` are the pixels that may have changed since the band was last filtered, for each row
  /// of tiles.
  mutating func filter(
    _ band: Span<UInt8>, stride: Int, bytesPerPixel: Int, _ rows: inout Rows,
    changed columns: [[Range<Int>]]
  ) {
    bytes.removeAll(keepingCapacity: true)
    rows.types.removeAll(keepingCapacity: true)
    let partSize = RowFilter.partWidth * bytesPerPixel
    let partCount = (stride - 1 + partSize - 1) / partSize
    let rowCount = band.count / stride
    if rows.counts.isEmpty {
      rows.counts = Array(repeating: SIMD3(repeating: 0), count: rowCount * partCount)
    }
    for row in 0..<rowCount {
      let start = row * stride
      let plain = band.extracting(start..<start + stride)
      let above = row == 0 ? plain : band.extracting(start - stride..<start)
      var part = 0
      for changed in columns[row / Coverage.tileHeight] {
        // A pixel also affects the counts of the next two.
        part = max(part, changed.lowerBound / RowFilter.partWidth)
        while part < partCount, part * RowFilter.partWidth < changed.upperBound + 2 {
          let places = max(part * partSize, 2 * bytesPerPixel)..<(part + 1) * partSize
          rows.counts[row * partCount + part] =
            RowFilter.count(plain, above, places, bytesPerPixel)
          part += 1
        }
      }
      var sum = SIMD3<UInt32>(repeating: 0)
      for part in 0..<partCount { sum &+= rows.counts[row * partCount + part] }
      rows.types.append(RowFilter.best(sum, hasAbove: row > 0))
    }
    guard rows.isFiltered else { return }
    for row in 0..<rowCount { append(band, row * stride, stride, bytesPerPixel, rows.types[row]) }
  }

  private mutating func append(
    _ band: Span<UInt8>, _ start: Int, _ stride: Int, _ pixel: Int, _ type: UInt8
  ) {
    let row = band.extracting(start..<start + stride)
    unsafe row.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    bytes[start] = type
    guard type != RowFilter.none else { return }
    // The distance to the subtracted byte: one pixel, or one row.
    let (first, back) = type == RowFilter.sub ? (1 + pixel, pixel) : (1, stride)
    var filtered = bytes.mutableSpan
    var index = start + first
    while index + 16 <= start + stride {
      filtered.set(band.part(at: index) &- band.part(at: index - back), at: index)
      index += 16
    }
    while index < start + stride {
      filtered[index] = band[index] &- band[index - back]
      index += 1
    }
  }

  /// How many bytes of a part of a row differ from the byte one pixel before, without a filter,
  /// with Sub and with Up.
  private static func count(
    _ row: Span<UInt8>, _ above: Span<UInt8>, _ places: Range<Int>, _ pixel: Int
  ) -> SIMD3<UInt32> {
    var sums = (Part(), Part(), Part())
    // The first byte is the filter type. Parts are so short that no count overflows its byte.
    var place = 1 + places.lowerBound
    let end = min(1 + places.upperBound, row.count) - 15
    while place < end {
      let here = row.part(at: place)
      let left = row.part(at: place - pixel)
      let sub = left &- row.part(at: place - 2 * pixel)
      let up = left &- above.part(at: place - pixel)
      sums.0 &+= Part(repeating: 0).replacing(with: 1, where: here .!= left)
      sums.1 &+= Part(repeating: 0).replacing(with: 1, where: here &- left .!= sub)
      sums.2 &+= Part(repeating: 0).replacing(
        with: 1, where: here &- above.part(at: place) .!= up)
      place += 16
    }
    return SIMD3(total(sums.0), total(sums.1), total(sums.2))
  }

  /// The filter with the fewest such bytes; none if that is nearly as good.
  private static func best(_ counts: SIMD3<UInt32>, hasAbove: Bool) -> UInt8 {
    let (plain, sub, up) = (counts.x, counts.y, hasAbove ? counts.z : .max)
    if min(sub, up) >= plain - plain / 8 { return none }
    return up <= sub ? RowFilter.up : RowFilter.sub
  }

  private static func total(_ part: Part) -> UInt32 {
    UInt32(SIMD16<UInt16>(truncatingIfNeeded: part).wrappedSum())
  }
}

extension Span<UInt8> {
  /// Sixteen bytes.
  @inline(__always)
  func part(at place: Int) -> SIMD16<UInt8> {
    precondition(place >= 0 && place <= count - 16)
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
  }
}

extension MutableSpan<UInt8> {
  @inline(__always)
  mutating func set(_ part: SIMD16<UInt8>, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: part, toByteOffset: place, as: SIMD16<UInt8>.self)
  }
}
