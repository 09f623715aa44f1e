// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform
internal import Signal

/// The strengths of the twelve pitch classes of a song, from C on, on one scale.
struct ChromaScale: Sendable {
  private let track: ReadingTrack<BandLevels>
  private let bands: Range<Int>
  /// What the strongest class of a tick is at most, for all but a twentieth of the ticks that have one.
  private let strongest: Double

  /// How many pitch classes an octave has.
  static let classCount = 12

  /// The scale of a track.
  ///
  /// - Throws: if the track cannot be read.
  init(_ track: ReadingTrack<BandLevels>, of bands: Range<Int>) throws(SystemError) {
    (self.track, self.bands) = (track, bands)
    strongest = try track.found("strongest of classes \(bands)") { () throws(SystemError) in
      var all: [Double] = []
      for tick in 0..<track.count {
        let most = try track.reading(ofTick: tick).bands[bands].map { $0.max() }.max() ?? 0
        if most > 0 { all.append(Double(most)) }
      }
      all.sort()
      return all.isEmpty ? 0 : all[all.count * 19 / 20]
    }
  }

  /// How strong the classes are at a tick, left and right, 0 to 1: the mean of a quarter of a second about it.
  ///
  /// - Throws: if the track cannot be read.
  func strengths(atTick tick: Int) throws(SystemError) -> [SIMD2<Double>] {
    var sums = [SIMD2<Double>](repeating: .zero, count: ChromaScale.classCount)
    guard strongest > 0 else { return sums }
    let reach = track.clock.rate.count(seconds: 0.125)
    let ticks = max(tick - reach, 0)...min(tick + reach, track.count - 1)
    for other in ticks {
      for (index, own) in try track.reading(ofTick: other).bands[bands].enumerated() {
        sums[index] += SIMD2(own)
      }
    }
    return sums.map {
      ($0 / (strongest * Double(ticks.count))).clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  /// The strength at a place of the octave, from C at 0 to the next C at 1, between two classes that of both.
  static func strength(at place: Double, of classes: [SIMD2<Double>]) -> SIMD2<Double> {
    guard !classes.isEmpty else { return .zero }
    let step = (place - place.rounded(.down)) * Double(classes.count)
    let low = Int(step) % classes.count
    let next = classes[(low + 1) % classes.count]
    return classes[low] + (next - classes[low]) * (step - step.rounded(.down))
  }
}
