// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
internal import Signal
public import Synthesis
internal import Text

/// Touching wheels that drive each other and play a note each turn.
///
/// - Source: the tutorial *WheelTone*, 2015.
public struct WheelsView: View {
  /// The name of the view on the command line.
  public static let name = "wheels"
  /// A summary for the help.
  public static let summary = "the wheels of an instrument, which play a note each turn"
  /// Instruments of wheels only.
  public static var instrumentKind: InstrumentKind? { .wheels }
  /// Gears of brass, and the tutorial's wheels.
  public static let looks = WheelsOptions.looks

  private let context: ViewContext
  private let clock: TickClock
  private var simulation: WheelSimulation
  private var moment = WheelMoment()
  private var picture: any WheelPicture

  /// A view before its first tick.
  ///
  /// - Precondition: the context has an instrument of wheels.
  public init(options: WheelsOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    guard case .wheels(let network)? = context.instrument?.parts,
      let canvas = Canvas(
        width: context.picture.width, height: context.picture.height,
        shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("an instrument of wheels") }
    self.context = context
    clock = track.clock
    simulation = WheelSimulation(network)
    picture =
      switch options.face {
      case .brass: BrassWheels(options, context, canvas, network)
      case .tutorial: TutorialWheels(options, canvas, network)
      }
  }

  /// The tick itself: earlier states are computed from the instrument.
  public func firstTick(shownAfterTick index: Int) -> Int { index }

  /// Turns the wheels to their positions at the end of a tick.
  public mutating func advance(to tick: Int) {
    let time = context.time(afterTick: tick, of: clock)
    let known = moment.wheels.isEmpty ? time - WheelMoment.longestLight : moment.time
    moment.time = time
    moment.step = WheelSteps.last(at: time)
    for note in simulation.notes(in: WheelSteps.last(at: known) + 1..<moment.step + 1) {
      moment.lastNotes[note.wheel] = note
    }
    moment.wheels = simulation.states(afterStep: moment.step)
    picture.prepare(moment)
  }

  /// Draws the wheels, the first one lowest.
  public func draw(into scene: inout Scene) { picture.draw(moment, into: &scene) }
}

/// The state of the wheels at a moment.
struct WheelMoment: Sendable {
  /// The time in seconds from the start.
  var time = 0.0
  /// The number of the last step at or before the time.
  var step = 0
  /// The wheels after that step.
  var wheels: [WheelState] = []
  /// The last note of each wheel, if its light may still be visible.
  var lastNotes: [Int: WheelNote] = [:]

  /// The time in seconds for which a note may be visible.
  static let longestLight = 1.5
}

/// A way of drawing wheels.
protocol WheelPicture: Sendable {
  /// Prepares shapes for a moment and those after it.
  mutating func prepare(_ moment: WheelMoment)

  /// Draws the items, bottom first.
  func draw(_ moment: WheelMoment, into scene: inout Scene)
}

extension WheelState {
  /// The data of a wheel for readers of the SVG: its name, its rotation in radians, and its note in
  /// Hz.
  func data(_ index: Int, rotation: Double, _ network: WheelNetwork) -> [DataAttribute] {
    [
      DataAttribute("name", "wheel-\(index)"),
      DataAttribute("rotation", DecimalText.text(rotation, places: 6)),
      DataAttribute(
        "frequency", DecimalText.text(network.frequency(ofRadius: wheel.radius), places: 3)),
    ]
  }
}
