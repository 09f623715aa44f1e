// SPDX-License-Identifier: MIT
internal import Drawing

/// Turns the coverage of all layers at a pixel into its colour: source-over in painting order,
/// on sRGB values as they are, which is what SVG and browsers do.
///
/// - Source: Porter, Duff, *Compositing digital images*, 1984; W3C, *Compositing and Blending
///   Level 1*, section 5.1.
struct Compositor: Sendable {
  private let background: Color
  /// The ramp of colours from the background to the shapes, where all shapes have one colour and there
  /// is nothing else: a pixel's place on it is a number of 8 bits.
  private let ramp: Ramp?

  /// For each tile the first of the layers that are seen in it, the topmost first.
  private var heads: [Int32]
  private var links: [Link] = []
  /// The coverage of the layers in a tile, the topmost first, and their numbers.
  private var stack: [UInt8] = []
  private var stacked: [Int] = []
  /// The places in the stack of the layers that are seen in a line of the tile, the topmost first, and
  /// the one colour below them.
  private var seen: [Int] = []
  private var ground = Color.none
  /// The colours of the line's pixels.
  private var colors = [Color](repeating: .none, count: Coverage.tileWidth)
  private var kernels: [Kernel] = []

  private struct Link {
    let layer: Int32
    let place: Int32
    let next: Int32
  }

  /// What a layer's brush gives, ready to be laid over others.
  private struct Kernel {
    let color: Color
    /// The same with its parts as numbers of 0 to 255.
    let parts: SIMD4<Double>
    let opacity: Double
    /// Whether it hides what it covers wholly.
    let isOpaque: Bool
    let isSolid: Bool
    /// Whether it is the same all along each row.
    let isLevel: Bool

    init(_ layer: Layer) {
      // A number that is none becomes 0.
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

  /// The canvas without an item.
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

  /// Paints all damaged pixels.
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

  /// Lists for each damaged tile the layers that are seen in it.
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

  /// Adds a layer to those of a tile, if it is seen there.
  @inline(__always)
  private mutating func link(_ layer: Int, _ place: Int32, _ tile: Int) {
    guard place != Coverage.empty else { return }
    let hidesAll = place == Coverage.full && kernels[layer].isOpaque
    links.append(Link(layer: Int32(layer), place: place, next: hidesAll ? -1 : heads[tile]))
    heads[tile] = Int32(links.count - 1)
  }

  /// Puts the coverage of a tile's layers one after the other.
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
        for column in Columns(bits) {
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

  /// Finds the layers that are seen in some columns of a line in the stacked tiles, eight columns at
  /// a time, and what is below them.
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

  /// What any of some pixels of a line has of coverage, and what all of them have.
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

  /// Sets the colours of some columns of a line in the stacked tiles.
  private mutating func setColors(
    _ bits: UInt32, _ line: Int, left: Int, y: Int, _ layers: [Layer]
  ) {
    let first = line * Coverage.tileWidth
    guard let top = seen.first else {
      for column in Columns(bits) { colors[column] = ground }
      return
    }
    if seen.count == 1, kernels[stacked[top]].isOpaque, ground.alpha == 255 {
      let color = kernels[stacked[top]].color
      let start = top * Coverage.tileArea + first
      for column in Columns(bits) {
        colors[column] = ground.covered(with: color, stack[start + column])
      }
      return
    }
    let isLevel = seen.allSatisfy { kernels[stacked[$0]].isLevel }
    var last: Int?
    for column in Columns(bits) {
      if let last, isLevel, isCovered(first + column, as: first + last) {
        colors[column] = colors[last]
      } else {
        colors[column] = color(first + column, x: left + column, y: y, layers)
      }
      last = column
    }
  }

  /// Whether all layers that are seen cover two pixels of the stacked tiles alike.
  @inline(__always)
  private func isCovered(_ offset: Int, as other: Int) -> Bool {
    let stack = stack.span
    for place in seen {
      let tile = place * Coverage.tileArea
      if stack[tile + offset] != stack[tile + other] { return false }
    }
    return true
  }

  /// The colour of a pixel that lies at `offset` in the stacked tiles.
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

/// The columns whose bits are set, the lowest first.
struct Columns: Sequence, IteratorProtocol {
  private var bits: UInt32

  init(_ bits: UInt32) { self.bits = bits }

  @inline(__always)
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}

extension Color {
  /// An opaque colour under another opaque one that covers so many 255ths of it, as exact as in
  /// real numbers: no part lies halfway between two bytes, since 255 is odd.
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

/// One colour of lines over one background.
struct Ramp: Sendable {
  /// Entry n is the background under a line that hides n/255 of it.
  let palette: [Color]
  /// For each coverage in 1/255, what a line leaves of what is under it, in 1/65535.
  private let transmission: [UInt32]

  init(_ line: Color, over background: Color) {
    let opaque = Color(red: line.red, green: line.green, blue: line.blue)
    palette = (0...255).map { step in
      var pixel = Accumulator(background)
      pixel.cover(with: opaque, coverage: Double(step) / 255)
      // Where nothing is seen the line's colour stays: no fringe when the picture is scaled.
      return pixel.straight ?? Color(red: line.red, green: line.green, blue: line.blue, alpha: 0)
    }
    transmission = (0...255).map { coverage in
      let hidden = Double(coverage) * Double(line.alpha) / (255 * 255)
      return UInt32(((1 - hidden) * 65535).rounded())
    }
  }

  /// The place on the ramp of the pixel at `offset` in so many stacked tiles, the lowest one last.
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

/// A premultiplied colour that others are laid over.
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

  /// The colour with straight alpha; `nil` where nothing is seen.
  @inline(__always)
  var straight: Color? {
    let alpha = Accumulator.rounded(color.w)
    guard alpha > 0 else { return nil }
    let parts = color.w == 1 ? color : color / color.w
    return Color(
      red: Accumulator.rounded(parts.x), green: Accumulator.rounded(parts.y),
      blue: Accumulator.rounded(parts.z), alpha: alpha)
  }

  /// A part of 0 to 1 in 1/255, halves up. (The library's rounding takes a call for each number.)
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
