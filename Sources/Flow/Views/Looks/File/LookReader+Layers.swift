// SPDX-License-Identifier: MIT
internal import JSON

/// How a whole track is cut; domains, layers and groups of them.
extension LookReader {
  /// How a whole track is cut, and what such a look does not have.
  mutating func readTrack(
    _ value: JSONValue, _ root: JSONValue, into file: inout LookFile
  ) {
    var form = TrackForm()
    _ = members(value, "track", known: ["turns", "cells", "window", "stretch", "spiral"])
    func whole(_ value: JSONValue) -> Int? {
      guard case .number(let number) = value, (1...100).contains(number.double) else { return nil }
      return Int(exactly: number.double)
    }
    if let turns = value["turns"] {
      if case .array(let ends) = turns, ends.count == 2, let least = whole(ends[0]),
        let most = whole(ends[1]), least <= most
      {
        form.turns = least...most
      } else {
        fault("track.turns", "two whole numbers from 1 to 100 are expected, the smaller one first")
      }
    }
    let cells = number(value["cells"], "track.cells", in: 12...1440, usual: Double(form.cells))
    form.cells = Int(cells)
    if cells != cells.rounded() { fault("track.cells", "a whole number is expected") }
    form.window = number(value["window"], "track.window", in: 0...1, usual: 0)
    form.stretches = flag(value["stretch"], "track.stretch")
    form.isSpiral = flag(value["spiral"], "track.spiral")
    for key in ["fills", "logo"] where root[key] != nil {
      fault(key, "a look of a whole track has no '\(key)'")
    }
    file.track = form
    (file.layouts, file.cover) = ([.whole], .number(0))
  }

  mutating func group(_ value: JSONValue, _ place: String) -> LookGroup? {
    guard let list = value["layers"] else {
      let domain = domain(value["domain"], "\(place).domain", isOfGroup: false)
      return layer(value, place, in: domain).map { LookGroup(domain: domain, layers: [$0]) }
    }
    _ = members(value, place, known: ["name", "domain", "layers"])
    _ = layerName(value["name"], "\(place).name", usual: "group")
    guard case .array(let parts) = list, (1...64).contains(parts.count) else {
      fault("\(place).layers", "a list of 1 to 64 layers is expected")
      return nil
    }
    let domain = domain(value["domain"], "\(place).domain", isOfGroup: parts.count > 1)
    var layers: [LookLayer] = []
    for (index, part) in parts.enumerated() {
      let place = "\(place).layers[\(index)]"
      if part["domain"] != nil { fault(place, "the domain is that of the group; leave it out") }
      if let layer = layer(part, place, in: domain) { layers.append(layer) }
    }
    return LookGroup(domain: domain, layers: layers)
  }

  /// A domain. Copies have numbers of their own, unless they are painted together.
  private mutating func domain(
    _ value: JSONValue?, _ place: String, isOfGroup: Bool
  ) -> LookDomain {
    var domain = LookDomain()
    guard let value else { return domain }
    guard case .object(let members) = value else {
      domain.kind = choice(value, place, usual: .once) ?? .once
      if domain.kind == .past {
        fault(place, "write { \"past\": { \"every\": 1 } } or \"when\": \"hit\"")
      }
      return domain
    }
    guard members.count == 1, let member = members.first else {
      fault(place, "one domain is expected, such as { \"turn\": { \"older\": 1 } }")
      return domain
    }
    guard let kind: LookDomain.Kind = choice(.string(member.key), place, usual: .once) else {
      return domain
    }
    domain.kind = kind
    let place = "\(place).\(member.key)"
    for option in self.members(member.value, place, known: kind.keys.map(\.rawValue)) {
      guard let key = LookKey(rawValue: option.key) else { continue }
      let place = "\(place).\(option.key)"
      switch key {
      case .when: domain.event = choice(option.value, place, usual: nil)
      case .speed:
        domain.speed = expression(option.value, place, .number, in: [.once])
        if isOfGroup { refuseCopies(in: domain.speed, place) }
      case .first: domain.first = choice(option.value, place, usual: .oldest) ?? .oldest
      default:
        domain.constants[key] = expression(
          option.value, place, .number, in: [.once], isConstant: true)
        if isOfGroup || key == .older { refuseCopies(in: domain.constants[key], place) }
      }
    }
    if kind == .past, (domain.event == nil) == (domain.constants[.every] == nil), faults.isEmpty {
      fault(place, "either every, in seconds, or when is expected")
    }
    if let event = domain.event, domain.speed != nil {
      fault(place, "what begins with a \(event.rawValue) has no 'speed'")
    }
    if domain.event == .hit, domain.constants[.until] != nil {
      fault(place, "hits have no 'until'; 'for' is at most \(Ripples.seconds) s")
    }
    return domain
  }

  private mutating func layerName(
    _ value: JSONValue?, _ place: String, usual: String
  ) -> String {
    let name = value == nil ? usual : text(value, place, most: 40)
    if !LookReader.isName(name, inExpressions: false) {
      fault(place, "a name of small letters, digits and hyphens is expected")
    }
    return name
  }

  /// Refuses the number of a copy where all copies have one number.
  private mutating func refuseCopies(in expression: LookExpression?, _ place: String) {
    guard let expression, uses(of: expression).contains(.name(.k)) else { return }
    fault(place, "all copies and layers have this number, so it cannot depend on 'k'")
  }

