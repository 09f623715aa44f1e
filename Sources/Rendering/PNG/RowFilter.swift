// SPDX-License-Identifier: MIT

/// Filters rows of pixels so that more of them are runs: each row as it is, or what each pixel has
/// more than the one to its left, or than the one above.
///
/// - Source: W3C, *Portable Network Graphics*, section 9.
struct RowFilter: Sendable {
  private typealias Part = SIMD16<UInt8>

  /// What is known of the rows of a band, and kept while they change.
  struct Rows: Sendable {
    /// The filter type of each row.
    fileprivate(set) var types: [UInt8] = []
    /// For each part of each row how many bytes each filter leaves that are no runs.
    fileprivate var counts: [SIMD3<UInt32>] = []
  }

  /// The filtered rows.
  private(set) var bytes: [UInt8] = []

  static let none: UInt8 = 0
  static let sub: UInt8 = 1
  static let up: UInt8 = 2

  /// Pixels in a part of a row.
  private static let partWidth = 128

  /// Replaces the filtered rows by those of a band, each of which begins with a filter type. No row
  /// refers to one above the band.
  ///
  /// `columns` are the pixels that may have changed since the band was last filtered.
  mutating func filter(
    _ band: Span<UInt8>, stride: Int, bytesPerPixel: Int, _ rows: inout Rows,
    changed columns: [Range<Int>]
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
      for changed in columns {
        // A pixel counts in what is told of the next two as well.
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
      append(band, start, stride, bytesPerPixel, rows.types[row])
    }
  }

  private mutating func append(
    _ band: Span<UInt8>, _ start: Int, _ stride: Int, _ pixel: Int, _ type: UInt8
  ) {
    let row = band.extracting(start..<start + stride)
    unsafe row.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    bytes[start] = type
    guard type != RowFilter.none else { return }
    // What is taken away: the same row one pixel earlier, or the row above.
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

  /// How many bytes of a part of a row are others than those one pixel before, as they are, and in
  /// what each has more than the one to its left, or than the one above.
  private static func count(
    _ row: Span<UInt8>, _ above: Span<UInt8>, _ places: Range<Int>, _ pixel: Int
  ) -> SIMD3<UInt32> {
    var sums = (Part(), Part(), Part())
    // The first byte is the filter type. No part is so long that a sum of its bytes overflows.
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

  /// The filter that leaves the fewest such bytes; the row as it is where that is nearly as good.
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
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
  }
}

extension MutableSpan<UInt8> {
  @inline(__always)
  fileprivate mutating func set(_ part: SIMD16<UInt8>, at place: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: part, toByteOffset: place, as: SIMD16<UInt8>.self)
  }
}
