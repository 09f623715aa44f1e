// SPDX-License-Identifier: MIT
internal import Drawing

/// The readings of a tick.
struct LookMoment: Sendable {
  /// The levels of both channels on the scale of the song.
  var levels: ScaledLevels
  /// The level of the bass.
  var bass = 0.0
  /// How far the heart is open.
  var heart = 0.0
  /// Seconds from the beginning of the input to that of the tick.
  var time = 0.0
  /// Where it is in the song.
  var song = LookSong.Place()
  /// The readings that are computed once for each tick.
  var places = (left: SIMD16<Float>.zero, right: SIMD16<Float>.zero)

  /// Silence.
  static let silent = LookMoment(levels: .silent)

  init(levels: ScaledLevels) { self.levels = levels }

  /// The greater loudness of each meter, and the rest of this one.
  func louder(_ other: LookMoment) -> LookMoment {
    var louder = self
    louder.levels = levels.louder(other.levels)
    return louder
  }
}

/// What elements of other ticks know of the newest one.
struct LookNow: Sendable {
  let heart, bass, loudness: Double

  init(_ moment: LookMoment) {
    (heart, bass, loudness) = (moment.heart, moment.bass, moment.levels.mean.average)
  }
}

/// The channel that an element shows.
enum LookChannel: Sendable {
  case left, right, mean

  /// The side of a channel; `nil` for the mean.
  var side: Side? {
    switch self {
    case .left: .left
    case .right: .right
    case .mean: nil
    }
  }

  /// Its part of both.
  func part(of both: ScaledLevels) -> ScaledLevel {
    switch self {
    case .left: both.left
    case .right: both.right
    case .mean: both.mean
    }
  }

  /// Its part of both, left and right.
  func part(of both: SIMD2<Double>) -> Double {
    switch self {
    case .left: both.x
    case .right: both.y
    case .mean: (both.x + both.y) / 2
    }
  }

  /// Its name at the end of a layer's name, as in `head-left`.
  var suffix: String {
    switch self {
    case .left: "-left"
    case .right: "-right"
    case .mean: ""
    }
  }
}

/// An element of a layer: what its names stand for.
struct LookElement {
  /// The readings of its tick.
  var moment: LookMoment
  var channel: LookChannel
  /// The level of the other channel at the same place.
  var other = ScaledLevel.silent
  var (i, n, at, step) = (0.0, 1.0, 0.0, 0.0)
  var older = 0.0
  var isNewest = true
  var isOldest = false
  var (age, number, strength, turn) = (0.0, 0.0, 0.0, 0.0)
  /// The readings of the newest tick.
  var now: LookNow
  /// How far its band is open, and usually is.
  var (level, usual) = (0.0, 0.0)

  init(_ moment: LookMoment, _ channel: LookChannel) {
    (self.moment, self.channel, now) = (moment, channel, LookNow(moment))
  }

  /// An element of a row.
  init(
    _ moment: LookMoment, age: Double, _ number: Double, _ strength: Double, isOldest: Bool
  ) {
    self.init(moment, .mean)
    (self.age, self.number, self.strength, self.isOldest) = (age, number, strength, isOldest)
  }

  /// Makes it one of `count`.
  mutating func setPlace(_ index: Int, of count: Int, step: Double) {
    (i, n, self.step) = (Double(index), Double(count), step)
    at = i / max(n - 1, 1)
  }

  /// What is given to a program.
  func number(of input: LookInput) -> Double {
    switch input {
    case .name(let name): number(of: name)
    case .place(let index):
      channel.part(
        of: SIMD2(Double(moment.places.left[index]), Double(moment.places.right[index])))
    }
  }

  /// The number of a name that is not known before the run.
  func number(of name: LookName) -> Double {
    let levels = moment.levels
    return switch name {
    case .average: channel.part(of: levels).average
    case .peak: channel.part(of: levels).peak
    case .leftAverage: levels.left.average
    case .leftPeak: levels.left.peak
    case .rightAverage: levels.right.average
    case .rightPeak: levels.right.peak
    case .otherAverage: other.average
    case .otherPeak: other.peak
    case .loudness: levels.mean.average
    case .bass: moment.bass
    case .heart: moment.heart
    case .level: level
    case .usual: usual
    case .time: moment.time
    case .beat: moment.song.beat
    case .bar: moment.song.bar
    case .cycle: moment.song.cycle
    case .section: moment.song.section
    case .progress: moment.song.progress
    case .word: moment.song.isSung ? 1 : 0
    case .nowHeart: now.heart
    case .nowBass: now.bass
    case .nowLoudness: now.loudness
    case .i: i
    case .n: n
    case .at: at
    case .step: step
    case .side: channel == .left ? -1 : channel == .right ? 1 : 0
    case .older: older
    case .newest: isNewest ? 1 : 0
    case .age: age
    case .oldest: isOldest ? 1 : 0
    case .number: number
    case .strength: strength
    case .turn: turn
    case .k, .mirror, .twin, .chosen, .own, .dark, .overlay, .scene, .cover, .logo, .loop,
      .turns, .sheet, .across, .below:
      0
    }
  }
}

