// SPDX-License-Identifier: MIT
internal import Drawing

/// A layer's brush, prepared for blending.
struct PreparedBrush: Sendable {
  let color: Color
  /// Its red, green, blue and alpha, 0 to 255.
  let parts: SIMD4<Double>
  let opacity: Double
  /// Whether it hides all that is below it where its coverage is 255.
  let isOpaque: Bool
  let isSolid: Bool
  /// Whether its colour is constant along each row.
  let isLevel: Bool
  /// The index of its gradient; -1 for others.
  let gradient: Int

  /// The brush of a layer, which is not copied; a gradient is added to others.
  init(_ layer: borrowing Layer, _ gradients: inout Gradients) {
    // NaN becomes 0.
    opacity = min(max(0, layer.item.opacity), 1)
    isOpaque = layer.brush.isOpaque && opacity == 1
    isLevel = layer.brush.isLevel
    if case .solid(let solid) = layer.brush {
      (color, isSolid) = (solid, true)
    } else {
      (color, isSolid) = (.none, false)
    }
    parts = color.parts.numbers
    if case .gradient(let added) = layer.brush {
      gradient = gradients.append(added)
    } else {
      gradient = -1
    }
  }
}

/// Gradients whose stops are all in one array, so that no pixel counts references to theirs.
struct Gradients: Sendable {
  private var fields: [(Gradient.Field, stops: Range<Int>)] = []
  private var stops: [(offset: Double, color: SIMD4<Double>)] = []

  mutating func removeAll() {
    fields.removeAll(keepingCapacity: true)
    stops.removeAll(keepingCapacity: true)
  }

  /// Adds a gradient, and returns its index.
  mutating func append(_ gradient: Gradient) -> Int {
    fields.append((gradient.field, stops.count..<stops.count + gradient.stops.count))
    stops += gradient.stops
    return fields.count - 1
  }

  /// The straight colour of a gradient at a pixel, each channel 0 to 255.
  @inline(__always)
  func color(_ index: Int, x: Int, y: Int) -> SIMD4<Double> {
    let (field, range) = fields.span[index]
    return field.color(x: x, y: y, stops.span.extracting(range))
  }
}

extension Color {
  /// Its red, green, blue and alpha.
  var parts: SIMD4<UInt8> { SIMD4(red, green, blue, alpha) }
}

extension SIMD4<UInt8> {
  /// The parts as numbers. (The library's conversion is slow.)
  @inline(__always)
  var numbers: SIMD4<Double> { SIMD4<Double>(Double(x), Double(y), Double(z), Double(w)) }

  /// Blends an opaque colour over this opaque one, with a coverage of 0 to 255.
  ///
  /// The result is rounded exactly: since 255 is odd, no value lies halfway between two bytes, and
  /// `(n + 128 + (n + 128) / 256) / 256` is n / 255 rounded for all n up to 255².
  @inline(__always)
  func covered(with top: SIMD4<UInt8>, _ coverage: UInt8) -> SIMD4<UInt8> {
    let (ground, top) = (
      SIMD4<UInt16>(truncatingIfNeeded: self), SIMD4<UInt16>(truncatingIfNeeded: top)
    )
    let share = UInt16(coverage)
    let sum = ground &* (255 &- share) &+ top &* share &+ 128
    return SIMD4(truncatingIfNeeded: (sum &+ sum &>> 8) &>> 8)
  }
}

/// A premultiplied colour that others are blended over.
struct Accumulator {
  private var color: SIMD4<Double>

  @inline(__always)
  init(_ color: Color) { self.color = Accumulator.premultiplied(color, 1) }

  @inline(__always)
  mutating func cover(with top: Color, coverage: Double) {
    let source = Accumulator.premultiplied(top, coverage)
    color = source + color * (1 - source.w)
  }

  /// Blends a straight colour whose parts are 0 to 255.
  @inline(__always)
  mutating func cover(with top: SIMD4<Double>, coverage: Double) {
    let source =
      SIMD4(lowHalf: top.lowHalf, highHalf: SIMD2(top.z, 255)) * (top.w / 255 * coverage / 255)
    color = source + color * (1 - source.w)
  }

  /// The colour with straight alpha; `nil` if it is fully transparent.
  @inline(__always)
  var straight: Color? {
    let alpha = Accumulator.rounded(color.w)
    guard alpha > 0 else { return nil }
    let parts = color.w == 1 ? color : color / color.w
    return Color(
      red: Accumulator.rounded(parts.x), green: Accumulator.rounded(parts.y),
      blue: Accumulator.rounded(parts.z), alpha: alpha)
  }

  /// Converts 0…1 to 0…255, halves up. (The library's rounding is a function call.)
  @inline(__always)
  private static func rounded(_ part: Double) -> UInt8 {
    let value = min(max(0, part * 255), 255)
    let whole = UInt8(value)
    return value - Double(whole) < 0.5 ? whole : whole + 1
  }

  @inline(__always)
  private static func premultiplied(_ color: Color, _ coverage: Double) -> SIMD4<Double> {
    let alpha = Double(color.alpha) / 255 * coverage
    return SIMD4(Double(color.red), Double(color.green), Double(color.blue), 255) * (alpha / 255)
  }
}
