// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// The looks that know frequencies.
@Suite struct BandLookTests {
  /// The items of a look after ticks with the same level on both sides, on a scale of 40 dB, and bands
  /// that `band` gives.
  private func items(
    _ look: String, count: Int, levels: [Double], title: String? = nil,
    band: (_ tick: Int, _ band: Int) -> SIMD2<Float>
  ) throws -> [Item] {
    var words = try Radial.words(look: look, ["--turn", "1", "--set", "pulse=0"])
    words.picture.width = 1080
    words.picture.height = 1080
    words.view.scale.range = try ScaleRange(argument: "-40,0")
    var track = ReadingTrack<BandLevels>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    for (tick, level) in levels.enumerated() {
      let side = ChannelLevel(peak: Decibels(level), average: Decibels(level))
      try track.append(
        BandLevels(
          levels: StereoLevels(left: side, right: side),
          bands: (0..<count).map { band(tick, $0) }))
    }
    var figure = try words.view.figure(
      of: track, ViewContext(words: Captions(title: title), picture: words.picture))
    for tick in levels.indices { try figure.advance(to: tick) }
    return try figure.scene(words.view, words.picture).items
  }

  private func radii(_ items: [Item], _ name: String) throws -> [Double] {
    try #require(items.first { $0.name == name }?.path).points.map(\.radius)
  }

  @Test func `strata are as high together as the sound is loud, whatever its bands`() throws {
    for (level, height) in [(0.0, 206.0), (-20, 126)] {
      let items = try items("strata", count: 7, levels: Array(repeating: level, count: 60)) {
        SIMD2(Float($1 + 1), Float(7 - ($0 + $1) % 5))
      }
      // The treble is outside, and painted first.
      let radius = try #require(radii(items, "band-1").max())
      #expect(abs(radius - height) < 0.01)
      for band in 1..<7 {
        let inner = try radii(items, "band-\(band + 1)")
        let outer = try radii(items, "band-\(band)")
        #expect(zip(inner, outer).allSatisfy { $0 <= $1 + 1e-9 })
      }
    }
  }

  @Test func `a band that is alone in a tick takes nearly all of it`() throws {
    // Seconds in which one band sounds, each band in its own.
    let items = try items("strata", count: 7, levels: Array(repeating: 0, count: 420)) {
      $0 / 60 == $1 ? SIMD2(1, 1) : .zero
    }
    // In the last one the treble; its first two ticks are smoothed with those before.
    #expect(try radii(items, "band-2").count { $0 > 46 + 160 * 0.05 } <= 12)
    #expect(abs(try #require(radii(items, "band-1").max()) - 206) < 0.01)
  }

