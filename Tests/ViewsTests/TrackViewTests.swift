// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

@Suite struct TrackViewTests {
  @Test(arguments: TrackRun.looks)
  func `a view that is fed on shows the same as one that begins there`(look: String) throws {
    let run = try TrackRun(look)
    let seed = UInt64.random(in: 0...UInt64.max)
    let blank = try run.view(PictureTicks.music(count: 1000, seed: seed))
    var (view, skipping) = (blank, blank)
    for tick in 0..<1000 {
      try view.advance(to: tick)
      guard tick.isMultiple(of: 37) || [89, 90, 91, 359, 360, 361, 999].contains(tick) else {
        try skipping.skip(to: tick)
        continue
      }
      try skipping.advance(to: tick)
      let scene = try run.scene(view)
      #expect(try scene == run.scene(skipping), "seed \(seed), tick \(tick)")
      #expect(try scene == run.scene(blank, tick: tick), "seed \(seed), tick \(tick)")
      // A renderer compares each item with the one that was in its place.
      let isFinished = look == "one-line" && tick == 999
      #expect(try scene.items.count == run.scene(blank).items.count - (isFinished ? 1 : 0))
    }
  }

  @Test(arguments: TrackRun.looks.filter { !["moth", "layers"].contains($0) })
  func `what is to come is not seen`(look: String) throws {
    let run = try TrackRun(look)
    func level(_ tick: Int, _ later: Double) -> (Double, Double) {
      tick <= 400 ? (tick.isMultiple(of: 7) ? 0.9 : 0.2, 0.5) : (later, later)
    }
    // Hann windows reach four ticks ahead. (Moth and layers are stretched by all of the track.)
    let (seen, quiet) = (395, try run.view(count: 1000) { level($0, 0) })
    let loud = try run.view(count: 1000) { level($0, 1) }
    #expect(try run.scene(quiet, tick: seen) == run.scene(loud, tick: seen))
    #expect(try run.scene(quiet, tick: 999) != run.scene(loud, tick: 999))
  }

  @Test(arguments: TrackRun.looks)
  func `a track may have no ticks, one, or those of an hour or ten`(look: String) throws {
    var run = try TrackRun(look)
    #expect(try run.scene(run.view([])).items.isEmpty == false)
    let one = try run.scene(run.view(count: 1) { _ in (1, 1) }, tick: 0)
    #expect(one.items.contains { $0.path.points.count > 1 })
    run.rate = try #require(Rate(1))
    // One look of ten hours, the others of one: reading them takes the time of this test.
    let count = look == "rings" ? 36_000 : 3600
    let long = try run.view(PictureTicks.music(count: count, seed: 1))
    let items = try run.scene(long, tick: count - 1).items
    #expect(items.count < 210)
    for point in items.flatMap(\.path.points) {
      #expect(point.x * point.x + point.y * point.y < 216 * 216)
    }
  }

  @Test(arguments: [("rings", 10), ("wood", 14)])
  func `a short track has enough turns, unless their length is chosen`(
    look: String, turns: Int
  ) throws {
    var run = try TrackRun(look)
    func count(seconds: Int) throws -> Int {
      try run.scene(run.view(count: seconds * 60) { _ in (0.5, 0.5) }).paths(in: look).count
    }
    run.options.turn = nil
    // Turns of 6 s are halved, but not below 0.75 s; those of half a minute and more are enough.
    #expect(try count(seconds: 6) == 4 && count(seconds: 1) == 1)
    #expect(try count(seconds: 18) == 12)
    #expect(try count(seconds: 30) == (turns == 10 ? 10 : 20))
    #expect(try count(seconds: 84) == 14)
    run.options.turn = .length(TurnLength(seconds: 6))
    #expect(try count(seconds: 18) == 3)
  }

