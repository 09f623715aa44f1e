// SPDX-License-Identifier: MIT
internal import Drawing
internal import Views

/// The colours of gears: one for each pitch class, in the circle of fifths.
struct BrassColors: Sendable {
  /// The look's own background.
  static let ground = Color(rgb: 0x12100E)

  /// The background; may be transparent.
  let background: Color
  /// The colour that darkens metal: the background, or the look's own if it is transparent.
  let shade: Color
  /// The colour of marks and lights.
  let ink: Color
  private let pitches: [Color]

  /// Tempered metals: brass, verdigris, blue steel, violet, copper. All are equally light; copper
  /// and brass are a little more saturated.
  private static let metals = [
    0xC8A24E, 0xA4AF5E, 0x7EB57F, 0x67B39F, 0x68ADB5, 0x78A6C1, 0x8C9EC6, 0xA298C6, 0xBB91BD,
    0xD28CA7, 0xDF8C85, 0xDD9461,
  ].map(Color.init(rgb:))

  /// The colours of a palette, or of the look.
  init(_ palette: Palette?, background: Color) {
    self.background = background
    shade = background.alpha == 255 ? background : palette?.background ?? BrassColors.ground
    guard let palette else {
      ink = Color(rgb: 0xFFF3DC)
      pitches = BrassColors.metals
      return
    }
    ink = palette.ink
    // The ramp ends near the background, but a circle must close: it goes through the ramp and
    // back.
    pitches = (0..<12).map { fifth in
      let place = Double(min(fifth, 12 - fifth)) / 6 * 4
      let step = min(Int(place), 3)
      return palette.ramp[step].mixed(with: palette.ramp[step + 1], place - Double(step))
    }
  }

  /// The colour of a frequency in Hz.
  func color(ofHertz frequency: Double) -> Color {
    // C is nine semitones below A; a fifth is seven semitones.
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