/// The values of an element's channels; lengths are points of the figure, angles degrees.
struct LookValues {
  var (from, to, angle, x, y, width) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  var (size, sweep, opacity, show, rotate) = (0.0, 0.0, 0.0, 0.0, 0.0)
  var (base, valley) = (0.0, 0.0)
  var color = Color.black

  /// The rotation of the layer, if it has one.
  var rotation: Angle? { rotate == 0 ? nil : .degrees(rotate) }

  /// Takes the larger, or the smaller, of two elements that are at one place; the colour is that of the one
  /// that reaches farther.
  mutating func join(_ other: LookValues, _ side: LookSide) {
    func joined(_ one: Double, _ two: Double, isInward: Bool = false) -> Double {
      (side == .softer) == isInward ? max(one, two) : min(one, two)
    }
    let isInward = to - from + other.to - other.from < 0
    let tip = joined(to, other.to, isInward: isInward)
    if tip != to {
      // The one that is seen has the colour, too.
      (angle, x, y, sweep) = (other.angle, other.x, other.y, other.sweep)
      color = other.color
    }
    from = joined(from, other.from, isInward: isInward)
    to = tip
    (width, size) = (joined(width, other.width), joined(size, other.size))
    (opacity, show) = (joined(opacity, other.opacity), joined(show, other.show))
  }
}

/// The expressions of a layer, or of one of its copies, as code.
struct LookCode: Sendable {
  private var machine: LookMachine
  /// The registers of the numbers, and of the colour.
  private let registers: [Int]
  private let color: Int
  /// Whether all elements look alike but for their shape, whatever the sound is.
  let hasOnePaint: Bool
  /// Whether elements change when another one becomes the newest.
  let followsNewest: Bool
  /// Whether all elements change at each tick.
  let followsNow: Bool
  /// Whether elements of a channel change with those of the other one at their place.
  let followsOther: Bool
  /// How many steps an element takes.
  var stepCount: Int { machine.program.stepCount }
  /// Whether it is known before the run that no element is shown.
  let isHidden: Bool
  /// Whether all elements of a row are shown, or none.
  private let showsRows: Bool

  /// The code of a layer.
  init(_ layer: LookLayer, of file: LookFile, _ settings: LookSettings) {
    var compiler = LookCompiler(settings, values: file.values.map(\.expression))
    var registers: [Int] = []
    for place in Place.allCases {
      registers.append(compiler.add(layer.channels[place.key] ?? .number(place.key.usual)))
    }
    color = compiler.add(layer.channels[.color] ?? .slot(.ink))
    self.registers = registers
    var program = compiler.program
    program.resolve(settings.places)
    hasOnePaint = [color, registers[Place.opacity.rawValue]].allSatisfy(program.isKnown)
    followsNewest = program.inputs.contains { $0.input == .name(.newest) }
    followsNow = program.inputs.contains {
      [.name(.nowHeart), .name(.nowBass), .name(.nowLoudness)].contains($0.input)
    }
    let show = registers[Place.show.rawValue]
    isHidden = program.isKnown(show) && program.registers[show][0] == 0
    showsRows = program.isOfRow(show)
    followsOther = program.inputs.contains {
      [.name(.otherAverage), .name(.otherPeak)].contains($0.input)
    }
    machine = LookMachine(program, settings.colors)
  }

  /// The readings that moments keep for it.
  var places: [LookPlace] { machine.program.places }

  /// Whether areas begin in the centre, whatever the sound is.
  var isFromCenter: Bool {
    let from = registers[Place.from.rawValue]
    return machine.program.isKnown(from) && machine.program.registers[from][0] == 0
  }

  /// Computes the values of up to eight elements, from one of them on.
  mutating func evaluate(_ elements: [LookElement], from first: Int) {
    for lane in 0..<min(elements.count - first, Lanes.scalarCount) {
      machine.set(lane, elements[first + lane])
    }
    machine.evaluate()
  }

  /// Begins a row of elements that are like one, and returns whether any of them is shown.
  mutating func begin(_ row: LookElement) -> Bool {
    machine.begin(row)
    return !showsRows || machine.value(registers[Place.show.rawValue]) != 0
  }

