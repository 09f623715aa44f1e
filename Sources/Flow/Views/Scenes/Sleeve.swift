// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// A sheet like the sleeve of a record: a picture above, cut into strips, and the title below it.
struct Sleeve {
  /// A strip: what a part of the song looks like in its middle.
  private struct Strip {
    let stage: SongScene.Stage
    let tick: Int
    let area: Composition.Area
  }

  private let scenes: [SongScene]
  private let captions: Captions
  private let canvas: Canvas
  /// The lower edge of the picture.
  private let edge: Double
  /// Half of the sheet.
  private let x, y: Double

  /// The share of the height that the picture takes; on a telephone's sheet, whose lowest fifth apps cover.
  private static let (picture, tallPicture) = (0.74, 0.64)
  /// The sizes of figures in strips, by the setting of the scene.
  private static let scales = [1.25, 1.55, 1.95]
  /// The most strips; of more parts those that last longest.
  private static let most = 16
  /// The most that a letter is as wide as it would be at its height.
  private static let widest = 2.8
  /// The fewest parts that make strips.
  private static let fewest = 3

  /// The sleeve of a film.
  init(_ context: ViewContext) {
    self.init(context.scenes, context.words, on: context.canvas(shortSideInPoints: 432))
  }

  /// A sleeve with some words on a canvas whose shorter side is 432 points.
  init(_ scenes: [SongScene], _ captions: Captions, on canvas: Canvas) {
    (self.scenes, self.captions, self.canvas) = (scenes, captions, canvas)
    (x, y) = (canvas.widthInPoints / 2, canvas.heightInPoints / 2)
    let share = y > 1.5 * x ? Sleeve.tallPicture : Sleeve.picture
    edge = captions.title == nil ? y : Sleeve.rounded(y * (2 * share - 1), canvas, half: y)
  }

  /// A coordinate at the edge of a pixel, so that no line between two colours is mixed of more.
  private static func rounded(_ place: Double, _ canvas: Canvas, half: Double) -> Double {
    ((place + half) * canvas.pixelsPerPoint).rounded() / canvas.pixelsPerPoint - half
  }

  /// What is on it, in the order in which it comes: a strip for each part of the song in a figure of this type, or the
  /// whole track as a poster if there are few parts, or if the figure fills the sheet; and then the words.
  func pictures<Drawn: Figure>(
    of _: Drawn.Type, _ options: Drawn.Options, _ track: ReadingTrack<Drawn.Reading>,
    _ context: ViewContext
  ) throws(FigureError) -> [[Item]] {
    let traits = Drawn.traits(for: options)
    let strips = traits.shots.isEmpty ? [] : strips(of: track.count)
    var pictures: [[Item]] = []
    if strips.isEmpty, track.count > 0 {
      pictures.append(try poster(of: track, traits, context))
    }
    var figures: [SongScene.Stage: Drawn] = [:]
    for strip in strips {
      let staged = context.staged(strip.stage, upTo: SongScene.largestMagnification)
      let whole: Drawn
      if let known = figures[strip.stage] {
        whole = known
      } else {
        whole = try Drawn(options: options, track: track, context: staged)
        figures[strip.stage] = whole
      }
      do throws(SystemError) {
        var figure = try whole.fed(before: strip.tick)
        try figure.advance(to: strip.tick)
        pictures.append(items(of: figure, on: staged.picture.background, in: strip.area))
      } catch { throw .readings(error) }
    }
    let staged = context.staged(usual, upTo: 1)
    let facts = facts(context.structure, seconds: Double(track.count) / context.tickRate.perSecond)
    let words = words(staged.usedPalette?.ink, on: staged.picture.background, facts)
    return pictures + [words].compactMap(\.self)
  }

  /// The whole track as a poster.
  private func poster<Reading>(
    of track: ReadingTrack<Reading>, _ traits: FigureTraits, _ context: ViewContext
  ) throws(FigureError) -> [Item] {
    let bands = traits.readings == BandGroups.shares.name ? track as? ReadingTrack<BandLevels> : nil
    var options = TrackViewOptions()
    options.look = TrackView.endLook(withBands: bands != nil)
    let staged = context.staged(whole, upTo: 1)
    var poster = try TrackFigure(
      options: options, levels: track.beginnings(StereoLevels.self), bands: bands, context: staged)
    do { try poster.advance(to: track.count - 1) } catch { throw .readings(error) }
    return items(of: poster, on: staged.picture.background, in: area)
  }

