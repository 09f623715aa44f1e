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

  /// Linked lists of the layers that are visible in each tile, the topmost first.
  private var heads: [Int32]
  private var links: [Link] = []
  /// The coverage of the visible layers in the current tile, the topmost first, and their indices.
  private var stack: [UInt8] = []
  private var stacked: [Int] = []
  /// The places in the stack of the layers that are visible in the current line, the topmost first,
  /// and the plain colour below them.
  private var seen: [Int] = []
  private var ground = Color.none
  /// The colours of the pixels in the current line.
  private var colors = [Color](repeating: .none, count: Coverage.tileWidth)
  private var kernels: [Kernel] = []

  private struct Link {
    let layer: Int32
    let place: Int32
    let next: Int32
  }

  /// A layer's brush, prepared for blending.
  private struct Kernel {
    let color: Color
    /// Its red, green, blue and alpha, 0 to 255.
    let parts: SIMD4<Double>
    let opacity: Double
    /// Whether it hides all that is below it where its coverage is 255.
    let isOpaque: Bool
    let isSolid: Bool
    /// Whether its colour is constant along each row.
    let isLevel: Bool

    init(_ layer: Layer) {
      // NaN becomes 0.
      opacity = min(max(0, layer.item.opacity), 1)
      isOpaque = layer.brush.isOpaque && opacity == 1
      isLevel = layer.brush.isLevel
      if case .solid(let solid) = layer.brush {
        (color, isSolid) = (solid, true)
      } else {
        (color, isSolid) = (.none, false)
      }
      parts = SIMD4(
        Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }
  }

  /// A compositor of scenes of one kind over one background.
  init(_ kind: SceneKind, over background: Color, tileCount: Int) {
    self.background = background
    ramp = kind.onlyColor.map { Ramp($0, over: background) }
    heads = [Int32](repeating: -1, count: tileCount)
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

  /// Repaints all damaged pixels.
  mutating func paint(_ damage: Damage, of layers: [Layer], into pixmap: inout Pixmap) {
    guard !damage.tiles.isEmpty else { return }
    kernels.removeAll(keepingCapacity: true)
    for layer in layers { kernels.append(Kernel(layer)) }
    findLayers(layers, damage)
    for tile in damage.tiles {
      stackLayers(layers, inTile: tile)
      paintTile(tile, damage, layers, &pixmap)
    }
  }

  /// Lists the visible layers of each damaged tile.
  private mutating func findLayers(_ layers: [Layer], _ damage: Damage) {
    links.removeAll(keepingCapacity: true)
    for tile in damage.tiles { heads[tile] = -1 }
    for index in layers.indices {
      let box = layers[index].coverage.box
      if box.rows.count * box.columns.count > damage.tiles.count {
        for tile in damage.tiles {
          let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
          link(index, layers[index].coverage.place(column, row), tile)
        }
        continue
      }
      for row in box.rows.clamped(to: 0..<damage.rows) {
        for column in box.columns.clamped(to: 0..<damage.columns) {
          let tile = row * damage.columns + column
          if damage.hits(tile) { link(index, layers[index].coverage.place(column, row), tile) }
        }
      }
    }
  }

  /// Adds a layer to the list of a tile, if it is visible there.
  @inline(__always)
  private mutating func link(_ layer: Int, _ place: Int32, _ tile: Int) {
    guard place != Coverage.empty else { return }
    let hidesAll = place == Coverage.full && kernels[layer].isOpaque
    links.append(Link(layer: Int32(layer), place: place, next: hidesAll ? -1 : heads[tile]))
    heads[tile] = Int32(links.count - 1)
  }

  /// Copies the coverage of a tile's layers into the stack.
  private mutating func stackLayers(_ layers: [Layer], inTile tile: Int) {
    stack.removeAll(keepingCapacity: true)
    stacked.removeAll(keepingCapacity: true)
    var link = heads[tile]
    while link >= 0 {
      let (layer, place) = (Int(links[Int(link)].layer), links[Int(link)].place)
      stacked.append(layer)
      if place == Coverage.full {
        stack.append(contentsOf: repeatElement(255, count: Coverage.tileArea))
      } else {
        stack += layers[layer].coverage.bytes[Int(place)..<Int(place) + Coverage.tileArea]
      }
      link = links[Int(link)].next
    }
  }

  private mutating func paintTile(
    _ tile: Int, _ damage: Damage, _ layers: [Layer], _ pixmap: inout Pixmap
  ) {
    let (tileRow, tileColumn) = tile.quotientAndRemainder(dividingBy: damage.columns)
    let left = tileColumn * Coverage.tileWidth
    let inside = min(pixmap.width - left, Coverage.tileWidth)
    for line in 0..<min(pixmap.height - tileRow * Coverage.tileHeight, Coverage.tileHeight) {
      let bits = damage.masks[tile * Coverage.tileHeight + line] & (UInt32.max >> (32 - inside))
      guard bits != 0 else { continue }
      let y = tileRow * Coverage.tileHeight + line
      if let ramp {
        for column in SetBits(UInt64(bits)) {
          let offset = line * Coverage.tileWidth + column
          pixmap.set(x: left + column, y: y, index: ramp.index(stacked.count, stack, offset))
        }
      } else {
        findSeen(bits, line)
        setColors(bits, line, left: left, y: y, layers)
        pixmap.set(bits, of: colors, x: left, y: y)
      }
      pixmap.touch(y)
    }
  }

  /// Finds the layers that are visible in the damaged columns of a line, and the colour below them.
  /// It looks at eight columns at a time.
  private mutating func findSeen(_ bits: UInt32, _ line: Int) {
    seen.removeAll(keepingCapacity: true)
    ground = background
    for place in stacked.indices {
      let first = place * Coverage.tileArea + line * Coverage.tileWidth
      let (any, all) = Compositor.coverage(stack.span, from: first, bits)
      guard any != 0 else { continue }
      let kernel = kernels[stacked[place]]
      if all == .max, kernel.isOpaque {
        ground = kernel.color
        return
      }
      seen.append(place)
    }
  }

  /// The union and the intersection of the coverage bits in the damaged columns.
  @inline(__always)
  private static func coverage(
    _ stack: Span<UInt8>, from first: Int, _ bits: UInt32
  ) -> (any: UInt64, all: UInt64) {
    var (any, all) = (UInt64(0), UInt64.max)
    for part in 0..<4 where bits &>> UInt32(8 * part) & 255 != 0 {
      let word = stack.word(at: first + 8 * part)
      any |= word
      all &= word
    }
    return (any, all)
  }

  /// Computes the colours of the damaged columns of a line.
  private mutating func setColors(
    _ bits: UInt32, _ line: Int, left: Int, y: Int, _ layers: [Layer]
  ) {
    let first = line * Coverage.tileWidth
    guard let top = seen.first else {
      for column in SetBits(UInt64(bits)) { colors[column] = ground }
      return
    }
    if seen.count == 1, kernels[stacked[top]].isOpaque, ground.alpha == 255 {
      let color = kernels[stacked[top]].color
      let start = top * Coverage.tileArea + first
      for column in SetBits(UInt64(bits)) {
        colors[column] = ground.covered(with: color, stack[start + column])
      }
      return
    }
    let isLevel = seen.allSatisfy { kernels[stacked[$0]].isLevel }
    var last: Int?
    for column in SetBits(UInt64(bits)) {
      if let last, isLevel, isCovered(first + column, as: first + last) {
        colors[column] = colors[last]
      } else {
        colors[column] = color(first + column, x: left + column, y: y, layers)
      }
      last = column
    }
  }

  /// Whether all visible layers have the same coverage at two offsets of the tile.
  @inline(__always)
  private func isCovered(_ offset: Int, as other: Int) -> Bool {
    let stack = stack.span
    for place in seen {
      let tile = place * Coverage.tileArea
      if stack[tile + offset] != stack[tile + other] { return false }
    }
    return true
  }

  /// The colour of the pixel at an offset of the tile.
  @inline(__always)
  private func color(_ offset: Int, x: Int, y: Int, _ layers: [Layer]) -> Color {
    var (ground, count) = (ground, 0)
    var isSeen = false
    while count < seen.count {
      let coverage = stack[seen[count] * Coverage.tileArea + offset]
      let kernel = kernels[stacked[seen[count]]]
      if coverage == 255, kernel.isOpaque {
        ground = kernel.color
        break
      }
      isSeen = isSeen || coverage != 0
      count += 1
    }
    guard isSeen else { return ground }
    var result = Accumulator(ground)
    for place in seen[..<count].reversed() {
      let coverage = stack[place * Coverage.tileArea + offset]
      guard coverage != 0 else { continue }
      let layer = stacked[place]
      let kernel = kernels[layer]
      let share = Double(coverage) / 255 * kernel.opacity
      if kernel.isSolid {
        result.cover(with: kernel.parts, coverage: share)
        continue
      }
      switch layers[layer].brush {
      case .gradient(let gradient): result.cover(with: gradient.color(x: x, y: y), coverage: share)
      case .image(let image):
        if let color = image.color(column: x, row: y) {
          result.cover(with: color, coverage: share)
        }
      case .solid: break
      }
    }
    return result.straight ?? .none
  }
}

extension Color {
  /// Blends an opaque colour over this opaque one, with a coverage of 0 to 255. The result is
  /// rounded exactly: since 255 is odd, no value lies halfway between two bytes.
  @inline(__always)
  fileprivate func covered(with top: Color, _ coverage: UInt8) -> Color {
    let share = UInt32(coverage)
    func mixed(_ ground: UInt8, _ top: UInt8) -> UInt8 {
      UInt8(
        truncatingIfNeeded: (UInt32(ground) &* (255 &- share) &+ UInt32(top) &* share &+ 127) / 255)
    }
    return Color(
      red: mixed(red, top.red), green: mixed(green, top.green), blue: mixed(blue, top.blue))
  }
}

/// All mixtures of one colour of lines with one background.
struct Ramp: Sendable {
  /// Entry n is the background with n/255 of it covered by the lines.
  let palette: [Color]
  /// For each coverage of 0 to 255, how much a line lets through, in 1/65535.
  private let transmission: [UInt32]

  init(_ line: Color, over background: Color) {
    let opaque = Color(red: line.red, green: line.green, blue: line.blue)
    palette = (0...255).map { step in
      var pixel = Accumulator(background)
      pixel.cover(with: opaque, coverage: Double(step) / 255)
      // Invisible pixels keep the colour of the lines, so that scaling the picture makes no
      // fringes.
      return pixel.straight ?? Color(red: line.red, green: line.green, blue: line.blue, alpha: 0)
    }
    transmission = (0...255).map { coverage in
      let hidden = Double(coverage) * Double(line.alpha) / (255 * 255)
      return UInt32(((1 - hidden) * 65535).rounded())
    }
  }

  /// The index of the pixel at an offset of `count` stacked tiles, the lowest one last.
  @inline(__always)
  func index(_ count: Int, _ stack: [UInt8], _ offset: Int) -> UInt8 {
    var left: UInt64 = 65535
    for index in stride(from: count - 1, through: 0, by: -1) {
      let coverage = stack[index * Coverage.tileArea + offset]
      if coverage != 0 {
        left = (left * UInt64(transmission[Int(coverage)]) + 32767) / 65535
      }
    }
    return UInt8(255 - (left * 255 + 32767) / 65535)
  }
}

/// A premultiplied colour that others are blended over.
private struct Accumulator {
  private var color: SIMD4<Double>

  init(_ color: Color) { self.color = Accumulator.premultiplied(color, 1) }

  @inline(__always)
  mutating func cover(with top: Color, coverage: Double) {
    let source = Accumulator.premultiplied(top, coverage)
    color = source + color * (1 - source.w)
  }

  /// The same for a straight colour whose parts are 0 to 255.
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