  /// Gives a lane the numbers of an element of the row.
  mutating func set(_ lane: Int, _ element: LookElement) { machine.setOfRow(lane, element) }

  /// Computes the values of the elements of the row whose numbers were set.
  mutating func evaluateOfRow() { machine.evaluateOfRow() }

  /// The values of an element that was computed.
  func values(ofLane lane: Int) -> LookValues {
    func number(_ place: Place) -> Double {
      machine.value(registers[place.rawValue], lane: lane)
    }
    func value(_ place: Place) -> Double {
      min(max(number(place), -LookCode.farthest), LookCode.farthest)
    }
    // Angles grow with the time, and mean what is left of whole turns.
    func degrees(_ place: Place) -> Double {
      let degrees = number(place)
      return degrees.magnitude < 360 ? degrees : degrees.truncatingRemainder(dividingBy: 360)
    }
    var values = LookValues()
    (values.from, values.to, values.angle) = (value(.from), value(.to), degrees(.angle))
    (values.x, values.y, values.width) = (value(.x), value(.y), value(.width))
    (values.size, values.sweep, values.rotate) = (value(.size), value(.sweep), degrees(.rotate))
    (values.base, values.valley) = (value(.base), min(max(value(.valley), 0), 1))
    (values.opacity, values.show) = (min(max(value(.opacity), 0), 1), value(.show))
    values.color = machine.color(color, lane: lane)
    return values
  }

  /// The values of elements that are at one place.
  mutating func values(joining elements: [LookElement], _ side: LookSide) -> LookValues {
    evaluate(elements, from: 0)
    var result = values(ofLane: 0)
    for index in elements.indices.dropFirst() {
      let lane = index % Lanes.scalarCount
      if lane == 0 { evaluate(elements, from: index) }
      result.join(values(ofLane: lane), side)
    }
    return result
  }

  /// The numbers of an element, each with its place among the registers.
  private enum Place: Int, CaseIterable {
    case from, to, angle, x, y, width, size, sweep, base, valley, opacity, show, rotate

    /// The key in a file.
    var key: LookKey {
      switch self {
      case .from: .from
      case .to: .to
      case .angle: .angle
      case .x: .x
      case .y: .y
      case .width: .width
      case .size: .size
      case .sweep: .sweep
      case .base: .base
      case .valley: .valley
      case .opacity: .opacity
      case .show: .show
      case .rotate: .rotate
      }
    }
  }
  /// Lengths are held to this, in points.
  private static let farthest = 100_000.0
}

extension LookFile {
  /// A number that is known before the run, within its limits.
  func constant(_ key: LookKey, _ expression: LookExpression?, _ settings: LookSettings) -> Double {
    guard let limits = key.limits else { return 0 }
    guard let expression else { return limits.usual }
    let number = constant(expression, settings)
    return min(max(number, limits.range.lowerBound), limits.range.upperBound)
  }

  /// A number that is known before the run.
  func constant(_ expression: LookExpression, _ settings: LookSettings) -> Double {
    var compiler = LookCompiler(settings, values: values.map(\.expression))
    let register = compiler.add(expression)
    return LookMachine(compiler.program, settings.colors).value(register)
  }

  /// The radius of a cover, in points; at most that of the figure.
  func coverRadius(_ settings: LookSettings) -> Double {
    min(max(constant(cover, settings), 0), Composition.figureReach)
  }

  /// The paint of a gradient for the newest elements, if there is one.
  func paint(_ gradient: LookGradient?, _ settings: LookSettings, length: Double) -> Paint? {
    gradient.flatMap { paints($0, passes: 1, settings, length: length).first }
  }

  /// The paints of a gradient for a turn and older ones; `length` is a factor of lengths.
  func paints(
    _ gradient: LookGradient, passes: Int, _ settings: LookSettings, length: Double
  ) -> [Paint] {
    let near = min(max(constant(gradient.from, settings), 0), 100_000) * length
    let far = min(max(constant(gradient.to, settings), 0), 100_000) * length
    let steps = Int(min(max(constant(gradient.steps, settings), 2), 64))
    let outer = max(near, far, 0.001)
    var compiler = LookCompiler(settings, values: values.map(\.expression))
    let register = compiler.add(gradient.color)
    var machine = LookMachine(compiler.program, settings.colors)
    return (0..<passes).map { older in
      let stops = (0..<steps).map { step in
        let at = Double(step) / Double(steps - 1)
        var element = LookElement(.silent, .mean)
        (element.at, element.older) = (at, Double(older))
        machine.set(0, element)
        machine.evaluate()
        return GradientStop((near + (far - near) * at) / outer, machine.color(register))
      }
      return .radial(
        center: .origin, radius: outer, far >= near ? stops : stops.reversed())
    }
  }
}
