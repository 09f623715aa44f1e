// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Instruments
import Signal
import Synthesis
import Testing
import Views

@Suite struct BrassWheelsTests {
  private typealias Wheel = WheelNetwork.Wheel

  private static let wheels = [
    Wheel(x: 0, y: 0, radius: 100, audio: true), Wheel(x: 160, y: 0, radius: 60, audio: true),
    Wheel(x: 0, y: 131.7, radius: 31.7, audio: true), Wheel(x: 160, y: -107.3, radius: 47.3),
  ]

  private func events() -> [WheelNetwork.Event] {
    [
      .init(time: 2, .set(wheel: 1, x: nil, y: nil, radius: 64, audio: nil)),
      .init(time: 3, .add(Wheel(x: -150, y: 0, radius: 50, audio: true))),
      .init(time: 4.01, .set(wheel: 3, x: 400, y: nil, radius: nil, audio: true)),
    ]
  }

  /// How many teeth of a wheel lie between one of them and a direction.
  private func phase(_ scene: Scene, _ wheel: Int, toward direction: Double) throws -> Double {
    let teeth = scene.wheel(wheel)[1]
    return (direction - (try #require(teeth.rotation).degrees)) / 360
      * Double(try teeth.filled.figureCount)
  }

  @Test(arguments: [(1920, 1080, 0.0), (1080, 1920, 90)])
  func `a tooth of the driver is in a gap of the wheel that it drives, at all times`(
    width: Int, height: Int, turned: Double
  ) throws {
    var run = try WheelsRun("brass", BrassWheelsTests.wheels)
    (run.picture.width, run.picture.height) = (width, height)
    for tick in [0, 1, 7, 100, 1234, 32_400 * 60] {
      let scene = try run.scene(afterTick: tick)
      for (driver, driven, direction) in [(0, 1, 0.0), (0, 2, 90), (1, 3, -90)] {
        let sum =
          try phase(scene, driver, toward: direction + turned)
          + phase(scene, driven, toward: direction + turned + 180)
        // What is left of whole teeth is half a tooth.
        #expect(abs(abs(sum.remainder(dividingBy: 1)) - 0.5) < 0.001, "\(driver) to \(driven)")
      }
    }
  }

  @Test func `gears have teeth by their radii, and turn evenly by the ratio of the radii`() throws {
    let run = try WheelsRun("brass", BrassWheelsTests.wheels)
    for tick in [0, 1, 2, 5000] {
      let scene = try run.scene(afterTick: tick)
      #expect(try (0..<4).map { try scene.wheel($0)[1].filled.figureCount } == [33, 20, 11, 16])
      let time = Double(tick + 1) / 60
      for (wheel, speed) in [(0, 1.0), (1, -100 / 60), (2, -100 / 31.7), (3, 100 / 47.3)] {
        #expect(abs(try scene.value("rotation", ofWheel: wheel) - time * speed) < 1e-6)
        // The mark of what plays is over all else.
        guard wheel < 3, let mark = scene.wheel(wheel).last?.rotation else { continue }
        let turn = time * speed * 180 / .pi
        #expect(abs((mark.degrees - turn).remainder(dividingBy: 360)) < 0.001)
      }
    }
  }

  @Test func `each pitch class has a colour of its own, the same in all octaves`() throws {
    // Radii of 36 notes from the highest to the lowest: B5 to C3.
    let radii = (0..<36).map { 25 + Double($0) / 35 * 225 }
    let wheels = radii.enumerated().map {
      Wheel(x: 600 * Double($0.offset), y: 0, radius: $0.element, audio: true)
    }
    let scene = try WheelsRun("brass", wheels).scene(afterTick: 200)
    let paints = (0..<36).map { scene.wheel($0)[2].paint }
    #expect(Set(paints).count == 12)
    for note in 0..<24 { #expect(paints[note] == paints[note + 12]) }
  }

  @Test func `a row of wheels is a column in a tall picture, as large as fits`() throws {
    let row = (0..<3).map { Wheel(x: 100 * Double($0), y: 0, radius: 50) }
    var run = try WheelsRun("brass", row)
    func places(_ width: Int, _ height: Int) throws -> [Point] {
      (run.picture.width, run.picture.height) = (width, height)
      let scene = try run.scene(afterTick: 0)
      return try (0..<3).map { try #require(scene.wheel($0).first).origin }
    }
    let tall = try places(1080, 1920)
    #expect(tall.allSatisfy { abs($0.x) < 1e-9 } && tall[0].y < tall[1].y)
    let wide = try places(1920, 1080)
    #expect(wide.allSatisfy { abs($0.y) < 1e-9 } && wide[0].x < wide[1].x)
    #expect(abs(tall[1].y - tall[0].y - (wide[1].x - wide[0].x)) < 1e-9)
  }

  @Test(arguments: [(1920, 1080), (500, 500), (360, 640), (480, 270)])
  func `all wheels are in sight at all times, in the same places`(
    width: Int, height: Int
  ) throws {
    var run = try WheelsRun("brass", BrassWheelsTests.wheels, events: events())
    (run.picture.width, run.picture.height) = (width, height)
    var places: Set<Point> = []
    for tick in [0, 150, 210, 400] {
      let scene = try run.scene(afterTick: tick)
      places.insert(try #require(scene.wheel(0).first).origin)
      for item in scene.items where item.name.hasPrefix("wheel") {
        for point in try item.filled.points {
          let place = item.rotation?.rotating(point) ?? point
          #expect(abs(place.x + item.origin.x) < scene.canvas.widthInPoints / 2 - 15)
          #expect(abs(place.y + item.origin.y) < scene.canvas.heightInPoints / 2 - 15)
        }
      }
    }
    #expect(places.count == 1)
  }

  @Test func `a picture is the same wherever the run began`() throws {
    let run = try WheelsRun("brass", BrassWheelsTests.wheels, events: events())
    var view = try run.view()
    for tick in 0..<480 {
      try view.advance(to: tick)
      guard tick % 37 == 0 || (110..<125).contains(tick) || tick > 470 else { continue }
      #expect(try run.scene(view) == run.scene(afterTick: tick), "tick \(tick)")
    }
    var later = run
    later.begin = 48_000 * 4
    #expect(try later.scene(afterTick: 59) == run.scene(afterTick: 299))
  }

  @Test func `a note sends out a ring that fades within 1.1 s`() throws {
    let run = try WheelsRun("brass", [Wheel(x: 0, y: 0, audio: true)])
    let rings = try (0..<120).map { try run.scene(afterTick: $0).items[0] }
    #expect(rings.map(\.name) == Array(repeating: "rings", count: 120))
    // The note is at 0.025 s; tick 66 ends 1.1 s later, but for a little.
    #expect(try rings.map { try $0.filled.figureCount > 0 }.firstIndex(of: true) == 1)
    #expect(try rings.map { try $0.filled.figureCount > 0 }.lastIndex(of: true) == 66)
    #expect(rings[1...66].map(\.opacity) == rings[1...66].map(\.opacity).sorted(by: >))
    let silent = try WheelsRun("brass", [Wheel(x: 0, y: 0)])
    #expect(try silent.scene(afterTick: 10).items[0].filled.figureCount == 0)
  }
}
