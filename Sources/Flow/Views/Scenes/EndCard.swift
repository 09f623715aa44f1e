// SPDX-License-Identifier: MIT
public import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The end of a film: the sleeve of the song. Above, its figure cut into strips, one for each part of the song with
/// what that part looks like, or else the whole song as a poster; below, its title. The strips come one
/// after the other, from left to right.
struct EndCard: Sendable {
  /// What is there from a tick on.
  private struct Piece {
    let tick: Int
    let items: [Item]
  }

  private let pieces: [Piece]
  /// The place and the size of what is above the words.
  let disc: Composition

  /// The ticks in which pieces come, from the first to the last one.
  var ticks: Range<Int> { pieces[0].tick..<pieces[pieces.count - 1].tick }

  /// The shortest track that has one, in seconds.
  fileprivate static let shortest = 30.0
  /// How long before its end it begins at least and at most, and the least that is left of it behind a late change of
  /// scenes, in seconds.
  private static let (least, most, leastShown) = (5.0, 8.0, 2.0)

  /// The card of a track; `nil` for one that is too short or silent, for colours that are not a palette, and for a
  /// background that shows what is below it. It begins on the last downbeat before the sound ends, but not
  /// before `earliest`.
  ///
  /// - Throws: for constants that do not fit the track, and if it cannot be read.
  init?<Drawn: Figure>(
    of _: Drawn.Type, _ options: Drawn.Options, _ track: ReadingTrack<Drawn.Reading>,
    _ context: ViewContext, notBefore earliest: Int
  ) throws(FigureError) {
    func ticks(_ seconds: Double) -> Int { context.ticks(seconds) }
    guard context.hasEndCard, context.picture.background.alpha == 255, context.usedPalette != nil
    else {
      return nil
    }
    let own = context.alone
    let levels = track.beginnings(StereoLevels.self)
    let scale = try LevelScale(TrackViewOptions().scale, track: levels, context: own)
    let end: Int
    do { end = try scale.end(of: levels) } catch { throw .readings(error) }
    let song = context.structure
    let bars = (song?.downbeats ?? []).map { context.tickRate.event(atSecond: $0) }
    let earliestEnd = track.count - ticks(EndCard.most)
    let wanted = max(min(end, track.count - ticks(EndCard.least)), earliestEnd)
    let bar = bars.prefix(bars.endOfPrefix { $0 <= wanted }).last.map { max($0, earliestEnd) }
    let last = track.count - ticks(EndCard.leastShown)
    // The words are sung to their end.
    let sung = (context.lyrics?.lines.last?.end).flatMap { end in
      end.isFinite ? ticks(end - Double(context.begin) / Double(track.clock.sampleRate)) : nil
    }
    let first = max(bar ?? wanted, earliest, sung.map { min($0, last) } ?? 0)
    guard !scale.isSilent, first <= last else { return nil }

    let sleeve = Sleeve(context)
    let pictures = try sleeve.pictures(of: Drawn.self, options, track, own)
    // A picture each half beat, as long as half of the time is left.
    let beat = song?.tempo.flatMap { $0 >= 1 ? 30 / $0 : nil } ?? 0.25
    let time = min(ticks(beat) * pictures.count, (track.count - first) / 2)
    pieces = pictures.enumerated().map {
      Piece(tick: first + $0.offset * time / pictures.count, items: $0.element)
    }
    disc = sleeve.disc
  }

  /// What is there at a tick.
  func items(atTick tick: Int) -> [Item] {
    pieces.prefix { $0.tick <= tick }.flatMap(\.items)
  }

  /// All of it.
  var items: [Item] { pieces.flatMap(\.items) }
}

extension LevelScale {
  /// The first tick from which on the track is below the scale.
  fileprivate func end(of track: ReadingTrack<StereoLevels>) throws(SystemError) -> Int {
    var tick = track.count
    while tick > 0, loudness(of: try track.reading(ofTick: tick - 1)).mean.average <= 0 {
      tick -= 1
    }
    return tick
  }
}

extension ViewContext {
  /// Takes the scenes of a song that has `ticks` ticks, or of which only a part was read if `nil`: a film
  /// that knows all of it, and is not too short, ends with a card. Speech has neither.
  public mutating func setScenes(
    of structure: SongStructure, ticks: Int?, shots: ShotChoice, among all: [Shot]
  ) {
    guard !structure.isSpeech else { return }
    // What lies over another picture, or is larger than the sheet, stays where it is.
    let moves = frame == .whole && picture.background.alpha == 255
    scenes = SongScene.scenes(of: structure, at: tickRate, shots: moves ? shots : .none, among: all)
    hasEndCard = ticks.map { $0 >= self.ticks(EndCard.shortest) } ?? false
    if scenes.isEmpty, hasEndCard { scenes = [.only] }
    if moves, shots != .none, !all.isEmpty {
      open(in: structure)
    }
  }

  /// Begins with the title, if there is one, and if the palette has colours for a window onto the song.
  private mutating func open(in song: SongStructure) {
    // Whatever part of it is read.
    guard !scenes.isEmpty, let last = song.sections.last, last.end >= EndCard.shortest,
      let title = words.title, !title.isEmpty,
      let palette = openingPalette
    else { return }
    let setting = Opening.setting(of: palette)
    let end = Opening.end(in: song)
    // What is sung has its words.
    guard lyrics?.lines.first.map({ $0.begin >= end }) ?? true else { return }
    scenes = SongScene.opened(scenes, setting: setting, until: tickRate.event(atSecond: end))
  }

  fileprivate func ticks(_ seconds: Double) -> Int {
    tickRate.count(seconds: seconds)
  }
}
