// SPDX-License-Identifier: MIT
import Synthesis
import TestSupport
import Testing

@Suite struct WheelSimulationTests {
  private typealias Wheel = WheelNetwork.Wheel

  private func plain(_ note: WheelNote) -> PlainWheels.Note {
    PlainWheels.Note(step: note.step, wheel: note.wheel, frequency: note.frequency)
  }

  private func set(
    _ time: Double, _ wheel: Int, x: Double? = nil, y: Double? = nil, radius: Double? = nil,
    audio: Bool? = nil
  ) -> WheelNetwork.Event {
    WheelNetwork.Event(time: time, .set(wheel: wheel, x: x, y: y, radius: radius, audio: audio))
  }

  @Test func `a wheel alone plays in its first step, and in the first after each turn`() {
    var simulation = WheelSimulation(WheelNetwork(wheels: [Wheel(x: 0, y: 0, audio: true)]))
    let notes = simulation.notes(in: 0..<800)
    #expect(notes.map(\.step) == [1, 252, 503, 754])
    #expect(notes.map(\.time) == [0.025, 6.3, 12.575, 18.85])
    #expect(notes.allSatisfy { $0.frequency == 493.883 && $0.wheel == 0 && $0.x == 0 })
  }

  @Test func `the first wheel turns by sums that are rounded one by one`() {
    var simulation = WheelSimulation(WheelNetwork(wheels: [Wheel(x: 0, y: 0)]))
    var sum = 0.0
    let wrong = (1...200_000).filter { step in
      sum += 0.025
      guard step < 1000 || step % 997 == 0 else { return false }
      return simulation.states(afterStep: step)[0].rotation != sum
    }
    #expect(wrong.isEmpty)
  }

  @Test func `a neighbour that is switched on in the turn counted -1 waits for -2`() {
    let wheels = [Wheel(x: 0, y: 0, audio: true), Wheel(x: 200, y: 0)]
    var simulation = WheelSimulation(WheelNetwork(wheels: wheels, events: [set(7, 1, audio: true)]))
    #expect(simulation.notes(in: 0..<503).allSatisfy { $0.wheel == 0 })
    #expect(simulation.notes(in: 503..<504).map(\.wheel) == [0, 1])
  }

  @Test func `a neighbour turns by the ratio of the radii, and rests without contact`() {
    let wheels = [Wheel(x: 0, y: 0), Wheel(x: 157.9, y: 0, radius: 50), Wheel(x: 300, y: 0)]
    let network = WheelNetwork(
      wheels: wheels, events: [set(1.01, 1, x: 158), set(2, 1, x: 150), set(3, 1, y: 900)])
    var simulation = WheelSimulation(network)
    let states = simulation.states(afterStep: 40)
    #expect(states[1].rotation == -states[0].rotation * 2)
    #expect(states.map(\.driver) == [nil, 0, 1])
    #expect(states.map(\.speed) == [1, -2, 1])
    let resting = simulation.states(afterStep: 79)
    #expect(resting.map(\.driver) == [nil, nil, nil])
    #expect(resting[1].rotation == states[1].rotation)
    #expect(resting[1].turned == 40)
    #expect(simulation.states(afterStep: 80)[1].turned == 80)
    #expect(simulation.states(afterStep: 120)[1].turned == 119)
    #expect(states[1].evenRotation(at: 1.0125) == -2.025)
    #expect(abs(resting[1].evenRotation(at: 1.5) + 2.05) < 1e-12)
  }

  @Test func `six wheels with events play for ten minutes what a plain simulation plays`() {
    let wheels = [
      Wheel(x: 0, y: 0, radius: 100, audio: true), Wheel(x: 160, y: 0, radius: 60, audio: true),
      Wheel(x: 0, y: 125, radius: 25, audio: true), Wheel(x: 0, y: -350, radius: 250, audio: true),
      Wheel(x: 295, y: 0, radius: 75), Wheel(x: -190, y: 0, radius: 87.3, audio: true),
    ]
    let network = WheelNetwork(
      wheels: wheels,
      events: [
        set(20, 4, audio: true), set(61.01, 1, radius: 65), set(90, 5, x: -400),
        set(140.7, 5, x: -187), set(200, 3, radius: 120), set(200, 3, y: -220),
        set(300.0001, 0, audio: false), set(390, 0, audio: true), set(450, 1, x: 140, y: 77),
      ])
    var plainly = PlainWheels(network)
    plainly.run(toStep: 24_000)
    var simulation = WheelSimulation(network)
    #expect(simulation.notes(in: 0..<24_001).map(plain) == plainly.notes)
    #expect(plainly.notes.count > 800)
  }

