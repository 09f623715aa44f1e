// SPDX-License-Identifier: MIT
import Drawing
import Instruments
import Signal
import Synthesis
import Testing
import Views

@Suite struct TutorialWheelsTests {
  private typealias Wheel = WheelNetwork.Wheel

  private static let lightGray = Color(red: 170, green: 170, blue: 170)
  private static let darkGray = Color(red: 85, green: 85, blue: 85)
  private static let yellow = Color(red: 255, green: 255, blue: 0)
  private static let red = Color(red: 255, green: 0, blue: 0)

  private func run(
    _ wheels: [Wheel] = [Wheel(x: 10, y: 20, audio: true), Wheel(x: 160, y: 20, radius: 50)],
    events: [WheelNetwork.Event] = []
  ) throws -> WheelsRun {
    var run = try WheelsRun("tutorial", wheels, events: events)
    // A tick for each step.
    run.rate = try #require(Rate(40))
    return run
  }

  @Test func `the first wheel is in the middle of a white screen of 1024 by 768 points`() throws {
    let scene = try run().scene(afterTick: 10)
    #expect(scene.background == Color(red: 255, green: 255, blue: 255))
    #expect(scene.canvas.widthInPoints == 1024 && scene.canvas.heightInPoints == 768)
    #expect(scene.wheel(0).map(\.origin) == Array(repeating: .origin, count: 3))
    #expect(scene.wheel(1).map(\.origin) == Array(repeating: Point(x: 150, y: 0), count: 3))
    #expect(
      scene.items.map(\.name) == ["wheel-0", "wheel-0", "wheel-0", "wheel-1", "wheel-1", "wheel-1"])
  }

  @Test func `a wheel is a disc with a dark edge, and over it 25 red dashes`() throws {
    let items = try run().scene(afterTick: 10).wheel(1)
    #expect(items[0].shape == .fill(.circle(center: .origin, radius: 50), .nonzero))
    #expect(items[1].shape == .stroke(.circle(center: .origin, radius: 50), width: 10))
    #expect(
      items.map(\.paint)
        == [TutorialWheelsTests.lightGray, TutorialWheelsTests.darkGray, TutorialWheelsTests.red]
        .map(Paint.color))
    let dashes = try items[2].filled
    #expect(dashes.figureCount == 25)
    #expect(dashes.arcs.count == 50)
    for (index, arc) in dashes.arcs.enumerated() {
      #expect(arc.center == .origin)
      #expect(arc.radius == (index % 2 == 0 ? 55 : 45))
      #expect(abs(abs(arc.sweep.degrees) - 7.2) < 1e-9)
    }
    let starts = stride(from: 0, to: 50, by: 2).map { dashes.arcs[$0].start.degrees }
    for (index, start) in starts.enumerated() { #expect(abs(start - 14.4 * Double(index)) < 1e-9) }
  }

  @Test func `a wheel that plays has a line from near its edge to its centre, dashed as its edge`()
    throws
  {
    let path = try run().scene(afterTick: 10).wheel(0)[2].filled
    // Dashes of 4π points from −90 on, and gaps of as much.
    #expect(path.figureCount == 25 + 4)
    let corners = Array(path.points.suffix(16))
    #expect(corners.map(\.x) == Array(repeating: [-5, 5, 5, -5], count: 4).flatMap { $0 })
    let tops = stride(from: 0, to: 16, by: 4).map { corners[$0].y }
    #expect(tops == [-90, -64.867, -39.735, -14.602])
    #expect(corners[2].y == -77.434 && corners[14].y == -2.035)
  }

  @Test func `wheels turn in steps, clockwise where the rotation is positive`() throws {
    var run = try run()
    run.rate = try #require(Rate(80))
    for (tick, step) in [(0, 0), (1, 1), (2, 1), (3, 2), (1600, 800), (1601, 801)] {
      let scene = try run.scene(afterTick: tick)
      let degrees = (Double(step) * 0.025 * 180 / .pi).remainder(dividingBy: 360)
      #expect(abs(try #require(scene.wheel(0)[2].rotation).degrees - degrees) < 0.001)
      #expect(try scene.value("rotation", ofWheel: 0) == (Double(step) * 25).rounded() / 1000)
      #expect(try scene.value("rotation", ofWheel: 1) == -(Double(step) * 50).rounded() / 1000)
      #expect(try scene.value("frequency", ofWheel: 1) == 783.991)
    }
  }

  @Test func `a wheel is yellow for four steps from a note on`() throws {
    let run = try run()
    // Notes in steps 1 and 252; tick n ends with step n + 1.
    let ticks = Array(0..<8) + Array(247..<258)
    let isYellow = try ticks.filter {
      try run.scene(afterTick: $0).wheel(0)[0].paint == .color(TutorialWheelsTests.yellow)
    }
    #expect(isYellow == [0, 1, 2, 3, 251, 252, 253, 254])
    #expect(try run.scene(afterTick: 9).wheel(0)[0].paint == .color(TutorialWheelsTests.darkGray))
  }

  @Test func `a wheel is yellow for four steps from its switching on`() throws {
    let event = WheelNetwork.Event(
      time: 8, .set(wheel: 1, x: nil, y: nil, radius: nil, audio: true))
    let run = try run(events: [event])
    let paints = try (316..<326).map { try run.scene(afterTick: $0).wheel(1)[0].paint }
    let colors =
      Array(repeating: TutorialWheelsTests.lightGray, count: 3)
      + Array(repeating: TutorialWheelsTests.yellow, count: 4)
      + Array(repeating: TutorialWheelsTests.darkGray, count: 3)
    // It counts -2 then, and so plays as well.
    #expect(paints == colors.map(Paint.color))
  }

  @Test func `a camera can hold all wheels, and go nearer`() throws {
    var run = try run()
    run.options.fitsAll = true
    let fitted = try run.scene(afterTick: 0)
    let left = try #require(fitted.wheel(0).first?.origin.x)
    let right = try #require(fitted.wheel(1).first?.origin.x)
    let scale = (right - left) / 150
    #expect(abs(left - 105 * scale + 492) < 1e-9 && abs(right + 55 * scale - 492) < 1e-9)
    run.options.fitsAll = false
    run.options.center = try WheelPlace(argument: "160,-30")
    run.options.zoom = try Zoom(argument: "2.5")
    let near = try run.scene(afterTick: 0)
    #expect(near.wheel(1).first?.origin == Point(x: 0, y: 125))
    #expect(near.wheel(0).first?.origin == Point(x: -375, y: 125))
    #expect(near.wheel(1)[1].shape == .stroke(.circle(center: .origin, radius: 125), width: 25))
  }
}
