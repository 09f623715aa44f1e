// SPDX-License-Identifier: MIT
public import Analysis
internal import Drawing

extension Palette {
  /// The colours of a song. Its key is the hue, round the circle of fifths from the yellow of C major and A minor:
  /// so the songs of an album differ as their keys do. Major is light and minor dark, the brighter the
  /// sound the lighter; what has no clear key is grey, with red. The tempo is the distance of the second hue, that
  /// of loud scenes.
  public init(song: SongStructure) {
    let colors = SongColors(song.measures, tempo: song.tempo)
    self = colors.usual.with(scenes: [colors.soft, colors.usual, colors.loud])
  }
}

/// The colours that the measures of a song give.
///
/// Hues are in degrees in Oklab, where 30 is red, 110 yellow, 145 green and 265 blue.
private struct SongColors {
  /// The hue of the key, and the second one.
  private let hue, second: Double
  /// How clear the key is, and how bright the sound, from 0 to 1.
  private let clearness, brightness: Double
  private let isMajor: Bool

  /// The hue of C major.
  private static let yellow = 100.0
  /// The contrast of the words.
  private static let contrast = 5.0

  /// Those of silence are grey.
  init(_ measures: SongMeasures?, tempo: Double?) {
    func share(_ value: Double) -> Double { min(max(value, 0), 1) }
    hue = SongColors.yellow - 30 * Double(measures?.key?.fifths ?? 0)
    var beats = tempo ?? 110
    while beats > 160 { beats /= 2 }
    second = hue + 60 + 120 * share((beats - 60) / 100)
    clearness = share(((measures?.clearness ?? 0) - 0.5) / 0.25)
    isGrey = measures?.hasClearKey != true
    brightness = measures?.brightnessShare ?? 0
    isMajor = measures?.key?.isMajor ?? false
  }

  private let isGrey: Bool

  var soft: Palette {
    palette(
      on: tone(0.15, 0.035, hue), from: second, to: hue)
  }

  var usual: Palette {
    palette(
      on: isMajor
        ? tone(0.85 + 0.05 * brightness, 0.06 + 0.13 * brightness, hue)
        : tone(0.24 + 0.1 * brightness, 0.05 + 0.07 * brightness, hue),
      from: second, to: hue)
  }

  var loud: Palette {
    palette(on: isGrey ? SongColors.red : tone(0.7, 0.21, second), from: hue, to: second)
  }

  /// The one colour of songs in grey.
  private static let red = Oklab.polar(lightness: 0.62, chroma: 0.24, degrees: 28)

  /// A colour, less colourful the less clear the key is; neither brown nor olive.
  private func tone(_ lightness: Double, _ chroma: Double, _ degrees: Double) -> Oklab {
    var degrees = degrees - 360 * (degrees / 360).rounded(.down)
    if lightness < 0.66 {
      // Each of these hues has its place among reds, or among greens.
      if (42..<92).contains(degrees) { degrees = 30 - 16 * (degrees - 42) / 50 }
      if (92..<138).contains(degrees) { degrees = 136 + 16 * (degrees - 92) / 46 }
    }
    return .polar(
      lightness: lightness, chroma: isGrey ? 0 : chroma * clearness, degrees: degrees)
  }

  private func palette(on ground: Oklab, from first: Double, to last: Double) -> Palette {
    let ground = ground.color
    let isDark = ground.isDark
    var ramp = (0..<Palette.rampCount).map { step in
      let share = Double(step) / Double(Palette.rampCount - 1)
      let lightness =
        isDark ? 0.97 - 0.68 * share : 0.14 + 0.74 * share
      let arc = Angle.degrees(180 * min(1, 0.15 + 0.75 * share))
      return tone(
        lightness, 0.05 + 0.18 * arc.direction.y, first + (last - first) * share
      ).color
    }
    if isGrey, ground != SongColors.red.color { ramp[3] = SongColors.red.color }
    let ink = Oklab(lightness: isDark ? 0.97 : 0.16, a: 0, b: 0).color
    let strongest = [Color(rgb: 0xFFFFFF), .black].max {
      $0.contrast(to: ground) < $1.contrast(to: ground)
    }
    return Palette(
      background: ground,
      ink: ink.contrast(to: ground) >= SongColors.contrast ? ink : strongest ?? ink,
      ink2: Oklab(ramp[2]).readable(on: ground, contrast: 2.6).color,
      accent: Oklab(ramp[3]).readable(on: ground, contrast: 2).color, ramp: ramp)
  }
}

extension Oklab {
  /// A colour by its chroma and its hue in degrees.
  fileprivate static func polar(lightness: Double, chroma: Double, degrees: Double) -> Oklab {
    let hue = Angle.degrees(degrees).direction
    return Oklab(lightness: lightness, a: chroma * hue.x, b: chroma * hue.y)
  }
}
