// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal

/// Where a film flashes most.
public struct Flashes: Sendable, Hashable {
  /// The largest share of the picture that flashes more than three times in a second, in luminance or in
  /// saturated red.
  public let share: Double
  /// When it does, in seconds from the first frame.
  public let seconds: Double

  /// No flashes.
  public static let none = Flashes(share: 0, seconds: 0)

  package init(share: Double, seconds: Double) { (self.share, self.seconds) = (share, seconds) }

  /// Whether it is more than a quarter of the picture.
  ///
  /// - Source: W3C, *WCAG 2.2*, success criterion 2.3.1, whose quarter is one of ten degrees of the field of
  ///   view; ITU-R BT.1702, whose quarter is one of the picture.
  public var areLarge: Bool { share > 0.25 }

  /// Whether they are worth a remark: more than a tenth of the picture.
  public var areNotable: Bool { share > 0.1 }
}

/// Counts the flashes of frames at a grid of points: pairs of opposing changes of the relative luminance by a
/// tenth of its range or more, to or from what is darker than 0.8; and pairs of opposing changes to and from
/// a saturated red.
///
/// - Source: W3C, *WCAG 2.2*, general flash and red flash thresholds.
struct FlashCounter: Sendable {
  /// Points across and down.
  private static let (columns, rows) = (64, 36)

  /// The pixels of the points.
  let pixels: [(x: Int, y: Int)]
  private let framesInSecond: Int
  private let rate: Rate
  /// The linear value of each byte, 0 to 1.
  private let linear: [Float]

  private var frame = 0
  /// The colours of the frame before.
  private var last: [UInt8] = []
  /// The changes of each point in luminance, and those in red.
  private var general: [FlashState<Luminance>]
  private var red: [FlashState<Redness>]
  /// The last frame of each point at which more than three flashes lay within a second, and that of all.
  private var flashed: [Int]
  private var newest = Int.min
  private var worst = (points: 0, frame: 0)

  /// A counter of the frames of a film. Of a part it has seen the second before, and tells the time of the
  /// whole film.
  init(_ film: Film) throws(FilmError) {
    let (scenes, first) = (film.run.scenes, film.frames.lowerBound)
    self.init(scenes.blank.canvas, rate: film.run.schedule.rate)
    guard film.recipe.isPart else { return }
    frame = max(first - framesInSecond, 0)
    do throws(PipelineError) {
      try FrameStream(scenes: scenes, format: .rgb24).run(frame..<first) { (picture) in
        add(picture.colors(at: pixels).span)
      } progress: {
        Interruption.signal == nil
      }
    } catch { throw .pipeline(error) }
  }

  /// A counter of frames of a canvas.
  init(_ canvas: Canvas, rate: Rate) {
    self.rate = rate
    pixels = (0..<FlashCounter.rows).flatMap { row in
      (0..<FlashCounter.columns).map { column in
        (
          x: (2 * column + 1) * canvas.width / (2 * FlashCounter.columns),
          y: (2 * row + 1) * canvas.height / (2 * FlashCounter.rows)
        )
      }
    }
    framesInSecond = max(rate.numerator / rate.denominator, 1)
    linear = (0...255).map { Float(FlashCounter.linear(Double($0) / 255)) }
    general = Array(repeating: FlashState(), count: pixels.count)
    red = Array(repeating: FlashState(), count: pixels.count)
    flashed = Array(repeating: .min, count: pixels.count)
  }