  private mutating func layer(
    _ value: JSONValue, _ place: String, in domain: LookDomain
  ) -> LookLayer? {
    guard case .object = value else {
      fault(place, "an object is expected")
      return nil
    }
    guard value["mark"] != nil else {
      fault(
        place,
        "'mark' is missing: one of \(LookMark.allCases.map(\.rawValue).joined(separator: ", "))")
      return nil
    }
    guard let mark: LookMark = choice(value["mark"], "\(place).mark", usual: nil) else {
      return nil
    }
    guard mark.domains.contains(domain.kind) else {
      fault(
        "\(place).mark",
        "\(mark.rawValue) needs one of the domains \(mark.domains.map(\.rawValue).joined(separator: ", ")); "
          + "this is \(domain.kind.rawValue)")
      return nil
    }
    if mark.isJoined, domain.event == .hit {
      fault("\(place).mark", "hits are shown by ring and dot")
    }
    let keys = LookKey.common + mark.keys(in: domain.kind)
    let scopes = domain.scopes(of: mark)
    var owners: [String: String] = [:]
    for key in LookMark.allCases.flatMap(\.keys) where !keys.contains(key) {
      let marks = LookMark.allCases.filter { $0.keys(in: domain.kind).contains(key) }.map(
        \.rawValue)
      owners[key.rawValue] =
        marks.isEmpty || mark.keys.contains(key)
        ? "a mark '\(mark.rawValue)' has no '\(key.rawValue)' in the domain \(domain.kind.rawValue)"
        : "'\(key.rawValue)' is for \(marks.joined(separator: ", ")), not for \(mark.rawValue)"
    }
    let members = members(value, place, known: keys.map(\.rawValue), owners: owners)
    if case .string("softer")? = value["side"], domain.kind != .turn {
      fault("\(place).side", "softer is for the domain turn, where channels can meet")
    }
    let side: LookSide? = choice(
      value["side"], "\(place).side",
      usual: domain.kind == .once || domain.kind == .past && !mark.isJoined ? .mean : .louder)
    var layer = LookLayer(
      name: layerName(value["name"], "\(place).name", usual: mark.rawValue), mark: mark,
      side: side ?? .mean)
    if let only = value["only"] {
      let only = layouts(only, "\(place).only")
      layer.only = only
      if Set(only).isDisjoint(with: allLayouts) {
        fault(
          "\(place).only", "the look has none of these layouts; 'layout' names those that it has")
      }
    }
    for member in members {
      guard let key = LookKey(rawValue: member.key) else { continue }
      let place = "\(place).\(member.key)"
      switch key {
      case .name, .domain, .mark, .side, .only, .layers: break
      case .times:
        layer.times = expression(member.value, place, .number, in: [.once], isConstant: true)
        refuseCopies(in: layer.times, place)
      case .curve: layer.curve = choice(member.value, place, usual: .straight) ?? .straight
      case .radius: readRadius(member.value, place, scopes, into: &layer)
      case .gradient: layer.gradient = gradient(member.value, place, scopes)
      case .color: layer.channels[key] = expression(member.value, place, .color, in: scopes)
      default: layer.channels[key] = expression(member.value, place, .number, in: scopes)
      }
    }
    let (hasX, hasY) = (layer.channels[.x] != nil, layer.channels[.y] != nil)
    if mark.isJoined, hasX != hasY, faults.isEmpty { fault(place, "x and y belong together") }
    if hasX || hasY, mark == .dot, layer.channels[.to] != nil || layer.channels[.angle] != nil {
      fault(place, "x and y say where a dot is, so 'radius' and 'angle' change nothing")
    }
    if layer.gradient != nil, layer.channels[.color] != nil {
      fault(place, "the colours are those of 'gradient', so 'color' changes nothing")
    }
    if layer.curve == .petal, mark == .line || layer.channels[.x] != nil {
      fault("\(place).curve", "petals are areas round the centre")
    }
    return layer
  }

  private mutating func readRadius(
    _ value: JSONValue, _ place: String, _ scopes: [LookDomain.Kind], into layer: inout LookLayer
  ) {
    guard case .object = value else {
      layer.channels[.to] = expression(value, place, .number, in: scopes)
      return
    }
    if [.dot, .line].contains(layer.mark) {
      return fault(place, "a \(layer.mark.rawValue) has one radius, not two")
    }
    for member in members(value, place, known: ["from", "to"]) {
      guard let key = LookKey(rawValue: member.key) else { continue }
      layer.channels[key] = expression(
        member.value, "\(place).\(member.key)", .number, in: scopes)
    }
  }

  private mutating func gradient(
    _ value: JSONValue, _ place: String, _ scopes: [LookDomain.Kind]
  ) -> LookGradient? {
    let members = members(value, place, known: ["from", "to", "steps", "color"])
    for key in ["from", "to", "color"] where value[key] == nil {
      fault(place, "'\(key)' is missing")
    }
    var parts: [String: LookExpression] = [:]
    for member in members {
      parts[member.key] = expression(
        member.value, "\(place).\(member.key)", member.key == "color" ? .color : .number,
        in: scopes + [.turn], isConstant: member.key != "color")
    }
    if let color = parts["color"] {
      for use in uses(of: color)
      where ![.name(.at), .name(.older)].contains(use) && !use.isKnown {
        fault("\(place).color", "'\(use.word)' changes with the sound, and a gradient does not")
      }
    }
    guard let from = parts["from"], let to = parts["to"], let color = parts["color"] else {
      return nil
    }
    return LookGradient(from: from, to: to, steps: parts["steps"] ?? .number(8), color: color)
  }
}
