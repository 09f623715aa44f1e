// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// A look that was read from a JSON text: see ``init(json:)``.
public struct LookFile: Sendable {
  /// The schema of the text.
  public static let schema = "radial-audio/look/1"
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
  /// at a tick lives, with all parameters as they are.
  public var seconds: Double {
    groups.filter { $0.domain.kind == .past }.map { seconds(of: $0.domain, settings([:])) }.max()
      ?? 0
  }

  private func seconds(of domain: LookDomain, _ settings: LookSettings) -> Double {
    constant(.for, domain.constants[.for], settings)
      * constant(.until, domain.constants[.until], settings)
  }

  /// What is wrong with the number of elements of a look with these values; `nil` if it is within the bounds
  /// of ``LookFile/mostElements`` and ``LookFile/mostElementsInTick``.
  func excess(_ set: [String: LookParameter.Value]) -> LookFault? {
    let settings = settings(set)
    var (held, anew) = (0.0, 0.0)
    for (index, group) in groups.enumerated() {
      for layer in group.layers {
        func constant(_ key: LookKey) -> Double {
          self.constant(key, group.domain.constants[key], settings)
        }
        let copies = 2 * self.constant(.times, layer.times, settings).rounded(.down)
        switch group.domain.kind {
        case .once, .head: anew += copies
        case .turn: held += copies * constant(.columns) * (constant(.older) + 1)
        case .past:
          let alive = seconds(of: group.domain, settings) / max(constant(.every), 1 / 60)
          let count = group.domain.event == nil ? min(alive, constant(.last)) : 2
          held += copies * count
          anew += copies * count
        }
        let place = "layers[\(index)]"
        if held > LookFile.mostElements {
          return LookFault(
            place,
            "there are more than \(Int(LookFile.mostElements)) elements up to here; "
              + "fewer columns, older turns or copies would do")
        }
        if anew > LookFile.mostElementsInTick {
          return LookFault(
            place,
            "there are more than \(Int(LookFile.mostElementsInTick)) elements at each tick up to here; "
              + "a longer 'every', a shorter 'for' or fewer copies would do")
        }
      }
    }
    return nil
  }

  /// The most elements that are kept, and the most that are computed at a tick.
  private static let (mostElements, mostElementsInTick) = (400_000.0, 60_000.0)

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
