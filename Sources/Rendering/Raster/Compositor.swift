// SPDX-License-Identifier: MIT
internal import Drawing

/// Turns the coverage of all layers at a pixel into its colour: source-over in painting order,
/// on sRGB values as they are, which is what SVG and browsers do.
///
/// - Source: Porter, Duff, *Compositing digital images*, 1984; W3C, *Compositing and Blending
///   Level 1*, section 5.1.
enum Compositor: Sendable {
  /// All strokes have one colour and there is no image: every pixel lies on the ramp of colours
  /// from the background to the stroke, and its place on the ramp is a number of 8 bits.
  case ramp(Ramp)
  /// Any other scene: three or four bytes a pixel.
  case full(Full)

  init(scene: Scene) {
    let colors = scene.strokes.map(\.color)
    if Compositor.isRamp(scene) {
      self = .ramp(Ramp(background: scene.background, stroke: colors.first ?? .none))
    } else {
      self = .full(
        Full(
          background: scene.background, strokes: colors,
          image: scene.image.map { ScaledImage($0, on: scene.canvas) }))
    }
  }

  private static func isRamp(_ scene: Scene) -> Bool {
    scene.image == nil && scene.strokes.allSatisfy { $0.color == scene.strokes.first?.color }
  }

  /// Bytes in a pixel of the pixmaps of a scene.
  static func bytesPerPixel(for scene: Scene) -> Int {
    isRamp(scene)
      ? Pixmap.Format.indexed([]).bytesPerPixel : format(on: scene.background).bytesPerPixel
  }

  /// The layout of pixels of any colours over a background.
  private static func format(on background: Color) -> Pixmap.Format {
    background.alpha == 255 ? .rgb : .rgba
  }

  /// The canvas without a stroke.
  func blank(_ canvas: Canvas) -> Pixmap {
    switch self {
    case .ramp(let ramp):
      // All bytes are 0, and entry 0 of the palette is the background.
      return Pixmap(width: canvas.width, height: canvas.height, format: .indexed(ramp.palette))
    case .full(let full):
      var pixmap = Pixmap(
        width: canvas.width, height: canvas.height,
        format: Compositor.format(on: full.background))
      pixmap.fill(full.background)
      if let image = full.image {
        for row in image.rows {
          let pixels = image.columns.map { row * canvas.width + $0 }
          paint(pixels, of: [], into: &pixmap)
        }
      }
      return pixmap
    }
  }

  /// Puts the colours of the given pixels, which are numbered row by row from the upper left.
  func paint(_ pixels: [Int], of layers: [StrokeLayer], into pixmap: inout Pixmap) {
    switch self {
    case .ramp(let ramp):
      for pixel in pixels { pixmap.set(pixel, index: ramp.index(pixel, layers)) }
    case .full(let full):
      let width = pixmap.width
      for pixel in pixels { pixmap.set(pixel, color: full.color(pixel, width: width, layers)) }
    }
  }

  /// One stroke colour over one background.
  struct Ramp: Sendable {
    /// Entry n is the background under a stroke that hides n/255 of it.
    let palette: [Color]
    /// For each coverage in 1/255, what the stroke leaves of what is under it, in 1/65535.
    private let transmission: [UInt32]

    init(background: Color, stroke: Color) {
      let opaque = Color(red: stroke.red, green: stroke.green, blue: stroke.blue)
      palette = (0...255).map { step in
        var pixel = Accumulator(background)
        pixel.cover(with: opaque, coverage: Double(step) / 255)
        // Where nothing is seen the stroke's colour stays: no fringe when the picture is scaled.
        return pixel.straight
          ?? Color(red: stroke.red, green: stroke.green, blue: stroke.blue, alpha: 0)
      }
      transmission = (0...255).map { coverage in
        let hidden = Double(coverage) * Double(stroke.alpha) / (255 * 255)
        return UInt32(((1 - hidden) * 65535).rounded())
      }
    }

    /// The place on the ramp of the pixel that is `pixel`th in the layers.
    @inline(__always)
    func index(_ pixel: Int, _ layers: [StrokeLayer]) -> UInt8 {
      var left: UInt64 = 65535
      for index in layers.indices {
        let coverage = layers[index].coverage[pixel]
        if coverage != 0 {
          left = (left * UInt64(transmission[Int(coverage)]) + 32767) / 65535
        }
      }
      return UInt8(255 - (left * 255 + 32767) / 65535)
    }
  }

  /// Several stroke colours, or an image on top.
  struct Full: Sendable {
    let background: Color
    let strokes: [Color]
    let image: ScaledImage?

    /// The colour of the pixel that is `pixel`th in the layers.
    func color(_ pixel: Int, width: Int, _ layers: [StrokeLayer]) -> Color {
      var result = Accumulator(background)
      for index in layers.indices {
        let coverage = layers[index].coverage[pixel]
        if coverage != 0 { result.cover(with: strokes[index], coverage: Double(coverage) / 255) }
      }
      if let image, let color = image.color(column: pixel % width, row: pixel / width) {
        result.cover(with: color, coverage: 1)
      }
      return result.straight ?? .none
    }
  }
}

/// A premultiplied colour that others are laid over.
private struct Accumulator {
  private var color: SIMD4<Double>

  init(_ color: Color) { self.color = Accumulator.premultiplied(color, 1) }

  mutating func cover(with top: Color, coverage: Double) {
    let source = Accumulator.premultiplied(top, coverage)
    color = source + color * (1 - source.w)
  }

  /// The colour with straight alpha; `nil` where nothing is seen.
  var straight: Color? {
    let alpha = (color.w * 255).rounded()
    guard alpha > 0 else { return nil }
    let parts = (color / color.w * 255).rounded(.toNearestOrAwayFromZero)
    func part(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255)) }
    return Color(red: part(parts.x), green: part(parts.y), blue: part(parts.z), alpha: part(alpha))
  }

  private static func premultiplied(_ color: Color, _ coverage: Double) -> SIMD4<Double> {
    let alpha = Double(color.alpha) / 255 * coverage
    return SIMD4(Double(color.red), Double(color.green), Double(color.blue), 255) * (alpha / 255)
  }
}
