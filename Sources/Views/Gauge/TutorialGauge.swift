// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The tutorial's gauge: it is read every 0.1 s, and its needle moves to the reading during the
/// next 0.1 s.
struct TutorialGauge: Gauge {
  private let dial: TutorialDial
  private let scale: DialScale
  private let isLinear: Bool
  private let track: ReadingTrack<GaugeReading>
  private let context: ViewContext
  /// The value of the needle.
  private var value: Double

  /// A gauge with the needle at rest.
  init(_ options: GaugeOptions, _ track: ReadingTrack<GaugeReading>, _ context: ViewContext) {
    scale = options.dialScale
    dial = TutorialDial(scale: scale, ranges: options.dialRanges)
    isLinear = options.scale == .linear
    self.track = track
    self.context = context
    value = scale.minimum
  }

  func firstTick(shownAfterTick index: Int) -> Int { index }

  mutating func advance(to tick: Int) throws(SystemError) {
    let count = track.readings(endedBy: tick, of: context.tickRate)
    guard count > 0 else { return }
    let last = try figure(count - 1)
    let start = count > 1 ? try figure(count - 2) : scale.minimum
    // The share of the next reading's time that has passed at the end of the tick.
    let (ticks, readings) = (context.tickRate, track.clock.rate)
    let sinceLast =
      Int128(tick + 1) * Int128(ticks.denominator) * Int128(readings.numerator)
      - Int128(count) * Int128(readings.denominator) * Int128(ticks.numerator)
    let part = Double(sinceLast) / Double(ticks.numerator * readings.denominator)
    value = start + (last - start) * min(part, 1)
  }

  /// A reading in the units of the scale, clamped to it.
  private func figure(_ index: Int) throws(SystemError) -> Double {
    let decibels = try track.reading(ofTick: index).figure
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
