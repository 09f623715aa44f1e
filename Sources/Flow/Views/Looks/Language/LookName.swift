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
  case loudness, bass, heart, time
  // Places
  case i, n, at, k, step, side, older, newest, age, number, strength
  // The run
  case mirror, chosen, own, dark, overlay, scene, cover, logo, sheet, across, below

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
      .otherPeak, .loudness, .bass, .heart, .time:
      .reading
    case .i, .n, .at, .k, .step, .side, .older, .newest, .age, .number, .strength: .place
    case .mirror, .chosen, .own, .dark, .overlay, .scene, .cover, .logo, .sheet, .across,
      .below:
      .run
    }
  }

  /// The domains whose elements have it; `nil` for all.
  var domains: [LookDomain.Kind]? {
    switch self {
    case .otherAverage, .otherPeak, .newest: [.head, .turn]
    case .step, .i, .n, .at: [.head, .turn]
    case .older: [.turn]
    case .age, .number, .strength: [.past]
    default: nil
    }
  }

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
    case .time: "seconds from the beginning"
    case .i: "number of the element, from 0"
    case .n: "how many elements there are"
    case .at: "place of the element from 0 to 1; in a gradient that of the colour"
    case .k: "number of the copy, from 0"
    case .step: "degrees from one element to the next in a whole circle"
    case .side: "-1 on the left, 1 on the right, 0 for the mean of both"
    case .older: "how many turns ago, from 0"
    case .newest: "1 for the newest element of a turn, 0 for the others"
    case .age: "0 for what begins, 1 for what is gone"
    case .number: "which one it is, from the beginning; of a hit its tick"
    case .strength: "how far the heart rose at a hit"
    case .mirror: "1 with --layout mirror"
    case .chosen: "1 with a palette from --palette, or from a scene of a film"
    case .own: "1 with the look's own palette, chosen or not"
    case .dark: "1 on a dark ground"
    case .overlay: "1 on a transparent ground where no palette is chosen"
    case .scene: "0, 1 or 2 in a soft, usual or loud scene of a film; otherwise 1"
    case .cover: "radius of the cover, 0 without one"
    case .logo: "1 with a logo"
    case .sheet: "points from the centre to the farthest corner of the sheet"
    case .across: "points from the middle of the sheet to its right edge"
    case .below: "points from the middle of the sheet to its lower edge"
    }
  }
}

/// A colour of the palette by its name.
enum ColorSlot: String, CaseIterable, Sendable {
  case ground, ink, ink2, accent
}