  @Test(arguments: TrackRun.looks)
  func `silence is an even figure`(look: String) throws {
    let run = try TrackRun(look)
    let scene = try run.scene(run.view(count: 720) { _ in (0, 0) }, tick: 719)
    func circle(_ item: Int, _ layer: String, _ radius: Double) {
      #expect(scene.paths(in: layer)[item].isCircle(radius), "\(layer) \(item)")
    }
    switch look {
    case "rings":
      circle(0, "rings", 14 + 150 * 1.6 / 2)
      circle(1, "rings", 14 + 150 * 0.6 / 2)
    case "wood":
      let band = scene.paths(in: "wood")[1].radii
      #expect(abs((band.max() ?? 0) - (14 + 95 + 95 * 0.05)) < 0.002)
      #expect(abs((band.min() ?? 0) - (14 + 95)) < 0.002)
    case "spiral":
      let pitch = 144 / 2.5
      let edges = try #require(scene.paths(in: "ribbon").first).radii
      #expect(abs(edges[0] - (206 - pitch / 2 + 0.03 * pitch)) < 0.002)
      #expect(abs(edges[edges.count - 1] - (206 - pitch / 2 - 0.03 * pitch)) < 0.002)
    case "one-line":
      // At 0.47 of 62 points from there the loudest sound is at 214.
      let (radii, rim) = (scene.items[0].path.radii, 184.882)
      #expect(abs((radii.first ?? 0) - rim) < 0.002)
      #expect(abs((radii.last ?? 0) - (rim - (rim - 30) / 2.5 * 2)) < 0.3)
    case "harmony":
      // Of the thinnest ribbon the first turn is C major, the second one F sharp minor.
      let pitch = 154.0 / 3
      for (turn, ribbon) in scene.paths(in: "chords").enumerated() {
        let (least, most) = (ribbon.radii.min() ?? 0, ribbon.radii.max() ?? 0)
        #expect(abs(least - (52 + pitch * Double(turn))) < 0.002)
        // A quarter of a cell reaches under the next turn.
        #expect(abs(most - (52 + pitch * (Double(turn) + 1.1))) < pitch / 768 + 0.002)
      }
      let colors = Set(scene.items.filter { $0.name == "chords" }.map { "\($0.paint)" })
      #expect(colors.count == 2)
    case "layers":
      // 0.18 of all, and the layers one above the other.
      let layers = try (1...7).map { try #require(scene.paths(in: "band-\($0)").first).radii }
      #expect(layers[0].prefix(721).allSatisfy { abs($0 - (30 + 176 * 0.18)) < 0.002 })
      for (upper, lower) in zip(layers, layers.dropFirst()) {
        #expect(zip(lower, upper).allSatisfy { $0 <= $1 + 0.002 })
      }
      #expect(layers.allSatisfy { $0.suffix(721).allSatisfy { abs($0 - 30) < 0.002 } })
    default: for layer in ["halo", "body"] { circle(0, layer, 16) }
    }
  }
}

@Suite struct TrackFigureTests {
  @Test func `turns are doubled until all fit`() throws {
    for (look, layer, most) in [
      ("rings", "rings", 24), ("wood", "wood", 56),
    ] {
      let run = try TrackRun(look)
      for (ticks, turns) in [
        (200, 1), (360, 1), (361, 2), (360 * most, most), (360 * most + 1, most / 2 + 1),
      ] {
        let scene = try run.scene(run.view(count: ticks) { _ in (0, 0) })
        #expect(scene.paths(in: layer).count == turns, "\(look), \(ticks) ticks")
      }
    }
  }

  @Test func `rings lie as far out as they are late and loud, in the colours of the ramp`() throws {
    let run = try TrackRun("rings")
    let view = try run.view(count: 720) { _ in (0.25, 0.75) }
    let scene = try run.scene(view, tick: 719)
    #expect(scene.items[0].path.isCircle(14 + 120 + 52 * 0.5))
    #expect(scene.items[1].path.isCircle(14 + 45 + 41 * 0.5))
    #expect(scene.items[0].paint == .color(Color(red: 0x1C, green: 0x17, blue: 0x50)))
    #expect(scene.items[1].paint == .color(Color(red: 0xFF, green: 0xF4, blue: 0xD9)))
    // After 90 ticks the first sheet reaches from 12 to 3 o'clock.
    let quarter = try run.scene(view, tick: 89).items[1].path.points.filter { $0 != .origin }
    #expect(Set(quarter.map { "\($0)" }).count == 91)
    #expect(quarter.allSatisfy { $0.x >= 0 && $0.y < 1e-9 })
  }

