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
  /// How many levels the blocks of luma and of chroma have, by place.
  var counts = SIMD16<UInt8>.zero
  var chromaCounts = SIMD16<UInt8>.zero
  /// The modes of Intra_4x4 by place; 2 in other macroblocks.
  var modes = SIMD16<Int8>(repeating: 2)
  var vector = Vector()
  var kind = Kind.inter

  enum Kind: Sendable { case inter, intra, missing }

  /// The count of a block outside the picture.
  static let none: UInt8 = 128
  /// One outside the picture.
  static let missing = MacroblockContext(
    counts: SIMD16(repeating: none), chromaCounts: SIMD16(repeating: none),
    modes: SIMD16(repeating: -1), kind: .missing)

  /// The class of nC of a block from the counts of those at the left and above: 9.2.1.
  @inline(__always)
  static func kind(
    _ place: Int, width: Int, _ own: SIMD16<UInt8>, _ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>
  ) -> Int {
    let (one, two) = neighbours(place, width: width, own, left, above)
    let sum = Int(one) + Int(two)
    let count = sum < Int(none) ? (sum + 1) / 2 : sum & 127
    return count < 2 ? 0 : count < 4 ? 1 : count < 8 ? 2 : 3
  }

  /// The mode that the neighbours of a block suggest: 8.3.1.1.
  @inline(__always)
  static func expectedMode(
    _ place: Int, _ modes: SIMD16<Int8>, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    let (one, two) = neighbours(place, width: 4, modes, left.modes, above.modes)
    return min(one, two) < 0 ? 2 : Int(min(one, two))
  }

  /// What is known of the blocks at the left and above; planes have a width in blocks, and four blocks of
  /// one or two planes stand in a row.
  @inline(__always)
  private static func neighbours<T>(
    _ place: Int, width: Int, _ own: SIMD16<T>, _ left: SIMD16<T>, _ above: SIMD16<T>
  ) -> (T, T) {
    (
      place & (width - 1) > 0 ? own[place - 1] : left[place + width - 1],
      place > 3 ? own[place - 4] : above[place + 4 * width - 4]
    )
  }
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
    let one = self[column, row]
    return one.kind == .missing || one.kind == .inter && one.vector == Vector()
  }

  @inline(__always)
  private func median(_ x: Int, _ y: Int, _ z: Int) -> Int { max(min(x, y), min(max(x, y), z)) }
}

/// The search for the vector of a macroblock. It is made once, and then used for one after the other.
struct MotionSearch: Sendable {
  /// The best vector so far, and its cost: four times the distance, and what the bits are worth.
  private(set) var vector = Vector()
  private(set) var cost = 0
  private var predicted = Vector()
  private var worth = 0
  /// The samples of the last picture around a place, at the places between the samples too: four planes,
  /// each with rows of 32 samples from one row above and one column before the place: the whole samples,
  /// and those half a sample to the right, below, and both: b, h and j of figure 8-4.
  private var samples = [UInt8](repeating: 0, count: 4 * MotionSearch.size)
  /// The place, in samples from the macroblock.
  private var center = (x: 0, y: 0)
  /// Whether the block there is near enough, so that no other is looked at.
  private(set) var isNear = false
  /// The distance that is; the macroblock, and the places around it that can be loaded, in samples.
  private var (enough, left, top, across, down) = (0, 0, 0, 0...0, 0...0)

  /// The samples of a plane.
  private static let size = 576
  /// How far vectors reach, in samples: all levels allow it.
  private static let reach = 60
  /// The most steps of the descent.
  private static let steps = 24

  /// Begins the search for a macroblock with the given vectors; `still` is the distance without motion,
  /// and one of at most `enough` ends it.
  mutating func begin(
    _ source: Rows, in plane: Plane, column: Int, row: Int, from starts: InlineArray<4, Vector>,
    predicted: Vector, worth: Int, still: Int, enough: Int
  ) {
    (left, top, self.enough) = (16 * column, 16 * row, enough)
    (vector, center, self.predicted, self.worth) = (Vector(), (0, 0), predicted, worth)
    cost = 4 * still + worth * Vector().bits(from: predicted)
    isNear = plane.width < 23 || plane.height < 23
    guard !isNear else { return }
    (across, down) = (MotionSearch.range(left, plane.width), MotionSearch.range(top, plane.height))
    for index in starts.indices where !isNear {
      let start = starts[index]
      visit(
        source, plane, min(max((start.x + 2) >> 2, across.lowerBound), across.upperBound),
        min(max((start.y + 2) >> 2, down.lowerBound), down.upperBound))
    }
  }

