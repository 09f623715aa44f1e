// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import JSON

extension LookFile {
  /// Reads a JSON text strictly: every fault is an error with its place, and so is what would be too large to
  /// draw, unless the text is one of the program's, which are known to be small.
  ///
  /// - Throws: ``LookFaults``.
  public init(json text: [UInt8], isOfProgram: Bool = false) throws(LookFaults) {
    let root: JSONValue
    do {
      guard text.count <= LookFile.maxBytes else {
        throw LookFaults(
          faults: [
            LookFault("", "has more than \(LookFile.maxBytes >> 10) KiB, so it is not a look")
          ])
      }
      root = try JSONValue(parsing: text)
    } catch let error as JSONSyntaxError {
      throw LookFaults(faults: [LookFault("", "\(error)")])
    } catch let error as LookFaults {
      throw error
    } catch {
      throw LookFaults(faults: [])
    }
    var reader = LookReader()
    let file = reader.file(root)
    guard reader.faults.isEmpty else { throw LookFaults(faults: reader.faults) }
    guard !isOfProgram else {
      self = file.with(text: text)
      return
    }
    if let excess = file.excess([:]) { throw LookFaults(faults: [excess]) }
    for variant in file.variants {
      guard let excess = file.excess(file.values(of: variant.values)) else { continue }
      throw LookFaults(faults: [LookFault("variants.\(variant.name)", excess.description)])
    }
    self = file.with(text: text)
  }
}

/// Reads a look, and collects what is wrong.
struct LookReader {
  /// The first faults.
  private(set) var faults: [LookFault] = []
  /// What names mean in the expressions that are read.
  var vocabulary = LookVocabulary()
  /// What each value depends on.
  private var usesOfValues: [Set<LookUse>] = []
  /// What the layers depend on.
  private var uses: Set<LookUse> = []
  /// The layouts of the look.
  private(set) var allLayouts: [FigureLayout] = []

  private static let mostFaults = 5

  mutating func fault(_ place: String, _ text: String) {
    guard faults.count < LookReader.mostFaults else { return }
    faults.append(LookFault(place, text))
  }

  // MARK: - The file

  mutating func file(_ root: JSONValue) -> LookFile {
    var file = LookFile()
    switch root["schema"] {
    case .string(LookFile.schema)?: break
    case .string(let other)? where other.hasPrefix("radial-audio/look/"):
      fault("schema", "'\(other.prefix(40))' needs a newer radial-audio")
      return file
    default:
      if case .object = root { fault("schema", "\"\(LookFile.schema)\" is expected") }
    }
    _ = members(root, "", known: LookFile.keys)
    guard faults.isEmpty || root["layers"] != nil else { return file }
    file.name = text(root["name"], "name", most: 40)
    if faults.isEmpty, !LookReader.isName(file.name, inExpressions: false) {
      fault("name", "a name of small letters, digits and hyphens is expected")
    }
    file.author = text(root["by"], "by", most: 80)
    file.summary = text(root["summary"], "summary", most: 200)
    if let value = root["palette"] { file.palette = palette(value) ?? file.palette }
    if let value = root["track"] { readTrack(value, root, into: &file) }
    if let value = root["meters"] { file.meters = meters(value) ?? file.meters }
    if let value = root["turn"] { file.turn = turn(value) }
    if let value = root["layout"] { file.layouts = layouts(value) }
    if let track = file.track,
      ![[.whole], track.isSpiral ? [] : [.mirror]].contains(file.layouts)
    {
      fault("layout", "a look of a whole track is whole or, if it is no spiral, mirror")
    }
    allLayouts = file.layouts
    file.logo = number(root["logo"], "logo", in: 1...1000, usual: file.logo)
    file.fills = flag(root["fills"], "fills")
    if let value = root["parameters"] { readParameters(value, into: &file) }
    if let value = root["variants"] { readVariants(value, into: &file) }
    if let value = root["values"] { readValues(value) }
    file.values = vocabulary.values
    if let value = root["cover"] {
      file.cover =
        expression(value, "cover", .number, in: [.once], isConstant: true) ?? file.cover
    }
    if let value = root["camera"] {
      for member in members(
        value, "camera", known: LookFile.Camera.allCases.map(\.rawValue))
      {
        guard let key = LookFile.Camera(rawValue: member.key) else { continue }
        file.camera[key] = expression(
          member.value, "camera.\(member.key)", .number, in: [.once])
      }
    }
    guard case .array(let layers)? = root["layers"], (1...64).contains(layers.count) else {
      fault("layers", "a list of 1 to 64 layers is expected")
      return file
    }
    for (index, layer) in layers.enumerated() {
      guard let group = group(layer, "layers[\(index)]") else { continue }
      let kind = group.domain.kind
      if ![.once, .head].contains(kind), (kind == .track) != (file.track != nil) {
        fault(
          "layers[\(index)].domain",
          "'\(kind.rawValue)' is for a look \(file.track == nil ? "with" : "without") the key 'track'"
        )
      }
      file.groups.append(group)
    }
    if file.groups.reduce(0, { $0 + $1.layers.count }) > 64 {
      fault("layers", "there are more than 64 layers")
    }
    file.uses = uses
    let ofTracks = [LookName.turn, .turns].filter { uses.contains(.name($0)) }
    if file.track == nil, let name = ofTracks.first {
      fault("layers", "'\(name.rawValue)' is of a whole track, and the look has no key 'track'")
    }
    if file.track != nil, LookFunction.memories.contains(where: { uses.contains(.place($0)) }) {
      fault("layers", "a look of a whole track has its cells, and no ago, fall, smooth or hold")
    }
    if file.track != nil, !file.groupsOfBands.subtracting(.shares).isEmpty {
      fault("layers", "a look of a whole track has no spectrum and no chroma, but share and pile")
    }
    return file
  }

