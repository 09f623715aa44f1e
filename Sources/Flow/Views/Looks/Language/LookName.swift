// SPDX-License-Identifier: MIT

/// What an expression is of.
enum ValueKind: String, Sendable {
  case number = "a number"
  case color = "a colour"
}

/// A name that stands for a number of an element: see ``help``.
///
/// Readings are those at the tick of the element; places say which element it is; what is of the run is known
/// before the first tick.
enum LookName: String, CaseIterable, Sendable {
  // Readings, from 0 to 1 on the scale of the song
  case average, peak
  case leftAverage = "left.average"
  case leftPeak = "left.peak"
  case rightAverage = "right.average"
  case rightPeak = "right.peak"
  case otherAverage = "other.average"
  case otherPeak = "other.peak"
  case loudness, bass, heart, level, usual, time, beat, bar, cycle, section, progress, word
  case nowHeart = "now.heart"
  case nowBass = "now.bass"
  case nowLoudness = "now.loudness"
  // Places
  case i, n, at, k, step, side, older, newest, age, oldest, number, strength, turn
  // The run
  case mirror, twin, chosen, own, dark, overlay, scene, cover, logo, loop, turns, sheet, across,
    below

  /// All of them by what is written.
  static let written = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// When a number can change.
  enum Group: String, Sendable {
    case reading = "a reading"
    case place = "a place"
    case run = "known before the run"
  }

  /// Where the number comes from.
  var group: Group {
    switch self {
    case .average, .peak, .leftAverage, .leftPeak, .rightAverage, .rightPeak, .otherAverage,
      .otherPeak, .loudness, .bass, .heart, .level, .usual, .time, .beat, .bar, .cycle,
      .section, .progress, .word, .nowHeart, .nowBass, .nowLoudness:
      .reading
    case .i, .n, .at, .k, .step, .side, .older, .newest, .age, .oldest, .number, .strength,
      .turn:
      .place
    case .mirror, .twin, .chosen, .own, .dark, .overlay, .scene, .cover, .logo, .loop,
      .turns, .sheet, .across, .below:
      .run
    }
  }

  /// The domains whose elements have it; `nil` for all. What is joined in the past has bands.
  var domains: [LookDomain.Kind]? {
    switch self {
    case .nowHeart, .nowBass, .nowLoudness: LookDomain.Kind.allCases.filter { $0 != .track }
    case .otherAverage, .otherPeak: [.head, .turn, .track]
    case .newest: [.head, .turn]
    case .turn: [.head, .track]
    case .step, .i, .n, .at: [.head, .turn, .track, .bands, .count]
    case .level: [.bands, .count]
    case .usual: [.bands]
    case .older: [.turn]
    case .number: [.track, .count, .past]
    case .age, .oldest: [.count, .past]
    case .strength: [.past]
    default: nil
    }
  }

  /// Whether all elements of a row, which have one tick, have one number of it.
  var isOfRow: Bool {
    switch self {
    case .average, .peak, .otherAverage, .otherPeak, .level, .usual, .i, .n, .at, .step, .side,
      .newest:
      false
    default: true
    }
  }

  /// Whether only a whole song tells it, so that it is not known of sound that is still arriving.
  var needsSong: Bool { [.beat, .bar, .section, .progress, .word].contains(self) }

  /// What it is, for the reference.
  var help: String {
    switch self {
    case .average: "average level of the element's channel, 0 to 1"
    case .peak: "peak level of the element's channel, 0 to 1"
    case .leftAverage: "average level of the left channel"
    case .leftPeak: "peak level of the left channel"
    case .rightAverage: "average level of the right channel"
    case .rightPeak: "peak level of the right channel"
    case .otherAverage: "average level of the other channel at the same place"
    case .otherPeak: "peak level of the other channel at the same place"
    case .loudness: "mean of both averages"
    case .bass: "level of the bass"
    case .heart: "0.6 of the bass and 0.4 of the loudness, times pulse"
    case .level:
      "level of the element's band, 0 to 1; of a count, at its place between the bands"
    case .usual: "level that the band has 95 % of the time, on the louder side"
    case .time: "seconds from the beginning of the input; each round of a loop has the same"
    case .beat: "place between two beats, 0 to 1; 0 where none are found"
    case .bar: "place in the bar, 0 to 1; 0 where none are found"
    case .cycle: "place in 8, 16 … bars of 192 s at least, 0 to 1; in a loop, in its round"
    case .section:
      "loudness of the section of the song, from 0 for the softest to 1; 0.5 if all are alike"
    case .progress: "place in the section, 0 to 1"
    case .word: "1 while a line of --lyrics is sung"
    case .nowHeart: "heart at the newest tick, whatever the tick of the element is"
    case .nowBass: "level of the bass at the newest tick"
    case .nowLoudness: "mean of both averages at the newest tick"
    case .i: "number of the element, from 0"
    case .n: "how many elements there are"
    case .at: "place of the element from 0 to 1; in a gradient that of the colour"
    case .k: "number of the copy, from 0"
    case .step: "degrees from one element to the next in a whole circle"
    case .side: "-1 on the left, 1 on the right, 0 for the mean of both"
    case .older: "how many turns ago, from 0"
    case .newest: "1 for the newest element of a turn, 0 for the others"
    case .age: "0 for what begins, 1 for what is gone"
    case .oldest: "1 for the oldest that is there, 0 for the others"
    case .number: "which one it is, from the beginning; of a hit or a count its tick"
    case .turn: "number of the turn of a whole track, from 0; in a spiral with the part of it"
    case .strength:
      "how far the heart rose at a hit; with every 1 if all bands rose sharply since the one before"
    case .mirror: "1 with --layout mirror"
    case .twin: "1 with --layout twin"
    case .chosen: "1 with a palette from --palette, or from a scene of a film"
    case .own: "1 with the look's own palette, chosen or not"
    case .dark: "1 on a dark ground"
    case .overlay: "1 on a transparent ground"
    case .scene: "0, 1 or 2 in a soft, usual or loud scene of a film; otherwise 1"
    case .cover: "radius of the cover, 0 without one"
    case .logo: "1 with a logo"
    case .loop: "seconds of a loop, 0 without one"
    case .turns: "how many turns the whole track has, in a look of the view track"
    case .sheet: "points from the centre to the farthest corner of the sheet"
    case .across: "points from the centre to the right edge of the sheet"
    case .below: "points from the centre to the lower edge of the sheet"
    }
  }
}

/// A colour of the palette by its name.
enum ColorSlot: String, CaseIterable, Sendable {
  case ground, ink, ink2, accent
}
