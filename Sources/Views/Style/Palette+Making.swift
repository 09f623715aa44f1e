// SPDX-License-Identifier: MIT
public import Drawing

extension Palette {
  /// A palette of two colours and those of the others that are given; the rest is made to match, with
  /// contrasts of at least 2.6 : 1 for the second ink and 2 : 1 for the accent, as far as the
  /// background allows.
  init(background: Color, ink: Color, ink2: Color?, accent: Color?, ramp: [Color]?) {
    let (ground, first) = (Oklab(background), Oklab(ink))
    // The hue of the second ink is opposite to that of the ink, or else of the background, or blue.
    let source = [first, ground].first { $0.chroma > 0.04 } ?? Oklab(lightness: 0, a: 0.03, b: 0.1)
    let (a, b) = (-source.a / source.chroma, -source.b / source.chroma)
    let lightness = ground.mixed(with: first, 0.6).lightness
    let second =
      ink2
      ?? Oklab(lightness: lightness, a: 0.15 * a, b: 0.15 * b)
      .readable(on: background, contrast: 2.6).color
    // A quarter of a turn further.
    let third =
      accent
      ?? Oklab(lightness: lightness, a: 0.17 * b, b: -0.17 * a)
      .readable(on: background, contrast: 2).color
    self.init(
      background: background, ink: ink, ink2: second, accent: third,
      ramp: ramp ?? Palette.ramp(background, ink, second, third))
  }

  /// Eight even steps from the ink to almost the background, by way of the others: first the one
  /// with more contrast to the background.
  private static func ramp(
    _ background: Color, _ ink: Color, _ ink2: Color, _ accent: Color
  ) -> [Color] {
    let others =
      ink2.contrast(to: background) < accent.contrast(to: background)
      ? [accent, ink2] : ink2 == accent ? [ink2] : [ink2, accent]
    let ground = Oklab(background)
    var stations = ([ink] + others).map { Oklab($0) }
    stations.append(ground.mixed(with: stations[others.count], 0.14))
    return (0..<rampCount).map { step in
      let place = Double(step * (stations.count - 1)) / Double(rampCount - 1)
      let index = min(Int(place), stations.count - 2)
      return stations[index].mixed(with: stations[index + 1], place - Double(index)).color
    }
  }

  /// The colours of a picture: its darkest or lightest colour as background, its lightest or darkest
  /// as ink with a contrast of at least 7 : 1, and its most striking colours.
  public init(cover: Bitmap) {
    let colors = Swatch.all(of: cover)
    let count = colors.reduce(0) { $0 + $1.count }
    let mean = colors.reduce(0) { $0 + $1.color.lightness * Double($1.count) } / Double(count)
    let sorted = colors.map(\.color).sorted { $0.lightness < $1.lightness }
    let isDark = mean < 0.62
    var ground = isDark ? sorted[0] : sorted[sorted.count - 1]
    ground.lightness = isDark ? min(ground.lightness, 0.22) : max(ground.lightness, 0.93)
    (ground.a, ground.b) = (ground.a * (isDark ? 0.8 : 0.6), ground.b * (isDark ? 0.8 : 0.6))
    let background = ground.color
    let inkSource = isDark ? sorted[sorted.count - 1] : sorted[0]
    let ink = inkSource.readable(on: background, contrast: 7).color
    // The most striking first.
    let striking = colors.filter { swatch in
      swatch.color != inkSource && swatch.color.color.contrast(to: background) > 1.6
    }.sorted { $0.weight > $1.weight }.map(\.color)
    let second = striking.first?.readable(on: background, contrast: 2.6)
    let third = striking.dropFirst().first { second?.isFar(from: $0) == true }
    let accent = third?.readable(on: background, contrast: 2)
    self.init(
      background: background, ink: ink, ink2: second?.color ?? ink,
      accent: (accent ?? second)?.color ?? ink, ramp: nil)
  }
}

extension Oklab {
  /// Whether the hue of another colour is more than 40 degrees away; greys have no hue.
  fileprivate func isFar(from other: Oklab) -> Bool {
    let product = chroma * other.chroma
    let cosine = 0.766_044_443_118_978
    return other.chroma > 0.03 && a * other.a + b * other.b < cosine * product
  }
}

/// A colour of a picture, the mean of similar pixels.
private struct Swatch {
  let color: Oklab
  /// How many pixels have it.
  let count: Int

  /// How much it strikes the eye.
  var weight: Double { color.chroma * Double(count).squareRoot() }

  private static let side = 64
  private static let maxCount = 12

  /// The colours of a picture by median cut, at most twelve.
  ///
  /// - Source: Heckbert, *Color image quantization for frame buffer display*, 1982.
  static func all(of picture: Bitmap) -> [Swatch] {
    let small = picture.square(atMost: side)
    let visible = (0..<small.width * small.height).compactMap { index -> Oklab? in
      let place = 4 * index
      guard small.pixels[place + 3] >= 128 else { return nil }
      return Oklab(
        Color(
          red: small.pixels[place], green: small.pixels[place + 1], blue: small.pixels[place + 2]))
    }
    // A picture that is transparent all over is white.
    var boxes = [visible.isEmpty ? [Oklab(lightness: 1, a: 0, b: 0)] : visible]
    while boxes.count < maxCount {
      let sizes = boxes.map { box in extents(box).map(\.size).max() ?? 0 }
      let weights = zip(sizes, boxes).map { $0 * Double($1.count).squareRoot() }
      guard let most = weights.max(), most > 0, let index = weights.firstIndex(of: most) else {
        break
      }
      let box = boxes.remove(at: index)
      let parts = extents(box)
      let widest =
        parts[0].size >= max(parts[1].size, parts[2].size)
        ? parts[0] : parts[1].size >= parts[2].size ? parts[1] : parts[2]
      // Pixels of the same colour stay together.
      let values = box.map { $0[keyPath: widest.part] }.sorted()
      let median = values[values.count / 2]
      let limit = median > values[0] ? median : values.first { $0 > median } ?? median
      boxes += [
        box.filter { $0[keyPath: widest.part] < limit },
        box.filter { $0[keyPath: widest.part] >= limit },
      ]
    }
    return boxes.map { box in
      let count = Double(box.count)
      let sum = box.reduce(into: SIMD4<Double>.zero) { $0 += SIMD4($1.lightness, $1.a, $1.b, 0) }
      return Swatch(
        color: Oklab(lightness: sum.x / count, a: sum.y / count, b: sum.z / count),
        count: box.count)
    }
  }

  /// The extents of a box along its three axes. Hue counts twice.
  private static func extents(_ box: [Oklab]) -> [(part: KeyPath<Oklab, Double>, size: Double)] {
    let axes: [(KeyPath<Oklab, Double>, Double)] = [(\.lightness, 1), (\.a, 2), (\.b, 2)]
    return axes.map { part, weight in
      let values = box.map { $0[keyPath: part] }
      return (part, weight * ((values.max() ?? 0) - (values.min() ?? 0)))
    }
  }
}
