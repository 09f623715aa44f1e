// SPDX-License-Identifier: MIT
internal import Drawing

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

  /// The index of the pixel at an offset of stacked tiles.
  @inline(__always)
  func index(_ stack: TileStack, _ offset: Int) -> UInt8 {
    let coverage = stack.coverage.span
    var left: UInt64 = stack.hidesBackground ? 0 : 65535
    for layer in stride(from: stack.count - 1, through: 0, by: -1) {
      let coverage = coverage[layer * Coverage.tileArea + offset]
      if coverage != 0 {
        left = (left * UInt64(transmission[Int(coverage)]) + 32767) / 65535
      }
    }
    return UInt8(255 - (left * 255 + 32767) / 65535)
  }
}
