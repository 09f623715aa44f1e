// SPDX-License-Identifier: MIT
public import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The end of a film: the whole song as a poster, with title and artist, which opens out of the heart of
/// the last scene.
struct EndCard: Sendable {
  /// How it opens.
  let opening: SceneChange
  /// The finished card.
  let scene: Scene
  /// The place and the size of its figure.
  let disc: Composition

  /// The shortest track that has one, the least that it is shown, and how long it opens, in seconds.
  fileprivate static let (shortest, shown, opens) = (30.0, 4.0, 0.32)
  /// The least that is left of it behind a late change of scenes, in seconds.
  private static let leastShown = 2.0

  /// The card of a track, where its sound ends or some seconds earlier, but not before `earliest`; `nil`
  /// for one that is too short or silent, for colours that are not a palette, and for a background that
  /// shows what is below it.
  ///
  /// - Throws: for constants that do not fit the track, and if it cannot be read.
  init?<SomeFigure: Figure>(
    after _: SomeFigure.Type, _ traits: FigureTraits, of track: ReadingTrack<SomeFigure.Reading>,
    _ context: ViewContext, notBefore earliest: Int
  ) throws(FigureError) {
    func ticks(_ seconds: Double) -> Int { context.ticks(seconds) }
    guard context.hasEndCard, context.picture.background.alpha == 255, let own = context.poster()
    else { return nil }
    let levels = track.beginnings(StereoLevels.self)
    let bands = traits.readings == BandGroups.shares.name ? track as? ReadingTrack<BandLevels> : nil
    var options = TrackViewOptions()
    options.look = TrackView.endLook(withBands: bands != nil)
    let scale = try LevelScale(options.scale, track: levels, context: own)
    let begin: Int
    do { begin = min(try scale.end(of: levels), track.count - ticks(EndCard.shown)) } catch {
      throw .readings(error)
    }
    let last = track.count - ticks(EndCard.leastShown)
    // The words are sung to their end.
    let sung = (context.lyrics?.lines.last?.end).flatMap { end in
      end.isFinite ? ticks(end - Double(context.begin) / Double(track.clock.sampleRate)) : nil
    }
    let first = max(begin, earliest, sung.map { min($0, last) } ?? 0)
    guard !scale.isSilent, first <= last else { return nil }
    opening = SceneChange(opening: first..<first + ticks(EndCard.opens))
    disc = own.composition
    var poster = try TrackFigure(options: options, levels: levels, bands: bands, context: own)
    do { try poster.advance(to: track.count - 1) } catch { throw .readings(error) }
    var scene = Scene(
      canvas: context.canvas(shortSideInPoints: options.shortSideInPoints),
      background: own.picture.background)
    poster.draw(into: &scene)
    for index in scene.items.indices {
      if scene.items[index].isScaled { scene.items[index].name = "card" }
      (scene.items[index].data, scene.items[index].grows) = ([], false)
    }
    self.scene = scene
  }
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
      let palette = openingPalette, let setting = Opening.setting(of: palette)
    else { return }
    let end = Opening.end(in: song)
    // What is sung has its words.
    guard lyrics?.lines.first.map({ $0.begin >= end }) ?? true else { return }
    scenes = SongScene.opened(scenes, setting: setting, until: ticks(end))
  }

  fileprivate func ticks(_ seconds: Double) -> Int {
    tickRate.count(seconds: seconds)
  }
}