  @Test func `a petal is as long as its band is loud, and falls layer by layer`() throws {
    // Noise that stops after two seconds.
    func band(_ tick: Int, _ band: Int) -> SIMD2<Float> {
      tick < 120 ? SIMD2(-12, -12) : SIMD2(-90, -90)
    }
    let levels = Array(repeating: -6.0, count: 200)
    let loud = try items("halo", count: 32, levels: Array(levels.prefix(100)), band: band)
    let names = (1...5).map { "petals-\($0)" }
    // They are nested.
    for (name, reach) in zip(names, [1, 0.86, 0.7, 0.54, 0.36]) {
      let longest = try #require(radii(loud, name).max())
      #expect(longest > 58 + 148 * 0.5 * reach && longest < 58.01 + 148 * reach)
    }
    // Nine ticks after its end: the fastest layer falls by 33 dB, the slowest by 1.5.
    let later = try items("halo", count: 32, levels: Array(levels.prefix(129)), band: band)
    let lengths = try names.map { try #require(radii(later, $0).max()) }
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(lengths[0] > lengths[4] + 20)
    let silent = try items("halo", count: 32, levels: levels) { _, _ in SIMD2(-120, -120) }
    for name in names { #expect(try radii(silent, name).allSatisfy { $0 <= 58.01 }) }
  }

  @Test func `each letter glows with its band, the bass first, and all fade from the inside`()
    throws
  {
    // Bass for two seconds, and then nothing.
    func band(_ tick: Int, _ band: Int) -> SIMD2<Float> {
      band < 16 && tick < 120 ? SIMD2(-12, -12) : SIMD2(-90, -90)
    }
    func widths(_ ticks: Int, _ layer: Int) throws -> [Double] {
      try items(
        "letters", count: 32, levels: Array(repeating: -6, count: ticks), title: "Ab cd", band: band
      )
      .filter { $0.name == "neon-\(layer)" }.map { item in
        guard case .stroke(_, let width) = item.shape else { return 0 }
        return width
      }
    }
    for layer in 1...6 {
      let loud = try widths(110, layer)
      #expect(loud.count == 4 && loud[0] > 1.5 * loud[3], "layer \(layer)")
    }
    // Half a second later the core is out, and the rim is not.
    let (core, rim) = (try widths(150, 6), try widths(150, 1))
    #expect(abs(core[0] - core[3]) < 0.01 && rim[0] > 1.5 * rim[3])
    // The first tick opens a letter by a third at most.
    let (first, full) = (try widths(1, 1), try widths(60, 1))
    #expect(first[0] < first[3] + 0.5 * (full[0] - first[3]))
  }

  @Test(arguments: ["letters", "orbit", "well", "horizon", "sunflower", "guilloche", "clave"])
  func `looks without turns that are fed from the first tick of a picture show that picture`(
    look: String
  ) throws {
    let options = try Radial.words(look: look, []).view
    // What is slow in the well lives ten times as long.
    let count = ["well", "clave", "sunflower"].contains(look) ? 1400 : 640
    let ticks = PictureTicks.music(count: count, seed: 3)
    var whole = try options.figure(ticks: ticks)
    for tick in ticks.indices {
      try whole.advance(to: tick)
      guard tick % 37 == 0 else { continue }
      let first = whole.firstTick(shownAfterTick: tick)
      #expect((0...tick).contains(first) && (tick < count - 40 || first > 0))
      var part = try options.figure(ticks: ticks)
      for index in first...tick { try part.advance(to: index) }
      #expect(try Radial.scene(of: part) == Radial.scene(of: whole), "tick \(tick)")
    }
  }

  @Test func `a ring of the well keeps the spectrum that it came with, and flies on`() throws {
    // Bass up to the second second, then treble.
    func band(_ tick: Int, _ band: Int) -> SIMD2<Float> {
      guard (band < 16) == (tick < 120) else { return SIMD2(-90, -90) }
      // The treble is lifted.
      return band < 16 ? SIMD2(-6, -6) : SIMD2(-36, -36)
    }
    func rings(_ ticks: Int, level: Double) throws -> [[Point]] {
      try items("well", count: 32, levels: Array(repeating: level, count: ticks), band: band)
        .filter { $0.name == "ring" }.map { item in
          // The outline, without the hole.
          let path = item.path
          let end = try #require(path.verbs.firstIndex(of: .close))
          return Array(path.points[..<end])
        }
    }
    func isLow(_ ring: [Point]) throws -> Bool {
      let (top, bottom) = (try #require(ring.map(\.y).min()), try #require(ring.map(\.y).max()))
      return bottom > 1.03 * -top
    }
    let now = try rings(180, level: 0)
    // A ring each 4 ticks, for a second and a half, and one that covers the corners.
    #expect((23...24).contains(now.count))
    #expect(try isLow(now[6]) && !isLow(now[now.count - 1]))
    let (outermost, newest) = (now[0].map(\.radius), now[now.count - 1].map(\.radius))
    #expect(outermost.allSatisfy { $0 > 300 } && newest.allSatisfy { $0 < 48 })
    // In silence they are slower, so that there are more.
    #expect(try rings(400, level: -120).count == 76)
  }

  @Test func `a hit gives the well a ring of its own colour, and a steady sound gives none`() throws
  {
    // A ring of a hit is brighter than those beside it, until it is far outside.
    func hits(
      after count: Int, _ band: (_ tick: Int, _ band: Int) -> SIMD2<Float>
    ) throws -> Int {
      let rings = try items(
        "well", count: 32, levels: Array(repeating: 0, count: count), band: band
      ).filter { $0.name == "ring" }.compactMap { item in
        if case .color(let color) = item.paint { Int(color.red) + Int(color.green) } else { nil }
      }
      return rings.indices.dropFirst().dropLast().count {
        rings[$0] > max(rings[$0 - 1], rings[$0 + 1]) + 25
      }
    }
    for count in [90, 140, 190, 240] {
      let loud = try hits(after: count) { tick, _ in
        tick % 50 < 3 ? SIMD2(-12, -12) : SIMD2(-50, -50)
      }
      #expect(loud == 1, "\(count)")
      #expect(try hits(after: count) { _, band in SIMD2(Float(-12 - band), -20) } == 0)
    }
  }

  @Test func `a ridge keeps the spectrum that it came with, and comes nearer`() throws {
    // Bass up to the first second, then treble.
    func band(_ tick: Int, _ band: Int) -> SIMD2<Float> {
      guard (band < 16) == (tick < 60) else { return SIMD2(-90, -90) }
      return band < 16 ? SIMD2(-6, -90) : SIMD2(-36, -90)
    }
    let ridges = try items(
      "horizon", count: 32, levels: Array(repeating: 0, count: 190), band: band
    ).filter { $0.name == "edge" }.map(\.path.points)
    // One each 8 ticks for 3.2 s, the farthest first; those of the first ticks are near.
    #expect(ridges.count == 24)
    func place(ofPeak ridge: [Point]) throws -> Double {
      let foot = try #require(ridge.last).y
      let peak = try #require(ridge.max { foot - $0.y < foot - $1.y })
      return abs(peak.x) / (try #require(ridge.last).x)
    }
    // The left channel is at the left, bass in the middle; the right one is flat.
    for ridge in [ridges[2], ridges[20]] {
      let foot = try #require(ridge.last).y
      #expect(ridge.filter { $0.x > 5 }.allSatisfy { foot - $0.y < 0.5 })
      #expect(ridge.contains { $0.x < 0 && foot - $0.y > 10 })
    }
    let (bass, treble) = (try place(ofPeak: ridges[20]), try place(ofPeak: ridges[2]))
    #expect(bass < 0.8 && treble > 0.95, "\(bass), \(treble)")
    let feet = try ridges.map { try #require($0.last).y }
    #expect(feet == feet.sorted() && feet[23] - feet[22] > 4 * (feet[2] - feet[1]))
  }

  @Test func `the dots of an orbit stand on few arms on bar lines`() throws {
    // Bars of a second and a half; 128 of them are a cycle.
    let beats = (0..<200).map { SongStructure.Beat(time: 0.25 + 1.5 * Double($0), number: 1) }
    let structure = SongStructure(tempo: nil, isSteady: true, beats: beats, sections: [])
    var track = ReadingTrack<BandLevels>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    for tick in 0..<11_600 {
      let side = ChannelLevel(peak: Decibels(-6), average: Decibels(-6))
      try track.append(
        BandLevels(
          levels: StereoLevels(left: side, right: side),
          bands: (0..<32).map { _ in SIMD2(Float(-12 - tick % 7), -12) }))
    }
    let words = try Radial.words(look: "orbit", [])
    var context = ViewContext(picture: words.picture)
    context.structure = structure
    /// In how many directions the newest dots stand.
    func arms(afterTick last: Int) throws -> Int {
      var figure = try words.view.figure(of: track, context)
      for tick in figure.firstTick(shownAfterTick: last)...last { try figure.advance(to: tick) }
      let items = try figure.scene(words.view, words.picture).items.filter { $0.name == "dots" }
      var directions: Set<Int> = []
      for item in items {
        let path = item.path
        var dots: [[Point]] = []
        var points = path.points[...]
        for verb in path.verbs {
          if verb == .move { dots.append([]) }
          if verb != .close, let point = points.popFirst() { dots[dots.count - 1].append(point) }
        }
        for dot in dots {
          let count = Double(dot.count)
          let (x, y) = (dot.reduce(0) { $0 + $1.x } / count, dot.reduce(0) { $0 + $1.y } / count)
          let degrees = Angle.toward(Point(x: x, y: y)).degrees
          directions.insert(Int((degrees + 360).rounded()) % 360)
        }
      }
      return directions.count
    }
    // The tick that ends on the line of a bar, counted from 0.
    func tick(ofBar bar: Int) -> Int { 15 + 90 * bar - 1 }
    #expect(try arms(afterTick: tick(ofBar: 128)) == 1)
    #expect(try arms(afterTick: tick(ofBar: 64)) == 2)
    #expect(try arms(afterTick: tick(ofBar: 32)) == 4)
    #expect(try arms(afterTick: tick(ofBar: 16)) == 8)
    #expect(try arms(afterTick: tick(ofBar: 16) + 80) > 40)
  }

  @Test func `petals do not overlap`() throws {
    var random = SeededGenerator(seed: 1)
    let canvas = try #require(Canvas(width: 320, height: 320, shortSideInPoints: 420))
    var scene = Scene(canvas: canvas, background: Color(red: 0, green: 0, blue: 0))
    scene.items = try items("halo", count: 32, levels: Array(repeating: -6, count: 30)) { _, _ in
      SIMD2(.random(in: -60...0, using: &random), .random(in: -60...0, using: &random))
    }
    scene.expectNoOverlap()
  }
}
