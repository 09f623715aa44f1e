// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Signal
public import Views

extension RadialOptions {
  /// The four curves of the tutorial on a sheet whose shorter side is 432 points, without its preset.
  public static var curves: RadialOptions {
    var options = RadialOptions()
    guard let tutorial = RadialView.looks.first(where: { $0.name == "tutorial" }) else {
      preconditionFailure("the radial view has the tutorial's look")
    }
    options.look = Look(
      "curves", "four curves", tutorial.figure, parameters: tutorial.parameters)
    return options
  }

  /// A figure of a made-up track of two channels, before its first tick; a `scale` counts more than
  /// that of the options.
  public func figure(
    ticks: [Tick], scale: LevelScale? = nil,
    image: PNGImage? = nil, constants: Constants? = nil, channels: (left: Int, right: Int) = (0, 1),
    colors: Palette? = nil, picture: PictureSettings = PictureSettings(),
    structure: SongStructure? = nil
  ) throws -> any Figure<RadialOptions> {
    func track<Reading>(_ reading: (Tick, StereoLevels) -> Reading) throws -> ReadingTrack<Reading>
    {
      var track = ReadingTrack<Reading>(
        format: StreamFormat(sampleRate: 60, channelCount: 2),
        clock: TickClock(sampleRate: 60, rate: .sixty))
      for tick in ticks {
        try track.append(
          reading(tick, StereoLevels(left: tick.levels[0], right: tick.levels[1])))
      }
      return track
    }
    var options = self
    if let scale { (options.scale.peak, options.scale.average) = (scale.peak, scale.average) }
    var context = ViewContext(
      image: image, constants: constants, colors: colors, picture: picture,
      request: AnalysisRequest(channels: channels))
    context.structure = structure
    let readings = look.figure.traits(for: self).readings
    let hasShares = readings.contains("seven bands")
    let count =
      (hasShares ? 7 : 0) + (readings.contains("spectrum") ? 32 : 0)
      + (readings.contains("pitch classes") ? 12 : 0)
    guard look.file != nil || count > 0 else {
      return try options.figure(of: track { $1 }, context)
    }
    // The first seven bands are amplitudes if there are shares, and others are in dB.
    return try options.figure(
      of: track { tick, levels in
        let bands = (0..<count).map { band in
          let part = Float((tick.index * 7 + band * 13) % 29) / 29
          return hasShares && band < 7 ? SIMD2(part, 1 - part) : SIMD2(part, 1 - part) * 60 - 70
        }
        return BandLevels(levels: levels, bands: bands)
      }, context)
  }
}
