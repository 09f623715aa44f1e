// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// Plots of made-up readings.
enum Plots {
  /// What a look makes of the defaults.
  static func words(look name: String) throws -> (picture: PictureSettings, options: PlotsOptions) {
    let look = try #require(PlotsView.looks.first { $0.name == name })
    var words = (picture: PictureSettings(), options: PlotsOptions())
    look.apply(&words.picture, &words.options)
    return words
  }

  /// A view before its first tick.
  static func view<Reading: PackedReading>(
    _ options: PlotsOptions, _ readings: [Reading], tickRate: Rate = .sixty,
    channels: (left: Int, right: Int) = (0, 1), picture: PictureSettings? = nil
  ) throws -> any Figure<PlotsOptions> {
    var track = ReadingTrack<Reading>(
      format: StreamFormat(sampleRate: 44_100, channelCount: 2),
      clock: TickClock(
        sampleRate: 44_100, rate: try isTutorial(options) ? #require(Rate(10)) : tickRate))
    for reading in readings { try track.append(reading) }
    return try options.figure(
      of: track,
      ViewContext(
        picture: try picture ?? words(look: options.look.name).picture,
        request: AnalysisRequest(channels: channels, tickRate: tickRate)))
  }

  /// Whether the look is the tutorial's, whose readings are tenths of a second.
  static func isTutorial(_ options: PlotsOptions) -> Bool { options.look.name == "tutorial" }

  /// What a view shows on a sheet.
  static func scene(
    of view: any Figure<PlotsOptions>, _ options: PlotsOptions, _ settings: PictureSettings
  ) throws -> Scene {
    try view.scene(options, settings)
  }

  // MARK: - The analyzer

  static let noPitch = PitchReading.none

  /// A reading of the same level in each band, and of both channels.
  static func analyzer(
    bar: Float = -30, cap: Float = -20, left: (Double, Double) = (-6, -12),
    right: (Double, Double) = (-18, -24), hertz: Double = 440, strength: Double = 0.33
  ) -> AnalyzerReading {
    let count = SpectrumBands.count
    func level(_ values: (Double, Double)) -> ChannelLevel {
      ChannelLevel(peak: Decibels(values.0), average: Decibels(values.1))
    }
    return AnalyzerReading(
      spectrum: SpectrumReading(
        bars: [Float](repeating: bar, count: count), caps: [Float](repeating: cap, count: count)),
      left: level(left), right: level(right),
      pitch: PitchReading(frequency: hertz, strength: strength))
  }

  /// What the analyzer shows after the last of these readings.
  static func scene(
    after readings: [AnalyzerReading], size: (Int, Int) = (1920, 1080), background: Color? = nil,
    tickRate: Rate = .sixty, channels: (left: Int, right: Int) = (0, 1),
    change: (inout PlotsOptions) -> Void = { _ in }
  ) throws -> Scene {
    var (settings, options) = try words(look: "analyzer")
    (settings.width, settings.height) = size
    if let background { settings.background = background }
    change(&options)
    var view = try view(
      options, readings, tickRate: tickRate, channels: channels, picture: settings)
    for tick in view.firstTick(shownAfterTick: readings.count - 1)..<readings.count {
      try view.advance(to: tick)
    }
    return try scene(of: view, options, settings)
  }

  // MARK: - The tutorial's screen

  /// A reading of the tutorial's app.
  static func tutorial(
    rms: Float = 0.25, frequency: Double = 440, amplitude: Double = 0.5,
    fftFrequency: Double = 430.66, fft: (Int) -> Float = { _ in 0 }
  ) -> TutorialPlotsReading {
    TutorialPlotsReading(
      fft: (0..<TutorialPlotsReading.fftCount).map(fft), rms: rms, fftFrequency: fftFrequency,
      trackerFrequency: frequency, trackerAmplitude: amplitude)
  }

  /// What the screen of 375 by 667 points shows after a tick of a sixtieth of a second.
  static func screen(_ readings: [TutorialPlotsReading], afterTick tick: Int) throws -> Scene {
    let (settings, options) = try words(look: "tutorial")
    var view = try view(options, readings)
    try view.advance(to: tick)
    return try scene(of: view, options, settings)
  }
}

extension Scene {
  /// The one item of a name.
  func item(_ name: String) throws -> Item {
    let named = items.filter { $0.data.first == DataAttribute("name", name) }
    return try #require(named.count == 1 ? named[0] : nil, "\(named.count) items named \(name)")
  }

  /// What the items of a name say they show.
  func values(_ name: String) -> [String] {
    items.filter { $0.data.first == DataAttribute("name", name) }
      .compactMap { item in item.data.first { $0.name == "value" }?.value }
  }
}

extension Item {
  /// The points of each figure.
  var figures: [[Point]] {
    var figures: [[Point]] = []
    var points = path.points.makeIterator()
    for verb in path.verbs where verb != .close {
      guard let point = points.next() else { break }
      if verb == .move { figures.append([]) }
      figures[figures.count - 1].append(point)
    }
    return figures
  }
}
