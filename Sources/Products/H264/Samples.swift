// SPDX-License-Identifier: MIT

/// Rows of samples: sixteen of luma in each, or eight of Cb and eight of Cr.
typealias Rows = Span<SIMD16<UInt8>>

/// The luma samples of a macroblock: its rows from the top.
typealias LumaBlock = InlineArray<16, SIMD16<UInt8>>

/// The chroma samples of a macroblock: its rows from the top.
typealias ChromaBlocks = InlineArray<8, SIMD16<UInt8>>

extension Rows {
  /// The sum of absolute differences.
  @inline(__always)
  func distance(to other: Rows) -> Int { distance(to: other, in: indices) }

  /// The sum of absolute differences of some rows.
  @inline(__always)
  func distance(to other: Rows, in rows: Range<Int>) -> Int {
    var sum = 0
    for row in rows { sum &+= self[row].distance(to: other[row]) }
    return sum
  }

  /// Whether all samples of luma are equal.
  var isFlat: Bool { indices.allSatisfy { self[$0] == SIMD16(repeating: self[0][0]) } }

  /// The sum of squared differences.
  @inline(__always)
  func squares(to other: Rows) -> Int {
    var sum = 0
    for row in indices { sum &+= self[row].squares(to: other[row]) }
    return sum
  }

  /// The sum of absolute differences to rows in samples, which begin at a place and are `stride` samples
  /// apart.
  @inline(__always)
  func distance(to samples: Span<UInt8>, at place: Int, stride: Int) -> Int {
    samples.require(16, at: place, stride)
    var sum = 0
    for row in 0..<16 {
      sum &+= unsafe self[row].distance(to: samples.sixteen(unchecked: place &+ row &* stride))
    }
    return sum
  }

  /// A block of 4×4 samples, row by row.
  @inline(__always)
  func part(_ column: Int, _ row: Int) -> SIMD16<UInt8> {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    for line in 0..<4 {
      let samples = self[row &+ line]
      for index in 0..<4 { bytes[4 &* line &+ index] = samples[column &+ index] }
    }
    return bytes.span.vector(at: 0)
  }
}

extension FourBlocks {
  /// The differences of four rows of samples from the given one on.
  @inline(__always)
  init(_ source: Rows, minus prediction: Rows, from row: Int) {
    lines = (
      source[row].widened &- prediction[row].widened,
      source[row + 1].widened &- prediction[row + 1].widened,
      source[row + 2].widened &- prediction[row + 2].widened,
      source[row + 3].widened &- prediction[row + 3].widened
    )
  }

  /// Adds the blocks to four rows of a prediction.
  @inline(__always)
  func add(to prediction: Rows, from row: Int, into samples: inout [SIMD16<UInt8>]) {
    var samples = samples.mutableSpan
    samples[row] = (prediction[row].widened &+ lines.0).samples
    samples[row + 1] = (prediction[row + 1].widened &+ lines.1).samples
    samples[row + 2] = (prediction[row + 2].widened &+ lines.2).samples
    samples[row + 3] = (prediction[row + 3].widened &+ lines.3).samples
  }
}

extension [SIMD16<UInt8>] {
  /// Takes some rows over.
  @inline(__always)
  mutating func copy(_ rows: Rows, _ lines: Range<Int>) {
    var span = mutableSpan
    for line in lines { span[line] = rows[line] }
  }
}

/// A plane of samples, in whole macroblocks.
struct Plane: Sendable {
  /// The samples of a row.
  let width: Int
  /// The rows.
  let height: Int
  private(set) var samples: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    samples = [UInt8](repeating: 0, count: width * height)
  }

  /// A square of 16×16 samples.
  @inline(__always)
  func block(_ x: Int, _ y: Int) -> LumaBlock {
    let (samples, place, width) = (samples.span, y &* width &+ x, width)
    samples.require(16, at: place, width)
    return LumaBlock { unsafe samples.sixteen(unchecked: place &+ $0 &* width) }
  }

  /// Replaces rows from a place on.
  @inline(__always)
  mutating func set<Numbers: SIMD<UInt8> & BitwiseCopyable>(
    _ x: Int, _ y: Int, _ count: Int, _ row: (Int) -> Numbers
  ) {
    let width = width
    var span = samples.mutableSpan
    for line in 0..<count { span.set(row(line), at: (y &+ line) &* width &+ x) }
  }
}

/// The planes of a picture in 4:2:0.
struct Planes: Sendable {
  var luma: Plane
  var blue: Plane
  var red: Plane

  /// Black planes of `columns` by `rows` macroblocks.
  init(columns: Int, rows: Int) {
    luma = Plane(width: 16 * columns, height: 16 * rows)
    blue = Plane(width: 8 * columns, height: 8 * rows)
    red = blue
  }

  /// The chroma samples of a macroblock.
  @inline(__always)
  func chroma(_ column: Int, _ row: Int) -> ChromaBlocks {
    let (blue, red, width) = (blue.samples.span, red.samples.span, blue.width)
    return ChromaBlocks {
      let place = 8 &* (row &* width &+ column) &+ $0 &* width
      return SIMD16(lowHalf: blue.vector(at: place), highHalf: red.vector(at: place))
    }
  }

  /// Replaces a macroblock.
  mutating func set(_ luma: Rows, _ chroma: Rows, _ column: Int, _ row: Int) {
    self.luma.set(16 &* column, 16 &* row, 16) { luma[$0] }
    blue.set(8 &* column, 8 &* row, 8) { chroma[$0].lowHalf }
    red.set(8 &* column, 8 &* row, 8) { chroma[$0].highHalf }
  }
}

extension Span<UInt8> {
  /// Makes sure that there are `rows` rows of sixteen bytes, `stride` bytes apart.
  @inline(__always)
  func require(_ rows: Int, at place: Int, _ stride: Int) {
    precondition(place >= 0 && stride >= 0 && place &+ (rows &- 1) &* stride <= count &- 16)
  }

  /// Sixteen bytes that are known to be there.
  @unsafe
  @inline(__always)
  func sixteen(unchecked place: Int) -> SIMD16<UInt8> {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
  }
}

extension Span where Element: BitwiseCopyable {
  /// The numbers from a place on.
  @inline(__always)
  func vector<Numbers: SIMD & BitwiseCopyable>(at place: Int) -> Numbers
  where Numbers.Scalar == Element {
    precondition(place >= 0 && place <= count - Numbers.scalarCount)
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: place &* MemoryLayout<Element>.stride, as: Numbers.self)
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Replaces the numbers from a place on.
  @inline(__always)
  mutating func set<Numbers: SIMD & BitwiseCopyable>(_ numbers: Numbers, at place: Int)
  where Numbers.Scalar == Element {
    precondition(place >= 0 && place <= count - Numbers.scalarCount)
    for index in 0..<Numbers.scalarCount { unsafe self[unchecked: place &+ index] = numbers[index] }
  }
}
