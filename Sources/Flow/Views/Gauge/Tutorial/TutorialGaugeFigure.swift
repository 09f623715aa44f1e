// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The tutorial's gauge: it is read every 0.1 s, and its needle moves to the reading during the
/// next 0.1 s.
struct TutorialGaugeFigure: Figure {
  private let dial: TutorialDial
  private let scale: DialScale
  private let isLinear: Bool
  private let track: ReadingTrack<SoundMeterReading>
  private let context: ViewContext
  /// The value of the needle.
  private var value: Double

  static func traits(for options: GaugeOptions) -> FigureTraits {
    FigureTraits("gauge of the tutorial", drawsLive: true)
  }

  /// The tutorial's sound meter on one channel. A floor above the scale's minimum would keep the
  /// needle up.
  static func analysis(
    for options: GaugeOptions, of request: AnalysisRequest
  ) -> Analysis<SoundMeterReading> {
    .soundMeter(channel: request.channels.left, floor: .silence)
  }

  /// A gauge with the needle at the soft end.
  init(options: GaugeOptions, track: ReadingTrack<SoundMeterReading>, context: ViewContext) {
    scale = options.scale == .linear ? .tutorialLinear : .tutorialDecibels
    dial = TutorialDial(scale: scale, ranges: options.ranges(on: scale))
    isLinear = options.scale == .linear
    self.track = track
    self.context = context
    value = scale.minimum
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    let count = track.readings(endedBy: tick, of: context.tickRate)
    guard count > 0 else { return }
    let last = try reading(count - 1)
    let start = count > 1 ? try reading(count - 2) : scale.minimum
    // The share of the next reading's time that has passed at the end of the tick.
    let (ticks, readings) = (context.tickRate, track.clock.rate)
    let sinceLast =
      Int128(tick + 1) * Int128(ticks.denominator) * Int128(readings.numerator)
      - Int128(count) * Int128(readings.denominator) * Int128(ticks.numerator)
    let part = Double(sinceLast) / Double(ticks.numerator * readings.denominator)
    value = start + (last - start) * min(part, 1)
  }

  /// A reading in the units of the scale, clamped to it.
  private func reading(_ index: Int) throws(SystemError) -> Double {
    let decibels = try track.reading(ofTick: index).value
    // The reading is 10·log₁₀ of the root mean square, half of a level in dBFS.
    return scale.held(isLinear ? Decibels(2 * decibels).amplitude : decibels)
  }

  func draw(into scene: inout Scene) {
    scene.addLayer("dial") { $0.items += dial.face }
    scene.addLayer("needle") {
      $0.items += dial.needle(at: value, channel: context.channels.left)
    }
    scene.addLayer("cover") { $0.items += dial.cover }
  }
}
