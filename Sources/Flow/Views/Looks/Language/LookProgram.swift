// SPDX-License-Identifier: MIT
internal import Drawing

/// The colours of a look in a scene.
final class LookColors: Sendable {
  /// The palette.
  let palette: Palette
  /// The ground, which may be transparent.
  let ground: Color

  /// A palette on a ground.
  init(palette: Palette, ground: Color) { (self.palette, self.ground) = (palette, ground) }

  /// The last place of the ramp up to one whose colour has a contrast of 3 to 1 to the ground, in steps of 1/50; 0 if
  /// none has. On a ground that is not known, all have.
  func clearPlace(upTo place: Double) -> Double {
    let last = min(max(place, 0), 1)
    let places = (0...Int(last * 50)).lazy.map { last - Double($0) / 50 }
    return places.first { [palette, ground] in
      ground.alpha < 255 || palette.color(at: $0).contrast(to: ground) >= 3
    } ?? 0
  }

  /// The colour of a slot.
  func color(of slot: ColorSlot) -> Color {
    switch slot {
    case .ground: ground.alpha < 255 ? palette.background : ground
    case .ink: palette.ink
    case .ink2: palette.ink2
    case .accent: palette.accent
    }
  }
}

/// What is known of a run before its first tick.
struct LookSettings: Sendable {
  /// The numbers of the parameters; colours are packed.
  var parameters: [String: [Double]]
  /// The numbers of the names of the run.
  var run: [LookName: Double]
  /// The colours.
  var colors: LookColors
  /// How fast the levels at a place fall, in dB a second.
  var fall = LookKey.fall.limits?.usual ?? 0
  /// The readings at places that moments have.
  var places: [LookPlace] = []
}

/// A reading that moments keep beside the levels: it is computed once for each tick.
enum LookPlace: Sendable, Hashable {
  /// At a place between the bands, or of one of them.
  case band(LookBand)
  /// Of the ticks before.
  case memory(LookMemory)

  /// How many a moment can have.
  static let most = SIMD16<Float>.scalarCount
}

/// What expressions were at the ticks before.
struct LookMemory: Sendable, Hashable {
  let function: LookFunction
  /// What is kept.
  let program: LookProgram
  let register: Int
  /// Seconds, or how much of the scale it falls in one.
  let amount: Double

  /// After how many seconds nothing is left of a tick.
  var seconds: Double {
    let kept = program.places.map { place in
      if case .memory(let memory) = place { memory.seconds } else { 0.0 }
    }
    return (function == .fall ? 1 / amount : amount) + (kept.max() ?? 0)
  }
}

/// A reading of the bands at a place that is known before the run.
struct LookBand: Sendable, Hashable {
  let function: LookFunction
  let place, fall: Double

  /// The share of its band in those of all bands, or the sum of those up to it.
  func share(of shares: [SIMD2<Double>]) -> SIMD2<Double> {
    let band = Int(min(max(place, 0), Double(shares.count - 1)))
    return function == .share ? shares[band] : shares[...band].reduce(.zero, +)
  }
}

/// What an element gives to a program: the number of a name, or a reading at one of the places that moments have.
enum LookInput: Sendable, Hashable {
  case name(LookName)
  case place(Int)

  /// Whether all elements of a row have one number of it.
  var isOfRow: Bool {
    switch self {
    case .name(let name): name.isOfRow
    case .place: false
    }
  }
}

/// The expressions of a layer as flat code: what is known before the run is folded into constants, and equal
/// parts are computed once.
struct LookProgram: Sendable, Hashable {
  /// An operation, whose result has the number of its register.
  struct Step: Sendable, Hashable {
    let operation: LookOperation
    let result, a, b, c: Int
  }

  /// What elements give, with a register.
  struct Input: Sendable, Hashable {
    var input: LookInput
    let register: Int
  }