  @Test func `the left channel is the outer edge of the record, the right one the inner`() throws {
    let run = try TrackRun("spiral")
    let view = try run.view(count: 720) { _ in (1, 0) }
    let pitch = 144 / 2.5
    let radii = try #require(run.scene(view, tick: 719).paths(in: "ribbon").first).radii
    #expect(abs(radii[0] - (206 - pitch / 2 + 0.46 * pitch)) < 0.002)
    #expect(abs(radii[radii.count - 1] - (206 - pitch / 2 - 0.03 * pitch)) < 0.002)
  }

  @Test func `the needle is at the end of the groove, and lifted at the end of the track`() throws {
    let run = try TrackRun("spiral")
    let view = try run.view(count: 720) { _ in (0.5, 0.5) }
    let points = try #require(run.scene(view, tick: 89).items.last).path.points
    let radius = 206 - 144 / 2.5 * 0.75
    let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    #expect(abs((left + right) / 2 - radius) < 0.001 && right - left > 6)
    #expect(try #require(run.scene(view, tick: 719).items.last).path.points.isEmpty)
  }

  @Test func `only the newest piece of the record changes, and as many corners stay`() throws {
    let run = try TrackRun("spiral")
    var view = try run.view(PictureTicks.music(count: 720, seed: 5))
    for tick in 0...200 { try view.advance(to: tick) }
    let before = try run.scene(view).items
    try view.advance(to: 201)
    let after = try run.scene(view).items
    let changed = before.indices.filter { before[$0] != after[$0] }
    #expect(changed.map { before[$0].name } == ["ribbon", "head"])
    let (old, new) = (before[changed[0]].path, after[changed[0]].path)
    #expect(old.verbs == new.verbs && old.points.count == new.points.count)
  }

  @Test func `one line is a single stroke that grows in steps of 1.05 points`() throws {
    let run = try TrackRun("one-line")
    var view = try run.view(count: 720) { _ in (0, 0) }
    var last = Path()
    for tick in 0..<720 {
      try view.advance(to: tick)
      let scene = try run.scene(view)
      // The finished line is alone.
      #expect(scene.items.map(\.name) == (tick < 719 ? ["line", "head"] : ["line"]))
      #expect(scene.items[0].path.continues(last))
      last = scene.items[0].path
    }
    #expect(last.verbs.first == .move && last.verbs.dropFirst().allSatisfy { $0 == .line })
    for (one, other) in zip(last.points, last.points.dropFirst()) {
      let (x, y) = (other.x - one.x, other.y - one.y)
      #expect(abs((x * x + y * y).squareRoot() - 1.05) < 0.05)
    }
  }

  @Test func `what can be set of looks in Swift changes their figures`() throws {
    func radii(_ look: String, _ layer: String, _ setting: LookSetting?) throws -> [Double] {
      var run = try TrackRun(look)
      run.options.settings = [setting].compactMap(\.self)
      let scene = try run.scene(run.view(count: 720) { _ in (1, 1) }, tick: 719)
      if case .stroke(_, let width)? = scene.items.first?.shape { return [width] }
      return scene.paths(in: layer).flatMap(\.radii)
    }
    #expect(try radii("one-line", "line", nil) == [0.45])
    #expect(try radii("one-line", "line", LookSetting(argument: "pen=2")) == [2])
    #expect(
      try abs((radii("harmony", "chords", LookSetting(argument: "rim=80")).min() ?? 0) - 80) < 0.002
    )
    var still = try TrackRun("one-line")
    still.options.settings = [try LookSetting(argument: "swing=0")]
    let path = try still.scene(still.view(count: 720) { _ in (1, 1) }, tick: 719).items[0].path
    #expect(zip(path.radii, path.radii.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func `the wings of a moth are the channels, stretched over the scale`() throws {
    let run = try TrackRun("moth")
    let view = try run.view(count: 1440) { ($0 < 720 ? 0.7 : 0.3, 0.3) }
    let body = try #require(run.scene(view, tick: 1439).paths(in: "body").first)
    // Each half has a hole: as many points at the radius of silence.
    #expect(body.points.count == 4 * 722)
    let wings = body.points.prefix(722) + body.points[(2 * 722)..<(3 * 722)]
    for (index, point) in wings.enumerated() {
      let radius = (point.x * point.x + point.y * point.y).squareRoot()
      let isLoud = index >= 722 && point.y < 0
      #expect(abs(radius - (isLoud ? 16 + 190 * 0.66 : 16)) < 0.002)
    }
  }

