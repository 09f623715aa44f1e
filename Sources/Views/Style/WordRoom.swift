// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing

extension Item {
  /// The y coordinate of the highest point of a stroke, in points.
  var top: Double? {
    if case .stroke(let path, _) = shape { path.points.map(\.y).min() } else { nil }
  }
}

extension [Item] {
  /// The y coordinate of the highest point of words, in points; `nil` if there are none.
  var top: Double? { compactMap(\.top).min() }
}

extension AppearanceOptions {
  /// The long names of all options, for looks in which they have no effect.
  static let names = table.map(\.description.name)
}
