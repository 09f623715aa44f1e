// SPDX-License-Identifier: MIT
internal import Analysis
internal import Signal

/// The places of ticks in the beats, bars and sections of a song, in its lyrics, and in a cycle of many bars: a
/// whole number of them, which begins with one. Without bars, the cycle takes a fixed time; in a loop, that of a round.
struct LookSong: Sendable {
  /// Where a tick is.
  struct Place: Sendable {
    /// The places in the beat, the bar, the cycle of bars, and the section, from 0 to 1.
    var (beat, bar, cycle, progress) = (0.0, 0.0, 0.0, 0.0)
    /// How loud the section is, from 0 to 1.
    var section = 0.0
    /// Whether a line is sung.
    var isSung = false
    /// The number of what begins in the tick: a beat, a bar, a section.
    var begins: [LookDomain.Event: Int] = [:]
  }

  private let beats: [Double]
  private let bars: [Double]
  private let sections: [SongStructure.Section]
  private let mostRank: Int
  private let lyrics: SongLyrics?
  /// When the first tick is in the lyrics, in seconds.
  private let begin: Double
  /// What begins elements of the past, with its times.
  private let events: [(event: LookDomain.Event, times: [Double])]
  /// How many bars, or what else the cycle is counted in, the cycle has.
  private let count: Double
  /// The beginnings of what the cycle is counted in, and its usual length, in seconds.
  private let begins: [Double]
  private let usual: Double
  private let secondsInTick: Double

  /// A cycle takes this time at least, in seconds.
  private static let shortest = 192.0
  /// Bars are between these lengths, in seconds; others are none.
  private static let lengths = 0.25...12

  /// The song of a view, or a loop of `loop` ticks.
  init(_ view: ViewContext, _ clock: TickClock, loop: Int?) {
    let (structure, rate) = (view.structure, view.tickRate)
    sections = structure?.sections ?? []
    mostRank = sections.map(\.rank).max() ?? 0
    lyrics = view.lyrics
    begin = Double(view.begin) / Double(clock.sampleRate)
    secondsInTick = Double(rate.denominator) / Double(rate.numerator)
    (beats, bars) = (structure?.beats.map(\.time) ?? [], structure?.downbeats ?? [])
    events = [(.beat, beats), (.bar, bars), (.section, sections.map(\.begin))]
    let lengths = zip(bars, bars.dropFirst()).map { $1 - $0 }.sorted()
    if let loop {
      (begins, count, usual) = ([0], 1, Double(loop) * secondsInTick)
    } else if lengths.count >= 4, lengths[0] > 0,
      LookSong.lengths.contains(lengths[lengths.count / 2])
    {
      (begins, usual) = (bars, lengths[lengths.count / 2])
      var count = 8.0
      while count * usual < LookSong.shortest { count *= 2 }
      self.count = count
    } else {
      (begins, count, usual) = ([0], 1, LookSong.shortest)
    }
  }

  /// Where the end of a tick is.
  func place(ofTick tick: Int) -> Place {
    let (start, time) = (Double(tick) * secondsInTick, Double(tick + 1) * secondsInTick)
    func part(_ place: Double) -> Double { place - place.rounded(.down) }
    var place = Place()
    place.cycle = part(LookSong.place(of: time, in: begins, usual: usual) / count)
    place.beat = part(LookSong.place(of: time, in: beats, usual: 0))
    place.bar = part(LookSong.place(of: time, in: bars, usual: 0))
    let begun = sections.endOfPrefix { $0.begin <= time }
    if begun > 0 {
      let section = sections[begun - 1]
      let length = section.end - section.begin
      place.progress = length > 0 ? min((time - section.begin) / length, 1) : 0
      place.section = mostRank > 0 ? Double(section.rank) / Double(mostRank) : 0.5
    }
    place.isSung = lyrics?.line(at: begin + time) != nil
    for (event, times) in events {
      // The first tick has what begins with it.
      let count = times.endOfPrefix { $0 <= time }
      if count > (tick > 0 ? times.endOfPrefix { $0 <= start } : 0) {
        place.begins[event] = count - 1
      }
    }
    return place
  }

  /// How many of some times have passed, with the part of the time to the next one; before the first and after the
  /// last they are as far apart as usual.
  private static func place(of time: Double, in begins: [Double], usual: Double) -> Double {
    guard let first = begins.first else { return 0 }
    let low = begins.endOfPrefix { $0 <= time }
    let last = max(low - 1, 0)
    let isInside = low > 0 && low < begins.count
    let length = isInside ? begins[low] - begins[last] : usual
    return length > 0 ? Double(last) + (time - (low > 0 ? begins[last] : first)) / length : 0
  }
}