  /// What elements give; readings that moments keep by their number in ``places``, until they are resolved.
  fileprivate(set) var inputs: [Input] = []
  /// The readings that moments keep for it.
  fileprivate(set) var places: [LookPlace] = []
  /// What is computed for rows, and then for their elements, in this order.
  fileprivate(set) var rowSteps: [Step] = []
  fileprivate(set) var steps: [Step] = []
  /// The registers before the first tick.
  fileprivate(set) var registers: [Lanes] = []
  private var scopes: [Scope] = []

  /// When the value of a register is known.
  enum Scope: Int {
    case run, row, element
  }

  /// Whether the value of a register is known before the run.
  func isKnown(_ register: Int) -> Bool { scopes[register] == .run }

  /// Whether all elements of a row have the value of a register.
  func isOfRow(_ register: Int) -> Bool { scopes[register] != .element }

  /// Gives readings that moments keep their numbers among those of the look.
  mutating func resolve(_ all: [LookPlace]) {
    for index in inputs.indices {
      guard case .place(let own) = inputs[index].input else { continue }
      inputs[index].input = .place(all.firstIndex(of: places[own]) ?? 0)
    }
  }

  /// How many steps an element takes. A clear place is looked for, which takes as long as a hundred.
  var stepCount: Int {
    (rowSteps + steps).reduce(0) { $0 + ($1.operation == .clear ? 100 : 1) }
  }

  fileprivate mutating func append(_ scope: Scope, _ value: Double = 0) -> Int {
    registers.append(Lanes(repeating: value))
    scopes.append(scope)
    return registers.count - 1
  }

  /// Adds a step, of rows if what it takes is, and returns the register of its result.
  fileprivate mutating func append(_ operation: LookOperation, _ a: Int, _ b: Int, _ c: Int) -> Int
  {
    let isOfRow = [a, b, c].allSatisfy(isOfRow)
    let register = append(isOfRow ? .row : .element)
    let step = Step(operation: operation, result: register, a: a, b: b, c: c)
    if isOfRow { rowSteps.append(step) } else { steps.append(step) }
    return register
  }
}

/// Turns expressions into a program.
struct LookCompiler: ~Copyable {
  private struct Key: Hashable {
    let operation: LookOperation
    let a, b, c: Int
  }

  /// The program so far.
  private(set) var program = LookProgram()
  private let settings: LookSettings
  private let values: [LookExpression]
  private var constants: [UInt64: Int] = [:]
  private var inputs: [LookInput: Int] = [:]
  private var valueRegisters: [Int: Int] = [:]
  private var operations: [Key: Int] = [:]

  /// A compiler of expressions that use the values of a file.
  init(_ settings: LookSettings, values: [LookExpression]) {
    (self.settings, self.values) = (settings, values)
  }

  /// Adds an expression, and returns the register of its value.
  mutating func add(_ expression: LookExpression) -> Int {
    switch expression {
    case .number(let number): return constant(number)
    case .color(let color): return constant(color.packed)
    case .slot(let slot): return constant(settings.colors.color(of: slot).packed)
    case .parameter(let name, let index, _): return constant(settings.parameters[name]?[index] ?? 0)
    case .name(let name): return input(name)
    case .value(let index, _):
      if let known = valueRegisters[index] { return known }
      let register = add(values[index])
      valueRegisters[index] = register
      return register
    case .negative(let part): return step(.subtract, constant(0), add(part))
    case .power(let base, let eighths): return power(add(base), eighths)
    case .call(let function, let arguments): return call(function, arguments)
    }
  }

  private mutating func constant(_ number: Double) -> Int {
    // Adding 0 turns −0 into 0.
    let number = number + 0
    if let known = constants[number.bitPattern] { return known }
    let register = program.append(.run, number)
    constants[number.bitPattern] = register
    return register
  }

  private mutating func input(_ name: LookName) -> Int {
    if let number = settings.run[name] { return constant(number) }
    return input(.name(name))
  }

  private mutating func input(_ input: LookInput) -> Int {
    if let known = inputs[input] { return known }
    let register = program.append(input.isOfRow ? .row : .element)
    program.inputs.append(LookProgram.Input(input: input, register: register))
    inputs[input] = register
    return register
  }

