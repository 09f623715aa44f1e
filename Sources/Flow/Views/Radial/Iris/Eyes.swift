// SPDX-License-Identifier: MIT
internal import Drawing

/// The positions of eyes on a sheet, and of the fibres in them: one eye with both channels half a
/// turn apart, or an eye for each channel, which mirror each other.
struct Eyes: Sendable {
  /// One eye.
  struct Eye: Sendable {
    /// Its centre, in points from the centre of the figure.
    let center: Point
    /// The factor of all lengths.
    let scale: Double

    /// A circle about its centre.
    func circle(radius: Double) -> Path { .circle(center: center, radius: radius * scale) }
  }

  /// What a fibre shows.
  enum Fibre {
    case average, peak, newest
  }

  /// One eye, or the left and the right one.
  let all: [Eye]

  private var isTwin: Bool { all.count == 2 }

  /// The eyes of a picture, beside its words: side by side, or one above the other if it is taller
  /// than wide.
  init(_ options: RadialOptions, _ context: ViewContext) {
    let composition = context.composition
    guard options.layout == .twin else {
      all = [Eye(center: .origin, scale: composition.scale)]
      return
    }
    let isTall = context.picture.width < context.picture.height
    let room = composition.room(on: context.canvas(shortSideInPoints: 432))
    let (width, height) = (room.right - room.left, room.bottom - room.top)
    let (long, short) = isTall ? (height, width) : (width, height)
    let scale = min(long / 4 - 6, short / 2 - 10) / 206
    let middle = Point(
      x: (room.left + room.right) / 2 - composition.center.x,
      y: (room.top + room.bottom) / 2 - composition.center.y)
    all = [-1, 1].map { direction in
      let distance = direction * 0.97 * long / 4
      return Eye(
        center: Point(x: middle.x + (isTall ? 0 : distance), y: middle.y + (isTall ? distance : 0)),
        scale: scale)
    }
  }

  /// A fibre of a column between two radii: always four corners, even if it is empty.
  func fibre(
    _ column: Int, of count: Int, _ side: Side, _ kind: Fibre, from inner: Double,
    to outer: Double
  ) -> Path {
    // In degrees, in columns of one degree. With two eyes, fibres can be twice as wide.
    let (offset, halfWidth) =
      switch kind {
      case .average: (isTwin ? 0.5 : 0.25, isTwin ? 0.36 : 0.18)
      case .peak: (isTwin ? 1 : 0.5, isTwin ? 0.23 : 0.115)
      case .newest: (isTwin ? 0.5 : 0.25, isTwin ? 0.30 : 0.15)
      }
    let sharing = isTwin || side == .left ? 0 : 0.5
    let width = 360 / Double(count)
    let turn = isTwin || side == .left ? 0.0 : 180
    let sense: Double = isTwin && side == .left ? -1 : 1
    let middle = (Double(column) + offset + sharing) * width + turn
    let eye = all[isTwin && side == .right ? 1 : 0]
    func corner(_ degrees: Double, _ radius: Double) -> Point {
      let point = Angle.clock(degrees * sense).direction * (radius * eye.scale)
      return Point(x: eye.center.x + point.x, y: eye.center.y + point.y)
    }
    let (first, last) = (middle - halfWidth * width, middle + halfWidth * width)
    return .polygon([
      corner(first, inner), corner(first, outer), corner(last, outer), corner(last, inner),
    ])
  }
}
