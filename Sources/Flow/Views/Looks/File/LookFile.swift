// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing

/// A look that was read from a JSON text: see ``init(json:)``.
public struct LookFile: Sendable {
  /// The schema of the text.
  public static let schema = "radial-audio/look/1"
  /// The keys of a file.
  static let keys = [
    "schema", "name", "by", "summary", "palette", "meters", "turn", "layout", "parameters",
    "variants", "values", "track", "camera", "fills", "cover", "logo", "layers",
  ]
  /// The most bytes of a file.
  public static let maxBytes = 256 << 10

  /// The bytes that it was read from.
  public private(set) var text: [UInt8] = []
  /// The name, of small letters, digits and hyphens.
  public internal(set) var name = ""
  /// Who made it.
  public internal(set) var author = ""
  /// A few words for lists.
  public internal(set) var summary = ""
  /// What can be set, in the order of the text.
  public internal(set) var parameters: [LookParameter] = []
  /// Named values of parameters.
  public internal(set) var variants: [(name: String, values: [LookSetting])] = []

  /// Its own colours, and their name if they have one.
  var palette = Palette.dusk
  /// The meters, if no others are chosen.
  var meters = Ballistics.petal
  /// The turn, if no other is chosen.
  var turn: Turn?
  /// The possible layouts, the default one first.
  var layouts = [FigureLayout.pair]
  var values: [(name: String, expression: LookExpression)] = []
  /// The figure's size, rotation and centre, by `scale`, `turn`, `x` and `y`.
  var camera: [Camera: LookExpression] = [:]
  /// Whether the figure reaches the edges of the sheet.
  var fills = false
  /// The radius of a cover, in points; 0 for a look that takes none.
  var cover = LookExpression.number(56)
  /// The width of a logo, in points.
  var logo = 92.0
  var groups: [LookGroup] = []
  /// How it cuts a whole track; `nil` for a look of the radial view.
  var track: TrackForm?
  /// What the layers depend on.
  var uses: Set<LookUse> = []

  /// The values of some settings, which were checked.
  func values(of settings: [LookSetting]) -> [String: LookParameter.Value] {
    settings.reduce(into: [:]) { values, setting in
      let parameter = parameters.first { $0.name == setting.name }
      values[setting.name] = try? parameter?.value(typed: setting.value)
    }
  }

  /// The name of the view whose look it is.
  public var viewName: String { track == nil ? RadialView.name : TrackView.name }

  /// How many layers it has.
  public var layerCount: Int { groups.reduce(0) { $0 + $1.layers.count } }

  /// The settings of a look with these values, before a run.
  private func settings(_ set: [String: LookParameter.Value]) -> LookSettings {
    LookSettings(
      parameters: parameters.reduce(into: [:]) { numbers, parameter in
        if case .number(let number) = set[parameter.name] ?? parameter.usual {
          numbers[parameter.name] = [number]
        }
      }, run: [:], colors: LookColors(palette: palette, ground: palette.background))
  }

  /// How far back a picture depends on the sound at most, in seconds, beside the turns: how long what begins
  /// at a tick lives, with all parameters as they are, and how long levels fall.
  public var seconds: Double {
    var longest = 0.0
    eachCopy(settings([:])) { group, _, settings in
      let lives =
        group.domain.kind == .past
        ? seconds(of: group.domain, settings)
        : group.domain.kind == .count ? constant(.trail, of: group.domain, settings) : 0
      let hasLevels = hasLevels(group) || uses.contains(.place(.level))
      let fall = hasLevels ? settings.fall : .infinity
      longest = max(longest, lives + FallingSpectrum.seconds(fallingBy: fall))
    }
    return longest
      + places(settings([:])).reduce(0) { longest, place in
        if case .memory(let memory) = place { max(longest, memory.seconds) } else { longest }
      }
  }

  private func seconds(of domain: LookDomain, _ settings: LookSettings) -> Double {
    // Rings of hits live for as long as they are known; what is slow ages at a tenth of the usual speed at least.
    min(constant(.for, of: domain, settings), domain.event == .hit ? Ripples.seconds : .infinity)
      * constant(.until, of: domain, settings) * (domain.speed == nil ? 1 : 10)
  }

  /// A number of a domain that is known before the run.
  func constant(_ key: LookKey, of domain: LookDomain, _ settings: LookSettings) -> Double {
    constant(key, domain.constants[key], settings)
  }

  /// What is wrong with the size of a look with these values; `nil` if it is within its bounds.
  func excess(_ set: [String: LookParameter.Value]) -> LookFault? { excess(settings(set)) }

