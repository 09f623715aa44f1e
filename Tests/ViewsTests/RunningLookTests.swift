// SPDX-License-Identifier: MIT
import Arguments
import Drawing
import TestSupport
import Testing
import Views

/// What all looks have in common whose turns overwrite each other.
@Suite struct RunningLookTests {
  @Test func `every look but that of the app and those without turns is tested here`() {
    let others = ["tutorial", "letters"] + RunningLook.spectral.map(\.name)
    let names = RadialView.looks.map(\.name).filter { !others.contains($0) }
    #expect(Set(RunningLook.all.map(\.name)) == Set(names))
  }

  @Test(arguments: RunningLook.all, TestRun.seeds(1...2))
  func `a look that is fed from the first tick of a picture shows that picture`(
    look: RunningLook, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let options = look.options(turn: random.pick([1, 1.016, 1.5])).0
    let ticks = PictureTicks.music(count: 260, seed: seed)
    var whole = try options.figure(ticks: ticks)
    for tick in ticks.indices {
      try whole.advance(to: tick)
      guard Int.random(in: 0..<40, using: &random) == 0 else { continue }
      let first = whole.firstTick(shownAfterTick: tick)
      #expect((0...tick).contains(first))
      var part = try options.figure(ticks: ticks)
      for index in first...tick { try part.advance(to: index) }
      #expect(try Radial.scene(of: part) == Radial.scene(of: whole), "seed \(seed), tick \(tick)")
    }
  }

  /// A column of lamps has as many circles as are lit, and lines grow.
  private static let steady = RunningLook.all.filter { $0.name != "line" }

  @Test(arguments: steady)
  func `from before the first tick on, the items and the verbs of their paths stay`(
    look: RunningLook
  ) throws {
    let ticks = PictureTicks.music(count: 70, seed: 5)
    var view = try look.options(turn: 1).0.figure(ticks: ticks)
    let blank = try Radial.scene(of: view).items
    for tick in ticks.indices {
      try view.advance(to: tick)
      let items = try Radial.scene(of: view).items
      #expect(items.map(\.name) == blank.map(\.name))
      #expect(items.map { $0.path.verbs } == blank.map { $0.path.verbs }, "tick \(tick)")
    }
  }

  /// A halo has no turns.
  @Test(arguments: steady.filter { $0.name != "halo" })
  func `a tick changes nothing but its own cells, also where a turn begins`(
    look: RunningLook
  ) throws {
    let ticks = PictureTicks.music(count: 70, seed: 6)
    var view = try look.options(turn: 1).0.figure(ticks: ticks)
    var last = try Radial.scene(of: view).items
    for tick in ticks.indices {
      try view.advance(to: tick)
      let items = try Radial.scene(of: view).items
      for (new, old) in zip(items, last) where !RunningLookTests.moving.contains(new.name) {
        let points = zip(new.path.points, old.path.points)
        // Two rays of four corners; in a mirror, four corners at each head.
        let count = points.count { $0 != $1 }
        // The circle of a corona is its heart.
        let isHeart = look.name == "corona" && new.name == "circle"
        #expect(count <= 8 || isHeart, "\(new.name) at tick \(tick)")
      }
      last = items
    }
  }

  private static let moving: Set = ["heart", "head-left", "head-right", "pupil", "ripple"]

  @Test(arguments: RunningLook.all, 1...1 as ClosedRange<UInt64>)
  func `no level gives a coordinate off the sheet`(look: RunningLook, seed: UInt64) throws {
    let ticks = PictureTicks.extremes(count: 64, seed: seed)
    var view = try look.options(turn: 1).0.figure(ticks: ticks)
    for tick in ticks.indices {
      try view.advance(to: tick)
      // Rings spread beyond the edges.
      let items = try Radial.scene(of: view).items.filter { $0.name != "ripple" }
      for point in items.flatMap({ $0.path.points }) {
        #expect(point.radius <= 216, "seed \(seed)")
      }
    }
  }