  /// A reading at a place.
  private mutating func reading(_ function: LookFunction, _ place: Int) -> Int {
    kept(
      .band(
        LookBand(
          function: function, place: program.registers[place][0],
          fall: function == .level ? settings.fall : 0)))
  }

  /// A reading that moments keep.
  private mutating func kept(_ place: LookPlace) -> Int {
    let known = program.places.firstIndex(of: place)
    if known == nil { program.places.append(place) }
    return input(.place(known ?? program.places.count - 1))
  }

  /// What an expression was at the ticks before; a number that is known stays what it is.
  private mutating func memory(
    _ function: LookFunction, _ range: ClosedRange<Double>, of source: LookExpression, _ amount: Int
  ) -> Int {
    var compiler = LookCompiler(settings, values: values)
    let register = compiler.add(source)
    let own = compiler.program
    guard !own.isKnown(register) else { return constant(own.registers[register][0]) }
    let amount = min(max(program.registers[amount][0], range.lowerBound), range.upperBound)
    return kept(
      .memory(LookMemory(function: function, program: own, register: register, amount: amount)))
  }

  private mutating func step(_ operation: LookOperation, _ a: Int, _ b: Int? = nil, _ c: Int? = nil)
    -> Int
  {
    let key = Key(operation: operation, a: a, b: b ?? a, c: c ?? a)
    if let known = operations[key] { return known }
    let register: Int
    if [key.a, key.b, key.c].allSatisfy(program.isKnown) {
      let registers = program.registers
      register = constant(
        operation.result(
          registers[key.a], registers[key.b], registers[key.c], settings.colors)[0])
    } else {
      register = program.append(operation, key.a, key.b, key.c)
    }
    operations[key] = register
    return register
  }

  /// Products from left to right, and square roots for the eighths, the halves first.
  private mutating func power(_ base: Int, _ eighths: Int) -> Int {
    let (whole, rest) = (eighths / 8, eighths % 8)
    guard eighths > 0 else { return constant(1) }
    let base = rest == 0 ? base : step(.maximum, base, constant(0))
    var factors = [Int](repeating: base, count: whole)
    var root = base
    for bit in [4, 2, 1] where rest > 0 {
      root = step(.squareRoot, root)
      if rest & bit != 0 { factors.append(root) }
    }
    return factors.dropFirst().reduce(factors[0]) { step(.multiply, $0, $1) }
  }

