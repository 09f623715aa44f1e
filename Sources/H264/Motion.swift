// SPDX-License-Identifier: MIT

/// A motion vector in quarters of a luma sample.
struct Vector: Sendable, Hashable {
  var x = 0
  var y = 0

  /// How many bits its difference to a prediction takes.
  @inline(__always)
  func bits(from prediction: Vector) -> Int {
    BitWriter.signedLength(x - prediction.x) + BitWriter.signedLength(y - prediction.y)
  }
}

/// What later macroblocks need to know of one.
struct MacroblockContext: Sendable {
  /// How many levels the luma blocks have, in the order of decoding.
  var counts = SIMD16<UInt8>.zero
  /// How many levels the blocks of Cb and of Cr have.
  var chromaCounts = SIMD8<UInt8>.zero
  /// The modes of Intra_4x4; 2 in other macroblocks.
  var modes = SIMD16<Int8>(repeating: 2)
  var vector = Vector()
  var kind = Kind.inter

  enum Kind: Sendable { case inter, intra, missing }

  /// One outside the picture.
  static let missing = MacroblockContext(
    counts: SIMD16(repeating: ScannedBlock.none), chromaCounts: SIMD8(repeating: ScannedBlock.none),
    modes: SIMD16(repeating: -1), kind: .missing)
}

/// The contexts of all macroblocks, within a border of missing ones.
struct ContextGrid: Sendable {
  private var contexts: [MacroblockContext]
  private let stride: Int

  init(columns: Int, rows: Int) {
    stride = columns + 2
    contexts = [MacroblockContext](repeating: .missing, count: stride * (rows + 1))
    for row in 0..<rows {
      for column in 0..<columns { self[column, row] = MacroblockContext() }
    }
  }

  /// The context of a macroblock, or of one around the picture but below it.
  @inline(__always)
  subscript(column: Int, row: Int) -> MacroblockContext {
    get { contexts[(row + 1) * stride + column + 1] }
    set { contexts[(row + 1) * stride + column + 1] = newValue }
  }

  /// The prediction of the vector of a macroblock: 8.4.1.3.
  func predictedVector(_ column: Int, _ row: Int) -> Vector {
    let (left, above) = (self[column - 1, row], self[column, row - 1])
    var corner = self[column + 1, row - 1]
    if corner.kind == .missing { corner = self[column - 1, row - 1] }
    if above.kind == .missing, corner.kind == .missing, left.kind != .missing { return left.vector }
    switch (left.kind == .inter, above.kind == .inter, corner.kind == .inter) {
    case (true, false, false): return left.vector
    case (false, true, false): return above.vector
    case (false, false, true): return corner.vector
    default:
      return Vector(
        x: median(left.vector.x, above.vector.x, corner.vector.x),
        y: median(left.vector.y, above.vector.y, corner.vector.y))
    }
  }

  /// The vector of a macroblock that is skipped: 8.4.1.1.
  func skippedVector(_ column: Int, _ row: Int) -> Vector {
    isStill(column - 1, row) || isStill(column, row - 1)
      ? Vector() : predictedVector(column, row)
  }

  /// Whether a macroblock is missing or moved by nothing.
  @inline(__always)
  private func isStill(_ column: Int, _ row: Int) -> Bool {
    let place = (row + 1) * stride + column + 1
    switch contexts[place].kind {
    case .missing: return true
    case .inter: return contexts[place].vector == Vector()
    case .intra: return false
    }
  }

  @inline(__always)
  private func median(_ x: Int, _ y: Int, _ z: Int) -> Int { max(min(x, y), min(max(x, y), z)) }
}

/// The luma samples around a place of the last picture, at the places between the samples too. It is
/// made once, and then loaded.
///
/// - Source: ITU-T H.264, 8.4.2.2.1.
struct SubsampledBlock: Sendable {
  /// Four planes, each with rows of 32 samples from one row above and one column before the place:
  /// the whole samples, and those half a sample to the right, below, and both: b, h and j of figure
  /// 8-4.
  private(set) var samples = [UInt8](repeating: 0, count: 2304)

  private static let right = 576
  private static let below = 1152
  private static let both = 1728

  /// Loads the samples around a place.
  ///
  /// - Precondition: three samples before and 19 after it are in the plane.
  mutating func load(_ plane: Plane, _ x: Int, _ y: Int) {
    fill(plane, x, y, 0)
    fill(plane, x, y, 2)
  }

