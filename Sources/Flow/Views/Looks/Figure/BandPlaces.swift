// SPDX-License-Identifier: MIT
internal import Drawing

/// Where the bands of the channels are: round the centre the bass at 6 o'clock, or side by side the bass in the
/// middle.
struct BandPlaces: Sendable {
  /// The elements of one shape, clockwise, or from the left to the right.
  struct Shape: Sendable {
    let bands: [(channel: LookChannel, band: Int)]
    /// The middles of the elements, in degrees on a clock face.
    let middles: [Double]
    /// Whether the last one leads to the first one.
    let isClosed: Bool
    let suffix: String
  }

  /// The shapes, the lowest first.
  let shapes: [Shape]
  /// Degrees from one element to the next.
  let step: Double

  /// Places for some bands of each channel; `isFlat` for elements side by side.
  init(_ side: LookSide, bands count: Int, _ context: LookContext, isFlat: Bool) {
    let (layout, arc, mean) = (context.layout, context.arc, context.mean)
    let step = arc.sweep / Double(layout == .mirror ? 2 * count : count)
    self.step = step
    let bass = arc.isWhole ? 180 : arc.start
    func shape(
      _ bands: [(channel: LookChannel, band: Int)], from start: Double, isClosed: Bool = true,
      _ suffix: String = ""
    ) -> Shape {
      Shape(
        bands: bands, middles: bands.indices.map { start + (Double($0) + 0.5) * step },
        isClosed: arc.isWhole && isClosed, suffix: suffix)
    }
    func rising(_ channel: LookChannel) -> [(channel: LookChannel, band: Int)] {
      (0..<count).map { (channel, $0) }
    }
    /// A half: up on the left and down on the right; side by side the other way round, from edge to edge.
    func half(_ channel: LookChannel, isLeft: Bool) -> [(channel: LookChannel, band: Int)] {
      isLeft == isFlat ? rising(channel).reversed() : rising(channel)
    }
    func both(_ left: LookChannel, _ right: LookChannel) -> Shape {
      shape(half(left, isLeft: true) + half(right, isLeft: false), from: bass)
    }
    func only(_ channel: LookChannel, _ suffix: String = "") -> Shape {
      let isRight = channel == .right
      guard layout == .mirror else {
        return shape(
          rising(channel), from: layout == .pair && isRight ? bass - 180 : bass, suffix)
      }
      return shape(
        half(channel, isLeft: !isRight), from: isRight ? bass + Double(count) * step : bass,
        isClosed: false, suffix)
    }
    shapes =
      switch (side, layout) {
      case (.left, _): [only(.left)]
      case (.right, _): [only(.right)]
      case (.each, _) where mean != .mean: [only(mean, mean.suffix)]
      case (.each, _): [only(.left, "-left"), only(.right, "-right")]
      case (.softer, _): []
      case (.louder, .mirror): [both(.left, .right)]
      case (.mean, .mirror): [both(.mean, .mean)]
      case (.louder, .pair): [only(.left), only(.right)]
      default: [only(mean)]
      }
  }
}

/// The edge of an area, or a line, through the bands of a shape.
struct BandCurve: Sendable {
  private let curve: LookCurve
  private let isClosed: Bool
  /// The directions of the finest points, those of an element together, from it on; of petals from the valley
  /// before it.
  private let directions: [Point]
  private let step: Double

  /// The most pieces between two elements; the straight pieces of a side of a petal.
  private static let (mostPieces, petalPieces) = (6, 7)

  init(_ shape: BandPlaces.Shape, _ curve: LookCurve, step: Double) {
    (self.curve, self.step, isClosed) = (curve, step, shape.isClosed)
    directions = shape.middles.flatMap { middle in
      switch curve {
      case .straight: [middle]
      case .smooth:
        (0..<BandCurve.mostPieces).map { middle + step * Double($0) / Double(BandCurve.mostPieces) }
      case .petal: BandCurve.petal.map { middle + $0.angle * step / 2 }
      }
    }.map { Angle.clock($0).direction }
  }

  /// The points of a petal: where each is from −1 at one valley to 1 at the other, and how far it is from the
  /// valley to the tip; a cubic on each side.
  private static let petal: [(angle: Double, share: Double)] = {
    func cubic(_ time: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let rest = 1 - time
      return rest * rest * rest * a + 3 * rest * rest * time * b + 3 * rest * time * time * c
        + time * time * time * d
    }
    let side = (0..<petalPieces).map { piece in
      let time = Double(piece) / Double(petalPieces)
      return (cubic(time, -1, -0.88, -0.62, 0), cubic(time, 0, 0.55, 1, 1))
    }
    return side + [(0, 1)] + side.reversed().map { (-$0.0, $0.1) }
  }()

  /// The points round the centre at the radii of elements, which are in points.
  ///
  /// A smooth curve does not go below `base`, and petals grow from there; with valleys that are a share of the lower
  /// of two neighbours.
  func points(_ radii: [Double], base: [Double], valleys: [Double], age: Double) -> [Point] {
    switch curve {
    case .straight: return zip(directions, radii).map { $0 * $1 }
    case .smooth:
      // As many pieces as the distance of two elements needs, and more as they come nearer.
      let distance = (radii.max() ?? 0) * step * Double.pi / 180
      let pieces =
        distance < 8 && age < 0.25
        ? 2 : distance < 20 && age < 0.6 ? 3 : BandCurve.mostPieces
      return BandCurve.smooth(radii, pieces: pieces, isClosed: isClosed).enumerated().map {
        let (element, piece) = $0.offset.quotientAndRemainder(dividingBy: pieces)
        let place = element * BandCurve.mostPieces + piece * BandCurve.mostPieces / pieces
        return directions[place] * max($0.element, base[element])
      }
    case .petal:
      let (count, points) = (radii.count, BandCurve.petal.count)
      var corners: [Point] = []
      corners.reserveCapacity(directions.count)
      for element in radii.indices {
        let tip = radii[element] - base[element]
        func valley(to other: Int) -> Double {
          valleys[element] * min(tip, radii[other] - base[other])
        }
        let before = valley(to: (element + count - 1) % count)
        let after = valley(to: (element + 1) % count)
        for (index, place) in BandCurve.petal.enumerated() {
          let valley = index < points / 2 ? before : after
          corners.append(
            directions[element * points + index]
              * (base[element] + valley + (tip - valley) * place.share))
        }
      }
      return corners
    }
  }

  /// The points side by side.
  func points(_ places: [Point]) -> [Point] {
    guard curve == .smooth else { return places }
    let pieces = 3
    let x = BandCurve.smooth(places.map(\.x), pieces: pieces, isClosed: false)
    let y = BandCurve.smooth(places.map(\.y), pieces: pieces, isClosed: false)
    return zip(x, y).map { Point(x: $0, y: $1) }
  }

  /// A curve through numbers, with some pieces from one to the next.
  private static func smooth(_ numbers: [Double], pieces: Int, isClosed: Bool) -> [Double] {
    let count = numbers.count
    func number(_ index: Int) -> Double {
      numbers[isClosed ? (index + count) % count : min(max(index, 0), count - 1)]
    }
    var result: [Double] = []
    result.reserveCapacity(count * pieces)
    for one in 0..<(isClosed ? count : count - 1) {
      for piece in 0..<pieces {
        result.append(
          CornerCurve.height(
            at: Double(piece) / Double(pieces), number(one - 1), number(one), number(one + 1),
            number(one + 2)))
      }
    }
    return isClosed ? result : result + numbers.suffix(1)
  }
}
