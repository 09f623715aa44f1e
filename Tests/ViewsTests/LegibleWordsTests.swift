// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// Words can be read on what is really behind them, in every palette, scene and look.
@Suite struct LegibleWordsTests {
  /// The looks that have words.
  private static let looks = RadialView.looks.filter { !$0.unusedOptions.contains("title") }

  /// A film of three scenes of 1.5 s each: a soft, a usual and a loud one.
  private struct Film {
    let colors: Palette?
    var background: Color?
    var width = 480
    var height = 270
    var place: WordPlace?
    var hasLyrics = false
    var cover: Bitmap?
    /// What all scenes are.
    var shot: Shot?

    /// The moments that are looked at, one in each scene, in ticks.
    static let moments = [40, 130, 220]

    private static let song = SongStructure(
      tempo: nil, isSteady: false, beats: [],
      sections: (0..<3).map {
        .init(begin: 1.5 * Double($0), end: 1.5 * Double($0 + 1), name: "\($0)", rank: $0)
      })

    /// Loud sound with a hit every half second, so that rings spread.
    private static func level(_ tick: Int) -> StereoLevels {
      let level = Decibels(tick % 30 < 6 ? 0 : -14)
      let side = ChannelLevel(peak: level, average: level)
      return StereoLevels(left: side, right: side)
    }

    private func track<Reading: PackedReading>(
      _ reading: (Int) -> Reading
    ) throws -> ReadingTrack<Reading> {
      var track = ReadingTrack<Reading>(
        format: StreamFormat(sampleRate: 60, channelCount: 2),
        clock: TickClock(sampleRate: 60, rate: .sixty))
      for tick in 0..<270 { try track.append(reading(tick)) }
      return track
    }

    /// The scenes of the moments.
    func scenes(_ look: Look<RadialOptions>) throws -> [Scene] {
      var (picture, options) = (PictureSettings(), RadialOptions())
      look.apply(&picture, &options)
      (picture.width, picture.height, picture.givenBackground) = (width, height, background)
      if let own = background ?? colors?.background { picture.background = own }
      options.scale.range = try ScaleRange(argument: "-40,0")
      let lyrics = try LyricsFile.lyrics(
        "[00:00]<00:00>I <00:01>was <00:04>never <00:04.2>good <00:04.4>at\n")
      var context = ViewContext(
        cover: cover, colors: colors,
        words: Captions(
          title: "Freezing Point", subtitle: "Grady", place: place, hasLyrics: hasLyrics,
          titleStays: hasLyrics),
        lyrics: hasLyrics ? lyrics : nil, frame: .whole, picture: picture)
      context.setScenes(
        of: Film.song, ticks: nil, shots: shot.map { .list([$0]) } ?? .none,
        among: Shot.allCases)
      func make<Inner: Figure<RadialOptions>>(
        _: Inner.Type
      ) throws -> any Figure<RadialOptions> {
        let track: ReadingTrack<Inner.Reading>?
        if Inner.Reading.self == StereoLevels.self {
          track = try self.track(Film.level) as? ReadingTrack<Inner.Reading>
        } else {
          let count = look.name == "strata" ? 7 : 32
          track =
            try self.track { tick in
              BandLevels(
                levels: Film.level(tick),
                bands: (0..<count).map { band in
                  let part = Float((tick * 7 + band * 13) % 29) / 29
                  return look.name == "strata" ? SIMD2(part, 1) : SIMD2(part, 1 - part) * 60 - 60
                })
            } as? ReadingTrack<Inner.Reading>
        }
        return try ScenesFigure<Inner>(
          options: options, track: try #require(track), context: context)
      }
      var figure = try make(look.figure)
      var shown = ShownLyrics(lyrics, LyricsLayout(context))
      var scenes: [Scene] = []
      for tick in 0...(Film.moments.last ?? 0) {
        try figure.advance(to: tick)
        guard Film.moments.contains(tick) else { continue }
        var scene = try figure.scene(options, picture)
        scene.moment = Double(tick) / 60
        if hasLyrics { shown.show(in: &scene) }
        scenes.append(scene)
      }
      return scenes
    }
  }

