// SPDX-License-Identifier: MIT
internal import Signal

/// Wheels in motion: what each step does to them, and the notes that they play.
///
/// Between two events everything depends on the rotation of the first wheel only, so any step can
/// be computed without the steps before it. The order of calls makes no difference to the results.
///
/// - Source: Gladman, WheelTone, `ViewController.swift`, `step`, `updateAdjacentWheelWidgets`;
///   `WheelWidget.swift`, `rotation`.
public struct WheelSimulation: Sendable {
  /// The wheels and their events.
  public let network: WheelNetwork
  /// The spans of steps between two changes, in order; the first begins with step 0.
  private let stretches: [Stretch]
  /// The wheels at the start of every `spacing` stretches, as far as these were reached.
  private var checkpoints: [[WheelState]] = []
  private let spacing: Int

  /// The stretch that the wheels are in, and the last step that was taken.
  private var stretch = 0
  private var step = 0
  private var states: [WheelState]
  private var contacts: WheelContacts
  /// The wheels that turn, in their order.
  private var order: [Int] = []
  private let maxWheels: Int

  private struct Stretch: Sendable {
    let firstStep: Int
    let events: Range<Int>
  }

  private static let maxCheckpoints = 128

  /// Wheels before the first step.
  public init(_ network: WheelNetwork) {
    self.network = network
    var stretches: [Stretch] = []
    var begin = 0
    var steps = network.events.map { WheelSteps.first(at: $0.time) }
    if steps.first != 0 { stretches.append(Stretch(firstStep: 0, events: 0..<0)) }
    steps.append(.max)
    for index in network.events.indices where steps[index] != steps[index + 1] {
      stretches.append(Stretch(firstStep: steps[index], events: begin..<index + 1))
      begin = index + 1
    }
    self.stretches = stretches
    spacing = max(stretches.count / WheelSimulation.maxCheckpoints, 16)
    maxWheels = network.wheels.count + network.events.count { $0.change.isAddition }
    states = network.wheels.map(WheelState.init)
    contacts = WheelContacts(count: maxWheels)
    findContacts()
    change(stretches[0])
    checkpoints.append(states)
  }

  /// The notes that begin in a range of steps, in order of the steps; those of one step are in the
  /// order in which the wheels turn.
  ///
  /// - Precondition: `steps` are not negative. Step 0 has no notes.
  public mutating func notes(in steps: Range<Int>) -> [WheelNote] {
    var notes: [WheelNote] = []
    let begin = max(steps.lowerBound, 1)
    guard begin < steps.upperBound else { return [] }
    go(to: begin - 1)
    var rotation = WheelSteps.rotation(afterStep: step)
    while step + 1 < steps.upperBound {
      if stretch + 1 < stretches.count, stretches[stretch + 1].firstStep == step + 1 {
        enterNextStretch()
      }
      rotation += WheelSteps.angle
      turn(inStep: step + 1, to: rotation, &notes)
    }
    return notes
  }

  /// The wheels that exist after a step, in the order in which they were added. Step 0 is before
  /// their first step.
  ///
  /// - Precondition: `step` is not negative.
  public mutating func states(afterStep step: Int) -> [WheelState] {
    go(to: step)
    return states
  }

  /// Computes the wheels after a step.
  private mutating func go(to target: Int) {
    guard target != step || step == 0 else { return }
    let place = index(ofStretchAt: target)
    let checkpoint = min(place / spacing, checkpoints.count - 1)
    // Go back, or skip ahead to a known checkpoint. Within a stretch each step determines the whole
    // state of the wheels, except before the very first step.
    if place < stretch || target == 0 || checkpoint > stretch / spacing {
      stretch = checkpoint * spacing
      step = max(stretches[stretch].firstStep - 1, 0)
      states = checkpoints[checkpoint]
      findContacts()
      arrange()
    }
    while stretch < place {
      turn(toStep: stretches[stretch + 1].firstStep - 1)
      enterNextStretch()
    }
    turn(toStep: target)
  }

  private func index(ofStretchAt step: Int) -> Int {
    max(stretches.endOfPrefix { $0.firstStep <= step } - 1, 0)
  }

  // MARK: Steps

  private mutating func turn(toStep target: Int) {
    guard target > 0 else { return }
    var notes: [WheelNote] = []
    turn(inStep: target, to: WheelSteps.rotation(afterStep: target), &notes)
  }

  /// Sets each wheel that turns, and appends the notes that begin.
  private mutating func turn(
    inStep step: Int, to rotation: Double, _ notes: inout [WheelNote]
  ) {
    self.step = step
    for index in order {
      let angle = states[index].driver.map { -states[$0].rotation * states[index].ratio }
      states[index].rotation = angle ?? rotation
      states[index].turned = step
      let wheel = states[index].wheel
      guard wheel.audio else { continue }
      let count = Int(states[index].rotation / (2 * .pi))
      guard count != states[index].count else { continue }
      states[index].count = count
      notes.append(
        WheelNote(
          step: step, wheel: index, frequency: network.frequency(ofRadius: wheel.radius),
          x: wheel.x))
    }
  }

  // MARK: Changes

  private mutating func enterNextStretch() {
    stretch += 1
    change(stretches[stretch])
    if stretch == checkpoints.count * spacing { checkpoints.append(states) }
  }

  private mutating func change(_ stretch: Stretch) {
    var hasChanged = order.isEmpty
    for event in network.events[stretch.events] {
      switch event.change {
      case .add(let wheel):
        states.append(WheelState(wheel))
        hasChanged = contacts.update(states.count - 1, among: states) || hasChanged
      case .set(let index, let x, let y, let radius, let audio):
        var wheel = states[index].wheel
        wheel.set(x: x, y: y, radius: radius, audio: audio)
        if wheel.audio != states[index].wheel.audio {
          states[index].switchedOn = wheel.audio ? stretch.firstStep : nil
        }
        let isResized = wheel.radius != states[index].wheel.radius
        let isMoved = x != nil || y != nil || isResized
        states[index].wheel = wheel
        if isMoved, contacts.update(index, among: states) || isResized { hasChanged = true }
      }
    }
    if hasChanged { arrange() }
  }

  /// Finds all contacts.
  private mutating func findContacts() {
    contacts = WheelContacts(count: maxWheels)
    for wheel in states.indices { _ = contacts.update(wheel, among: states) }
  }

  /// Finds which wheel drives which.
  private mutating func arrange() {
    for wheel in states.indices {
      states[wheel].driver = nil
      states[wheel].speed = 0
    }
    order.removeAll(keepingCapacity: true)
    order.append(0)
    states[0].speed = 1
    contacts.forEachDriven { wheel, driver in
      order.append(wheel)
      let ratio = states[driver].wheel.radius / states[wheel].wheel.radius
      states[wheel].driver = driver
      states[wheel].ratio = ratio
      states[wheel].speed = -states[driver].speed * ratio
    }
  }
}

extension WheelNetwork.Change {
  var isAddition: Bool { if case .add = self { true } else { false } }
}
