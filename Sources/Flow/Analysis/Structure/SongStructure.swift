// SPDX-License-Identifier: MIT
public import Platform
package import Signal

/// Why a search for the structure ends early: nobody wants the result any more.
struct Unwanted: Error {}

/// The tempo, the beats, the bars and the sections of a track.
///
/// It is found in the readings of ``Analysis/structure(channels:rate:)`` of the whole track, and depends on
/// them alone. How right it is on tracks whose beats are known: `Fixtures/Structure/README.md`.
public struct SongStructure: Sendable, Hashable {
  /// A beat.
  public struct Beat: Sendable, Hashable {
    /// When it is, in seconds from the start of the track.
    public let time: Double
    /// Its number in the bar, from 1, which is the downbeat.
    public let number: Int

    /// A beat.
    public init(time: Double, number: Int) { (self.time, self.number) = (time, number) }
  }

  /// A part of the track that differs from those beside it, such as a chorus.
  public struct Section: Sendable, Hashable {
    /// When it begins and ends, in seconds.
    public let begin, end: Double
    /// What it is called: sections of the same class sound alike. From `A` on in the order in which
    /// they come, unless a label file names them.
    public let name: String
    /// How loud its class is among all classes, in LUFS, from 0 for the softest.
    public let rank: Int
    /// How a film shows it, if a label file says so.
    public let shot: Shot?

    /// A section.
    public init(begin: Double, end: Double, name: String, rank: Int, shot: Shot? = nil) {
      (self.begin, self.end, self.name, self.rank) = (begin, end, name, rank)
      self.shot = shot
    }
  }

  /// Beats a minute, a multiple of 0.01; `nil` for a track without beats. For a tempo that changes, the
  /// middle one.
  public let tempo: Double?
  /// Whether the tempo is the same throughout: then the beats are equally far apart.
  public let isSteady: Bool
  /// The beats in ascending order.
  public let beats: [Beat]
  /// The sections in ascending order, without gaps, from the start of the track to its end; none for a
  /// track without sound.
  public let sections: [Section]
  /// The share of the time from the first to the last sound in which it pauses, from 0 to 1; 0 if that is
  /// not known.
  public let pauses: Double
  /// What it sounds like as a whole; `nil` if that was not measured, or if there is no sound.
  public let measures: SongMeasures?

  /// Whether this is no music, as far as can be told: there is no steady beat, and speech pauses for
  /// breath. Music without a beat sounds on.
  public var isSpeech: Bool { !isSteady && pauses > 0.15 }

  /// When the downbeats are, in seconds.
  public var downbeats: [Double] { beats.filter { $0.number == 1 }.map(\.time) }

  /// The length of the bars in seconds, if they are equally long, and enough to be sure of it.
  package var steadyBar: Double? {
    let downbeats = downbeats
    guard isSteady, downbeats.count >= 4, let first = downbeats.first, let last = downbeats.last
    else { return nil }
    let length = (last - first) / Double(downbeats.count - 1)
    return length > 0 ? length : nil
  }

  /// A structure that is known.
  public init(
    tempo: Double?, isSteady: Bool, beats: [Beat], sections: [Section], pauses: Double = 0,
    measures: SongMeasures? = nil
  ) {
    (self.tempo, self.isSteady, self.pauses) = (tempo, isSteady, pauses)
    (self.beats, self.sections, self.measures) = (beats, sections, measures)
  }

  /// The lowest sample rate at which beats are looked for, in Hz.
  public static let leastSampleRate = 4000

  /// The structure that the readings of a whole track show: no beats and no sections if there are none of
  /// them, or if the track is too long to be one song. `nil` if `isWanted`, which is asked all the time,
  /// says no.
  public init?(
    _ readings: StructureReadings, isWanted: () -> Bool = { Interruption.signal == nil }
  ) {
    guard readings.tickCount > 0, !readings.isTooLong else {
      self.init(tempo: nil, isSteady: false, beats: [], sections: [])
      return
    }
    let curves = RhythmCurves(readings)
    let meter: Meter?
    do throws(Unwanted) { meter = try Meter.best(curves, isWanted) } catch { return nil }
    let beats = meter.map { SongStructure.beats($0, curves) } ?? []
    let isSteady = meter?.isSteady ?? false
    let distances = zip(beats.dropFirst(), beats).map { $0.time - $1.time }
    let distance =
      isSteady && beats.count > 1
      ? (beats[beats.count - 1].time - beats[0].time) / Double(beats.count - 1) : distances.median
    self.init(
      tempo: distance > 0 ? (6000 / distance).rounded() / 100 : nil, isSteady: isSteady,
      beats: beats,
      sections: SectionFinder.sections(
        readings, curves, bars: beats.filter { $0.number == 1 }.map(\.time)),
      pauses: curves.pauses, measures: SongMeasures(readings))
  }

  /// The beats of a meter where there is sound.
  private static func beats(_ meter: Meter, _ curves: RhythmCurves) -> [Beat] {
    let distances = zip(meter.beats.dropFirst(), meter.beats).map { $0 - $1 }
    let last = curves.all.lastIndex { $0 > 0.5 } ?? 0
    let begin = Double(curves.sounding.lowerBound) - 5
    let end = min(Double(curves.sounding.upperBound), Double(last) + 0.3 * distances.median)
    return meter.beats.enumerated().compactMap { index, beat in
      guard (begin...max(begin, end)).contains(beat) else { return nil }
      let number = (index - meter.firstOfBar) % meter.beatsInBar
      return Beat(
        time: max((beat + 0.5) / 100, 0),
        number: (number + meter.beatsInBar) % meter.beatsInBar + 1)
    }
  }
}

extension Rate {
  /// The event in which a time is, in seconds that are not negative and below 10 million.
  package func event(atSecond time: Double) -> Int {
    Int(time * Double(numerator) / Double(denominator))
  }

  /// When an event begins, in seconds.
  func second(ofEvent index: Int) -> Double {
    Double(index) * Double(denominator) / Double(numerator)
  }
}