  mutating func palette(_ value: JSONValue) -> Palette? {
    if case .string(let name) = value {
      let known = Palette.names
      if let row = Palette.named.first(where: { $0.name == name }) { return row.colors }
      fault(
        "palette",
        ExpressionFault(
          "'\(name.prefix(40))' is not one of \(known.joined(separator: ", "))", unlike: name,
          of: known
        ).text)
      return nil
    }
    do { return try Palette(field: JSONField(value, path: [.key("palette")])) } catch {
      fault("", "\(error)")
      return nil
    }
  }

  mutating func meters(_ value: JSONValue) -> Ballistics? {
    let known = Ballistics.usual.map(\.name)
    guard case .string(let name) = value,
      let meters = Ballistics.usual.first(where: { $0.name == name })
    else {
      fault("meters", "one of \(known.joined(separator: ", ")) is expected")
      return nil
    }
    return meters
  }

  mutating func turn(_ value: JSONValue) -> Turn? {
    if case .string("lock") = value { return .lock }
    if case .number(let number) = value, (1...600).contains(number.double) {
      return .length(TurnLength(seconds: number.double))
    }
    fault("turn", "a number of seconds from 1 to 600, or \"lock\", is expected")
    return nil
  }

  mutating func layouts(_ value: JSONValue, _ place: String = "layout") -> [FigureLayout] {
    var list = [value]
    if case .array(let elements) = value { list = elements }
    let known = FigureLayout.allCases.map(\.rawValue)
    var layouts: [FigureLayout] = []
    for element in list {
      guard case .string(let word) = element, let layout = FigureLayout(rawValue: word),
        !layouts.contains(layout)
      else {
        fault(place, "one or some of \(known.joined(separator: ", ")) are expected, each once")
        return [.pair]
      }
      layouts.append(layout)
    }
    if layouts.isEmpty { fault(place, "one of \(known.joined(separator: ", ")) is expected") }
    return layouts.isEmpty ? [.pair] : layouts
  }

  mutating func readValues(_ value: JSONValue) {
    let members = members(value, "values")
    if members.count > 64 { fault("values", "there are more than 64") }
    vocabulary.later = Set(members.map(\.key))
    for member in members.prefix(64) {
      let place = "values.\(member.key.prefix(40))"
      guard isFree(member.key, place) else { continue }
      let value = expression(member.value, place, nil)
      vocabulary.later.remove(member.key)
      guard let expression = value else {
        vocabulary.faulty.insert(member.key)
        continue
      }
      usesOfValues.append(uses(of: expression))
      vocabulary.values.append((member.key, expression))
    }
  }

  // MARK: - Expressions

  /// An expression of a kind, or of any if it is `nil`.
  mutating func expression(
    _ value: JSONValue, _ place: String, _ kind: ValueKind?
  ) -> LookExpression? {
    switch value {
    case .number(let number) where kind != .color: return .number(number.double)
    case .string(let text):
      do {
        if let kind {
          return try LookParser.expression(text, kind, with: vocabulary)
        }
        return try LookParser.expression(text, with: vocabulary)
      } catch {
        // What is wrong with those has been told.
        if vocabulary.faulty.isDisjoint(with: words(of: text)) { fault(place, error.text) }
      }
    default: fault(place, "\((kind ?? .number).rawValue) or an expression is expected")
    }
    return nil
  }

  /// The words of an expression, whatever they mean.
  private func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(String.init)
  }

  /// What an expression depends on.
  func uses(of expression: LookExpression) -> Set<LookUse> {
    var uses: Set<LookUse> = []
    expression.eachUse { uses.insert($0) }
    expression.eachValue { uses.formUnion(usesOfValues[$0]) }
    return uses
  }

  /// An expression of the names of some domains; before the run only some are known.
  mutating func expression(
    _ value: JSONValue, _ place: String, _ kind: ValueKind, in scopes: [LookDomain.Kind],
    isConstant: Bool = false
  ) -> LookExpression? {
    guard let expression = expression(value, place, kind) else { return nil }
    for use in uses(of: expression).sorted(by: { $0.word < $1.word }) {
      if isConstant, !use.isKnown {
        fault(
          place, "'\(use.word)' is \(use.group.rawValue), and this must be known before the run")
        return nil
      }
      uses.insert(use)
      guard let domains = use.domains, Set(domains).isDisjoint(with: scopes) else { continue }
      let (list, own) = (
        domains.map(\.rawValue).joined(separator: " and "), scopes[scopes.count - 1].rawValue
      )
      fault(
        place,
        domains.count > 5
          ? "'\(use.word)' has no meaning in the domain \(own)"
          : "'\(use.word)' is of the domain \(list), and this is \(own)")
      return nil
    }
    return expression
  }
}