  @Test(
    arguments: RunningLook.all.filter { !["line", "halo"].contains($0.name) })
  func `silence lies on the circle`(look: RunningLook) throws {
    let ticks = (0..<70).map { PictureTicks.tick($0, peaks: (-160, -160), averages: (-160, -160)) }
    var view = try look.options(turn: 1).0.figure(ticks: ticks)
    for tick in ticks.indices { try view.advance(to: tick) }
    let items = try Radial.scene(of: view).items
    // A line, or a narrow ring.
    let radii = try #require(items.first { $0.name == "circle" }?.path.points).map(\.radius)
    let circle = (try #require(radii.min()) + #require(radii.max())) / 2
    for item in items where !RunningLookTests.moving.union(["circle"]).contains(item.name) {
      for point in item.path.points {
        #expect(abs(point.radius - circle) < 0.002, "\(item.name)")
      }
    }
  }

  /// Bands have readings of their own, and a halo no turns.
  private static let level = RunningLook.all.filter { !["halo", "strata"].contains($0.name) }

  @Test(arguments: level)
  func `a turn of four minutes shows the louder one of each two ticks`(look: RunningLook) throws {
    let (count, dot) = (14_400, (-6.0, -9.0))
    func figure(quiet: (Double, Double)) throws -> [Item] {
      var view = try look.options(turn: 240).0.figure(
        ticks: (0..<count).map {
          let (peak, average) = $0 % 2 == 0 ? dot : quiet
          return PictureTicks.tick($0, peaks: (peak, peak), averages: (average, average))
        })
      for tick in 0..<count { try view.advance(to: tick) }
      return try Radial.scene(of: view).items.filter {
        !RunningLookTests.moving.contains($0.name)
      }
    }
    let loud = try figure(quiet: dot)
    #expect(try figure(quiet: (-30, -40)).map(\.path) == loud.map(\.path))
    #expect((loud.map(\.path.points.count).max() ?? .max) <= 6 * 7200 + 2)
  }

  @Test(arguments: RunningLook.all)
  func `a long turn that is fed from its first tick shows what the whole track shows`(
    look: RunningLook
  ) throws {
    let options = look.options(turn: 121).0
    let ticks = PictureTicks.music(count: 31_000, seed: 9)
    var whole = try options.figure(ticks: ticks)
    for tick in ticks.indices { try whole.advance(to: tick) }
    var part = try options.figure(ticks: ticks)
    for tick in whole.firstTick(shownAfterTick: 30_999)...30_999 { try part.advance(to: tick) }
    #expect(try Radial.scene(of: part) == Radial.scene(of: whole))
  }

  @Test(arguments: [(1.0, 60), (1.009, 61), (6, 360), (5.6904, 341)])
  func `a turn has the nearest whole number of ticks`(seconds: Double, count: Int) throws {
    // One without rings from hits of before the turn.
    let look = try #require(RunningLook.all.first { $0.name == "bloom" })
    let view = try look.options(turn: seconds).0.figure(ticks: [])
    #expect(view.firstTick(shownAfterTick: 4000) == 4001 - count)
    #expect(view.firstTick(shownAfterTick: count - 1) == 0)
  }

  @Test func `the turn of curves can be said in seconds`() throws {
    let options = try Radial.words(look: "tutorial", ["--turn", "2.5"]).view
    let view = try options.figure(ticks: [])
    // The full figure is shown twice.
    #expect(view.firstTick(shownAfterTick: 299) == 151)
    let exact = try Radial.words(look: "tutorial", ["--turn", "150ticks"]).view
    #expect(try exact.figure(ticks: []).firstTick(shownAfterTick: 299) == 151)
  }

  @Test(arguments: [
    "0.9", "600.1", "", "nan", "-6", "6s", "0ticks", "36001ticks", "ticks", "1.5ticks",
  ])
  func `a turn takes 1 to 600 seconds`(text: String) {
    #expect(throws: ArgumentValueError.self) { try Turn(argument: text) }
  }

  @Test func `a look refuses an layout that it does not have`() throws {
    let mirror = try Radial.words(look: "bloom", ["--layout", "mirror"]).view
    try mirror.check()
    let twin = try Radial.words(look: "bloom", ["--layout", "twin"]).view
    let error = #expect(throws: UsageError.self) { try twin.check() }
    #expect(error?.description.hasPrefix("--layout twin is not for --look bloom") == true)
  }

  @Test func `a look says which options it has no use for`() throws {
    func unused(_ look: String) throws -> [String] {
      try Radial.words(look: look, []).view.unusedOptions.sorted()
    }
    let tutorialOnly = ["max-average", "max-peak", "normalization"]
    #expect(try unused("line") == ["layout"] + tutorialOnly)
    #expect(
      try unused("tutorial") == [
        "center", "cover", "font", "frame", "layout", "lyrics", "mirror", "palette", "rotate",
        "scenes", "shots", "structure", "subtitle", "sweep", "title", "words", "zoom",
      ])
    #expect(try unused("sun") == ["layout"] + tutorialOnly)
    for look in ["bloom", "ink", "corona"] { #expect(try unused(look) == tutorialOnly) }
    #expect(try unused("well") == ["layout"] + tutorialOnly + ["shots", "sweep", "turn"])
    #expect(try unused("orbit") == tutorialOnly + ["sweep", "turn"])
    #expect(
      try unused("horizon") == ["layout"] + tutorialOnly + ["rotate", "shots", "sweep", "turn"])
    #expect(try unused("halo") == ["layout"] + tutorialOnly + ["turn"])
  }
}

extension Point {
  /// The distance from the centre.
  var radius: Double { (x * x + y * y).squareRoot() }

  /// The direction as on a clock: degrees clockwise from 12, 0 to 360.
  var clock: Double {
    let degrees = Angle.toward(self).degrees + 90
    return degrees < 0 ? degrees + 360 : degrees
  }
}