  /// Goes on to the best vector, and says whether it is better than none.
  mutating func finish(_ source: Rows, in plane: Plane) -> Bool {
    var last = center
    for _ in 0..<MotionSearch.steps where !isNear {
      let (x, y) = center
      for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)]
      where (x + right, y + down) != last {
        visit(source, plane, x + right, y + down)
      }
      if center == (x, y) { break }
      last = (x, y)
    }
    guard center != (0, 0), !isNear else { return center != (0, 0) }
    load(plane, left + center.x, top + center.y)
    // In halves, then in quarters: the better side each way, and the corner between them.
    for step in [2, 1] {
      let (x, y) = (vector.x, vector.y)
      let right = visit(x &- step, y, source) < visit(x &+ step, y, source) ? -step : step
      let down = visit(x, y &- step, source) < visit(x, y &+ step, source) ? -step : step
      _ = visit(x &+ right, y &+ down, source)
    }
    return true
  }

  /// Takes a place of whole samples if it is better.
  @inline(__always)
  private mutating func visit(_ source: Rows, _ plane: Plane, _ x: Int, _ y: Int) {
    guard across.contains(x), down.contains(y), (x, y) != center else { return }
    let (place, before) = ((top + y) * plane.width + left + x, cost)
    let distance = source.distance(to: plane.samples.span, at: place, stride: plane.width)
    guard visit(Vector(x: 4 * x, y: 4 * y), distance) < before else { return }
    (center, isNear) = ((x, y), distance <= enough)
  }

  /// Takes a vector with a distance if it is better, and gives its cost.
  @inline(__always)
  private mutating func visit(_ vector: Vector, _ distance: Int) -> Int {
    let cost = 4 * distance + worth * vector.bits(from: predicted)
    if cost < self.cost { (self.vector, self.cost) = (vector, cost) }
    return cost
  }

  /// Takes a vector near the place if it is better, and gives its cost.
  @inline(__always)
  private mutating func visit(_ x: Int, _ y: Int, _ source: Rows) -> Int {
    let vector = Vector(x: x, y: y)
    return visit(vector, distance(to: source, vector))
  }

  /// The distance of the prediction by a vector near the place.
  private func distance(to source: Rows, _ vector: Vector) -> Int {
    let (places, samples) = (places(vector), samples.span)
    var sum = 0
    for row in 0..<16 { sum &+= unsafe source[row].distance(to: means(samples, places, row)) }
    return sum
  }

  /// The vectors that a macroblock at a place can have.
  private static func range(_ place: Int, _ size: Int) -> ClosedRange<Int> {
    let first = max(3 - place, -reach)
    return first...max(first, min(size - 20 - place, reach))
  }

  /// The prediction by the vector that was found, in the plane.
  func block(in plane: Plane) -> LumaBlock {
    if isNear { return plane.block(left + center.x, top + center.y) }
    let (places, samples) = (places(vector), samples.span)
    return LumaBlock { unsafe means(samples, places, $0) }
  }

  /// A row of the means of the blocks at two ``places(_:)``.
  @unsafe
  @inline(__always)
  private func means(
    _ samples: Span<UInt8>, _ places: (Int, Int), _ row: Int
  ) -> SIMD16<UInt8> {
    unsafe samples.sixteen(unchecked: places.0 &+ 32 &* row)
      .averaged(with: samples.sixteen(unchecked: places.1 &+ 32 &* row))
  }

  /// The two places whose samples are averaged for a block: at halves of samples both are the same, at
  /// quarters they are at the sides, and at quarters both ways b or s and h or m of figure 8-4.
  /// Sixteen rows are there from each of them.
  @inline(__always)
  private func places(_ vector: Vector) -> (Int, Int) {
    let (x, y) = (vector.x &- 4 &* center.x, vector.y &- 4 &* center.y)
    func place(_ x: Int, _ y: Int) -> Int {
      MotionSearch.size &* (x >> 1 & 1 &+ y & 2) &+ 32 &* (1 &+ y >> 2) &+ 1 &+ x >> 2
    }
    let (a, b) = (x & 1, y & 1)
    let places =
      a & b == 1
      ? (place(x & ~3 | 2, (y &+ 1) & ~3), place((x &+ 1) & ~3, y & ~3 | 2))
      : (place(x &- a, y &- b), place(x &+ a, y &+ b))
    samples.span.require(16, at: places.0, 32)
    samples.span.require(16, at: places.1, 32)
    return places
  }

  /// Loads the samples around a place: 8.4.2.2.1.
  ///
  /// - Precondition: three samples before and 19 after it are in the plane.
  private mutating func load(_ plane: Plane, _ x: Int, _ y: Int) {
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
      u = unsafe MotionSearch.filter(
        source.sixteen(unchecked: place &- 2).widened,
        source.sixteen(unchecked: place &- 1).widened, f,
        source.sixteen(unchecked: place &+ 1).widened,
        source.sixteen(unchecked: place &+ 2).widened,
        source.sixteen(unchecked: place &+ 3).widened)
      place &+= width
      guard row >= 5 else { continue }
      let output = 32 &* (row &- 5) &+ first
      target.set(c.samples, at: output)
      target.set(((r &+ 16) &>> 5).samples, at: MotionSearch.size + output)
      let down = MotionSearch.filter(a, b, c, d, e, f)
      target.set(((down &+ 16) &>> 5).samples, at: 2 * MotionSearch.size + output)
      target.set(MotionSearch.center(p, q, r, s, t, u), at: 3 * MotionSearch.size + output)
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
}

extension Planes {
  /// The prediction of the chroma of a macroblock by a vector: 8.4.2.2.2.
  func movedChroma(_ column: Int, _ row: Int, by vector: Vector) -> ChromaBlocks {
    let (x, y) = (8 * column + vector.x >> 3, 8 * row + vector.y >> 3)
    let (right, down) = (Int16(vector.x & 7), Int16(vector.y & 7))
    let (next, last) = (right == 0 ? 0 : 1, down == 0 ? 7 : 8)
    let (blue, red, width) = (blue.samples.span, red.samples.span, blue.width)
    func lanes(_ place: Int) -> Lanes {
      SIMD16(lowHalf: blue.vector(at: place), highHalf: red.vector(at: place)).widened
    }
    let across = InlineArray<9, Lanes> {
      let place = (y &+ min($0, last)) &* width &+ x
      return lanes(place) &* (8 &- right) &+ lanes(place &+ next) &* right
    }
    let rows = across.span
    return ChromaBlocks {
      ((rows[$0] &* (8 &- down) &+ rows[$0 &+ 1] &* down &+ 32) &>> 6).samples
    }
  }
}
