// SPDX-License-Identifier: MIT
// Fonts: words to outlines, with HarfBuzz; and the fonts of the machine, with fontconfig's fc-match.
internal import Drawing
internal import FontShim

/// A font of a file: which characters it has, and the outlines of words.
///
/// - Source: the calls of HarfBuzz are in `font_shim.c`.
@safe struct Font: ~Copyable {
  private let handle: OpaquePointer
  /// The height of a capital, in units of the font.
  private let capHeight: Double

  /// A font of a file that is read already; see ``FontFile``.
  ///
  /// - Throws: ``FontError``.
  init(_ bytes: [UInt8], index: Int) throws(FontError) {
    guard Font.canLoad else { throw .noLibrary }
    // Web fonts are compressed, which HarfBuzz does not undo.
    guard !bytes.starts(with: "wOF".utf8) else { throw .isWebFont }
    let count = unsafe font_shim_face_count(bytes, bytes.count)
    guard count > 0 else { throw .isNoFont }
    guard index & 0xFFFF < count else { throw .noSuchFace(index & 0xFFFF, count: Int(count)) }
    guard let handle = unsafe font_shim_open(bytes, bytes.count, UInt32(index)) else {
      throw .outOfMemory
    }
    unsafe self.handle = handle
    let unitsPerEm = Double(unsafe font_shim_units_per_em(handle))
    let told = Double(unsafe font_shim_cap_height(handle))
    // Older fonts do not tell it; fonts of other scripts may have no capitals.
    let heights = [told, unsafe Font.height(of: "H", in: handle), 0.7 * unitsPerEm]
    capHeight = heights.first { $0 > 0.2 * unitsPerEm } ?? unitsPerEm
  }

  deinit { unsafe font_shim_free(handle) }

  /// Whether HarfBuzz 4 or later can be loaded, and is from now on.
  static var canLoad: Bool { font_shim_load() != 0 }

  /// The version of the library that has been loaded.
  static var libraryVersion: String { unsafe String(cString: font_shim_version()) }