  @Test func `the time of an event is that of the first step not before it`() {
    for step in 0..<200 {
      let time = Double(step * step) / 40
      let around = [time.nextDown, time, time.nextUp]
      #expect(around.map(WheelSteps.first) == [step * step, step * step, step * step + 1])
      #expect(
        around.map(WheelSteps.last) == [max(step * step - 1, 0), step * step, step * step])
    }
  }

  @Test func `the bounds hold every wheel at every time`() {
    let network = WheelNetwork(
      wheels: [Wheel(x: 0, y: 0)],
      events: [
        WheelNetwork.Event(time: 1, .add(Wheel(x: 160, y: 0, radius: 60))),
        set(2, 1, x: -60, y: -160), set(3, 1, radius: 70), set(4, 0, x: 30),
      ])
    let bounds = network.bounds
    #expect([bounds.left, bounds.top, bounds.right, bounds.bottom] == [-130, -230, 220, 100])
  }

  @Test(arguments: TestRun.seeds(0...8))
  func `jumps give what steps give`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let network = WheelNetwork.random(&generator, events: seed % 3 == 0 ? 300 : 30, seconds: 25)
    var plainly = PlainWheels(network)
    var snapshots = [plainly.wheels]
    for step in 1...1000 {
      plainly.run(toStep: step)
      snapshots.append(plainly.wheels)
    }
    var simulation = WheelSimulation(network)
    for _ in 0..<30 {
      let first = Int.random(in: 0...1000, using: &generator)
      if Bool.random(using: &generator) {
        let states = simulation.states(afterStep: first)
        #expect(states.map(\.rotation) == snapshots[first].map(\.rotation), "seed \(seed)")
        #expect(states.map(\.wheel.x) == snapshots[first].map(\.x), "seed \(seed)")
      } else {
        let steps = first..<min(first + Int.random(in: 0...300, using: &generator), 1001)
        let expected = plainly.notes.filter { steps.contains($0.step) }
        #expect(simulation.notes(in: steps).map(plain) == expected, "seed \(seed)")
      }
    }
  }
}

extension WheelNetwork {
  /// Wheels of which most touch, and events of all kinds.
  static func random(
    _ generator: inout SeededGenerator, events count: Int, seconds: Double
  ) -> WheelNetwork {
    var wheels = [Wheel(x: 0, y: 0, radius: 60, audio: true)]
    func neighbour(_ wheels: [Wheel]) -> Wheel {
      let beside = generator.pick(wheels)
      let radius = Double.random(in: 25...80, using: &generator)
      let angle = Double(Int.random(in: 0..<4, using: &generator))
      let distance = beside.radius + radius + .random(in: -9...9, using: &generator)
      return Wheel(
        x: beside.x + (angle == 0 ? distance : angle == 1 ? -distance : 0),
        y: beside.y + (angle == 2 ? distance : angle == 3 ? -distance : 0), radius: radius,
        audio: .random(using: &generator))
    }
    for _ in 0..<Int.random(in: 1...12, using: &generator) { wheels.append(neighbour(wheels)) }
    let initial = wheels
    var events: [Event] = []
    let times = (0..<count).map { _ in
      // Some at the same time, some on a step.
      (Double.random(in: 0...seconds, using: &generator) * 160).rounded() / 160
    }.sorted()
    for time in times {
      guard Int.random(in: 0..<8, using: &generator) > 0 || wheels.count > 30 else {
        wheels.append(neighbour(wheels))
        events.append(Event(time: time, .add(wheels[wheels.count - 1])))
        continue
      }
      let index = Int.random(in: 0..<wheels.count, using: &generator)
      let place = neighbour(wheels)
      let isMoved = Bool.random(using: &generator)
      if isMoved { (wheels[index].x, wheels[index].y) = (place.x, place.y) }
      let radius = Bool.random(using: &generator) ? place.radius : nil
      wheels[index].radius = radius ?? wheels[index].radius
      events.append(
        Event(
          time: time,
          .set(
            wheel: index, x: isMoved ? place.x : nil, y: isMoved ? place.y : nil, radius: radius,
            audio: Bool.random(using: &generator) ? place.audio : nil)))
    }
    return WheelNetwork(wheels: initial, events: events)
  }
}
