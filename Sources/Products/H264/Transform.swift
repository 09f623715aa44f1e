// SPDX-License-Identifier: MIT

/// Sixteen numbers: a row of four blocks of 4×4 that stand side by side.
typealias Lanes = SIMD16<Int16>

/// Where the blocks of 4×4 of a macroblock stand, and in which order their coefficients are coded.
///
/// - Source: ITU-T H.264, 6.4.3 and 8.5.6.
enum BlockOrder {
  /// The place, 4 · row + column, of a block.
  @inline(__always)
  static func place(_ block: Int) -> Int { block & 9 | (block & 4) >> 1 | (block & 2) << 1 }

  /// The place of a block of chroma: four of Cb stand at the left, four of Cr at the right.
  @inline(__always)
  static func chromaPlace(_ block: Int) -> Int {
    2 * (block & 2) + block >> 1 & 2 + block & 1
  }

  /// The place, 4 · row + column, of the coefficient with a number in the zigzag scan.
  static let zigzag: InlineArray<16, UInt8> = [
    0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15,
  ]

  /// The number in the zigzag scan of the coefficient at a place.
  static let scan: InlineArray<16, Int> = [0, 1, 5, 6, 2, 4, 7, 12, 3, 8, 11, 13, 9, 10, 14, 15]
}

/// Four blocks of 4×4 numbers side by side, which are transformed at once.
struct FourBlocks {
  /// Rows of the four blocks, or, after the forward transform, their columns as rows.
  var lines = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)

  /// The forward transform, without its scaling: from rows to columns of coefficients.
  @inline(__always)
  mutating func transform() {
    analyze()
    transpose()
    analyze()
  }

  /// The inverse transform of scaled coefficients, rounded: from columns to rows, 8.5.12.2.
  @inline(__always)
  mutating func invert() {
    synthesize()
    transpose()
    synthesize()
    lines.0 = (lines.0 &+ 32) &>> 6
    lines.1 = (lines.1 &+ 32) &>> 6
    lines.2 = (lines.2 &+ 32) &>> 6
    lines.3 = (lines.3 &+ 32) &>> 6
  }

  @inline(__always)
  init() {}

  /// The first numbers of the blocks.
  @inline(__always)
  var direct: SIMD4<Int16> {
    get { SIMD4(lines.0[0], lines.0[4], lines.0[8], lines.0[12]) }
    set { for block in 0..<4 { lines.0[4 &* block] = newValue[block] } }
  }

  /// One block, row by row, at the left of three that are 0.
  @inline(__always)
  init(ofOne block: Lanes) {
    for column in 0..<4 {
      lines.0[column] = block[column]
      lines.1[column] = block[4 &+ column]
      lines.2[column] = block[8 &+ column]
      lines.3[column] = block[12 &+ column]
    }
  }

  /// The block at the left, row by row.
  @inline(__always)
  var one: Lanes {
    let (w, x, y, z) = lines
    return Lanes(
      w[0], w[1], w[2], w[3], x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], z[0], z[1], z[2],
      z[3])
  }

  @inline(__always)
  private mutating func analyze() {
    let (a, b) = (lines.0 &+ lines.3, lines.1 &+ lines.2)
    let (c, d) = (lines.1 &- lines.2, lines.0 &- lines.3)
    lines = (a &+ b, d &+ d &+ c, a &- b, d &- c &- c)
  }

  @inline(__always)
  private mutating func synthesize() {
    let (e, f) = (lines.0 &+ lines.2, lines.0 &- lines.2)
    let (g, h) = (lines.1 &>> 1 &- lines.3, lines.1 &+ lines.3 &>> 1)
    lines = (e &+ h, f &+ g, f &- g, e &- h)
  }

  /// Exchanges rows and columns of each block: numbers, then pairs, then fours of two rows take turns.
  ///
  /// Each step has lanes of its own width, since the compiler makes long code of all steps in one.
  @inline(__always)
  private mutating func transpose() {
    @inline(__always)
    func ones(_ a: Lanes, _ b: Lanes, from first: Int) -> SIMD8<UInt32> {
      var lanes = Lanes.zero
      for index in 0..<4 {
        let (low, high) = (first &+ index, first &+ index &+ 8)
        (lanes[2 &* index], lanes[2 &* index &+ 1]) = (a[low], b[low])
        (lanes[2 &* index &+ 8], lanes[2 &* index &+ 9]) = (a[high], b[high])
      }
      return unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
    }
    @inline(__always)
    func twos(_ a: SIMD8<UInt32>, _ b: SIMD8<UInt32>, from i: Int) -> SIMD4<UInt64> {
      let lanes = SIMD8(a[i], b[i], a[i + 1], b[i + 1], a[i + 4], b[i + 4], a[i + 5], b[i + 5])
      return unsafe unsafeBitCast(lanes, to: SIMD4<UInt64>.self)
    }
    @inline(__always)
    func fours(_ a: SIMD4<UInt64>, _ b: SIMD4<UInt64>, from i: Int) -> Lanes {
      unsafe unsafeBitCast(SIMD4(a[i], b[i], a[i + 2], b[i + 2]), to: Lanes.self)
    }
    let (w, x, y, z) = lines
    let (lower, upper) = (
      (ones(w, x, from: 0), ones(y, z, from: 0)), (ones(w, x, from: 4), ones(y, z, from: 4))
    )
    let (a, b) = (twos(lower.0, lower.1, from: 0), twos(upper.0, upper.1, from: 0))
    let (c, d) = (twos(lower.0, lower.1, from: 2), twos(upper.0, upper.1, from: 2))
    lines = (fours(a, b, from: 0), fours(a, b, from: 1), fours(c, d, from: 0), fours(c, d, from: 1))
  }
}

extension SIMD16<UInt8> {
  /// The numbers in sixteen bits.
  @inline(__always)
  var widened: Lanes {
    var lanes = Lanes.zero
    for index in 0..<16 { lanes[index] = Int16(self[index]) }
    return lanes
  }

  /// The sum of the differences to other numbers, in a form that becomes one instruction.
  @inline(__always)
  func distance(to other: SIMD16<UInt8>) -> Int {
    var sum: Int32 = 0
    for index in 0..<16 {
      let difference = Int32(self[index]) &- Int32(other[index])
      sum &+= difference < 0 ? 0 &- difference : difference
    }
    return Int(sum)
  }

  /// The sum of the squares of the differences to other numbers.
  @inline(__always)
  func squares(to other: SIMD16<UInt8>) -> Int {
    let difference = widened &- other.widened
    var sum: Int32 = 0
    for index in 0..<16 { sum &+= Int32(difference[index]) &* Int32(difference[index]) }
    return Int(sum)
  }

  /// The means of two numbers each, halves up.
  @inline(__always)
  func averaged(with other: SIMD16<UInt8>) -> SIMD16<UInt8> {
    var means = SIMD16<UInt8>.zero
    for index in 0..<16 {
      means[index] = UInt8(
        truncatingIfNeeded: (UInt16(self[index]) &+ UInt16(other[index]) &+ 1) &>> 1)
    }
    return means
  }
}

extension Lanes {
  /// The numbers, limited to those of samples.
  @inline(__always)
  var samples: SIMD16<UInt8> {
    var result = SIMD16<UInt8>.zero
    for index in 0..<16 { result[index] = sample(self[index]) }
    return result
  }
}

/// A number, limited to those of samples.
@inline(__always)
private func sample(_ number: Int16) -> UInt8 {
  UInt8(truncatingIfNeeded: min(max(number, 0), 255))
}
