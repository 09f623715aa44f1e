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
    guard font_shim_load() != 0 else { throw .noLibrary }
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

  /// Whether it has the outlines of a character: of all scalars that are to be seen.
  func has(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      if scalar.properties.isDefaultIgnorableCodePoint { return true }
      let glyph = unsafe font_shim_glyph_of(handle, scalar.value)
      return glyph != 0 && (scalar.properties.isWhitespace || !outline(glyph).isEmpty)
    }
  }

  /// Whether one of the first glyphs can be drawn: fonts of pictures have none that can.
  var hasOutlines: Bool { (0..<200).contains { !outline($0).isEmpty } }

  /// A word of characters that the font has, in heights of its capitals.
  ///
  /// - Throws: ``FontError/outOfMemory``.
  func shaped(_ word: String) throws(FontError) -> ShapedWord {
    var text = word
    var (count, isRightToLeft) = (0, Int32(0))
    let glyphs = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe font_shim_shape(
          handle, characters.baseAddress, characters.count, &count, &isRightToLeft)
      }
    }
    guard let glyphs = unsafe glyphs else { throw .outOfMemory }
    var (letters, pen) = ([UInt32: GlyphOutline](), 0.0)
    for index in 0..<count {
      let glyph = unsafe glyphs[index]
      let place = Point(x: pen + Double(glyph.x), y: Double(glyph.y))
      letters[glyph.cluster, default: GlyphOutline()].elements += outline(glyph.glyph).map {
        $0.moved(by: place, scale: 1 / capHeight)
      }
      pen = max(pen + Double(glyph.advance), 0)
    }
    return ShapedWord(
      letters: letters.sorted { $0.key < $1.key }.map(\.value),
      advance: min(pen / capHeight, Font.farthest * Double(word.count)),
      isRightToLeft: isRightToLeft != 0)
  }

  /// The height of a character's outline in units of the font.
  private static func height(of character: Unicode.Scalar, in handle: OpaquePointer) -> Double {
    let glyph = unsafe font_shim_glyph_of(handle, character.value)
    let heights = unsafe outline(glyph, in: handle).map { element -> Double in
      switch element {
      case .move(let end), .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end.y
      case .close: 0
      }
    }
    return glyph == 0 ? 0 : heights.max() ?? 0
  }

  private func outline(_ glyph: UInt32) -> [GlyphOutline.Element] {
    unsafe Font.outline(glyph, in: handle)
  }

  /// The outline of a glyph in units of the font, y upward.
  private static func outline(
    _ glyph: UInt32, in handle: OpaquePointer
  ) -> [GlyphOutline.Element] {
    var count = 0
    guard let elements = unsafe font_shim_outline(handle, glyph, &count) else { return [] }
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
  fileprivate static let farthest = 50.0
}

extension GlyphOutline.Element {
  /// The same from units of a font, y upward, to heights of capitals, y downward.
  fileprivate func moved(by offset: Point, scale: Double) -> GlyphOutline.Element {
    func moved(_ point: Point) -> Point {
      let start = offset.x * scale
      func near(_ length: Double) -> Double { min(max(length, -Font.farthest), Font.farthest) }
      return Point(x: start + near(point.x * scale), y: -near((point.y + offset.y) * scale))
    }
    return switch self {
    case .move(let end): .move(moved(end))
    case .line(let end): .line(moved(end))
    case .quadratic(let control, let end): .quadratic(moved(control), moved(end))
    case .cubic(let first, let second, let end): .cubic(moved(first), moved(second), moved(end))
    case .close: .close
    }
  }
}
