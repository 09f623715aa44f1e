// SPDX-License-Identifier: MIT
import Drawing

/// How far two pictures of one size are apart.
struct Difference: CustomStringConvertible {
  /// For each distance, 0 to 255 in the channel that differs most, the number of pixels.
  private(set) var histogram = [Int](repeating: 0, count: 256)

  /// The first pixels that are far apart, the places and both colours.
  private(set) var places: [String] = []

  /// Both pictures on black and on white; each pixel counts with the larger distance, since the
  /// colour of what is nearly transparent is no more than nearly seen.
  init(_ one: Bitmap, _ other: Bitmap, notingAbove far: Int = 0, limit: Int = 50) {
    precondition(one.width == other.width && one.height == other.height)
    let count = one.width * one.height
    var same = 0
    one.pixels.withUnsafeBytes { first in
      other.pixels.withUnsafeBytes { second in
        let (left, right) = (first.bindMemory(to: UInt32.self), second.bindMemory(to: UInt32.self))
        for pixel in 0..<count {
          if left[pixel] == right[pixel] {
            same += 1
            continue
          }
          let (x, y) = (pixel % one.width, pixel / one.width)
          let colors = (one.color(x: x, y: y), other.color(x: x, y: y))
          let distance = Difference.distance(colors.0, colors.1)
          histogram[distance] += 1
          if distance > far, places.count < limit {
            places.append("(\(x), \(y)): \(colors.0) and \(colors.1)")
          }
        }
      }
    }
    histogram[0] += same
  }

  /// The number of pixels that are farther apart.
  func count(above distance: Int) -> Int { histogram[(distance + 1)...].reduce(0, +) }

  /// The part of the pixels that are farther apart.
  func share(above distance: Int) -> Double {
    Double(count(above: distance)) / Double(histogram.reduce(0, +))
  }

  /// The greatest distance.
  var largest: Int { histogram.lastIndex { $0 > 0 } ?? 0 }

  var description: String {
    let percent = (share(above: 16) * 1e6).rounded() / 1e4
    return "\(percent) % above 16 of 255, largest \(largest), \(count(above: 0)) pixels differ"
  }

  private static func distance(_ one: Color, _ other: Color) -> Int {
    let channels = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
    let largest = channels.flatMap { first, second in
      [0.0, 255].map { ground in
        abs(on(ground, first, one.alpha) - on(ground, second, other.alpha))
      }
    }
    return Int((largest.max() ?? 0).rounded())
  }

  private static func on(_ ground: Double, _ channel: UInt8, _ alpha: UInt8) -> Double {
    ground + (Double(channel) - ground) * Double(alpha) / 255
  }

  /// The differences as a picture: black where the two agree.
  static func image(_ one: Bitmap, _ other: Bitmap) -> Bitmap {
    var pixels = [UInt8](repeating: 255, count: one.pixels.count)
    for y in 0..<one.height {
      for x in 0..<one.width {
        let level = UInt8(distance(one.color(x: x, y: y), other.color(x: x, y: y)))
        for channel in 0..<3 { pixels[(y * one.width + x) * 4 + channel] = level }
      }
    }
    return Bitmap(width: one.width, height: one.height, pixels: pixels)
  }
}