  @Test func `a logo lies on the label of the record, wholly unless a width is given`() throws {
    var run = try TrackRun("spiral")
    run.image = PNGImage(
      bytes: [], bitmap: Bitmap(width: 4, height: 3, pixels: [UInt8](repeating: 255, count: 48)))
    func logo() throws -> PlacedImage {
      let scene = try run.scene(run.view(count: 720) { _ in (0, 0) })
      for case .image(let image) in scene.items.map(\.shape) { return image }
      throw NoLogo()
    }
    // 58 − 144/2.5/2 = 29.2 is the radius, the diagonal 5 of 4 and 3.
    #expect(abs(try logo().width - 58.4 * 0.8) < 1e-9)
    #expect(abs(try logo().origin.y + 58.4 * 0.3) < 1e-9)
    run.options.settings = [try LookSetting(argument: "logo-width=100")]
    #expect(try logo().width == 100 && logo().height == 75)
  }

  private struct NoLogo: Error {}

  @Test(
    arguments: ["area", "line", "ray", "dot"],
    [
      #""track": {}"#, #""track": { "spiral": true, "turns": [2, 9], "cells": 48 }"#,
      #""layout": "mirror", "track": { "turns": [1, 3], "cells": 72, "window": 0.1 }"#,
    ])
  func `any mark shows the same, fed on or begun there`(mark: String, track: String) throws {
    let text = #"""
      { "schema": "radial-audio/look/1", "name": "mine", \#(track), "layers": [
        { "domain": { "track": { "first": "newest" } }, "layers": [
          { "mark": "\#(mark)", "times": 2, "radius": "30 + 20 * k + 60 * average + 90 * turn / turns",
            "color": "ramp(peak)", "side": "each", "name": "mine" },
          { "mark": "dot", "radius": "100 + i / n + number", "size": "other.average * 3", "show": "beat + i % 2" }
        ] },
        { "domain": { "track": { "ahead": 1 } }, "mark": "line", "radius": "150 + 5 * bass", "width": "0.5 + heart" },
        { "domain": "head", "mark": "dot", "side": "each", "radius": "40 + 10 * turn" } ] }
      """#
    let run = try TrackRun(file: Array(text.utf8))
    let seed = UInt64.random(in: 0...UInt64.max)
    let blank = try run.view(PictureTicks.music(count: 800, seed: seed))
    var view = blank
    for tick in 0..<800 {
      try view.advance(to: tick)
      guard tick % 97 == 0 || [359, 360, 799].contains(tick) else { continue }
      let scene = try run.scene(view)
      #expect(try scene == run.scene(blank, tick: tick), "seed \(seed), tick \(tick)")
      #expect(
        scene.items.flatMap(\.path.points).allSatisfy { $0.x.isFinite && $0.y.isFinite })
      guard tick == 799 else { continue }
      // All parts of the figure are there.
      let names: Set = ["mine-1-left", "mine-2-right", "dot", "line", "dot-left"]
      #expect(Set(scene.items.map(\.name)).isSuperset(of: names))
    }
  }

  @Test func `what is too much for a look of a track is refused, when it is known too`() throws {
    func file(_ layer: String) -> [UInt8] {
      Array(
        "{ \"schema\": \"radial-audio/look/1\", \"name\": \"a\", \"track\": {}, \"layers\": [\(layer)] }"
          .utf8)
    }
    let places = try TrackRun(
      file: file(
        #"{ "domain": "track", "mark": "dot", "times": 20, "radius": "share(if(turns > 0, k, 0))" }"#
      ))
    #expect(throws: FigureError.self) { try places.view(count: 900) { _ in (1, 1) } }
    let copies = try TrackRun(
      file: file(
        #"{ "domain": "track", "mark": "area", "times": "if(turns > 1, 99, 1)", "radius": 9 }"#))
    #expect(throws: FigureError.self) { try copies.view(count: 900) { _ in (1, 1) } }
  }

  @Test(arguments: [3, 5, 10, 24])
  func `there are never more turns than a look has at most`(most: Int) throws {
    let text =
      "{ \"schema\": \"radial-audio/look/1\", \"name\": \"a\", \"track\": { \"turns\": [\(most), \(most)] }, "
      + "\"layers\": [{ \"domain\": \"track\", \"mark\": \"area\", \"radius\": 9 }] }"
    var run = try TrackRun(file: Array(text.utf8))
    run.options.turn = nil
    for count in [900, 1440, 5000, 20_000] {
      let scene = try run.scene(run.view(count: count) { _ in (1, 1) })
      #expect(scene.paths(in: "area").count <= most, "\(count) ticks")
    }
  }

  @Test func `the head begins where the track does, and knows nothing of what is to come`() throws {
    let text =
      "{ \"schema\": \"radial-audio/look/1\", \"name\": \"a\", \"track\": { \"turns\": [1, 1], \"cells\": 12 }, "
      + "\"layers\": [{ \"domain\": \"head\", \"mark\": \"dot\", \"side\": \"mean\", \"radius\": \"50 + 50 * average\" }] }"
    let run = try TrackRun(file: Array(text.utf8))
    let view = try run.view(count: 1200) { $0 < 20 ? (0, 0) : (1, 1) }
    let points = try #require(run.scene(view, tick: 5).items.first).path.points
    #expect(abs((points.map(\.y).min() ?? 0) + 52) < 0.1 && points.allSatisfy { abs($0.x) < 2.1 })
  }

  @Test func `faults of looks of a whole track say what such a look has`() {
    func fault(_ keys: String, _ layer: String) -> String? {
      let text =
        "{ \"schema\": \"radial-audio/look/1\", \"name\": \"a\", \(keys) \"layers\": [\(layer)] }"
      do { _ = try LookFile(json: Array(text.utf8)) } catch {
        return error.faults.first?.description
      }
      return nil
    }
    let cells = #"{ "domain": "track", "mark": "area", "radius": 9 }"#
    let table = [
      ("", cells, "layers[0].domain: 'track' is for a look with the key 'track'"),
      (
        #""track": {},"#, #"{ "domain": "turn", "mark": "area", "radius": 9 }"#,
        "layers[0].domain: 'turn' is for a look without the key 'track'"
      ),
      (
        "", #"{ "domain": "head", "mark": "dot", "radius": "turn" }"#,
        "layers: 'turn' is of a whole track, and the look has no key 'track'"
      ),
      (
        #""track": {},"#, #"{ "mark": "dot", "radius": "level(0.5)" }"#,
        "layers: a look of a whole track has no spectrum and no chroma, but share and pile"
      ),
      (
        #""track": { "turns": [9, 3] },"#, cells,
        "track.turns: two whole numbers from 1 to 100 are expected, the smaller one first"
      ),
      (
        #""track": { "cells": 4000 },"#, cells, "track.cells: a number from 12 to 1440 is expected"
      ),
      (
        #""track": { "spiral": true }, "layout": "mirror","#, cells,
        "layout: a look of a whole track is whole or, if it is no spiral, mirror"
      ),
      (#""track": { "spiral": 1 },"#, cells, "track.spiral: true or false is expected"),
      (#""track": {}, "fills": true,"#, cells, "fills: a look of a whole track has no 'fills'"),
      (
        #""track": {},"#, #"{ "domain": "track", "mark": "ring", "radius": 9 }"#,
        "layers[0].mark: ring needs one of the domains once, past; this is track"
      ),
    ]
    for (keys, layer, text) in table { #expect(fault(keys, layer) == text) }
    #expect(fault(#""track": {},"#, cells) == nil)
  }
}
