// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal

/// A standard instrument and where its needle is.
struct InstrumentGauge: ChannelGauge {
  private let dial: InstrumentFace
  private let scale: InstrumentScale
  private let reference: Double
  private let isRight: Bool
  private var peak: PeakHold
  private var value: Double

  let name: String
  var face: [Item] { dial.face }

  /// Instruments for some channels; one for both together if the scale is that of a programme.
  static func gauges(
    _ scale: InstrumentScale, reference: Double, channels: [Int], in area: Composition.Area,
    _ pace: Pace
  ) -> [InstrumentGauge] {
    let isWhole = scale.source == .programme
    let captions: [(String, Int)] =
      isWhole || channels.count == 1
      ? [(isWhole ? "MOMENTARY" : "", channels[0])]
      : [("LEFT", channels[0]), ("RIGHT", channels[1])]
    return InstrumentFace.faces(captions, in: area, scale: scale, reference: reference).enumerated()
      .map {
        InstrumentGauge(
          dial: $1, scale: scale, reference: reference, isRight: $0 == 1,
          peak: PeakHold(pace), value: -200,
          name: captions.count == 1 ? "" : ["left", "right"][$0])
      }
  }

  mutating func advance(to tick: Int, _ levels: StereoLevels, isMono: Bool) {
    value = value(of: levels, isMono: isMono)
    let level = isRight ? levels.right : levels.left
    peak.advance(
      to: tick,
      scale.source == .programme
        ? max(levels.left.peak.value, levels.right.peak.value) : level.peak.value)
  }

  /// Whether the needle stands at the upper end of its arc.
  func isAtStop(_ levels: StereoLevels, isMono: Bool) -> Bool {
    scale.fraction(of: value(of: levels, isMono: isMono)) >= InstrumentScale.stop
  }

  /// What the needle shows of levels.
  private func value(of levels: StereoLevels, isMono: Bool) -> Double {
    let level = isRight ? levels.right : levels.left
    let shown: Double
    switch scale.source {
    case .average: shown = level.average.value
    case .peak: shown = level.peak.value
    case .programme:
      shown =
        isMono
        ? level.average.value
        : Decibels(
          meanSquare: [levels.left, levels.right].reduce(0) {
            $0 + $1.average.amplitude * $1.average.amplitude
          }
        ).value
    }
    return shown - reference
  }

  var items: [Item] { dial.hands(value, isOver: peak.highest >= Pace.fullScale) }
}