  /// The kinds of words, with the colours that mark them, and the contrast that they need.
  private static let kinds: [(names: [String], mark: Color, contrast: Double)] = [
    (["title", "subtitle", "lyrics"], Color(red: 255, green: 0, blue: 0), 4.5),
    (["lyrics-waiting"], Color(red: 0, green: 255, blue: 0), 3),
    (["lyrics-sung"], Color(red: 0, green: 0, blue: 255), 4.5),
  ]

  /// The least contrast of each kind of letters to the pixels behind them and beside them, as a share of
  /// what it has to be; infinite for a kind that is not there.
  private func contrasts(_ scene: Scene) throws -> [Double] {
    let names = LegibleWordsTests.kinds.flatMap(\.names)
    var (ground, marks) = (scene, Scene(canvas: scene.canvas, background: .black))
    ground.items.removeAll { names.contains($0.name) }
    var inks: [Color?] = []
    for (names, mark, _) in LegibleWordsTests.kinds {
      let items = scene.items.filter { names.contains($0.name) }
      if case .color(let ink)? = items.first?.paint { inks.append(ink) } else { inks.append(nil) }
      for item in items {
        var marked = item
        marked.paint = .color(mark)
        marks.items.append(marked)
      }
    }
    let letters = SceneRaster(marks)
    let behind = SceneRaster(ground)
    var least = [Double.infinity, .infinity, .infinity]
    var seen: [Set<Color>] = [[], [], []]
    let area = try #require(pixels(of: marks))
    for y in area.y {
      for x in area.x {
        let mark = letters[x, y]
        let parts = [mark.red, mark.green, mark.blue]
        guard let kind = parts.firstIndex(where: { $0 > 0 && $0 == parts.max() }),
          let ink = inks[kind]
        else { continue }
        for (x, y) in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
          let color = behind[x, y]
          guard seen[kind].insert(color).inserted else { continue }
          let contrast = color.alpha == 255 ? ink.contrast(to: color) : 0
          least[kind] = min(least[kind], contrast / LegibleWordsTests.kinds[kind].contrast)
        }
      }
    }
    return least
  }

