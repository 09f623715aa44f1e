// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing

@testable import Views

/// Films whose ground, colours and size change with the sections of a song.
@Suite struct ScenesTests {
  /// A soft tone, loud noise from 20 s on, and the tone again from 38 s to 60 s.
  private static let song: [UInt8] = {
    var random = SeededGenerator(seed: 5)
    let samples = (0..<60 * 8000).map { index -> Int16 in
      let isLoud = (20 * 8000..<38 * 8000).contains(index)
      // A beat twice a second.
      let beat = 1 - Double(index % 4000) / 8000
      let tone = index / 40 % 2 == 0 ? 900.0 : -900
      return Int16(
        beat * (isLoud ? Double(Int.random(in: -20_000...20_000, using: &random)) : tone))
    }
    return Tone(sampleRate: 8000, channels: 1, samples: samples).wave
  }()

  /// Its sections, without beats, so that scenes come out of the heart.
  private static let sections = "0\t20\tA 1\n20\t38\tB 2\n38\t60\tA 1\n"
  /// Beats half a second apart, and bars of four.
  private static let beats =
    (0..<120).map { "\(Double($0) / 2)\t\(Double($0) / 2)\t\($0 % 4 + 1)\n" }.joined()

  private func run(
    _ folder: TemporaryFolder, _ look: String = "strata",
    adjust: (inout RunRequest, inout RadialOptions) throws -> Void = { _, _ in }
  ) throws -> ReadRun {
    let input = try folder.write(ScenesTests.song, "song.wav")
    let look = try #require(RadialView.looks.first { $0.name == look })
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    (picture.width, picture.height) = (160, 90)
    options.scenes = .auto
    var request = RunRequest(options, of: TrackRequest(input: input), picture: picture)
    try adjust(&request, &options)
    request.view = options
    return try ReadRun(request)
  }

  private func scene(_ run: ReadRun, _ frame: Int) throws -> Scene {
    var cursor = SceneSequence.Cursor(run.scenes, from: frame)
    return try cursor.scene(ofFrame: frame)
  }

  private func ground(_ scene: Scene) -> Paint? { scene.items.first { $0.name == "ground" }?.paint }

  /// The frames in which two scenes are shown.
  private func wipes(_ run: ReadRun) throws -> [Int] {
    var cursor = SceneSequence.Cursor(run.scenes, from: 0)
    return try run.frames.filter { frame in
      try cursor.scene(ofFrame: frame).items.contains { $0.name == "wipe" }
    }
  }

