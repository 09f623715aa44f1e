// SPDX-License-Identifier: MIT

/// Filters rows of pixels so that more of them are runs: each row as it is, or what each pixel has
/// more than the one to its left, or than the one above.
///
/// - Source: W3C, *Portable Network Graphics*, section 9.
struct RowFilter: Sendable {
  private typealias Part = SIMD16<UInt8>

  /// The filtered rows.
  private(set) var bytes: [UInt8] = []

  /// The filter type of each row.
  private(set) var types: [UInt8] = []

  static let none: UInt8 = 0
  static let sub: UInt8 = 1
  static let up: UInt8 = 2

  /// Replaces the filtered rows by those of a band, each of which begins with a filter type. No row
  /// refers to one above the band.
  mutating func filter(_ band: Span<UInt8>, stride: Int, bytesPerPixel: Int) {
    bytes.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    for start in Swift.stride(from: 0, to: band.count, by: stride) {
      append(band, start, stride, bytesPerPixel)
    }
  }

  private mutating func append(_ band: Span<UInt8>, _ start: Int, _ stride: Int, _ pixel: Int) {
    let row = band.extracting(start..<start + stride)
    let above = start == 0 ? nil : band.extracting(start - stride..<start)
    let type = RowFilter.best(row, above, pixel)
    unsafe row.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    bytes[start] = type
    types.append(type)
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

  /// The filter that leaves the fewest bytes that differ from those one pixel before; the row as it
  /// is where that is nearly as good.
  private static func best(_ row: Span<UInt8>, _ other: Span<UInt8>?, _ pixel: Int) -> UInt8 {
    let above = if let other { other } else { row }
    var counts = SIMD3<UInt32>(repeating: 0)
    var place = 1 + 2 * pixel
    while place + 16 <= row.count {
      var sums = (Part(), Part(), Part())
      let end = min(place + 255 * 16, row.count - 15)
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
      counts &+= SIMD3(total(sums.0), total(sums.1), total(sums.2))
    }
    let (plain, sub, up) = (counts.x, counts.y, other == nil ? .max : counts.z)
    if min(sub, up) >= plain - plain / 8 { return none }
    return up <= sub ? RowFilter.up : RowFilter.sub
  }

  private static func total(_ part: Part) -> UInt32 {
    UInt32(SIMD16<UInt16>(truncatingIfNeeded: part).wrappedSum())
  }
}

extension Span<UInt8> {
  @inline(__always)
  fileprivate func part(at place: Int) -> SIMD16<UInt8> {
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
