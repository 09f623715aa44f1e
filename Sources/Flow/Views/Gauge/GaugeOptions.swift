// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments

/// The options of the gauge.
public struct GaugeOptions: ViewOptions {
  /// The view.
  public typealias Drawn = GaugeView

  /// The unit of the scale, or the instrument whose face is drawn.
  public enum Scale: String, CaseIterable, ArgumentValue {
    /// Decibels, −60 to 0.
    case db
    /// The amplitude, 0 to 1.
    case linear
    /// A VU meter.
    case vu
    /// A programme meter with the scale of DIN.
    case din = "ppm-din"
    /// One with the Nordic scale.
    case nordic = "ppm-nordic"
    /// One of the BBC.
    case bbc = "ppm-bbc"
    /// One with the scale of the EBU.
    case ebu = "ppm-ebu"
    /// The K-system with 12 dB of headroom.
    case k12 = "k-12"
    /// The K-system with 14 dB of headroom.
    case k14 = "k-14"
    /// The K-system with 20 dB of headroom.
    case k20 = "k-20"
    /// Loudness up to +9 LU.
    case lu
    /// Loudness up to +18 LU.
    case lu18 = "lu-18"
    /// A programme meter in dB below full scale.
    case dbfs

    /// The ends of the scale.
    var ends: ClosedRange<Double> { self == .linear ? 0...1 : -60...0 }

    /// The instrument; `nil` for the dials of the look.
    var instrument: InstrumentScale? {
      switch self {
      case .db, .linear: nil
      case .vu: .vu
      case .din: .din
      case .nordic: .nordic
      case .bbc: .bbc
      case .ebu: .ebu
      case .k12: .k(12)
      case .k14: .k(14)
      case .k20: .k(20)
      case .lu: .loudness(isWide: false)
      case .lu18: .loudness(isWide: true)
      case .dbfs: .fullScale
      }
    }
  }

  /// The unit of the scale; `nil` for that of the meters.
  public var scale: Scale?
  /// The level in dBFS that the reference mark of an instrument shows; `nil` for one that suits the track,
  /// or for that of the standard if it is not known.
  public var reference: Double?
  /// The coloured ranges; those of the look if empty.
  public var ranges: [GaugeRange] = []
  /// Whether there are coloured ranges.
  public var showsRanges = true
  /// Colours and words.
  public var colors = AppearanceOptions()

  /// The look.
  public var look = GaugeView.looks[0]

  /// The scale for meters of a kind: the chosen one, or the instrument of their name.
  func scale(for ballistics: Ballistics) -> Scale {
    scale ?? (ballistics.name == "r128" ? .lu : Scale(rawValue: ballistics.name)) ?? .db
  }

  /// Those of the chosen instrument.
  public var meters: Ballistics? {
    guard let scale else { return nil }
    let name = scale.instrument?.source == .programme ? "r128" : scale.rawValue
    return Ballistics.allCases.first { $0.name == name }
  }

  /// The defaults.
  public init() {}

  /// Refuses ranges together with `--no-ranges`, ranges outside the scale, and a palette for the iris.
  public func check() throws(UsageError) {
    guard ranges.isEmpty || showsRanges else {
      throw .conflict("--mark", "--no-ranges")
    }
    if let reference, !(-60...0).contains(reference) {
      throw .contradiction(
        "--reference \(reference.argumentText) is not a level of a reference", hint: "use -60 to 0",
        of: ["reference"])
    }
    let scale = scale ?? .db
    guard scale.instrument == nil || look.name == GaugeView.looks[0].name else {
      throw .contradiction(
        "--face \(scale.rawValue) is not for the look '\(look.name)'",
        hint: "use --look \(GaugeView.looks[0].name)", of: ["face", "look"])
    }
    let ends = scale.ends
    for range in ranges where !ends.contains(range.from) || !ends.contains(range.to) {
      throw .contradiction(
        "--mark \(range.argumentText) is not on the scale",
        hint: "--face \(scale.rawValue) goes from \(ends.lowerBound.argumentText) to "
          + ends.upperBound.argumentText, of: ["mark", "face"])
    }
  }

  /// Refuses a reference level without an instrument, ranges on one, and loudness of meters that do not
  /// measure it.
  public func check(with meters: Ballistics) throws(UsageError) {
    let scale = scale(for: meters)
    let instrument = scale.instrument
    guard reference == nil || instrument != nil else {
      throw .contradiction(
        "--reference is for the scales of instruments", hint: "add --face vu or another one",
        of: ["reference"])
    }
    guard instrument == nil || ranges.isEmpty && showsRanges else {
      throw .contradiction(
        "the instrument '\(scale.rawValue)' has ranges of its own",
        hint: "leave out --\(showsRanges ? "mark" : "no-ranges")",
        of: [showsRanges ? "mark" : "no-ranges", "face", "ballistics"])
    }
    guard instrument?.source != .programme || meters.name == "r128" else {
      throw .contradiction(
        "the scale '\(scale.rawValue)' shows loudness, which the meters '\(meters.name)' do not measure",
        hint: "add --ballistics r128", of: ["face", "ballistics"])
    }
  }

  /// Yes, if an instrument has no chosen reference.
  public func followsLoudness(with meters: Ballistics) -> Bool {
    reference == nil && scale(for: meters).instrument?.headroom != nil
  }

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<GaugeOptions>] {
    Option.section(
      "Gauge",
      [
        .value(
          "face", into: \.scale,
          help:
            "What the dial shows: db, decibels from -60 to 0; linear, the amplitude from 0 to 1; "
            + "or an instrument: vu, a VU meter; ppm-bbc, ppm-ebu, ppm-nordic and ppm-din, programme "
            + "meters; k-12, k-14 and k-20; lu and lu-18, loudness up to 9 or 18 LU above the target; "
            + "dbfs. By default the instrument of --ballistics, or else db; and an instrument chooses "
            + "its --ballistics. A palette colours the wall, not the instruments."),
        .value(
          "reference", "DBFS", into: \.reference, affects: .nothing,
          help:
            "Level at which the needle of an instrument points to its mark 0, TEST or 4. By default it follows "
            + "the integrated loudness of the track, in whole dB: 2 dB above it for vu, 3 for ppm-bbc, ppm-ebu "
            + "and ppm-nordic, 12 for ppm-din, and the loudness itself for k-20, k-14, k-12, lu and lu-18. "
            + "Sound from a pipe has the reference of the standard: -20 for vu and k-20, -14 for k-14, -12 for k-12, "
            + "-18 for ppm-bbc, ppm-ebu and ppm-nordic, -9 for ppm-din, -23 LUFS for lu and lu-18; dbfs always "
            + "has 0."
        ),
        .repeated(
          "mark", "FROM:TO:COLOR", into: \.ranges,
          help:
            "Colour a part of the scale instead of the look's ranges, such as -9:-3:orange; may be given several times."
        ),
        .flag(
          "no-ranges", into: \.showsRanges, value: false,
          help: "Leave out the coloured ranges."),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
  }

  /// The ranges that are shown on a dial of some colours.
  func ranges(on dial: DialScale, _ colors: DialColors = DialColors(nil)) -> [GaugeRange] {
    guard showsRanges else { return [] }
    return ranges.isEmpty ? colors.colored(dial.ranges) : ranges
  }
}
