// SPDX-License-Identifier: MIT
public import Drawing
import Rendering

extension Scene {
  /// The colours of its pixels, row by row.
  public var colors: [Color] {
    let pixmap = RasterRenderer(self).pixmap
    let (bytes, count) = (pixmap.bytes, pixmap.format.bytesPerPixel)
    return (0..<bytes.count / count).map { index in
      let place = index * count
      if case .indexed(let colors) = pixmap.format { return colors[Int(bytes[place])] }
      return Color(
        red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2],
        alpha: count == 4 ? bytes[place + 3] : 255)
    }
  }
}
