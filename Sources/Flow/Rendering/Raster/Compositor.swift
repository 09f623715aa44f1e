// SPDX-License-Identifier: MIT
internal import Drawing

/// Computes the colour of each pixel from the coverage of all layers: source-over, from the bottom
/// up, on sRGB values without linearization, as SVG and browsers do.
///
/// - Source: Porter, Duff, *Compositing digital images*, 1984; W3C, *Compositing and Blending
///   Level 1*, section 5.1.
struct Compositor: Sendable {
  private let background: Color
  /// The ramp from the background to the colour of the shapes, if they all have the same colour;
  /// then pixels are indices into it.
  private let ramp: Ramp?

  private var brushes: [PreparedBrush] = []
  private var gradients = Gradients()
  private var stack: TileStack

  /// A compositor of scenes of one kind over one background.
  init(_ kind: SceneKind, over background: Color, tileCount: Int) {
    self.background = background
    ramp = kind.onlyColor.map { Ramp($0, over: background) }
    stack = TileStack(tileCount: tileCount)
  }

  /// An empty canvas.
  func blank(_ canvas: Canvas) -> Pixmap {
    // On a ramp all bytes are 0, and entry 0 of the palette is the background.
    if let ramp {
      return Pixmap(width: canvas.width, height: canvas.height, format: .indexed(ramp.palette))
    }
    var pixmap = Pixmap(
      width: canvas.width, height: canvas.height, format: background.alpha == 255 ? .rgb : .rgba)
    pixmap.fill(background)
    return pixmap
  }

  /// Lists the layers of all damaged tiles, which are to be painted then.
  mutating func list(_ damage: Damage, of layers: [Layer]) {
    brushes.removeAll(keepingCapacity: true)
    gradients.removeAll()
    let layers = layers.span
    for index in layers.indices { brushes.append(PreparedBrush(layers[index], &gradients)) }
    stack.list(layers, brushes, damage)
  }

  /// Repaints the damaged pixels of some damaged tiles, by their indices in the damage.
  mutating func paint(
    _ tiles: Range<Int>, of damage: Damage, of layers: [Layer], into pixmap: inout Pixmap
  ) {
    let layers = layers.span
    for index in tiles {
      let tile = damage.tiles[index]
      stack.stack(tile, of: layers, brushes, over: background)
      if let ramp {
        pixmap.paint(tile, damage) { offset in ramp.index(stack, offset) }
      } else if stack.isOpaque {
        paintOpaque(tile, damage, &pixmap)
      } else {
        paintMixed(tile, damage, layers, &pixmap)
      }
    }
  }

  /// Paints a tile whose layers are all opaque. In most pixels at most one of them covers a part.
  private func paintOpaque(_ tile: Int, _ damage: Damage, _ pixmap: inout Pixmap) {
    let (coverage, colors) = (stack.coverage.span, stack.colors.span)
    @inline(__always)
    func color(_ offset: Int) -> SIMD4<UInt8> {
      // The ground covers all pixels, so that every search ends there.
      var place = offset
      while coverage[place] == 0 { place &+= Coverage.tileArea }
      let (top, share) = (colors[place / Coverage.tileArea], coverage[place])
      if share == 255 { return top }
      repeat { place &+= Coverage.tileArea } while coverage[place] == 0
      guard coverage[place] == 255 else { return opaqueColor(offset) }
      return colors[place / Coverage.tileArea].covered(with: top, share)
    }
    pixmap.paint(tile, damage, eight: { eightPixels($0, areOpaque: true) }, color: color)
  }

  /// Eight pixels, if the topmost layer that covers a part of them covers all, or the next such layer
  /// does, and if these are opaque.
  @inline(__always)
  private func eightPixels(_ offset: Int, areOpaque: Bool) -> EightPixels? {
    let (coverage, colors) = (stack.coverage.span, stack.colors.span)
    // The ground covers all pixels, so that every search ends there.
    var place = offset
    while coverage.word(at: place) == 0 { place &+= Coverage.tileArea }
    let top = place / Coverage.tileArea
    guard areOpaque || isOpaque(top) else { return nil }
    let shares = coverage.word(at: place)
    if shares == .max { return EightPixels(colors[top]) }
    repeat { place &+= Coverage.tileArea } while coverage.word(at: place) == 0
    let ground = place / Coverage.tileArea
    guard coverage.word(at: place) == .max, areOpaque || isOpaque(ground) else { return nil }
    return EightPixels(colors[ground], covered: shares, with: colors[top])
  }

