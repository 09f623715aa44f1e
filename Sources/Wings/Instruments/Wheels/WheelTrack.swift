// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal
internal import Synthesis
internal import Text
internal import Views

/// A track as the figures of the wheels draw it: the state of the wheels at the end of a tick.
struct WheelTrack: Sendable {
  /// The wheels and their events.
  let network: WheelNetwork
  /// The time in seconds from the start.
  private(set) var time = 0.0
  /// The number of the last step at or before the time.
  private(set) var step = 0
  /// The wheels after that step; none before the first tick.
  private(set) var wheels: [WheelState] = []
  /// The last note of each wheel, if its light may still be visible.
  private(set) var lastNotes: [Int: WheelNote] = [:]

  private let context: ViewContext
  private let clock: TickClock
  private var simulation: WheelSimulation

  /// The time in seconds for which a note may be visible.
  private static let longestLight = 1.5

  /// A track before its first tick.
  ///
  /// - Precondition: the context has an instrument of wheels.
  init(_ readings: ReadingTrack<NoReading>, _ context: ViewContext) {
    guard case .wheels(let network) = context.parts else { preconditionFailure("wheels") }
    self.network = network
    self.context = context
    clock = readings.clock
    simulation = WheelSimulation(network)
  }

  /// Turns the wheels to their positions at the end of a tick.
  mutating func advance(to tick: Int) {
    let time = context.time(afterTick: tick, of: clock)
    let known = wheels.isEmpty ? time - WheelTrack.longestLight : self.time
    self.time = time
    step = WheelSteps.last(at: time)
    for note in simulation.notes(in: WheelSteps.last(at: known) + 1..<step + 1) {
      lastNotes[note.wheel] = note
    }
    wheels = simulation.states(afterStep: step)
  }

  /// The data of a wheel for readers of the SVG: its name, its rotation in radians, and its note in
  /// Hz.
  func data(_ index: Int, rotation: Double) -> [DataAttribute] {
    let frequency = network.frequency(ofRadius: wheels[index].wheel.radius)
    return [
      DataAttribute("name", "wheel-\(index)"),
      DataAttribute("rotation", DecimalText.text(rotation, places: 6)),
      DataAttribute("frequency", DecimalText.text(frequency, places: 3)),
    ]
  }
}

extension Angle {
  /// The direction after a rotation in radians from the right, to a thousandth of a degree, the
  /// precision of the SVG.
  static func turning(_ radians: Double) -> Angle {
    let degrees = (radians * (180 / .pi)).remainder(dividingBy: 360)
    return .degrees((degrees * 1000).rounded() / 1000)
  }
}