  /// The linear value of an encoded one, both 0 to 1.
  ///
  /// - Source: W3C, *WCAG 2.2*, relative luminance; IEC 61966-2-1.
  private static func linear(_ value: Double) -> Double {
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
      share: Double(worst.points) / Double(pixels.count),
      seconds: Double(worst.frame) * Double(rate.denominator) / Double(rate.numerator))
  }

  /// Takes the next frames by the colours of their ``pixels``: red, green and blue of each.
  mutating func add(_ colors: Span<UInt8>) {
    let count = 3 * pixels.count
    for first in stride(from: 0, to: colors.count, by: count) {
      addFrame(colors.extracting(first..<first + count))
    }
  }

  private mutating func addFrame(_ colors: Span<UInt8>) {
    let second = frame - framesInSecond
    for point in pixels.indices {
      let place = 3 * point
      // What stays as it is changes nothing.
      if !last.isEmpty, (0..<3).allSatisfy({ colors[place + $0] == last[place + $0] }) { continue }
      let color = SIMD3(
        linear[Int(colors[place])], linear[Int(colors[place + 1])], linear[Int(colors[place + 2])])
      let isGeneral = general[point].take(Luminance(color), frame, second)
      let isRed = red[point].take(Redness(color), frame, second)
      if isGeneral || isRed { (flashed[point], newest) = (frame, frame) }
    }
    last = colors.indices.map { colors[$0] }
    let points = newest > second ? flashed.count { $0 > second } : 0
    if points > worst.points { worst = (points, frame) }
    frame += 1
  }
}

/// What changes in a flash.
private protocol Flashing: Sendable {
  /// What rises and falls.
  var value: Float { get }

  /// Whether the change between this and a higher one is half a flash.
  func isChange(to higher: Self) -> Bool
}

/// The relative luminance of a colour.
private struct Luminance: Flashing {
  let value: Float

  init(_ color: SIMD3<Float>) { value = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum() }

  func isChange(to higher: Luminance) -> Bool { higher.value - value >= 0.1 && value < 0.8 }
}

/// How red a colour is.
private struct Redness: Flashing {
  /// (R − G − B) · 320: it counts as 0 where it is negative, and tells apart what is farther from red.
  let value: Float
  private let color: SIMD3<Float>

  init(_ color: SIMD3<Float>) {
    self.color = color
    value = (color.x - color.y - color.z) * 320
  }

  /// To or from a saturated red, whose R is at least 0.8 of R + G + B, with a distance of more than 0.2 in the
  /// diagram of chromaticity. That has no place for black, and none that is sure for what is nearly black: the
  /// threshold of redness of the definition before is one too.
  ///
  /// - Source: W3C, *WCAG 2.2*, note on pairs of opposing transitions that involve a saturated red, by ISO
  ///   9241-391; *Understanding WCAG 2.0*, 2.3.1, for the redness.
  func isChange(to higher: Redness) -> Bool {
    guard higher.value - max(value, 0) > 20, higher.color.x >= 0.8 * higher.color.sum() else {
      return false
    }
    let difference = higher.chromaticity - chromaticity
    return (difference * difference).sum() > 0.2 * 0.2
  }

  /// u′ and v′; those of white for black.
  ///
  /// - Source: IEC 61966-2-1 for X, Y and Z; CIE 1976 UCS.
  private var chromaticity: SIMD2<Float> {
    let light = color == .zero ? SIMD3(repeating: 1) : color
    let x = (light * SIMD3(0.4124, 0.3576, 0.1805)).sum()
    let y = (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    let z = (light * SIMD3(0.0193, 0.1192, 0.9505)).sum()
    return SIMD2(4 * x, 9 * y) / (x + 15 * y + 3 * z)
  }
}

/// The changes of a point up to now.
private struct FlashState<Light: Flashing> {
  /// The lowest and the highest light since the last change, and whether that was a rise.
  private var low, high: Light?
  private var rose: Bool?
  /// The frames of the last changes, as many as three flashes have, and how many there were.
  private var changed = SIMD8<Int>()
  private var count = 0

  private static var changes: Int { 6 }

  /// Takes the light in a frame, and returns whether more than three flashes lie in the second that begins
  /// after the frame `second`, with one that ends now.
  mutating func take(_ light: Light, _ frame: Int, _ second: Int) -> Bool {
    let (low, high) = (self.low ?? light, self.high ?? light)
    self.low = light.value < low.value ? light : low
    self.high = light.value > high.value ? light : high
    let rises = light.value > low.value && low.isChange(to: light)
    guard rises || light.value < high.value && light.isChange(to: high) else { return false }
    (self.low, self.high) = (light, light)
    guard rose != rises else { return false }
    rose = rises
    // The change that this one replaces is the sixth before it.
    let place = count % FlashState.changes
    defer { (changed[place], count) = (frame, count + 1) }
    return count >= FlashState.changes && changed[place] > second
  }
}