  /// The pixels that the words of a scene may cover, without those at its edges.
  private func pixels(of scene: Scene) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let points = scene.items.flatMap(\.path.points)
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return nil
    }
    let canvas = scene.canvas
    func range(_ low: Double, _ high: Double, _ length: Int) -> ClosedRange<Int> {
      let middle = Double(length) / 2
      let first = Int(middle + (low - 8) * canvas.pixelsPerPoint)
      let last = Int(middle + (high + 8) * canvas.pixelsPerPoint)
      return min(max(first, 1), length - 2)...min(max(last, 1), length - 2)
    }
    return (range(left, right, canvas.width), range(top, bottom, canvas.height))
  }

  private func check(_ film: Film, _ look: Look<RadialOptions>, _ comment: String) throws {
    for (scene, name) in zip(try film.scenes(look), ["soft", "usual", "loud"]) {
      let place = "\(look.name), \(comment), \(name), \(film.width)x\(film.height)"
      if look.name == "letters" {
        let core = try #require(scene.items.last { $0.name == "neon-6" })
        let ground = scene.items.first { $0.name == "ground" }?.paint ?? .color(scene.background)
        guard case .color(let ink) = core.paint, case .color(let color) = ground else { continue }
        #expect(color.alpha < 255 || ink.contrast(to: color) >= 4.5, "\(place)")
        continue
      }
      let least = try contrasts(scene)
      for (kind, contrast) in least.enumerated() {
        #expect(contrast >= 1, "\(place): \(LegibleWordsTests.kinds[kind].names)")
        // A kind that is not there has no contrast.
        #expect(contrast < .infinity || kind > 0 && !film.hasLyrics, "\(place): \(kind)")
      }
    }
  }

  @Test(arguments: looks.map(\.name))
  func `words can be read in all scenes of all palettes`(look: String) throws {
    let look = try #require(LegibleWordsTests.looks.first { $0.name == look })
    for (name, palette) in Palette.named {
      try check(Film(colors: palette, hasLyrics: true), look, name)
    }
    try check(Film(colors: .press, width: 270, height: 480), look, "press")
  }

  @Test(arguments: WordPlace.allCases)
  func `words can be read in each place`(place: WordPlace) throws {
    for look in LegibleWordsTests.looks where ["strata", "horizon"].contains(look.name) {
      for (width, height) in [(480, 270), (270, 270)] {
        try check(
          Film(colors: .yellow, width: width, height: height, place: place), look,
          "\(place)")
      }
    }
  }

  @Test(arguments: Shot.allCases)
  func `words can be read in each shot`(shot: Shot) throws {
    for look in LegibleWordsTests.looks where ["strata", "sun"].contains(look.name) {
      for (width, height) in [(480, 270), (270, 270), (270, 480)] {
        try check(
          Film(colors: .dusk, width: width, height: height, hasLyrics: width > height, shot: shot),
          look, shot.rawValue)
      }
    }
  }

  @Test(arguments: looks.map(\.name))
  func `words can be read in any colours, on any ground, and over any footage`(
    look: String
  ) throws {
    let look = try #require(LegibleWordsTests.looks.first { $0.name == look })
    let seed = UInt64(look.name.utf8.reduce(0) { $0 + Int($1) })
    var random = SeededGenerator(seed: seed)
    func color() -> Color {
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
    }
    for ground in [Color.none, color()] {
      try check(Film(colors: nil, background: ground), look, "on \(ground), seed \(seed)")
    }
    let pair = [color(), color()]
    try check(
      Film(colors: Palette(pair), hasLyrics: true), look, "\(pair), seed \(seed)")
    let cover = Bitmap(
      width: 8, height: 8,
      pixels: (0..<64).flatMap { _ -> [UInt8] in
        let color = color()
        return [color.red, color.green, color.blue, 255]
      })
    let film = Film(colors: Palette(cover: cover), width: 270, height: 270, cover: cover)
    try check(film, look, "a cover, seed \(seed)")
  }

  @Test(arguments: TestRun.seeds(1...40))
  func `words of any two colours can be read, and those that wait are weaker`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let colors = (0..<3).map { _ in
        Color(
          red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
          blue: .random(in: 0...255, using: &random),
          alpha: [0, 120, 255, 255].randomElement(using: &random) ?? 255)
      }
      let words = WordColors(colors[0], on: colors[1], plate: colors[2])
      let contrasts = [words.ink, words.waiting].map { $0.contrast(to: words.ground) }
      #expect(contrasts[0] >= 4.5 && contrasts[1] >= 3, "\(colors), seed \(seed)")
      #expect(contrasts[1] <= contrasts[0] && words.ground.alpha == 255, "\(colors), seed \(seed)")
    }
  }

  @Test func `the word that is sung is other than those beside it`() throws {
    let look = try #require(LegibleWordsTests.looks.first { $0.name == "strata" })
    for (name, palette) in Palette.named {
      for scene in try Film(colors: palette, hasLyrics: true).scenes(look) {
        let items = Dictionary(grouping: scene.items, by: \.name)
        func paint(_ name: String) -> Paint? { items[name]?.first?.paint }
        #expect(paint("lyrics-sung") == paint("lyrics-ground"), "\(name)")
        #expect(paint("lyrics-waiting") != paint("lyrics-bar"), "\(name)")
        let bar = try #require(box(items["lyrics-bar"]?.first))
        let word = try #require(box(items["lyrics-sung"]?.first))
        #expect(bar.x.lowerBound < word.x.lowerBound && word.x.upperBound < bar.x.upperBound)
        #expect(bar.y.lowerBound < word.y.lowerBound && word.y.upperBound < bar.y.upperBound)
        // It covers no letter of another word.
        for other in ["lyrics", "lyrics-waiting"] {
          let points = items[other]?.first?.path.points ?? []
          let isCovered = points.contains { bar.x.contains($0.x) && bar.y.contains($0.y) }
          #expect(!isCovered, "\(name): \(other)")
        }
      }
    }
  }

  /// What an item reaches from and to.
  private func box(_ item: Item?) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    let points = item?.path.points ?? []
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return nil
    }
    return (left...right, top...bottom)
  }
}