  /// The middle of the picture.
  private var center: Point { Point(x: 0, y: (edge - y) / 2) }

  /// The picture, and what a page may show beyond the sheet.
  private var area: Composition.Area {
    Composition.Area(left: -4 * x, top: -4 * y, right: 4 * x, bottom: edge == y ? 4 * y : edge)
  }

  /// Where a figure is that is whole in the picture.
  private var whole: SongScene.Stage {
    stage(0.47 * min(2 * x, edge + y) / Composition.figureReach)
  }

  /// The colours of the words.
  private var usual: SongScene.Stage { stage(1) }

  private func stage(_ scale: Double, setting: Int = SongScene.only.setting) -> SongScene.Stage {
    SongScene.Stage(setting: setting, hour: 0, place: .fixed(center: center, scale: scale))
  }

  /// The place and the size of the picture.
  var disc: Composition {
    Composition(canvas: canvas, words: Captions(), frame: .whole)
      .placed(center, scale: (edge + y) / 432)
  }

  /// A strip for each section, as wide as the root of its length; none for few sections. The track has this number of
  /// ticks.
  private func strips(of tickCount: Int) -> [Strip] {
    var sections = scenes.filter { !$0.continues }.map {
      (begin: $0.firstTick, setting: $0.settingOfSection)
    }
    let ends = sections.dropFirst().map(\.begin) + [tickCount]
    var lengths = zip(sections, ends).map { max($1 - $0.begin, 1) }
    if sections.count > Sleeve.most {
      let kept = lengths.indices.sorted { (-lengths[$0], $0) < (-lengths[$1], $1) }
        .prefix(Sleeve.most).sorted()
      (sections, lengths) = (kept.map { sections[$0] }, kept.map { lengths[$0] })
    }
    guard sections.count >= Sleeve.fewest else { return [] }
    return zip(sections.indices, areas(ofLengths: lengths.map(Double.init))).map { index, area in
      let setting = sections[index].setting
      return Strip(
        stage: stage(Sleeve.scales[setting], setting: setting),
        tick: min(sections[index].begin + lengths[index] / 2, tickCount - 1), area: area)
    }
  }

  /// Strips side by side, as wide as the roots of some lengths.
  private func areas(ofLengths lengths: [Double]) -> [Composition.Area] {
    let widths = lengths.map { $0.squareRoot() }
    let whole = widths.reduce(0, +)
    var left = -x
    return widths.indices.map { index in
      let end = 2 * x * widths.prefix(index + 1).reduce(0, +) / whole - x
      let right = Sleeve.rounded(end, canvas, half: x)
      defer { left = right }
      var area = area
      if index > 0 { area.left = left }
      if index < widths.count - 1 { area.right = right }
      return area
    }
  }

  /// A track of an album.
  struct AlbumTrack {
    /// Its picture, and the place of the figure in it.
    let scene: Scene
    let figure: Composition
    let seconds: Double
  }

  /// The sleeve of an album: a strip of the picture of each track, with all figures round one centre, and the words in
  /// the colours of a palette.
  func picture(of tracks: [AlbumTrack], in palette: Palette) -> [Item] {
    let scale = Sleeve.albumReach * x / Composition.figureReach
    let strips = zip(tracks, areas(ofLengths: tracks.map { max($0.seconds, 1) })).flatMap {
      track, area in
      let own = track.scene.items.map { item in
        guard item.isScaled else { return item }
        var item = item.scaled(by: scale / track.figure.scale, about: track.figure.center)
        item.origin.x += center.x - track.figure.center.x
        item.origin.y += center.y - track.figure.center.y
        return item
      }
      return items(own, on: track.scene.background, in: area)
    }
    let seconds = tracks.reduce(0) { $0 + $1.seconds }
    let facts = known(["\(tracks.count) tracks", Sleeve.length(seconds)])
    return strips + (words(palette.ink, on: palette.background, facts) ?? [])
  }

  /// How far the flower of an album reaches, as a share of half the sheet's width.
  private static let albumReach = 1.05