  /// Whether a layer of the stack, or the ground, is opaque.
  @inline(__always)
  private func isOpaque(_ place: Int) -> Bool {
    place == stack.count || brushes[stack.layers[place]].isOpaque
  }

  /// The colour of a pixel of opaque layers, several of which cover a part of it.
  ///
  /// Up to five of them are rounded exactly: the sum has an error of about 1e-13, and since 255 is
  /// odd, it is no nearer to the middle between two bytes than 1/(2·255ⁿ) for n such layers.
  @inline(never)
  private func opaqueColor(_ offset: Int) -> SIMD4<UInt8> {
    let (coverage, colors) = (stack.coverage.span, stack.colors.span)
    var place = offset
    while coverage[place] != 255 { place &+= Coverage.tileArea }
    var color = colors[place / Coverage.tileArea].numbers
    while place != offset {
      place &-= Coverage.tileArea
      let share = Double(coverage[place]) / 255
      color += (colors[place / Coverage.tileArea].numbers - color) * share
    }
    color += 0.5
    return SIMD4(UInt8(color.x), UInt8(color.y), UInt8(color.z), 255)
  }

  /// Paints a tile of any layers.
  private func paintMixed(
    _ tile: Int, _ damage: Damage, _ layers: Span<Layer>, _ pixmap: inout Pixmap
  ) {
    let isLevel = stack.layers.prefix(stack.count).allSatisfy { brushes[$0].isLevel }
    let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
    let (top, left) = (row * Coverage.tileHeight, column * Coverage.tileWidth)
    var last: (offset: Int, color: SIMD4<UInt8>)?
    pixmap.paint(
      tile, damage,
      eight: { eightPixels($0, areOpaque: false) },
      color: { offset in
        let (line, column) = (offset &>> 5, offset & 31)
        if isLevel, let last, last.offset &>> 5 == line, isCovered(offset, as: last.offset) {
          return last.color
        }
        let color = mixedColor(offset, x: left + column, y: top + line, layers).parts
        last = (offset, color)
        return color
      })
  }

  /// Whether all layers have the same coverage at two offsets of the tile.
  @inline(__always)
  private func isCovered(_ offset: Int, as other: Int) -> Bool {
    let coverage = stack.coverage.span
    var (one, two) = (offset, other)
    for _ in 0..<stack.count {
      if coverage[one] != coverage[two] { return false }
      one &+= Coverage.tileArea
      two &+= Coverage.tileArea
    }
    return true
  }

  /// The colour of a pixel of any layers.
  @inline(never)
  private func mixedColor(_ offset: Int, x: Int, y: Int, _ layers: Span<Layer>) -> Color {
    let (coverage, indices) = (stack.coverage.span, stack.layers.span)
    let brushes = brushes.span
    var (ground, count) = (stack.ground, 0)
    var isSeen = false
    while count < stack.count {
      let value = coverage[count &* Coverage.tileArea &+ offset]
      if value == 255, brushes[indices[count]].isOpaque {
        ground = brushes[indices[count]].color
        break
      }
      isSeen = isSeen || value != 0
      count += 1
    }
    guard isSeen else { return ground }
    var result = Accumulator(ground)
    for place in stride(from: count - 1, through: 0, by: -1) {
      let value = coverage[place &* Coverage.tileArea &+ offset]
      guard value != 0 else { continue }
      let layer = indices[place]
      let share = Double(value) / 255 * brushes[layer].opacity
      if brushes[layer].isSolid {
        result.cover(with: brushes[layer].parts, coverage: share)
      } else if brushes[layer].gradient >= 0 {
        result.cover(with: gradients.color(brushes[layer].gradient, x: x, y: y), coverage: share)
      } else if case .image(let image) = layers[layer].brush,
        let color = image.color(column: x, row: y)
      {
        result.cover(with: color, coverage: share)
      }
    }
    return result.straight ?? .none
  }
}
