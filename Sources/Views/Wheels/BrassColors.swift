// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of gears: one for each pitch class, those of a fifth beside each other.
struct BrassColors: Sendable {
  /// Under the gears of the look's own colours.
  static let ground = Color(rgb: 0x12100E)

  /// What is under the gears; something may shine through.
  let background: Color
  /// What darkens a metal: the background, or what it would be.
  let shade: Color
  /// Marks and lights.
  let ink: Color
  private let pitches: [Color]

  /// Tempered metal: brass, verdigris, blue steel, violet, copper. The lightness is the same all
  /// round; copper and brass are a little richer than what is opposite.
  private static let metals = [
    0xC8A24E, 0xA4AF5E, 0x7EB57F, 0x67B39F, 0x68ADB5, 0x78A6C1, 0x8C9EC6, 0xA298C6, 0xBB91BD,
    0xD28CA7, 0xDF8C85, 0xDD9461,
  ].map(Color.init(rgb:))

  /// Those of a palette, or of the look.
  init(_ palette: Palette?, background: Color) {
    self.background = background
    shade = background.alpha == 255 ? background : palette?.background ?? BrassColors.ground
    guard let palette else {
      ink = Color(rgb: 0xFFF3DC)
      pitches = BrassColors.metals
      return
    }
    ink = palette.ink
    // The ramp goes to the background in the end; a circle of fifths goes there and back.
    pitches = (0..<12).map { fifth in
      let place = Double(min(fifth, 12 - fifth)) / 6 * 4
      let step = min(Int(place), 3)
      return palette.ramp[step].mixed(with: palette.ramp[step + 1], place - Double(step))
    }
  }

  /// The colour of a frequency in Hz.
  func color(ofHertz frequency: Double) -> Color {
    // C is nine semitones below A; seven semitones are a fifth.
    let semitones = (FrequencyScale.cents(fromA4To: frequency) + 900 + 50).floored(by: 100)
    let pitchClass = semitones - semitones.floored(by: 12) * 12
    return pitches[pitchClass * 7 % 12]
  }
}

extension Int {
  fileprivate func floored(by divisor: Int) -> Int {
    (self - (self % divisor + divisor) % divisor) / divisor
  }
}
