// SPDX-License-Identifier: MIT
internal import Drawing

/// The colour of an item at each pixel.
enum Brush: Sendable {
  /// One colour everywhere.
  case solid(Color)
  /// A linear or radial gradient.
  case gradient(Gradient)
  /// The pixels of an image.
  case image(ScaledImage)

  init(_ item: Item, on canvas: Canvas) {
    switch (item.shape, item.paint) {
    case (.image(let image), _): self = .image(ScaledImage(image, moved: item.origin, on: canvas))
    case (_, .color(let color)): self = .solid(color)
    case (_, .linear(let from, let to, let stops)):
      let placement = Placement(item, on: canvas)
      let (along, start) = (SIMD2(to.x - from.x, to.y - from.y), SIMD2(from.x, from.y))
      let square = (along * along).sum()
      self = Brush(stops, isDegenerate: square == 0) {
        Gradient(stops, placement, start: start, along: along / square)
      }
    case (_, .radial(let center, let radius, let stops)):
      let placement = Placement(item, on: canvas)
      self = Brush(stops, isDegenerate: radius <= 0) {
        Gradient(stops, placement, start: SIMD2(center.x, center.y), radius: radius)
      }
    }
  }

  /// As in SVG, a gradient without extent has the colour of its last stop, and one without stops
  /// paints nothing.
  private init(_ stops: [GradientStop], isDegenerate: Bool, _ gradient: () -> Gradient) {
    if stops.count > 1, !isDegenerate {
      self = .gradient(gradient())
    } else {
      self = .solid(stops.last?.color ?? .none)
    }
  }

  /// Whether it is constant along each row.
  var isLevel: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.isLevel
    case .image: false
    }
  }

  /// Whether it is one opaque colour.
  var isOpaque: Bool {
    if case .solid(let color) = self { color.alpha == 255 } else { false }
  }
}

/// The colours of a gradient: straight sRGB values, interpolated linearly between stops.
struct Gradient: Sendable {
  /// The stops in ascending order, the colours as red, green, blue and alpha, 0 to 255.
  let stops: [(offset: Double, color: SIMD4<Double>)]
  let field: Field

  /// The position in a gradient at each pixel.
  struct Field: Sendable {
    /// The position at pixel (0, 0), and its change per column and per row. The second number is the
    /// position across the gradient, for radial ones only.
    let place, perColumn, perRow: SIMD2<Double>
    let isRadial: Bool

    /// The straight colour of some stops at a pixel, each channel 0 to 255.
    @inline(__always)
    func color(
      x: Int, y: Int, _ stops: Span<(offset: Double, color: SIMD4<Double>)>
    ) -> SIMD4<Double> {
      let there = place + perColumn * Double(x) + perRow * Double(y)
      let offset = isRadial ? (there * there).sum().squareRoot() : there.x
      guard offset < stops[stops.count - 1].offset else { return stops[stops.count - 1].color }
      var next = 0
      while stops[next].offset <= offset { next += 1 }
      guard next > 0 else { return stops[0].color }
      let (before, after) = (stops[next - 1], stops[next])
      let share = (offset - before.offset) / (after.offset - before.offset)
      return before.color + (after.color - before.color) * share
    }
  }

  /// A linear gradient; `along` is its vector divided by the square of its length.
  init(
    _ stops: [GradientStop], _ placement: Placement, start: SIMD2<Double>, along: SIMD2<Double>
  ) {
    self.init(stops, placement, isRadial: false) { point in
      SIMD2(((point - start) * along).sum(), 0)
    }
  }

  /// A radial gradient.
  init(
    _ stops: [GradientStop], _ placement: Placement, start: SIMD2<Double>, radius: Double
  ) {
    self.init(stops, placement, isRadial: true) { ($0 - start) / radius }
  }

  private init(
    _ stops: [GradientStop], _ placement: Placement, isRadial: Bool,
    place: (SIMD2<Double>) -> SIMD2<Double>
  ) {
    var last = 0.0
    self.stops = stops.map { stop in
      last = max(last, min(max(stop.offset, 0), 1))
      return (last, stop.color.parts.numbers)
    }
    let origin = place(placement.point(SIMD2(0.5, 0.5)))
    field = Field(
      place: origin, perColumn: place(placement.point(SIMD2(1.5, 0.5))) - origin,
      perRow: place(placement.point(SIMD2(0.5, 1.5))) - origin, isRadial: isRadial)
  }

  /// Whether the colours change only from row to row.
  var isLevel: Bool { field.perColumn == .zero }
}
