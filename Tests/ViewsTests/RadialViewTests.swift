// SPDX-License-Identifier: MIT
import Drawing
import Signal
import TestSupport
import Testing
import Views

@Suite struct RadialViewTests {
  @Test func `the radius grows with the distance from full scale`() throws {
    // Maxima: peak 30 and 40 dB, average 60 and 80 dB.
    let radii = try Radial.radii(peaks: (-15, -10), averages: (-15, -60))
    #expect(radii == [150, 125, 125, 175])
  }

  @Test func `full scale lies on the inner circle, the maximum on the outer one`() throws {
    #expect(try Radial.radii(peaks: (0, 0), averages: (0, 0)) == [100, 100, 100, 100])
    let radii = try Radial.radii(peaks: (-30, -40), averages: (-60, -80))
    #expect(radii == [200, 200, 200, 200])
  }

  @Test func `loud is inside also where the circles are chosen`() throws {
    var options = RadialOptions.curves
    options.set("inner", to: "20")
    options.set("outer", to: "60")
    #expect(
      try Radial.radii(options, peaks: (0, -20), averages: (-15, -80)) == [20, 40, 30, 60])
  }

  @Test func `what is quieter than the maximum is held at the outer circle`() throws {
    let radii = try Radial.radii(peaks: (-31, -160), averages: (-160, -81))
    #expect(radii == [200, 200, 200, 200])
  }

  @Test func `what is louder than full scale counts as full scale`() throws {
    let radii = try Radial.radii(peaks: (6, 0.001), averages: (770, 3))
    #expect(radii == [100, 100, 100, 100])
  }

  @Test func `the tutorial holds nothing back and folds what is too loud outward`() throws {
    let options = try Radial.tutorial().view
    let radii = try Radial.radii(options, peaks: (-60, 6), averages: (-120, 8))
    #expect(radii == [300, 115, 300, 110])
  }

  @Test func `a meter that reads nothing but silence is drawn at the outer circle`() throws {
    let scale = LevelScale(
      peak: LevelPair(left: nil, right: nil), average: LevelPair(left: nil, right: 80))
    let options = try Radial.tutorial().view
    let radii = try Radial.radii(options, scale: scale, averages: (-160, -40))
    #expect(radii == [200, 200, 200, 150])
  }

  @Test func `a maximum of 0 dB gives finite radii`() throws {
    let zero = LevelPair(left: 0, right: 0)
    let scale = LevelScale(peak: zero, average: zero)
    let held = try Radial.radii(scale: scale, peaks: (0, -0.5), averages: (3, -160))
    #expect(held == [100, 200, 100, 200])
    let options = try Radial.tutorial().view
    let free = try Radial.radii(options, scale: scale, peaks: (0, -0.5), averages: (3, -160))
    #expect(free[0] == 100)
    #expect(free.allSatisfy { $0.isFinite && $0 <= 100_000 })
  }

  @Test(arguments: TestRun.seeds(1...12))
  func `no level, scale or radius gives a coordinate that is not a number`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func maximum() -> Double? {
      random.pick([nil, 0, .leastNonzeroMagnitude, 1e-300, 30, 1e300, .greatestFiniteMagnitude])
    }
    func length() -> String { random.pick(["0", "1e-9", "100", "200", "1000"]) }
    var options = RadialOptions.curves
    options.holdsRadii = Bool.random(using: &random)
    options.set("inner", to: length())
    options.set("outer", to: length())
    options.turn = .ticks(TickCount(.random(in: 1...50, using: &random)))
    let scale = LevelScale(
      peak: LevelPair(left: maximum(), right: maximum()),
      average: LevelPair(left: maximum(), right: maximum()))
    let ticks = PictureTicks.extremes(count: 60, seed: seed)
    var view = try options.figure(ticks: ticks, scale: scale)
    for tick in ticks {
      try view.advance(to: tick.index)
      for curve in try Radial.scene(of: view).curves {
        for point in curve.path.points {
          #expect(abs(point.x) <= 100_000 && abs(point.y) <= 100_000)
        }
      }
    }
  }

  @Test func `peaks start right and left, averages up and down`() throws {
    let tick = PictureTicks.tick(0, peaks: (0, 0), averages: (0, 0))
    var view = try RadialOptions.curves.figure(ticks: [tick], scale: Radial.scale)
    try view.advance(to: 0)
    let starts = try Radial.scene(of: view).curves.map { curve in
      curve.rotation.rotating(curve.path.points[1])
    }
    #expect(
      starts == [
        Point(x: 100, y: 0), Point(x: -100, y: 0), Point(x: 0, y: -100), Point(x: 0, y: 100),
      ])
  }

  @Test func `all curves run clockwise`() throws {
    let ticks = (0..<2).map { PictureTicks.tick($0, peaks: (0, 0), averages: (0, 0)) }
    var view = try RadialOptions.curves.figure(ticks: ticks, scale: Radial.scale)
    for index in 0..<2 { try view.advance(to: index) }
    for curve in try Radial.scene(of: view).curves {
      let first = curve.rotation.rotating(curve.path.points[1])
      let second = curve.rotation.rotating(curve.path.points[2])
      #expect(first.x * second.y - first.y * second.x > 0)
    }
  }

  @Test func `peaks are painted first, left before right, each in its colour`() throws {
    var options = RadialOptions.curves
    options.set("stroke", to: "red,lime,blue,white")
    options.set("pen", to: "2.5")
    let tick = PictureTicks.tick(0, peaks: (-1, -2), averages: (-3, -4))
    var view = try options.figure(ticks: [tick], channels: (left: 3, right: 5))
    try view.advance(to: 0)
    let curves = try Radial.scene(of: view).curves
    #expect(curves.map { "\($0.color)" } == ["#ff0000", "#00ff00", "#0000ff", "#ffffff"])
    #expect(curves.allSatisfy { $0.width == 2.5 })
    #expect(
      curves.map { $0.data.map { "\($0.name)=\($0.value)" }.joined(separator: " ") } == [
        "channel=3 meter=peak dbfs=-1.000000", "channel=5 meter=peak dbfs=-2.000000",
        "channel=3 meter=average dbfs=-3.000000", "channel=5 meter=average dbfs=-4.000000",
      ])
  }

  @Test func `a curve's data is the newest reading, not what is held`() throws {
    var view = try RadialOptions.curves.figure(ticks: [
      PictureTicks.tick(0, peaks: (-1, -1), averages: (-1, -1)),
      PictureTicks.tick(1, peaks: (1.5, -160), averages: (-20.1234567, -0.0)),
    ])
    for index in 0..<2 { try view.advance(to: index) }
    let values = try Radial.scene(of: view).curves.map(\.data.last)
    let expected = ["1.500000", "-160.000000", "-20.123457", "0.000000"]
    #expect(values == expected.map { DataAttribute("dbfs", $0) })
  }

  @Test func `before the first tick four empty curves have no reading`() throws {
    let curves = try Radial.scene(of: RadialOptions.curves.figure(ticks: [])).curves
    #expect(curves.count == 4)
    #expect(curves.allSatisfy { $0.path.points.isEmpty })
    #expect(curves.allSatisfy { $0.data.map(\.name) == ["channel", "meter"] })
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `a view that is fed from the first tick of a picture shows that picture`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var options = RadialOptions.curves
    options.turn = .ticks(TickCount(.random(in: 1...40, using: &random)))
    options.heldTicks = .random(in: 0...3, using: &random)
    options.set("spokes", to: Bool.random(using: &random) ? "1" : "0")
    let ticks = PictureTicks.music(count: 200, seed: seed)
    var whole = try options.figure(ticks: ticks)
    for tick in ticks {
      try whole.advance(to: tick.index)
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let first = whole.firstTick(shownAfterTick: tick.index)
      #expect((0...tick.index).contains(first))
      var part = try options.figure(ticks: ticks)
      for index in first...tick.index { try part.advance(to: index) }
      #expect(try Radial.scene(of: part) == Radial.scene(of: whole), "after tick \(tick.index)")
    }
  }

  @Test func `a picture depends on its own turn only`() throws {
    let view = try RadialOptions.curves.figure(ticks: [])
    #expect([0, 359, 360, 719, 720].map(view.firstTick(shownAfterTick:)) == [0, 0, 360, 360, 720])
  }

  @Test func `the tutorial's turn has 361 ticks`() throws {
    let view = try Radial.tutorial().view.figure(ticks: [])
    #expect([0, 360, 361, 722].map(view.firstTick(shownAfterTick:)) == [0, 0, 361, 722])
  }

  @Test(
    arguments: [
      (["0.5", "0.5"], -50, -25), (["0", "0"], 0, 0), (["1", "1"], -100, -50),
      (["0.337", "0.468"], -33.7, -23.4), (["-1", "2"], 100, -100),
    ] as [([String], Double, Double)])
  func `the anchor of the logo lies on the centre`(anchor: [String], x: Double, y: Double) throws {
    var options = RadialOptions.curves
    options.set("logo-x", to: anchor[0])
    options.set("logo-y", to: anchor[1])
    let bitmap = Bitmap(width: 4, height: 2, pixels: [UInt8](repeating: 7, count: 32))
    let view = try options.figure(ticks: [], image: PNGImage(bytes: [1, 2, 3], bitmap: bitmap))
    let image = try #require(try Radial.scene(of: view).image)
    #expect(abs(image.origin.x - x) < 1e-12)
    #expect(abs(image.origin.y - y) < 1e-12)
    #expect(image.width == 100)
    #expect(image.height == 50)
    #expect(image.bitmap == bitmap)
    #expect(image.png == [1, 2, 3])
  }
}
