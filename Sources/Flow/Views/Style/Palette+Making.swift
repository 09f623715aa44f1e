// SPDX-License-Identifier: MIT
public import Drawing

extension Palette {
  /// A palette of a background, an ink and those of the others that are given. What is left out is
  /// mixed from them: the second ink is about half as strong as the first, and the accent between
  /// both, or the second ink if that was chosen. Their contrasts are at least 2.6 : 1 and 2 : 1, as
  /// far as the ink has more.
  init(background: Color, ink: Color, ink2: Color?, accent: Color?, ramp: [Color]?) {
    let second = ink2 ?? background.mixed(with: ink, from: 0.55, contrast: 2.6)
    let third = accent ?? ink2 ?? background.mixed(with: ink, from: 0.78, contrast: 2)
    self.init(
      background: background, ink: ink, ink2: second, accent: third,
      ramp: ramp ?? Palette.ramp(background, ink, second, third))
  }

  /// A palette of two to four colours: background, ink, second ink and accent. What is left out is
  /// mixed from them.
  public init(_ colors: [Color]) {
    self.init(
      background: colors[0], ink: colors[1], ink2: colors.count > 2 ? colors[2] : nil,
      accent: colors.count > 3 ? colors[3] : nil, ramp: nil)
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
  /// as ink with a contrast of at least 7 : 1, and its most striking colours. The grounds of usual and of
  /// loud scenes are its largest and its most chromatic colour, if it has any.
  public init(cover: Bitmap) {
    let colors = Swatch.all(of: cover)
    let count = colors.reduce(0) { $0 + $1.count }
    let mean = colors.reduce(0) { $0 + $1.color.lightness * Double($1.count) } / Double(count)
    let sorted = colors.map(\.color).sorted { $0.lightness < $1.lightness }
    let isDark = mean < 0.62
    var ground = isDark ? sorted[0] : sorted[sorted.count - 1]
    ground.lightness = isDark ? min(ground.lightness, 0.22) : max(ground.lightness, 0.93)
    (ground.a, ground.b) = (ground.a * (isDark ? 0.8 : 0.6), ground.b * (isDark ? 0.8 : 0.6))
    let palette = Palette(colors, on: ground.color, isDark: isDark)
    let soft = isDark ? palette : palette.night
    guard let loud = Swatch.loudGround(colors)?.color,
      let usual = Swatch.usualGround(colors, besides: soft.background, loud)
    else {
      self = palette
      return
    }
    self = palette.with(scenes: [
      soft, Palette(colors, on: usual, isDark: usual.isDark), palette.noon(on: loud),
    ])
  }

  /// The colours of a picture on a ground of it.
  private init(_ colors: [Swatch], on background: Color, isDark: Bool) {
    let sorted = colors.map(\.color).sorted { $0.lightness < $1.lightness }
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

extension Color {
  /// The colour `share` of the way to another one by equal steps for the eye, or further if it needs
  /// that for a contrast to this one.
  func mixed(with other: Color, from share: Double, contrast: Double) -> Color {
    let (start, end) = (Oklab(self), Oklab(other))
    let shares = stride(from: share, to: 1, by: 0.05)
    return shares.lazy.map { start.mixed(with: end, $0).color }
      .first { $0.contrast(to: self) >= contrast } ?? other
  }
}

extension Oklab {
  /// Whether the hue of another colour is more than 40 degrees away; greys have no hue.
  fileprivate func isFar(from other: Oklab) -> Bool {
    let product = chroma * other.chroma
    let cosine = 0.766_044_443_118_978
    return other.chroma > 0.03 && a * other.a + b * other.b < cosine * product
  }

  /// Whether its hue is from orange to lime, 50 to 110 degrees: as a dark ground it would be mud.
  fileprivate var isOfEarth: Bool { b > 0 && (-0.364 * b...0.839 * b).contains(a) }
}

/// A colour of a picture, the mean of similar pixels.
private struct Swatch {
  let color: Oklab
  /// How many pixels have it.
  let count: Int

  /// How much it strikes the eye.
  var weight: Double { color.chroma * Double(count).squareRoot() }

  /// The least chroma of a colour that is not grey.
  private static let leastChroma = 0.04
  /// The least distance of two grounds.
  private static let leastDistance = 0.12

  /// The most chromatic colour of at least a hundredth of the picture, neither dark nor pale; `nil` for
  /// greys.
  static func loudGround(_ colors: [Swatch]) -> Oklab? {
    let count = colors.reduce(0) { $0 + $1.count }
    let large = colors.filter { 100 * $0.count >= count && $0.color.chroma > leastChroma }
    guard var ground = large.map(\.color).max(by: { $0.chroma < $1.chroma }) else { return nil }
    ground.lightness = ground.isOfEarth ? 0.75 : min(max(ground.lightness, 0.62), 0.75)
    return ground
  }

  /// The colour that the most pixels have, or nearly, either dark or pale, as it is, and far from both
  /// other grounds; `nil` if there is none.
  static func usualGround(_ colors: [Swatch], besides soft: Color, _ loud: Color) -> Color? {
    func area(_ color: Oklab) -> Int {
      colors.reduce(0) { $0 + ($1.color.distance(to: color) < 0.15 ? $1.count : 0) }
    }
    let chromatic = colors.map(\.color).filter { $0.chroma > leastChroma }
    guard let largest = chromatic.max(by: { area($0) < area($1) }) else { return nil }
    let isDark = largest.lightness < 0.62 && !largest.isOfEarth
    let others = [soft, loud].map { Oklab($0) }
    let lightnesses =
      isDark ? [min(max(largest.lightness, 0.25), 0.35), 0.35] : [0.8, 0.86, 0.92]
    return lightnesses.lazy.map {
      Oklab(Oklab(lightness: $0, a: largest.a, b: largest.b).color)
    }.first { ground in others.allSatisfy { $0.distance(to: ground) >= leastDistance } }?.color
  }

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