  @Test func `the ground changes with each section, and comes back with the first one's sound`()
    throws
  {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.sections.utf8), "song.txt")
      let run = try run(folder) { $1.structurePath = labels }
      let grounds = try [600, 1800, 3000].map { try #require(ground(scene(run, $0))) }
      #expect(grounds[0] != grounds[1] && grounds[0] == grounds[2])
      let wipes = try wipes(run)
      // 0.24 s before a louder section to 0.08 s after its beginning, and 0.8 s before a softer one.
      #expect(wipes.count == 19 + 48)
      #expect(wipes.allSatisfy { frame in [1200, 2280].contains { abs(frame - $0) < 80 } })
      // The loud figure is the larger one.
      func reach(_ frame: Int) throws -> Double {
        let item = try #require(try scene(run, frame).items.first { $0.name == "band-1" })
        guard case .fill(let path, _) = item.shape else { return 0 }
        return path.points.map { abs($0.x) }.max() ?? 0
      }
      #expect(try reach(1800) > 1.5 * reach(600))
      // It draws in before the louder one opens, and not before a softer one.
      #expect(try abs(reach(1185) - 0.9 * reach(900)) < 0.02 * reach(900))
      #expect(try abs(reach(2231) - reach(2000)) < 0.02 * reach(2000))
      // The way leads through its heart.
      #expect(try reach(2275) > 1.8 * reach(2000))
      // Frames of it that are drawn one by one are those of the whole film.
      var cursor = SceneSequence.Cursor(run.scenes, from: 2200)
      for frame in [2200, 2232, 2250, 2279, 2280] {
        #expect(try cursor.scene(ofFrame: frame) == scene(run, frame), "frame \(frame)")
      }
    }
  }

  @Test(arguments: [
    "strata", "sun", "bloom", "ink", "corona", "halo", "line", "letters", "orbit",
    "well", "horizon",
  ])
  func `frames drawn one by one, and those of a part, are those of the whole film`(
    look: String
  ) throws {
    try TemporaryFolder.with { folder in try checkParts(folder, look, .auto) }
  }

  @Test func `the scenes that are counted are those of the frames`() throws {
    try TemporaryFolder.with { folder in
      #expect(try run(folder).sceneCount == 3)
      for (start, count) in [("10", 1), ("19", 2), ("37", 2), ("50", 1)] {
        let part = try run(folder) { request, _ in
          request.track.start = try #require(TimePosition(parsing: start))
          request.track.duration = TimePosition(parsing: "3")
        }
        #expect(part.sceneCount == count, "from \(start) s on")
      }
    }
  }

  /// Compares frames that are drawn one by one, and those of a part, with those of the whole film.
  private func checkParts(
    _ folder: TemporaryFolder, _ look: String, _ scenes: SceneChoice
  ) throws {
    let whole = try run(folder, look) { $1.scenes = scenes }
    let part = try run(folder, look) { request, options in
      options.scenes = scenes
      request.track.start = try #require(TimePosition(parsing: "19"))
      request.track.duration = TimePosition(parsing: "3")
    }
    var cursor = SceneSequence.Cursor(whole.scenes, from: 1100)
    for frame in [1100, 1140, 1187, 1195, 1200, 1204, 1240, 1300] {
      let scene = try scene(whole, frame)
      #expect(try cursor.scene(ofFrame: frame) == scene, "\(look), frame \(frame)")
      guard frame >= 1140 else { continue }
      #expect(try self.scene(part, frame - 1140).items == scene.items, "\(look), frame \(frame)")
    }
  }

  /// Bars of two seconds, a soft section of 36 s, and a loud one.
  private static let labels = "0\t36\tA 1\n36\t60\tB 2\n" + beats

  @Test
  func `a figure draws in before beats cut its sheet, and a softer part comes as a fan`()
    throws
  {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(
        Array((ScenesTests.sections + ScenesTests.beats).utf8), "song.txt")
      let run = try run(folder) { ($1.structurePath, $1.shots) = (labels, .none) }
      func reach(_ frame: Int) throws -> Double {
        let item = try #require(try scene(run, frame).items.first { $0.name == "band-1" })
        guard case .fill(let path, _) = item.shape else { return 0 }
        return path.points.map { abs($0.x) }.max() ?? 0
      }
      #expect(try abs(reach(1108) - 0.9 * reach(900)) < 0.02 * reach(900))
      // The second, third and fourth beat of the bar before 20 s; and the bar before 38 s.
      let edges = try [1109, 1111, 1150, 1180, 1201].map { frame in
        let clips = try scene(run, frame).items.compactMap(\.clip)
        return try clips.first.map { try #require($0.points.map(\.x).max()) }
      }
      #expect(edges[0] == nil && edges[4] == nil)
      #expect(edges[1...3].map { ($0 ?? 0) / 768 } == [-0.25, 0, 0.25])
      #expect(try scene(run, 2161).items.contains { $0.clip != nil })
      #expect(try !scene(run, 2159).items.contains { $0.clip != nil })
    }
  }

  @Test(arguments: Shot.allCases)
  func `frames of each shot, and of the change to it, are those of the whole film`(
    shot: Shot
  ) throws {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.labels.utf8), "song.txt")
      for look in ["strata", "line"] {
        let whole = try run(folder, look) { request, options in
          (options.shots, options.structurePath) = (.list([shot]), labels)
        }
        #expect(whole.shots.allSatisfy { $0.name == shot.rawValue })
        var cursor = SceneSequence.Cursor(whole.scenes, from: 2000)
        for frame in [2000, 2130, 2158, 2162, 2300] {
          let scene = try scene(whole, frame)
          #expect(try cursor.scene(ofFrame: frame) == scene, "\(look), frame \(frame)")
          #expect(
            scene.items.contains { $0.clip != nil }
              == ([.split, .duel].contains(shot) || [2130, 2158].contains(frame)),
            "\(frame)")
        }
      }
    }
  }

  @Test func `where sections are too short to be cut, every second one has another shot`() {
    let sections = (0..<10).map {
      SongStructure.Section(
        begin: 12 * Double($0), end: 12 * Double($0) + 12, name: "A", rank: $0 % 2)
    }
    let song = SongStructure(tempo: nil, isSteady: false, beats: [], sections: sections)
    let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
    #expect(scenes.count == 10)
    for rank in 0...1 {
      let shots = scenes.indices.filter { $0 % 2 == rank }.map { scenes[$0].shot }
      #expect([0, 2, 4].allSatisfy { shots[$0] == .wide }, "\(shots)")
      #expect(shots[1] != .wide && shots[3] != .wide && shots[1] != shots[3], "\(shots)")
    }
  }

  @Test func `a song that is one section is cut, if it has beats`() throws {
    for (beats, isCut) in [(ScenesTests.beats, true), ("", false)] {
      let song = try LabelFile.structure("0\t60\tA 1\n" + beats)
      let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
      #expect(scenes.isEmpty == !isCut)
      #expect(Set(scenes.map(\.setting)).count <= 1)
      for (one, next) in zip(scenes, scenes.dropFirst()) {
        #expect(one.shot != next.shot && next.firstTick - one.firstTick <= 28 * 60)
      }
      #expect(SongScene.scenes(of: song, at: .sixty).isEmpty)
    }
  }

  @Test func `shots that are named and that a look does not take are told`() throws {
    let song = try LabelFile.structure("0\t30\tA 1 wide\n30\t60\tB 2 duel\n60\t90\tC 3 rise\n")
    let list = ShotChoice.list([.macro, .rise])
    #expect(ShotChoice.auto.missing(in: song, from: Shot.allCases) == [])
    #expect(ShotChoice.auto.missing(in: song, from: Shot.calm) == [.duel])
    #expect(ShotChoice.auto.missing(in: song, from: []) == [.rise, .duel])
    #expect(list.missing(in: song, from: Shot.calm) == [.macro, .duel])
    #expect(list.missing(in: song, from: []) == [.rise, .duel])
    #expect(ShotChoice.none.missing(in: song, from: []) == [])
  }

  @Test func `sections have the shots that a label file names, and are not cut`() throws {
    let song = try LabelFile.structure(
      "0\t30\tA 1 rise\n30\t60\tB 2\n60\t90\tB 2 macro\n90\t120\tA 1\n" + ScenesTests.beats)
    func shots(_ choice: ShotChoice, _ all: [Shot]) -> [Shot] {
      SongScene.scenes(of: song, at: .sixty, shots: choice, among: all).map(\.shot)
    }
    let chosen = shots(.auto, Shot.allCases)
    #expect(chosen.first == .rise && chosen.filter { $0 == .macro }.count == 1)
    #expect(shots(.list([.fall]), Shot.allCases).count { [.rise, .macro].contains($0) } == 2)
    // A look that does not take it has its own.
    #expect(!shots(.auto, Shot.calm).contains(.macro))
    #expect(shots(.none, Shot.allCases).allSatisfy { $0 == .wide })
  }

  @Test
  func `a large figure pushes the old one off the sheet, and none is cut off in the middle of it`()
    throws
  {
    try TemporaryFolder.with { folder in
      for (shot, half, edge) in [
        ("rise", 216, { $0.y }), ("fall", 216, { -$0.y }), ("corner", 384, { $0.x }),
      ] as [(String, Double, (Point) -> Double)] {
        let text = "0\t20\tA 1 wide\n20\t40\tA 1 \(shot)\n40\t60\tB 2\n"
        let labels = try folder.write(Array(text.utf8), "\(shot).txt")
        let run = try run(folder) { $1.structurePath = labels }
        #expect(try !scene(run, 1169).items.contains { $0.name == "wipe" }, "\(shot)")
        var places: [(old: Double, new: Double)] = []
        for frame in [1170, 1180, 1190, 1199] {
          let items = try scene(run, frame).items
          // Rings reach further, and are clipped.
          let (old, new) = (
            items.filter { $0.name.hasPrefix("band-") },
            items.filter { $0.name == "wipe" && $0.clip == nil }
          )
          places.append(
            (
              try #require(old.flatMap(\.places).map(edge).max()),
              try #require(new.flatMap(\.places).map(edge).min())
            ))
        }
        // At first the new figure is beyond one edge; before the last step most of the old one is beyond the other.
        #expect(places[0].new > 0.95 * half && places[3].old < -0.5 * half, "\(shot): \(places)")
        for (one, two) in zip(places, places.dropFirst()) {
          #expect(two.old < one.old && two.new < one.new, "\(shot): \(places)")
        }
        #expect(try !scene(run, 1200).items.contains { $0.name == "wipe" })
      }
    }
  }

  @Test(arguments: [(160, 160), (90, 160)])
  func `on a high sheet a title is where no heart is, in the colours of its place`(
    width: Int, height: Int
  ) throws {
    try TemporaryFolder.with { folder in
      for (shot, side) in [
        ("rise", -1.0), ("fall", 1), ("macro", -1), ("twins", 0), ("split", 1), ("duel", 1),
      ] {
        let labels = try folder.write(
          Array("0\t20\tA 1\n20\t60\tB 2 \(shot)\n".utf8), "\(shot).txt")
        let run = try run(folder) { request, options in
          (request.picture.width, request.picture.height) = (width, height)
          (options.structurePath, options.colors.title) = (labels, .text("Freezing Point"))
        }
        let items = try scene(run, 1500).items
        let title = try #require(items.first { $0.name == "title" })
        guard case .stroke(let path, _) = title.shape else { return }
        let middle = path.points.map(\.y).reduce(0, +) / Double(path.points.count)
        #expect(side == 0 ? abs(middle) < 10 : middle * side > 20, "\(shot): \(middle)")
        let isDivided = ["split", "duel"].contains(shot)
        let ground = try #require(
          items.first { $0.name == "ground" && ($0.clip != nil) == isDivided }, "\(shot)")
        let plate = try #require(items.first { $0.name == "title-ground" }, "\(shot)")
        #expect(plate.paint == ground.paint, "\(shot)")
      }
    }
  }

  @Test(arguments: [
    ("rise", true, 1.0), ("fall", true, -1), ("corner", true, -1), ("rise", false, -1),
    ("corner", false, 1),
  ])
  func `beats cut a sheet from the edge at which the new figure lies`(
    shot: String, isUpright: Bool, side: Double
  ) throws {
    try TemporaryFolder.with { folder in
      let text = "0\t36\tA 1 wide\n36\t60\tB 2 \(shot)\n" + ScenesTests.beats
      let labels = try folder.write(Array(text.utf8), "song.txt")
      let run = try run(folder) { request, options in
        options.structurePath = labels
        if isUpright { (request.picture.width, request.picture.height) = (90, 160) }
      }
      let edges = try [2071, 2101, 2131].map { frame in
        let clip = try #require(try scene(run, frame).items.compactMap(\.clip).first)
        return clip.points.map { (isUpright ? $0.y : $0.x) / 768 }.min { abs($0) < abs($1) }
      }
      #expect(edges == [0.25 * side, 0, -0.25 * side], "\(shot)")
    }
  }

  @Test
  func `a title and lyrics change their colour when the edge of a change passes each of them`()
    throws
  {
    let canvas = try #require(Canvas(width: 768, height: 432, shortSideInPoints: 432))
    let change = SceneChange(opening: 0..<60)
    func scene(_ color: Color) -> Scene {
      var scene = Scene(canvas: canvas, background: color)
      scene.items = [("title", -190.0), ("lyrics", 90)].map { name, y in
        Item.fill(.rectangle(x: -50, y: y, width: 100, height: 20), color).named(name)
      }
      return scene
    }
    let (heart, red) = (Heart(.origin), Color(red: 255, green: 0, blue: 0))
    for tick in 0..<60 {
      var shown = scene(.black)
      shown.reveal(scene(red), by: change, atTick: tick, from: heart, to: heart)
      for (item, y) in zip(shown.items, [-180.0, 100]) {
        let isNew = change.shows(Point(x: 0, y: y), atTick: tick, on: canvas, around: heart)
        #expect(item.paint == .color(isNew ? red : .black), "\(item.name), tick \(tick)")
      }
    }
  }

  /// How many parts of a title over the sheet do not touch each other, or with `isRound` how many parts of what is
  /// round the letters; `nil` if a letter is cut off by the edge.
  private func parts(of title: String, isRound: Bool = false) throws -> Int? {
    let canvas = try #require(Canvas(width: 640, height: 360, shortSideInPoints: 432))
    var scene = Scene(canvas: canvas, background: .black)
    let white = Color(red: 255, green: 255, blue: 255)
    scene.items = [Item.fill(Opening.window(title, Lettering(.strokes), on: canvas), white)]
    let raster = SceneRaster(scene)
    func isLetter(_ place: Int) -> Bool { raster[place % 640, place / 640].red > 127 }
    var rest = (0..<640 * 360).map { isLetter($0) != isRound }
    guard !(0..<640).contains(where: { isLetter($0) || isLetter(640 * 359 + $0) }) else {
      return nil
    }
    var count = 0
    while let first = rest.firstIndex(of: true) {
      var (open, size) = ([first], 0)
      while let place = open.popLast() {
        guard rest.indices.contains(place), rest[place] else { continue }
        rest[place] = false
        size += 1
        open += [place - 1, place + 1, place - 640, place + 640]
      }
      // Not the pixels of a hole that is nearly closed.
      if size > 60 { count += 1 }
    }
    return count
  }

  @Test(arguments: [
    ("Freezing Point", 13), ("Ёжик Ёлкин", 13), ("Ångström Übergröße", 25),
    ("Garçon façade Élégante", 22), ("Șapte Ținte", 12),
  ])
  func `marks of an opening stand free of letters, of other lines and of the edge`(
    title: String, count: Int
  ) throws {
    #expect(try parts(of: title) == count)
  }

  @Test(arguments: [("Big Red Bag", 8), ("Go West Now", 3), ("Abba", 7)])
  func `the broad letters of an opening do not close`(title: String, count: Int) throws {
    #expect(try parts(of: title, isRound: true) == count)
  }

  @Test func `twins show a channel each, and only songs whose channels differ have them`() throws {
    try TemporaryFolder.with { folder in
      let samples = (0..<60 * 8000).flatMap { index -> [Int16] in
        let loudness = 9000 - index % 4000
        return [Int16(index / 40 % 2 == 0 ? loudness : -loudness), 0]
      }
      let input = try folder.write(
        Tone(sampleRate: 8000, channels: 2, samples: samples).wave, "left.wav")
      let labels = try folder.write(Array("0\t30\tA 1 twins\n30\t60\tB 2\n".utf8), "left.txt")
      let run = try run(folder) { request, options in
        request.track.input = input
        options.structurePath = labels
      }
      let bands = try scene(run, 900).items.filter { $0.name.hasPrefix("band-") }
      func reach(_ side: Double) -> Double {
        bands.filter { $0.origin.x * side > 0 }.flatMap { item -> [Double] in
          guard case .fill(let path, _) = item.shape else { return [] }
          return path.points.map { abs($0.x) }
        }.max() ?? 0
      }
      #expect(reach(-1) > 1.5 * reach(1) && reach(1) > 0, "\(reach(-1)) \(reach(1))")
    }
    for (width, hasTwins) in [(0.05, false), (0.2, true)] {
      let sections = try LabelFile.structure(ScenesTests.labels).sections
      let beats = (0..<1200).map { SongStructure.Beat(time: Double($0) / 2, number: $0 % 4 + 1) }
      let song = SongStructure(
        tempo: 120, isSteady: true, beats: beats,
        sections: sections + [.init(begin: 60, end: 600, name: "A", rank: 0)],
        measures: SongMeasures(
          key: nil, clearness: 0, brightness: 100, bass: 0.2, hits: 1, width: width))
      let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
      #expect(scenes.contains { $0.shot == .twins } == hasTwins, "width \(width)")
    }
  }

  @Test(arguments: TestRun.seeds(1...100))
  func `letters of an opening stand out in any two colours, or have a line round them`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func color() -> Color { Color(rgb: .random(in: 0...0xFFFFFF, using: &random)) }
    let palette = Palette([color(), color()])
    let window = Path.rectangle(x: 0, y: 0, width: 10, height: 10)
    let opening = Opening(window, palette, setting: Opening.setting(of: palette))
    let inside = palette.settings[Opening.setting(of: palette)]
    if let line = opening.outline?.paint.color {
      #expect(line.contrast(to: opening.ground) >= 4.5, "seed \(seed)")
      #expect(palette.settings[1...].allSatisfy { $0.background.contrast(to: opening.ground) < 3 })
    } else {
      for color in inside.ramp + [inside.background, inside.ink] {
        let shown = opening.standing(.color(color)).color
        #expect((shown?.contrast(to: opening.ground) ?? 0) >= 3, "seed \(seed)")
      }
    }
  }

  @Test func `a crowd is of turns that stand still, but for the newest one`() throws {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.labels.utf8), "song.txt")
      let run = try run(folder, "strata") { request, options in
        (options.shots, options.structurePath) = (.list([.wide, .crowd]), labels)
      }
      #expect(run.shots.map(\.name) == ["wide", "crowd", "wide", "crowd"])
      func places(_ frame: Int) throws -> [Point: [Item]] {
        Dictionary(
          grouping: try scene(run, frame).items.filter { $0.name.hasPrefix("band-") }, by: \.origin)
      }
      let (one, two) = (try places(1100), try places(1160))
      #expect(one.count == 15 && Set(one.keys) == Set(two.keys))
      let moving = one.filter { $0.value != two[$0.key] }
      // At the lower right.
      let corner = try #require(one.keys.max { $0.x + $0.y < $1.x + $1.y })
      #expect(moving.keys.map(\.self) == [corner])
      // They differ, as turns do.
      #expect(Set(one.values.map { $0.map(\.shape) }).count > 10)
    }
  }

  @Test(arguments: [(160, 90), (160, 160), (90, 160)])
  func `a crowd makes room for its title`(width: Int, height: Int) throws {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.labels.utf8), "song.txt")
      let run = try run(folder, "strata") { request, options in
        (request.picture.width, request.picture.height) = (width, height)
        (options.shots, options.structurePath) = (.list([.wide, .crowd]), labels)
        options.colors.title = .text("Freezing Point")
      }
      let items = try scene(run, 1100).items
      let title = try #require(
        Composition.Area(around: items.filter { $0.name == "title" }.flatMap(\.places)))
      let centers = Set(items.filter { $0.name.hasPrefix("band-") }.map(\.origin))
      #expect(centers.count > 9 && centers.count < (width == height ? 16 : 15))
      for center in centers {
        #expect(title.distance(to: center) > 20 || center.x + center.y > 200, "\(center)")
      }
    }
  }

  @Test
  func `a film begins with its title, through which the song is seen, in colours that stand out`()
    throws
  {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.labels.utf8), "song.txt")
      for (name, palette) in Palette.named {
        for look in ["strata", "bloom", "corona"] {
          let whole = try run(folder, look) { request, options in
            options.structurePath = labels
            options.colors.title = .text("Freezing Point")
            options.colors.palette = .named(name, palette)
          }
          #expect(whole.shots.first?.name == "title" && whole.shots[1].time == 8, "\(name)")
          for frame in [3, 200, 380] {
            let scene = try scene(whole, frame)
            let ground = try #require(scene.items.first?.paint.color)
            #expect(!scene.items.contains { $0.name.hasPrefix("title") })
            let items = scene.items.filter { $0.name == "opening" }
            #expect(items.count > 2 && items.allSatisfy { $0.clip != nil })
            for color in items.compactMap(\.paint.color) where color.alpha == 255 {
              #expect(color.contrast(to: ground) >= 3, "\(name), \(look), \(color)")
            }
          }
          var cursor = SceneSequence.Cursor(whole.scenes, from: 300)
          for frame in [300, 450, 465, 481] {
            #expect(
              try cursor.scene(ofFrame: frame) == scene(whole, frame), "\(look), frame \(frame)")
          }
          #expect(try scene(whole, 481).items.contains { $0.name == "title" })
        }
      }
      let bare = try run(folder) { $1.structurePath = labels }
      #expect(bare.shots.first?.name == "wide")
      // Symptom: what was sung in the first seconds was not shown.
      for (time, first) in [("00:03", "wide"), ("00:09", "title")] {
        let lyrics = try folder.write(Array("[\(time).00]one two\n".utf8), "song.lrc")
        let sung = try run(folder) { _, options in
          options.structurePath = labels
          (options.colors.title, options.colors.lyrics) = (.text("Freezing"), .file(lyrics))
        }
        #expect(sung.shots.first?.name == first, "\(time)")
      }
    }
  }

  @Test func `sections begin wide and are cut on bars, and neighbours differ`() throws {
    let song = try LabelFile.structure(ScenesTests.labels)
    let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
    #expect(scenes.map(\.shot) == [.wide, .corner, .wide, .crowd])
    #expect(scenes.map(\.firstTick) == [0, 960, 2160, 3120])
    #expect(scenes.map(\.continues) == [false, true, false, true])
    #expect(scenes.map(\.setting) == [1, 1, 2, 2])
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `no section looks like the one before it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...12, using: &random)
    let sections = (0..<count).map { index in
      SongStructure.Section(
        begin: Double(10 * index), end: Double(10 * index + 10), name: "A",
        rank: Int.random(in: 0...4, using: &random))
    }
    let song = SongStructure(tempo: nil, isSteady: false, beats: [], sections: sections)
    let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
    for (one, two) in zip(scenes, scenes.dropFirst()) {
      #expect(one.setting != two.setting || one.shot != two.shot, "seed \(seed)")
    }
    let crowds = scenes.filter { $0.shot == .crowd }
    #expect(crowds.count <= 1 && crowds.allSatisfy { $0.firstTick >= 7 * count * 60 })
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `no change begins before the one before it is over, however short the sections`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var (sections, time) = ([SongStructure.Section](), 0.0)
    for _ in 0..<30 {
      let end = time + Double.random(in: 0.4...2, using: &random)
      sections.append(
        SongStructure.Section(
          begin: time, end: end, name: "A", rank: Int.random(in: 0...4, using: &random),
          shot: Shot.allCases.randomElement(using: &random)))
      time = end
    }
    let beats = (0..<4 * Int(time)).map {
      SongStructure.Beat(time: Double($0) / 4, number: $0 % 4 + 1)
    }
    for beats in [beats, []] {
      let song = SongStructure(tempo: nil, isSteady: false, beats: beats, sections: sections)
      let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
      let ticks = beats.map { (tick: Int($0.time * 60), isBar: $0.number == 1) }
      let changes = zip(scenes, scenes.dropFirst()).map {
        SceneChange(from: $0, to: $1, ticks, at: .sixty)
      }
      for (one, two) in zip(changes, changes.dropFirst()) {
        #expect(one.ticks.upperBound <= two.ticks.lowerBound, "seed \(seed): \(one) \(two)")
      }
    }
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `shots are as long as they should be, and begin on bars`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bar = Double.random(in: 0.8...5, using: &random)
    let count = Int.random(in: 4...120, using: &random)
    let beats = (0..<4 * count).map {
      SongStructure.Beat(time: Double($0) * bar / 4, number: $0 % 4 + 1)
    }
    let cut = Int.random(in: 1..<count, using: &random)
    let sections = [(0, cut, 0), (cut, count, 1)].map { begin, end, rank in
      SongStructure.Section(
        begin: Double(begin) * bar, end: Double(end) * bar, name: "A", rank: rank)
    }
    let song = SongStructure(tempo: nil, isSteady: true, beats: beats, sections: sections)
    let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
    let ends = scenes.dropFirst().map(\.firstTick) + [Int(Double(count) * bar * 60)]
    for (scene, end) in zip(scenes, ends) {
      let length = Double(end - scene.firstTick) / 60
      #expect(length < 30, "seed \(seed): \(length) s, bars of \(bar) s")
      let place = Double(scene.firstTick) / 60 / bar
      #expect(abs(place - place.rounded()) * bar < 0.02, "seed \(seed)")
    }
    for (one, two) in zip(scenes, scenes.dropFirst()) where two.continues {
      #expect(one.shot != two.shot, "seed \(seed)")
    }
  }

  @Test func `letters keep their place and size while another scene opens`() throws {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array(ScenesTests.sections.utf8), "song.txt")
      let run = try run(folder, "letters") { $1.structurePath = labels }
      func letters(_ frame: Int) throws -> [String] {
        try scene(run, frame).items.filter { $0.name.hasPrefix("neon-") }
          .map { item in
            guard case .stroke(let path, _) = item.shape else { return item.name }
            return "\(item.name) \(path.points) \(item.origin)"
          }.sorted()
      }
      let words = try letters(1100)
      #expect(words.count == 24)
      let changing = try wipes(run).filter { $0 < 3000 }
      #expect(changing.count == 19 + 48)
      for frame in changing { #expect(try letters(frame) == words, "frame \(frame)") }
    }
  }

  private static let cast = SceneChoice.looks(
    ["sun", "orbit", "well"].compactMap { SceneLook(name: $0) })

  @Test func `scenes have the looks of their loudness, in all frames and in those of a part`()
    throws
  {
    try TemporaryFolder.with { folder in
      let whole = try run(folder) { $1.scenes = ScenesTests.cast }
      // There is no usual section: the soft one is a usual one.
      func names(_ frame: Int) throws -> Set<String> {
        Set(try scene(whole, frame).items.map(\.name))
      }
      #expect(try names(600).isSuperset(of: ["dots", "trail"]) && !names(600).contains("ring"))
      #expect(try names(1800).contains("ring") && !names(1800).contains("dots"))
      // One alone has the same shapes in its scene.
      let alone = try run(folder, "well")
      #expect(try scene(whole, 1800).items.map(\.shape) == scene(alone, 1800).items.map(\.shape))
      try checkParts(folder, "strata", ScenesTests.cast)
      // A loop has no scenes.
      let loop = try run(folder) { request, options in
        options.scenes = ScenesTests.cast
        request.loops = true
        request.track.duration = TimePosition(parsing: "20")
      }
      #expect(try scene(loop, 300).items.contains { $0.name == "band-1" })
    }
  }

  @Test(arguments: ["strata", "bloom", "ink"])
  func `a new scene shows what the figure has heard before it`(look: String) throws {
    try TemporaryFolder.with { folder in
      let pictures = try [14, 20].map { begin in
        let path = try folder.write(
          Array("0\t\(begin)\tA 1\n\(begin)\t60\tB 2\n".utf8), "\(begin).txt")
        let run = try run(folder, look) { $1.structurePath = path }
        var cursor = SceneSequence.Cursor(run.scenes, from: 700)
        for frame in stride(from: 700, through: 1210, by: 10) {
          _ = try cursor.scene(ofFrame: frame)
        }
        return try cursor.scene(ofFrame: 1220)
      }
      #expect(pictures[0].items == pictures[1].items)
    }
  }

  @Test func `a loop, a chosen size and a chosen ground keep what they are`() throws {
    try TemporaryFolder.with { folder in
      let loop = try run(folder) { request, _ in
        request.loops = true
        request.track.duration = TimePosition(parsing: "50")
      }
      #expect(try ground(scene(loop, 1800)) == nil)
      let red = Color(red: 200, green: 0, blue: 0)
      let chosen = try run(folder) { request, _ in
        request.picture.background = red
        request.picture.givenBackground = red
      }
      for frame in [600, 1800] { #expect(try ground(scene(chosen, frame)) == .color(red)) }
      let none = try run(folder) { $1.scenes = .none }
      #expect(try wipes(none) == [] && ground(scene(none, 1800)) == nil)
    }
  }

  /// Whether a pixel at the edge of a frame is painted.
  private func isPaintedAtEdge(_ scene: Scene) -> Bool {
    var renderer = RawFrameRenderer(.rgba)
    renderer.draw(scene)
    let (width, height) = (scene.canvas.width, scene.canvas.height)
    return (0..<height).contains { y in
      let isEnd = y == 0 || y == height - 1
      return stride(from: 0, to: width, by: isEnd ? 1 : width - 1).contains { x in
        renderer.bytes[4 * (y * width + x) + 3] != 0
      }
    }
  }

  @Test(
    arguments: [
      "strata", "sun", "bloom", "ink", "corona", "halo", "line", "orbit",
    ], [(160, 90), (90, 160), (100, 100)])
  func `over another picture no figure is cut off by the frame, also in loud scenes`(
    look: String, size: (Int, Int)
  ) throws {
    try TemporaryFolder.with { folder in
      let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
      let run = try run(folder, look) { request, options in
        (request.picture.width, request.picture.height) = size
        (request.picture.background, request.picture.givenBackground) = (clear, clear)
      }
      #expect(run.sceneCount > 1)
      for frame in [600, 1150, 1198, 1800, 2270, 2800] {
        #expect(try !isPaintedAtEdge(scene(run, frame)), "\(look), frame \(frame)")
      }
    }
  }

  @Test(arguments: [(160, 90), (90, 160)])
  func `the faint petals of a halo are whole on the sheet, and alike on both sides`(
    size: (Int, Int)
  ) throws {
    try TemporaryFolder.with { folder in
      let run = try run(folder, "halo") { request, _ in
        (request.picture.width, request.picture.height) = size
      }
      for frame in [600, 1800] {
        let item = try #require(try scene(run, frame).items.first { $0.name == "shade" })
        guard case .fill(let path, _) = item.shape else { continue }
        let reach = path.points.map { hypot($0.x, $0.y) }.max() ?? 0
        #expect(reach > 100 && reach < 216.01, "frame \(frame): \(reach)")
        let (right, left) = (path.points.map(\.x).max() ?? 0, path.points.map(\.x).min() ?? 0)
        #expect(abs(right + left) < 0.01)
      }
    }
  }

  @Test func `speech has no scenes and no end card, and says so`() throws {
    try TemporaryFolder.with { folder in
      var random = SeededGenerator(seed: 9)
      var samples: [Int16] = []
      while samples.count < 60 * 8000 {
        let loudness = samples.count < 30 * 8000 ? 6000 : 20_000
        for _ in 0..<Int.random(in: 4...14, using: &random) {
          let count = Int(8000 * Double.random(in: 0.08...0.3, using: &random))
          let limit = Int.random(in: loudness / 8...loudness, using: &random)
          samples += (0..<count).map { _ in
            Int16.random(in: Int16(-limit)...Int16(limit), using: &random)
          }
        }
        samples += [Int16](
          repeating: 0, count: Int(8000 * Double.random(in: 0.4...1.2, using: &random)))
      }
      let talk = Tone(sampleRate: 8000, channels: 1, samples: samples).wave
      let look = try #require(RadialView.looks.first { $0.name == "strata" })
      var (picture, options) = (PictureSettings(), RadialOptions())
      look.apply(&picture, &options)
      options.scenes = .auto
      func run() throws -> ReadRun {
        try ReadRun(
          RunRequest(
            options, of: TrackRequest(input: folder.write(talk, "talk.wav")), picture: picture))
      }
      let spoken = try run()
      #expect(spoken.isSpeech && spoken.sceneCount == 1 && spoken.endCard == nil)
      #expect(try ground(scene(spoken, 3500)) == nil)
      // Who names the parts has scenes.
      options.structurePath = try folder.write(Array("0\t30\tA 1\n30\t60\tB 2\n".utf8), "parts.txt")
      let parted = try run()
      #expect(!parted.isSpeech && parted.sceneCount == 2 && parted.endCard != nil)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `ranks are compared, and a million of them or of sections takes a moment`() throws {
    func settings(_ ranks: [Int]) -> [Int] {
      let sections = ranks.enumerated().map { index, rank in
        SongStructure.Section(
          begin: Double(index), end: Double(index + 1), name: "A", rank: rank)
      }
      let song = SongStructure(tempo: nil, isSteady: false, beats: [], sections: sections)
      return SongScene.scenes(of: song, at: .sixty).map(\.setting)
    }
    #expect(settings([0, 5, 999_999, 5, 0]) == settings([0, 1, 2, 1, 0]))
    #expect(settings([7, 999_998]) == settings([0, 1]))
    #expect(settings((0..<1_000_000).map { $0 * 7 % 99 }).count == 1_000_000)
    // Symptom: with as many beats, each scene went through all of them.
    let song = SongStructure(
      tempo: nil, isSteady: false,
      beats: (0..<500_000).map { SongStructure.Beat(time: 0.6 * Double($0), number: $0 % 4 + 1) },
      sections: (0..<500_000).map { index in
        SongStructure.Section(
          begin: 0.6 * Double(index), end: 0.6 * Double(index + 1), name: "A", rank: index % 5)
      })
    let scenes = SongScene.scenes(of: song, at: .sixty, shots: .auto, among: Shot.allCases)
    let beats = song.beats.map {
      (tick: Rate.sixty.event(atSecond: $0.time), isBar: $0.number == 1)
    }
    let changes = zip(scenes, scenes.dropFirst()).map {
      SceneChange(from: $0, to: $1, beats, at: .sixty)
    }
    #expect(changes.count == 499_999)
    let labels = "0\t10\tIntro 2024\n10\t20\tLive 1985\n20\t30\tIntro 2024\n"
    #expect(try LabelFile.structure(labels).sections.map(\.rank) == [0, 0, 0])
  }

  @Test func `neighbours of one class differ in size`() {
    func structure(_ sections: [(begin: Double, rank: Int)]) -> SongStructure {
      SongStructure(
        tempo: nil, isSteady: false, beats: [],
        sections: sections.map {
          SongStructure.Section(begin: $0.begin, end: $0.begin + 10, name: "A", rank: $0.rank)
        })
    }
    let scenes = SongScene.scenes(
      of: structure([(0, 0), (10, 2), (20, 2), (30, 1), (40, 0)]), at: .sixty)
    #expect(scenes.map(\.setting) == [0, 2, 2, 1, 0])
    #expect(scenes[1].magnification != scenes[2].magnification)
    #expect(scenes[0].magnification == scenes[4].magnification)
    #expect(scenes.map(\.firstTick) == [0, 600, 1200, 1800, 2400])
    #expect(SongScene.scenes(of: structure([(0, 0)]), at: .sixty).isEmpty)
    // Grounds do not flash.
    let short = SongScene.scenes(
      of: structure([(0, 0), (10, 2), (10.2, 0), (10.4, 2), (10.6, 0), (11.2, 2)]), at: .sixty)
    #expect(short.map(\.firstTick) == [0, 600, 636, 672])
    // Where a song goes back and forth between two classes of five, these differ in their setting.
    let ranks = [2, 3, 2, 3, 2, 4, 2, 3, 1, 0]
    let settings = SongScene.scenes(
      of: structure(ranks.enumerated().map { (Double(10 * $0), $1) }), at: .sixty
    ).map(\.setting)
    #expect(zip(settings, settings.dropFirst()).count { $0 != $1 } == 9)
  }
}

extension Paint {
  /// The colour of a plain paint.
  fileprivate var color: Color? { if case .color(let color) = self { color } else { nil } }
}