  private mutating func call(_ function: LookFunction, _ arguments: [LookExpression]) -> Int {
    if let range = function.memory {
      return memory(function, range, of: arguments[0], add(arguments[1]))
    }
    var parts: [Int] = []
    for argument in arguments { parts.append(add(argument)) }
    let (a, b, c) = (parts[0], parts[min(1, parts.count - 1)], parts[parts.count - 1])
    let isColor = arguments.count > 1 && arguments[1].kind == .color
    switch function {
    case .add: return step(.add, a, b)
    case .subtract: return step(.subtract, a, b)
    case .multiplied: return step(.multiply, a, b)
    case .divided: return step(.divide, a, b)
    case .modulo: return step(.modulo, a, b)
    case .less: return step(.less, a, b)
    case .lessOrEqual: return step(.lessOrEqual, a, b)
    case .greater: return step(.less, b, a)
    case .greaterOrEqual: return step(.lessOrEqual, b, a)
    case .equal: return step(.equal, a, b)
    case .unequal: return step(.equal, step(.equal, a, b), constant(0))
    case .min: return parts.dropFirst().reduce(a) { step(.minimum, $0, $1) }
    case .max: return parts.dropFirst().reduce(a) { step(.maximum, $0, $1) }
    case .clamp: return step(.minimum, step(.maximum, a, b), c)
    case .abs: return step(.maximum, a, step(.subtract, constant(0), a))
    case .sign:
      return step(.subtract, step(.less, constant(0), a), step(.less, a, constant(0)))
    case .floor: return step(.floor, a)
    case .round: return step(.floor, step(.add, a, constant(0.5)))
    case .frac: return step(.subtract, a, step(.floor, a))
    case .sqrt: return step(.squareRoot, a)
    case .step: return step(.lessOrEqual, a, b)
    case .ease: return eased(step(.divide, step(.subtract, c, a), step(.subtract, b, a)))
    case .sin: return step(.sine, a)
    case .cos: return step(.sine, step(.add, a, constant(90)))
    case .root: return step(.root, a, b)
    case .grow: return step(.grow, a, b, c)
    case .hash: return step(.hash, a)
    case .noise:
      let floor = step(.floor, a)
      let (one, two) = (step(.hash, floor), step(.hash, step(.add, floor, constant(1))))
      let part = eased(step(.subtract, a, floor))
      return step(.add, one, step(.multiply, step(.subtract, two, one), part))
    case .mix:
      return isColor
        ? step(.mixColors, a, b, c)
        : step(.add, a, step(.multiply, step(.subtract, b, a), c))
    case .choose: return step(.select, a, b, c)
    case .pick:
      // From the last one on: the first whose number is not passed.
      var result = c
      for place in stride(from: parts.count - 2, through: 1, by: -1) {
        result = step(.select, step(.less, a, constant(Double(place))), parts[place], result)
      }
      return result
    case .level, .share, .pile, .chroma: return reading(function, a)
    case .ago, .fall, .smooth, .hold: return a
    case .ramp: return step(.ramp, a)
    case .tint: return step(.tint, a, b)
    case .screen: return step(.screen, a, b)
    case .multiply: return step(.multiplyColors, a, b)
    case .light: return step(.light, a)
    case .clear: return step(.clear, a)
    }
  }

  /// Held to 0 and 1, with an even start and end.
  private mutating func eased(_ place: Int) -> Int {
    let t = step(.minimum, step(.maximum, place, constant(0)), constant(1))
    let rest = step(.subtract, constant(3), step(.multiply, constant(2), t))
    return step(.multiply, step(.multiply, t, t), rest)
  }
}

/// Runs a program for up to eight elements at a time.
struct LookMachine: Sendable {
  /// What it runs.
  let program: LookProgram
  private let colors: LookColors
  private var registers: [Lanes]

  /// A machine before its first tick.
  init(_ program: LookProgram, _ colors: LookColors) {
    (self.program, self.colors, registers) = (program, colors, program.registers)
  }

  /// Gives a lane the numbers of an element of any row.
  mutating func set(_ lane: Int, _ element: LookElement) {
    for input in program.inputs {
      registers[input.register][lane] = element.number(of: input.input)
    }
  }

  /// Computes the values of the elements whose numbers were set.
  mutating func evaluate() {
    run(program.rowSteps)
    run(program.steps)
  }

  /// Begins a row, whose elements have the numbers of this one that are of rows.
  mutating func begin(_ row: LookElement) {
    for input in program.inputs where input.input.isOfRow {
      registers[input.register] = Lanes(repeating: row.number(of: input.input))
    }
    run(program.rowSteps)
  }

  /// Gives a lane the numbers of an element of the row.
  mutating func setOfRow(_ lane: Int, _ element: LookElement) {
    for input in program.inputs where !input.input.isOfRow {
      registers[input.register][lane] = element.number(of: input.input)
    }
  }

  /// Computes the values of the elements of the row whose numbers were set.
  mutating func evaluateOfRow() { run(program.steps) }

  private mutating func run(_ steps: [LookProgram.Step]) {
    for step in steps {
      registers[step.result] = step.operation.result(
        registers[step.a], registers[step.b], registers[step.c], colors)
    }
  }

  /// The value of a register in a lane.
  func value(_ register: Int, lane: Int = 0) -> Double { registers[register][lane] }

  /// The value of a register as a colour.
  func color(_ register: Int, lane: Int = 0) -> Color { Color(packed: registers[register][lane]) }
}
