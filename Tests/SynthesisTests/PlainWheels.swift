// SPDX-License-Identifier: MIT
import Synthesis

/// The simulation of the tutorial, as plain as its text: every step, one after the other.
struct PlainWheels {
  struct Wheel: Equatable {
    var x: Double, y: Double, radius: Double, audio: Bool
    var rotation = 0.0
    var lastPlayed = -1

    init(_ wheel: WheelNetwork.Wheel) {
      (x, y, radius, audio) = (wheel.x, wheel.y, wheel.radius, wheel.audio)
    }
  }

  struct Note: Equatable {
    let step: Int, wheel: Int
    let frequency: Double
  }

  let network: WheelNetwork
  private(set) var step = 0
  private(set) var wheels: [Wheel]
  private(set) var notes: [Note] = []
  private var updated: [Int] = []
  private var nextEvent = 0

  init(_ network: WheelNetwork) {
    self.network = network
    wheels = network.wheels.map(Wheel.init)
    applyEvents()
  }

  mutating func run(toStep last: Int) {
    while step < last {
      step += 1
      applyEvents()
      set(0, rotation: wheels[0].rotation + 0.025)
      updated = []
      updateNeighbours(of: 0)
    }
  }

  private mutating func applyEvents() {
    while nextEvent < network.events.count,
      network.events[nextEvent].time <= Double(step) / 40
    {
      switch network.events[nextEvent].change {
      case .add(let wheel): wheels.append(Wheel(wheel))
      case .set(let index, let x, let y, let radius, let audio):
        if let x { wheels[index].x = x }
        if let y { wheels[index].y = y }
        if let radius { wheels[index].radius = radius }
        if let audio { wheels[index].audio = audio }
      }
      nextEvent += 1
    }
  }

  private mutating func updateNeighbours(of source: Int) {
    updated.append(source)
    for target in wheels.indices where !updated.contains(target) {
      let (one, other) = (wheels[source], wheels[target])
      let distance =
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y))
        .squareRoot()
      guard abs(distance - (one.radius + other.radius)) < 8 else { continue }
      set(target, rotation: -one.rotation * (one.radius / other.radius))
      updateNeighbours(of: target)
    }
  }

  private mutating func set(_ index: Int, rotation: Double) {
    wheels[index].rotation = rotation
    let count = Int((rotation / (2 * Double.pi)).rounded(.towardZero))
    guard wheels[index].audio, count != wheels[index].lastPlayed else { return }
    wheels[index].lastPlayed = count
    let place = (wheels[index].radius - 25) / 225 * Double(network.scale.count - 1)
    let frequency = network.scale[Int(place.rounded(.toNearestOrAwayFromZero))]
    notes.append(Note(step: step, wheel: index, frequency: frequency))
  }
}
