// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The studio's gauges: one for each channel, or a single one.
struct StudioGaugeFigure: Figure {
  private let track: ReadingTrack<StereoLevels>
  private let words: [Item]
  private let isMono: Bool
  private var gauges: [any ChannelGauge]
  private let memory: Int
  let findings: Findings

  static func traits(for options: GaugeOptions) -> FigureTraits {
    FigureTraits(FigureTraits.levels, drawsLive: true)
  }

  /// Gauges with needles at the soft end.
  init(
    options: GaugeOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    self.track = track
    let (left, right) = context.channels
    let colors = DialColors(context.palette)
    let composition = context.composition
    words = composition.lettering(
      in: WordColors(
        colors.bright, on: context.picture.background, plate: context.palette?.background))
    let channels = left == right ? [left] : [left, right]
    let area = composition.room(on: context.canvas(shortSideInPoints: options.shortSideInPoints))
    let pace = Pace(context.tickRate)
    (isMono, memory) = (left == right, pace.memory)
    let kind = options.scale(for: context.request.ballistics)
    if let instrument = kind.instrument {
      let reference = options.reference ?? instrument.reference(for: context.loudness?.value)
      let needles = InstrumentGauge.gauges(
        instrument, reference: reference, channels: channels, in: area, pace)
      gauges = needles
      findings = Findings(
        measures: [Measure("reference", [reference])],
        shareAtStop: options.reference == nil
          ? 0 : try Self.shareAtStop(of: needles, track, isMono: isMono))
    } else {
      findings = Findings()
      let isLinear = kind == .linear
      let scale = isLinear ? DialScale.studioLinear : .studioDecibels
      let dials = StudioDial.dials(
        channels: channels, in: area, scale: scale, ranges: options.ranges(on: scale, colors),
        colors: colors)
      gauges = dials.enumerated().map {
        StudioGauge($1, pace, floor: context.floor, isLinear: isLinear, isRight: $0 == 1)
      }
    }
  }

  /// The share of the ticks of a track in which a needle stands at the upper end of its arc: that of the
  /// needle that is there the most.
  private static func shareAtStop(
    of needles: [InstrumentGauge], _ track: ReadingTrack<StereoLevels>, isMono: Bool
  ) throws(FigureError) -> Double {
    var counts = [Int](repeating: 0, count: needles.count)
    do {
      for tick in 0..<track.count {
        let levels = try track.reading(ofTick: tick)
        for index in needles.indices where needles[index].isAtStop(levels, isMono: isMono) {
          counts[index] += 1
        }
      }
    } catch { throw .readings(error) }
    return Double(counts.max() ?? 0) / Double(max(track.count, 1))
  }

  func firstTick(shownAfterTick index: Int) -> Int { max(index - memory, 0) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let levels = try track.reading(ofTick: tick)
    for index in gauges.indices { gauges[index].advance(to: tick, levels, isMono: isMono) }
  }

  func draw(into scene: inout Scene) {
    for gauge in gauges { scene.addLayer(gauge.name(of: "dial")) { $0.items += gauge.face } }
    for gauge in gauges { scene.addLayer(gauge.name(of: "hands")) { $0.items += gauge.items } }
    scene.items += words
  }
}

/// Durations and speeds, in ticks.
struct Pace: Sendable {
  /// 20·log₁₀(32767/32768) dBFS: the greatest 16-bit sample, at which a 16-bit file clips.
  static let fullScale = -0.000_266
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

/// A gauge with the levels of one channel, or of both.
protocol ChannelGauge: Sendable {
  /// Which side it is on, for the names of SVG layers: `left`, `right` or nothing.
  var name: String { get }
  /// The constant items, which lie under the others.
  var face: [Item] { get }
  /// The items that change.
  var items: [Item] { get }
  /// Takes the levels of the next tick; those of both sides are the same channel's if `isMono`.
  mutating func advance(to tick: Int, _ levels: StereoLevels, isMono: Bool)
}

extension ChannelGauge {
  /// The name of a part's SVG layer.
  func name(of part: String) -> String { name.isEmpty ? part : "\(part)-\(name)" }
}

/// The state of one of the studio's gauges.
private struct StudioGauge: ChannelGauge {
  let dial: StudioDial
  let pace: Pace
  let floor: Decibels
  let isLinear, isRight: Bool
  var peak: PeakHold
  var average: Double
  /// The levels of the displayed numbers, in dBFS.
  var numbers: (peak: Double, average: Double)

  var name: String { dial.side }
  var face: [Item] { dial.face }

  init(_ dial: StudioDial, _ pace: Pace, floor: Decibels, isLinear: Bool, isRight: Bool) {
    self.isRight = isRight
    self.dial = dial
    self.pace = pace
    self.floor = floor
    self.isLinear = isLinear
    peak = PeakHold(pace)
    average = floor.value
    numbers = (floor.value, floor.value)
  }

  mutating func advance(to tick: Int, _ levels: StereoLevels, isMono: Bool) {
    let level = isRight ? levels.right : levels.left
    peak.advance(to: tick, level.peak.value)
    average = level.average.value
    if tick.isMultiple(of: pace.numbers) { numbers = (peak.highest, average) }
  }

  var items: [Item] {
    dial.hands(
      StudioDial.Reading(
        needle: onScale(average), mark: onScale(peak.mark), average: text(numbers.average),
        peak: text(numbers.peak), isOver: peak.highest >= Pace.fullScale,
        showsOver: numbers.peak >= Pace.fullScale))
  }

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
