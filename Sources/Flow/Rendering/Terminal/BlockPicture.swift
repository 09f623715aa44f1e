// SPDX-License-Identifier: MIT
internal import Drawing

/// A picture of half blocks: each cell has two pixels, one above the other.
///
/// What is transparent has the terminal's own ground.
struct BlockPicture {
  /// The bytes: lines of UTF-8 with colours by SGR, each of which ends with the terminal's own colours.
  let bytes: [UInt8]

  private static let upper = Array("▀".utf8), lower = Array("▄".utf8)

  init(_ scene: Scene, on ground: Color, hasTrueColor: Bool) {
    var (renderer, bytes) = (RawFrameRenderer(.rgba), [UInt8]())
    renderer.draw(scene)
    let bitmap = Bitmap(
      width: scene.canvas.width, height: scene.canvas.height, pixels: renderer.bytes)
    for top in stride(from: 0, to: bitmap.height, by: 2) {
      var pen = Pen(hasTrueColor: hasTrueColor)
      for x in 0..<bitmap.width {
        let first = top * bitmap.width + x
        let above = bitmap.color(ofPixel: first, on: ground)
        let below =
          top + 1 < bitmap.height ? bitmap.color(ofPixel: first + bitmap.width, on: ground) : nil
        switch (above, below) {
        case (nil, nil):
          pen.set(ink: nil, ground: nil, &bytes)
          bytes.append(UInt8(ascii: " "))
        case (nil, let below?):
          pen.set(ink: below, ground: nil, &bytes)
          bytes += BlockPicture.lower
        case (let above?, let below):
          pen.set(ink: above, ground: below, &bytes)
          bytes += BlockPicture.upper
        }
      }
      bytes += Array("\u{1B}[0m\n".utf8)
    }
    self.bytes = bytes
  }

  /// The colours of the next cells.
  private struct Pen {
    let hasTrueColor: Bool
    private var ink: UInt32?
    private var ground: UInt32?

    init(hasTrueColor: Bool) { self.hasTrueColor = hasTrueColor }

    /// Changes what differs; ink that is `nil` is not seen, and a ground that is `nil` is the
    /// terminal's own.
    mutating func set(ink: UInt32?, ground: UInt32?, _ bytes: inout [UInt8]) {
      let (ink, ground) = (ink.map(shown), ground.map(shown))
      var codes: [String] = []
      if let ink, ink != self.ink {
        codes.append("38;" + code(of: ink))
        self.ink = ink
      }
      if ground != self.ground {
        codes.append(ground.map { "48;" + code(of: $0) } ?? "49")
        self.ground = ground
      }
      guard !codes.isEmpty else { return }
      bytes += Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
    }

    /// A colour as it is shown: itself, or the number of the nearest one.
    private func shown(_ color: UInt32) -> UInt32 {
      hasTrueColor ? color : UInt32(BlockPicture.number(of: BlockPicture.parts(of: color)))
    }

    private func code(of shown: UInt32) -> String {
      guard hasTrueColor else { return "5;\(shown)" }
      let (red, green, blue) = BlockPicture.parts(of: shown)
      return "2;\(red);\(green);\(blue)"
    }
  }

  private static func parts(of color: UInt32) -> (Int, Int, Int) {
    (Int(color >> 16), Int(color >> 8 & 255), Int(color & 255))
  }

  /// The nearest of the colours 16 to 255 of a terminal: a cube of 6×6×6 colours, and 24 greys.
  ///
  /// - Source: xterm, *256colres.h*: a part is 0 or 55 + 40·i, a grey 8 + 10·i.
  static func number(of color: (Int, Int, Int)) -> Int {
    func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
    func part(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (red, green, blue) = (color.0 - other.0, color.1 - other.1, color.2 - other.2)
      return red * red + green * green + blue * blue
    }
    let steps = (step(color.0), step(color.1), step(color.2))
    let grey = min(max(((color.0 + color.1 + color.2) / 3 - 3) / 10, 0), 23)
    let level = 8 + 10 * grey
    return distance((level, level, level)) < distance((part(steps.0), part(steps.1), part(steps.2)))
      ? 232 + grey : 16 + 36 * steps.0 + 6 * steps.1 + steps.2
  }
}

extension Bitmap {
  /// A pixel on a ground, as `0xRRGGBB`; `nil` if it is transparent, all but a little.
  fileprivate func color(ofPixel index: Int, on ground: Color) -> UInt32? {
    let place = 4 * index
    let alpha = UInt32(pixels[place + 3])
    guard alpha > 12 else { return nil }
    func mixed(_ part: UInt8, _ behind: UInt8) -> UInt32 {
      (UInt32(part) * alpha + UInt32(behind) * (255 - alpha) + 127) / 255
    }
    return mixed(pixels[place], ground.red) << 16 | mixed(pixels[place + 1], ground.green) << 8
      | mixed(pixels[place + 2], ground.blue)
  }
}