  /// Whether it has the outlines of a character, of its parts or as a whole.
  func has(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      if scalar.properties.isDefaultIgnorableCodePoint { return true }
      let glyph = unsafe font_shim_glyph_of(handle, scalar.value)
      if glyph != 0 { return scalar.properties.isWhitespace || isDrawn(glyph) }
    }
    // The library composes letters and marks, and takes them apart.
    guard let (glyphs, count) = try? unsafe glyphs(of: String(character), TextDirection(character)),
      count > 0
    else {
      return false
    }
    let numbers = (0..<count).map { unsafe glyphs[$0].glyph }
    return !numbers.contains(0) && numbers.contains { isDrawn($0) }
  }

  /// Whether one of the first glyphs can be drawn: fonts of pictures have none that can.
  var hasOutlines: Bool { (0..<200).contains { isDrawn($0) } }

  /// The glyphs of a word, until the next call.
  private func glyphs(
    of word: String, _ direction: TextDirection
  ) throws(FontError) -> (UnsafePointer<font_shim_glyph>, count: Int) {
    var text = word
    var count = 0
    let glyphs = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe font_shim_shape(
          handle, characters.baseAddress, characters.count, direction == .left ? 1 : 0, &count)
      }
    }
    guard let glyphs = unsafe glyphs else { throw .outOfMemory }
    return unsafe (glyphs, count)
  }

  /// A word of one direction, whose characters the font has; `nil` if the font makes more of it than any
  /// word is. `outlines` are those of the glyphs that were needed before.
  ///
  /// - Throws: ``FontError/outOfMemory``.
  func shaped(
    _ word: String, _ direction: TextDirection, outlines: inout [UInt32: [GlyphOutline.Element]]
  ) throws(FontError) -> ShapedWord? {
    let (glyphs, count) = try unsafe glyphs(of: word, direction)
    guard count <= 8 * word.utf8.count + 32 else { return nil }
    var (letters, pen, size, length) = ([UInt32: GlyphOutline](), 0.0, 0, 0.0)
    // The library keeps the glyphs until it shapes the next word: here is a copy.
    for glyph in (0..<count).map({ unsafe glyphs[$0] }) {
      if outlines[glyph.glyph] == nil {
        guard let outline = outline(glyph.glyph) else { return nil }
        outlines[glyph.glyph] = outline.map { $0.scaled(by: 1 / capHeight) }
      }
      let elements = outlines[glyph.glyph] ?? []
      size += elements.count
      length += elements.length
      guard size <= Font.mostElements * (word.count + 1),
        length <= Font.longest * Double(word.count + 1)
      else { return nil }
      let place = Point(
        x: pen / capHeight + Font.near(Double(glyph.x) / capHeight),
        y: Font.near(-Double(glyph.y) / capHeight))
      letters[glyph.cluster, default: GlyphOutline()].glyphs.append(.init(elements, at: place))
      pen = min(max(pen + Double(glyph.advance), 0), Font.farthest * capHeight * Double(count))
    }
    return ShapedWord(
      letters: letters.sorted { $0.key < $1.key }.map(\.value), advance: pen / capHeight)
  }

  /// The height of a character's outline in units of the font.
  private static func height(of character: Unicode.Scalar, in handle: OpaquePointer) -> Double {
    let glyph = unsafe font_shim_glyph_of(handle, character.value)
    let heights = unsafe (outline(glyph, in: handle) ?? []).map { element -> Double in
      switch element {
      case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end.y
      case .close: 0
      }
    }
    return glyph == 0 ? 0 : heights.max() ?? 0
  }

  private func outline(_ glyph: UInt32) -> [GlyphOutline.Element]? {
    unsafe Font.outline(glyph, in: handle)
  }

  private func isDrawn(_ glyph: UInt32) -> Bool { outline(glyph)?.isEmpty == false }

  /// The outline of a glyph in units of the font, y upward; `nil` if it is too long, or the memory too
  /// small for it.
  private static func outline(
    _ glyph: UInt32, in handle: OpaquePointer
  ) -> [GlyphOutline.Element]? {
    var count = 0
    guard let elements = unsafe font_shim_outline(handle, glyph, &count) else { return nil }
    return (0..<count).map { index in
      let element = unsafe elements[index]
      let end = Point(x: Double(element.x), y: Double(element.y))
      let first = Point(x: Double(element.x1), y: Double(element.y1))
      let second = Point(x: Double(element.x2), y: Double(element.y2))
      return switch Int(element.verb) {
      case font_shim_move: .move(end)
      case font_shim_line: .line(end)
      case font_shim_quadratic: .quadratic(first, end)
      case font_shim_cubic: .cubic(first, second, end)
      default: .close
      }
    }
  }
}

extension Font {
  /// The farthest that a letter reaches, in heights of capitals: a damaged font has larger ones.
  private static let farthest = 50.0
  /// The most parts of the outlines of a word, for each of its letters.
  private static let mostElements = 3000

  /// The longest outlines of a word, for each of its letters, in heights of capitals: an ideograph of sixty
  /// strokes has less than half of it, and thousands of lines that cross take seconds to fill.
  private static let longest = 300.0

  /// A length that is not too large.
  fileprivate static func near(_ length: Double) -> Double { min(max(length, -farthest), farthest) }
}

extension GlyphOutline.Element {
  /// The element, from units of a font, y upward, to heights of capitals, y downward.
  fileprivate func scaled(by scale: Double) -> GlyphOutline.Element {
    func scaled(_ point: Point) -> Point {
      Point(x: Font.near(point.x * scale), y: Font.near(-point.y * scale))
    }
    return switch self {
    case .move(let end): .move(scaled(end))
    case .line(let end): .line(scaled(end))
    case .quadratic(let control, let end): .quadratic(scaled(control), scaled(end))
    case .cubic(let first, let second, let end):
      .cubic(scaled(first), scaled(second), scaled(end))
    case .close: .close
    }
  }
}

extension [GlyphOutline.Element] {
  /// The length of the lines between the points of an outline.
  fileprivate var length: Double {
    var (sum, last) = (0.0, Point.origin)
    for element in self {
      switch element {
      case .move(let end): last = end
      case .line(let end), .quadratic(_, let end), .cubic(_, _, let end):
        sum += ((end.x - last.x) * (end.x - last.x) + (end.y - last.y) * (end.y - last.y))
          .squareRoot()
        last = end
      case .close: break
      }
    }
    return sum
  }
}
