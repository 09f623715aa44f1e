// SPDX-License-Identifier: MIT
internal import Drawing
internal import Rendering
internal import Signal

/// Where a film flashes most.
public struct Flashes: Sendable, Hashable {
  /// The largest share of the picture that flashes more than three times in a second.
  public let share: Double
  /// When it does, in seconds from the first frame.
  public let seconds: Double

  /// Whether it is so much that it can cause seizures: more than a quarter of the picture.
  ///
  /// - Source: W3C, *WCAG 2.2*, success criterion 2.3.1 and the definition of a general flash; ITU-R
  ///   BT.1702.
  public var areDangerous: Bool { share > 0.25 }
}

/// Counts the flashes of frames at a grid of points: pairs of opposing changes of the relative luminance
/// by a tenth of its range or more, to or from what is darker than 0.8.
struct FlashCounter {
  /// Points across and down.
  private static let (columns, rows) = (64, 36)
  /// The changes of three flashes.
  private static let changes = 6
  private static let (least, bright) = (0.1, 0.8)

  private let format: RawFormat
  /// The first bytes of the points in a frame.
  private let places: [Int]
  private let framesInSecond: Int
  private let rate: Rate
  private let luminances: [Double]

  private var frame = 0
  /// The darkest and the brightest luminance of each point since its last change, and whether that was a
  /// rise.
  private var low, high: [Double]
  private var rose: [Bool?]
  /// The frames of the last changes of each point, and how many there were.
  private var changed: [Int]
  private var counts: [Int]
  /// The last frame of each point at which more than three flashes lay within a second.
  private var flashed: [Int]
  private var worst = (points: 0, frame: 0)

  /// A counter of frames of a canvas in a format.
  init(_ format: RawFormat, _ canvas: Canvas, rate: Rate) {
    (self.format, self.rate) = (format, rate)
    let (width, height) = format.size(of: canvas)
    let size =
      switch format {
      case .planar: 1
      case .rgb24: 3
      case .rgba: 4
      }
    places = (0..<FlashCounter.rows).flatMap { row in
      (0..<FlashCounter.columns).map { column in
        let y = (2 * row + 1) * height / (2 * FlashCounter.rows)
        let x = (2 * column + 1) * width / (2 * FlashCounter.columns)
        return (y * width + x) * size
      }
    }
    framesInSecond = max(rate.numerator / rate.denominator, 1)
    let (black, range) = size == 1 ? (16.0, 219.0) : (0, 255)
    luminances = (0...255).map { byte in
      FlashCounter.luminance(min(max((Double(byte) - black) / range, 0), 1))
    }
    let count = places.count
    low = Array(repeating: .infinity, count: count)
    high = Array(repeating: -.infinity, count: count)
    rose = Array(repeating: nil, count: count)
    changed = Array(repeating: 0, count: count * FlashCounter.changes)
    counts = Array(repeating: 0, count: count)
    flashed = Array(repeating: .min, count: count)
  }

  /// The relative luminance of a grey, both 0 to 1.
  ///
  /// - Source: W3C, *WCAG 2.2*, relative luminance; IEC 61966-2-1.
  private static func luminance(_ value: Double) -> Double {
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // To the power of 2.4, by Newton's method for the fifth root.
    var root = 1.0
    for _ in 0..<20 { root = (4 * root + base / (root * root * root * root)) / 5 }
    return base * base * root * root
  }

  /// Where the frames flash most.
  var flashes: Flashes {
    Flashes(
      share: Double(worst.points) / Double(places.count),
      seconds: Double(worst.frame) * Double(rate.denominator) / Double(rate.numerator))
  }

  /// Takes the next frame.
  mutating func add(_ bytes: Span<UInt8>) {
    let counter = self
    add { counter.luminance(of: bytes, at: counter.places[$0]) }
  }

  /// The bytes of a planar frame at the points.
  func points(of bytes: Span<UInt8>) -> [UInt8] { places.map { bytes[$0] } }

  /// Takes the next planar frames by their bytes at the points.
  mutating func add(points: Span<UInt8>) {
    let (luminances, count) = (luminances, places.count)
    for first in stride(from: 0, to: points.count, by: count) {
      add { luminances[Int(points[first + $0])] }
    }
  }

  private mutating func add(_ luminance: (Int) -> Double) {
    var points = 0
    for point in places.indices {
      let luminance = luminance(point)
      low[point] = min(low[point], luminance)
      high[point] = max(high[point], luminance)
      let rises = luminance - low[point] >= FlashCounter.least && low[point] < FlashCounter.bright
      let falls = high[point] - luminance >= FlashCounter.least && luminance < FlashCounter.bright
      if rises || falls {
        if rose[point] != rises { count(point) }
        (rose[point], low[point], high[point]) = (rises, luminance, luminance)
      }
      if flashed[point] > frame - framesInSecond { points += 1 }
    }
    if points > worst.points { worst = (points, frame) }
    frame += 1
  }

  /// Counts a change at a point.
  private mutating func count(_ point: Int) {
    let place = point * FlashCounter.changes + counts[point] % FlashCounter.changes
    counts[point] += 1
    // The change that this one replaces is the sixth before it.
    let isMany = counts[point] > FlashCounter.changes
    if isMany, changed[place] > frame - framesInSecond { flashed[point] = frame }
    changed[place] = frame
  }

  private func luminance(of bytes: Span<UInt8>, at place: Int) -> Double {
    if case .planar = format { return luminances[Int(bytes[place])] }
    let color =
      0.2126 * luminances[Int(bytes[place])] + 0.7152 * luminances[Int(bytes[place + 1])]
      + 0.0722 * luminances[Int(bytes[place + 2])]
    // What is below a transparent film is not known: black.
    return format.hasAlpha ? color * Double(bytes[place + 3]) / 255 : color
  }
}