  /// What is seen of a figure in a part of the sheet, on a ground.
  private func items(
    of figure: some Figure, on ground: Color, in area: Composition.Area
  ) -> [Item] {
    var scene = Scene(canvas: canvas, background: ground)
    figure.draw(into: &scene)
    return items(scene.items, on: ground, in: area)
  }

  /// What is seen of a picture in a part of the sheet, on a ground.
  private func items(
    _ picture: [Item], on ground: Color, in area: Composition.Area
  ) -> [Item] {
    let clip = Path.rectangle(area)
    // A ring of a hit would be cut off as well.
    let others = [Item.nameOfMargin, RadialTrack.nameOfRipples]
    return [Item.disjoint(clip, ground).named(Item.nameOfGround)]
      + picture.filter { !$0.isWord && !others.contains($0.name) }.map { item in
        var item = item
        (item.name, item.data, item.grows, item.clip) = ("card", [], false, clip)
        return item
      }
  }

  /// The title as wide as the sheet, and below it the artist and facts of the song; `nil` without a title.
  private func words(_ ink: Color?, on ground: Color, _ all: [String]) -> [Item]? {
    guard let title = captions.title else { return nil }
    let lettering = captions.lettering
    let colors = WordColors(ink ?? .black, on: ground)
    let text = lettering.shown(title)
    let lines = lettering.lines(
      of: text, most: text.count > (y > x ? 14 : 22) ? min(2, TextLine(text).pieces.count) : 1)
    let (margin, height) = (0.1 * x, 2 * y)
    let box = Composition.Area(
      left: margin - x, top: edge + 0.045 * height, right: x - margin,
      bottom: edge + (lines.count > 1 ? 0.165 : 0.15) * height)
    let large = StretchedLines(
      lines, lettering, in: box, leading: 0.03 * height, widest: Sleeve.widest
    ).letters(.bold, isCentered: false)
    let cap = 0.022 * min(height, 2.6 * x)
    var place = Point(x: box.left, y: edge + (lines.count > 1 ? 0.222 : 0.212) * height)
    var small: [Path] = []
    for fact in all {
      let size = Lettering.LineSize(cap: cap, width: box.right - place.x)
      let line = lettering.fitted(fact, [size])
      let width = line.lines.map { lettering.width($0, cap: line.cap) }.max() ?? 0
      // All are of one size; what does not fit is left out.
      guard line.cap == cap, place.x + width <= box.right else { continue }
      small += lettering.words(line.lines, cap: cap, at: place, anchor: .start)
      place.x += width + 2.4 * cap
    }
    let facts = DrawnWords(words: small, pen: 0.105 * cap, isFilled: lettering.isFilled)
    var plate = area
    (plate.top, plate.bottom) = (edge, 4 * y)
    return [
      Item.disjoint(.rectangle(plate), colors.ground).named(Item.nameOfGround),
      Item(large.shape(of: large.words), .color(colors.ink)).named("title"),
      Item(facts.shape(of: facts.words), .color(colors.ink)).named("subtitle"),
    ]
  }

  /// The artist, the key, the tempo, the length and the number of parts, as far as they are known.
  private func facts(_ song: SongStructure?, seconds: Double) -> [String] {
    let key = song?.measures.flatMap { $0.hasClearKey ? $0.key : nil }
    let tempo = (song?.isSteady == true ? song?.tempo : nil).map { "\(Int($0.rounded())) bpm" }
    let parts = song?.sections.count ?? 0
    return known([
      key.map { "\($0)" }, tempo, Sleeve.length(seconds), parts > 1 ? "\(parts) parts" : nil,
    ])
  }

  /// The artist, and those of some facts whose letters the font has.
  private func known(_ facts: [String?]) -> [String] {
    [captions.subtitle.map(captions.lettering.shown)].compactMap(\.self)
      + facts.compactMap(\.self).filter { captions.lettering.missing(in: $0).isEmpty }
  }

  /// Minutes and seconds.
  private static func length(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}

extension Figure {
  /// The figure as it is before a tick, after those that its picture depends on.
  func fed(before tick: Int) throws(SystemError) -> Self {
    var figure = self
    for earlier in figure.firstTick(shownAfterTick: tick)..<tick { try figure.skip(to: earlier) }
    return figure
  }
}
