// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

/// The name of a view of the catalog.
struct ViewName: ArgumentValue {
  let name: String

  /// The default view.
  init() { name = ViewCatalog.all[0].name }

  init(argument: String) throws(ArgumentValueError) {
    guard ViewName.choices.contains(argument) else {
      throw ArgumentValueError("choose from \(ViewName.choices.joined(separator: ", "))")
    }
    name = argument
  }

  var argumentText: String { name }

  static var choices: [String] { ViewCatalog.all.map { $0.name } }
}
