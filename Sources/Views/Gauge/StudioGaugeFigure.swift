// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The studio's gauges: one for each channel, or a single one.
struct StudioGaugeFigure: Figure {
  private let track: ReadingTrack<StereoLevels>
  private let dials: [StudioDial]
  private let words: [Item]
  private var meters: [Meter]
  private let memory: Int

  static let drawsLive = true

  /// Gauges with needles at rest.
  init(options: GaugeOptions, track: ReadingTrack<StereoLevels>, context: ViewContext) {
    self.track = track
    let (left, right) = context.channels
    let scale = options.scale == .db ? DialScale.studioDecibels : .studioLinear
    let colors = DialColors(context.palette)
    let composition = context.composition
    words = composition.lettering(in: colors.bright, accent: context.palette?.accent)
    dials = StudioDial.dials(
      channels: left == right ? [left] : [left, right],
      in: composition.room(on: context.canvas(shortSideInPoints: options.shortSideInPoints)),
      scale: scale, ranges: options.ranges(on: scale, colors), colors: colors)
    let pace = Pace(context.tickRate)
    meters = dials.map { Meter($0, pace, floor: context.floor, isLinear: options.scale == .linear) }
    memory = pace.memory
  }

  func firstTick(shownAfterTick index: Int) -> Int { max(index - memory, 0) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let levels = try track.reading(ofTick: tick)
    for (index, level) in zip(meters.indices, [levels.left, levels.right]) {
      meters[index].advance(to: tick, level)
    }
  }

  func draw(into scene: inout Scene) {
    for dial in dials { scene.addLayer(dial.name("dial")) { $0.items += dial.face } }
    for (dial, meter) in zip(dials, meters) {
      scene.addLayer(dial.name("hands")) { $0.items += meter.items }
    }
    scene.items += words
  }
}

/// Durations and speeds, in ticks.
struct Pace: Sendable {
  /// The lowest level that is distinguished, in dBFS; a mark falls down to it.
  static let lowest = -60.0
  /// How many ticks a peak is held: 1.5 s.
  let held: Int
  /// How many decibels a mark falls in a tick: 20 a second.
  let fall: Double
  /// Ticks between changes of the numbers: 0.2 s, so that they can be read.
  let numbers: Int

  /// The pace at a tick rate.
  init(_ rate: Rate) {
    held = max(3 * rate.numerator / (2 * rate.denominator), 1)
    fall = 20 * Double(rate.denominator) / Double(rate.numerator)
    numbers = max(rate.numerator / (5 * rate.denominator), 1)
  }

  /// How many ticks a peak has an effect.
  var memory: Int { held + Int((-Pace.lowest / fall).rounded(.up)) + 1 }
}

/// The state of one gauge.
private struct Meter: Sendable {
  let dial: StudioDial
  let pace: Pace
  let floor: Decibels
  let isLinear: Bool
  var peak: PeakHold
  var average: Double
  /// The levels of the displayed numbers, in dBFS.
  var numbers: (peak: Double, average: Double)

  init(_ dial: StudioDial, _ pace: Pace, floor: Decibels, isLinear: Bool) {
    self.dial = dial
    self.pace = pace
    self.floor = floor
    self.isLinear = isLinear
    peak = PeakHold(pace)
    average = floor.value
    numbers = (floor.value, floor.value)
  }

  mutating func advance(to tick: Int, _ level: ChannelLevel) {
    peak.advance(to: tick, level.peak.value)
    average = level.average.value
    if tick.isMultiple(of: pace.numbers) { numbers = (peak.highest, average) }
  }

  var items: [Item] {
    dial.hands(
      StudioDial.Reading(
        needle: onScale(average), mark: onScale(peak.mark), average: text(numbers.average),
        peak: text(numbers.peak), isOver: peak.highest >= Self.fullScale,
        showsOver: numbers.peak >= Self.fullScale))
  }

  /// 20·log₁₀(32767/32768) dBFS: the greatest 16-bit sample, at which a 16-bit file clips.
  private static let fullScale = -0.000_266

  private func onScale(_ level: Double) -> Double {
    isLinear ? Decibels(level).amplitude : level
  }

  /// A level as a number of at most five characters, or dashes for silence.
  private func text(_ level: Double) -> String {
    if isLinear { return Dial.number(min(onScale(level), 9.999), places: 3) }
    guard level > max(floor.value, -99.95) else { return "−−.−" }
    return (level > 0 ? "+" : "") + Dial.number(min(level, 99.9), places: 1)
  }
}