  /// What is wrong with the size of a look in a run: the elements that it keeps, and the steps that these take at
  /// first, and at each tick.
  func excess(_ settings: LookSettings) -> LookFault? {
    var (layers, elements, steps, stepsInTick) = (0.0, 0.0, 0.0, 0.0)
    for (index, group) in groups.enumerated() {
      let place = "layers[\(index)]"
      if let fault = outside(group, place, settings) { return fault }
      for layer in group.layers {
        let times = self.constant(.times, layer.times, settings).rounded(.down)
        let own = Double(LookCode(layer, of: self, settings).stepCount + 20)
        layers += times
        for copy in 0..<Int(times) {
          var settings = settings
          settings.run[.k] = Double(copy)
          let count = count(of: layer, in: group.domain, settings)
          elements += 2 * count
          steps += 2 * count * own
          if ![.turn, .track].contains(group.domain.kind) { stepsInTick += 2 * count * own }
        }
        let bounds: [(Double, Double, String)] = [
          (layers, 500, "layers with their copies"), (own, 1000, "steps in one layer"),
          (elements, 400_000, "elements; a turn without 'columns' has 7200"),
          (steps, 40_000_000, "steps for all elements"),
          (stepsInTick, 5_000_000, "steps at each tick"),
        ]
        for (number, most, what) in bounds where number > most {
          return LookFault(place, "with this layer there are more than \(Int(most)) \(what)")
        }
      }
    }
    guard places(settings).count <= LookPlace.most else {
      return LookFault(
        "layers",
        "level, share, pile, chroma and what was before are read at more than \(LookPlace.most) places; the domain bands has all"
      )
    }
    return nil
  }

  /// What is wrong with the numbers of a domain, and of copies: those that are out of their range.
  private func outside(
    _ group: LookGroup, _ place: String, _ settings: LookSettings
  ) -> LookFault? {
    var all = group.layers.enumerated().compactMap { index, layer in
      layer.times.map {
        (LookKey.times, group.layers.count > 1 ? "\(place).layers[\(index)]" : place, $0, 0)
      }
    }
    let copies = group.layers.count > 1 ? 1 : constant(.times, group.layers[0].times, settings)
    for copy in 0..<Int(copies) {
      all += group.domain.constants.map {
        ($0, "\(place).domain.\(group.domain.kind.rawValue)", $1, copy)
      }
    }
    for (key, place, expression, copy) in all {
      var settings = settings
      settings.run[.k] = Double(copy)
      let number = constant(expression, settings)
      // What depends on the sheet is known in a run.
      guard let range = key.limits?.range, !range.contains(number),
        settings.run.count > 1 || !dependsOnRun(expression)
      else { continue }
      let ends = [range.lowerBound, range.upperBound].map(\.argumentText)
      return LookFault(
        "\(place).\(key.rawValue)",
        "is \(number.argumentText), and can be from \(ends[0]) to \(ends[1])")
    }
    return nil
  }

  private func dependsOnRun(_ expression: LookExpression) -> Bool {
    var depends = false
    expression.eachUse { use in
      if case .name(let name) = use, name.group == .run { depends = true }
    }
    expression.eachValue { if dependsOnRun(values[$0].expression) { depends = true } }
    return depends
  }

  /// How many elements of a channel a layer has at most.
  private func count(
    of layer: LookLayer, in domain: LookDomain, _ settings: LookSettings
  ) -> Double {
    func constant(_ key: LookKey) -> Double { self.constant(key, of: domain, settings) }
    let bands = domain.hasBands(layer.mark) ? Double(SpectrumScale.bandCount) : 1
    switch domain.kind {
    case .once, .head: return 1
    case .track:
      let form = track ?? TrackForm()
      return Double((form.cells + 1) * form.turns.upperBound)
    case .turn: return constant(.columns) * (constant(.older) + 1)
    case .bands: return bands
    case .count: return constant(.n) * (constant(.trail) * 60 + 1)
    case .past:
      // Beats are at least a fifth of a second apart.
      let spacing = domain.event == nil ? max(constant(.every), 1 / 60) : 0.2
      let alive = seconds(of: domain, settings) / spacing + 1
      return bands * (domain.event == .hit ? 2 : min(alive, constant(.last)))
    }
  }

  /// The look with the bytes that it was read from.
  func with(text: [UInt8]) -> LookFile {
    var file = self
    file.text = text
    return file
  }

  /// What moves a figure as a whole.
  enum Camera: String, CaseIterable, Sendable {
    case scale, turn, x, y
  }
}

/// A fault of a look, with its place.
public struct LookFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it is, such as `layers[2].radius.to`; empty for the whole.
  public let place: String
  /// What is wrong, and what to write instead.
  public let text: String

  init(_ place: String, _ text: String) { (self.place, self.text) = (place, text) }

  /// The place and the fault.
  public var description: String { place.isEmpty ? text : "\(place): \(text)" }
}

/// Why a look cannot be read: up to five faults.
public struct LookFaults: Error, Sendable, Hashable {
  /// The faults, in the order of the text.
  public let faults: [LookFault]
}