  /// Sets sixteen columns.
  @inline(__always)
  private mutating func fill(_ plane: Plane, _ x: Int, _ y: Int, _ first: Int) {
    let (source, width) = (plane.samples.span, plane.width)
    var place = (y - 3) * width + x - 1 + first
    source.require(23, at: place - 2, width)
    source.require(23, at: place + 3, width)
    var target = samples.mutableSpan
    // Six rows of the plane, and the same filtered along the rows.
    var (a, b, c, d, e, f) = (
      Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero
    )
    var (p, q, r, s, t, u) = (a, b, c, d, e, f)
    for row in 0..<23 {
      (a, b, c, d, e, f) = (b, c, d, e, f, unsafe source.sixteen(unchecked: place).widened)
      (p, q, r, s, t) = (q, r, s, t, u)
      u = unsafe SubsampledBlock.filter(
        source.sixteen(unchecked: place &- 2).widened,
        source.sixteen(unchecked: place &- 1).widened, f,
        source.sixteen(unchecked: place &+ 1).widened,
        source.sixteen(unchecked: place &+ 2).widened,
        source.sixteen(unchecked: place &+ 3).widened)
      place &+= width
      guard row >= 5 else { continue }
      let output = 32 &* (row &- 5) &+ first
      target.set(c.samples, at: output)
      target.set(((r &+ 16) &>> 5).samples, at: SubsampledBlock.right + output)
      let down = SubsampledBlock.filter(a, b, c, d, e, f)
      target.set(((down &+ 16) &>> 5).samples, at: SubsampledBlock.below + output)
      target.set(SubsampledBlock.center(p, q, r, s, t, u), at: SubsampledBlock.both + output)
    }
  }

  /// The filter of six taps, without rounding.
  @inline(__always)
  private static func filter(
    _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes
  ) -> Lanes {
    a &+ f &- (b &+ e) &* 5 &+ (c &+ d) &* 20
  }

  /// The filter down columns that were filtered along rows.
  @inline(__always)
  private static func center(
    _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes
  ) -> SIMD16<UInt8> {
    // (a - 5b + 20c) / 16 in steps that fit into 16 bits, each rounded down: none is lost.
    let (ends, next, middle) = (a &+ f, b &+ e, c &+ d)
    let (quarter, rest) = ((ends &- next) &>> 2, middle &- next)
    let half = quarter &>> 1 &+ rest &>> 1 &+ (quarter & rest & 1)
    return (((half &>> 1) &+ middle &+ 32) &>> 6).samples
  }

  /// The two places whose samples are averaged for a block in quarters of a sample, -3 to 3, from the
  /// whole one.
  @inline(__always)
  private static func places(_ x: Int, _ y: Int) -> (Int, Int) {
    let whole = 32 * (1 + y >> 2) + 1 + x >> 2
    let right = whole + SubsampledBlock.right
    let below = whole + SubsampledBlock.below
    let both = whole + SubsampledBlock.both
    return switch (x & 3, y & 3) {
    case (0, 0): (whole, whole)
    case (2, 0): (right, right)
    case (0, 2): (below, below)
    case (2, 2): (both, both)
    case (1, 0): (whole, right)
    case (3, 0): (whole + 1, right)
    case (0, 1): (whole, below)
    case (0, 3): (whole + 32, below)
    case (2, 1): (right, both)
    case (2, 3): (right + 32, both)
    case (1, 2): (below, both)
    case (3, 2): (below + 1, both)
    case (1, 1): (right, below)
    case (3, 1): (right, below + 1)
    case (1, 3): (right + 32, below)
    default: (right + 32, below + 1)
    }
  }

  /// The block of the ``samples`` at a place in quarters of a sample, -3 to 3, from the whole one.
  @inline(__always)
  static func block(_ samples: Span<UInt8>, _ x: Int, _ y: Int) -> LumaBlock {
    let (one, two) = places(x, y)
    samples.require(16, at: one, 32)
    samples.require(16, at: two, 32)
    return LumaBlock {
      unsafe samples.sixteen(unchecked: one &+ 32 &* $0)
        .averaged(with: samples.sixteen(unchecked: two &+ 32 &* $0))
    }
  }

  /// The distance of the block at such a place to another one.
  @inline(__always)
  static func distance(_ samples: Span<UInt8>, _ x: Int, _ y: Int, to source: Rows) -> Int {
    let (one, two) = places(x, y)
    samples.require(16, at: one, 32)
    samples.require(16, at: two, 32)
    var sum = 0
    for row in 0..<16 {
      let means = unsafe samples.sixteen(unchecked: one &+ 32 &* row)
        .averaged(with: samples.sixteen(unchecked: two &+ 32 &* row))
      sum &+= source[row].distance(to: means)
    }
    return sum
  }
}

/// The search for the vector of a macroblock.
struct MotionSearch {
  /// The best vector, in quarters of a sample, and its prediction.
  let vector: Vector
  let block: LumaBlock

  /// How far vectors reach, in samples: all levels allow it.
  private static let reach = 60

  /// Searches from the given vectors; `zeroDistance` is the distance without motion. `nil` if nothing
  /// is nearer.
  init?(
    _ source: Rows, in plane: Plane, column: Int, row: Int,
    from starts: InlineArray<5, Vector>, predicted: Vector, worth: Int, zeroDistance: Int,
    _ around: inout SubsampledBlock
  ) {
    let (left, top) = (16 * column, 16 * row)
    // The samples around a place are in the picture.
    let across =
      max(
        3 - left, -MotionSearch.reach)...max(
        3 - left, min(plane.width - 20 - left, MotionSearch.reach), -MotionSearch.reach)
    let down =
      max(
        3 - top, -MotionSearch.reach)...max(
        3 - top, min(plane.height - 20 - top, MotionSearch.reach), -MotionSearch.reach)
    guard plane.width >= 23, plane.height >= 23 else { return nil }
    // Costs are four times the distance, and what the bits are worth.
    let zero = 4 * zeroDistance + worth * Vector().bits(from: predicted)
    var best = Descent(across: across, down: down, predicted: predicted, worth: worth)
    for index in starts.indices {
      let start = starts[index]
      let x = min(max((start.x + 2) >> 2, across.lowerBound), across.upperBound)
      let y = min(max((start.y + 2) >> 2, down.lowerBound), down.upperBound)
      _ = best.visit(x, y, source, plane, left, top)
    }
    for _ in 0..<MotionSearch.steps {
      let (x, y) = (best.x, best.y)
      let isBetter: InlineArray = [
        best.visit(x + 1, y, source, plane, left, top),
        best.visit(x - 1, y, source, plane, left, top),
        best.visit(x, y + 1, source, plane, left, top),
        best.visit(x, y - 1, source, plane, left, top),
      ]
      if !(isBetter[0] || isBetter[1] || isBetter[2] || isBetter[3]) { break }
    }
    guard best.x != 0 || best.y != 0 else { return nil }
    around.load(plane, left + best.x, top + best.y)
    let samples = around.samples.span
    var found = Vector(x: 4 * best.x, y: 4 * best.y)
    var foundCost = best.cost
    for step in [2, 1] {
      let center = found
      for y in -1...1 {
        for x in -1...1 where (x, y) != (0, 0) {
          let vector = Vector(x: center.x + step * x, y: center.y + step * y)
          let distance = SubsampledBlock.distance(
            samples, vector.x - 4 * best.x, vector.y - 4 * best.y, to: source)
          let cost = 4 * distance + worth * vector.bits(from: predicted)
          if cost < foundCost { (found, foundCost) = (vector, cost) }
        }
      }
    }
    guard foundCost < zero else { return nil }
    vector = found
    block = SubsampledBlock.block(samples, found.x - 4 * best.x, found.y - 4 * best.y)
  }

  /// The most steps of the descent.
  private static let steps = 24
}

/// The best whole vector so far.
private struct Descent {
  private(set) var x = 0
  private(set) var y = 0
  private(set) var cost = Int.max

  let across, down: ClosedRange<Int>
  let predicted: Vector
  let worth: Int

  init(across: ClosedRange<Int>, down: ClosedRange<Int>, predicted: Vector, worth: Int) {
    (self.across, self.down, self.predicted, self.worth) = (across, down, predicted, worth)
  }

  /// Tries a vector in samples, and says whether it is better.
  @inline(__always)
  mutating func visit(
    _ x: Int, _ y: Int, _ source: Rows, _ plane: Plane, _ left: Int,
    _ top: Int
  ) -> Bool {
    guard across.contains(x), down.contains(y), (x, y) != (self.x, self.y) || cost == .max else {
      return false
    }
    let distance = source.distance(
      to: plane.samples.span, at: (top + y) * plane.width + left + x, stride: plane.width)
    let cost = 4 * distance + worth * Vector(x: 4 * x, y: 4 * y).bits(from: predicted)
    guard cost < self.cost else { return false }
    (self.x, self.y, self.cost) = (x, y, cost)
    return true
  }
}

extension Planes {
  /// The prediction of the chroma of a macroblock by a vector: 8.4.2.2.2.
  func movedChroma(column: Int, row: Int, by vector: Vector) -> ChromaBlocks {
    let (x, y) = (8 * column + vector.x >> 3, 8 * row + vector.y >> 3)
    let (right, down) = (Int16(vector.x & 7), Int16(vector.y & 7))
    let (next, below) = (right == 0 ? 0 : 1, down == 0 ? 0 : 1)
    let (a, b) = ((8 - right) * (8 - down), right * (8 - down))
    let (c, d) = ((8 - right) * down, right * down)
    func pair(_ x: Int, _ y: Int) -> Lanes {
      SIMD16(lowHalf: blue.samples.span.vector(at: y * blue.width + x),
        highHalf: red.samples.span.vector(at: y * red.width + x)).widened
    }
    return ChromaBlocks { line in
      let upper = pair(x, y + line) &* a &+ pair(x + next, y + line) &* b
      let lower = pair(x, y + line + below) &* c &+ pair(x + next, y + line + below) &* d
      return ((upper &+ lower &+ 32) &>> 6).samples
    }
  }
}
