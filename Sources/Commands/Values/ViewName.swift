// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

/// The name of a view of the catalog.
struct ViewName: ArgumentValue {
  let name: String

  init(_ name: String) { self.name = name }

  init(argument: String) throws(ArgumentValueError) {
    guard ViewName.choices.contains(argument) else {
      throw ArgumentValueError("choose from \(ViewName.choices.joined(separator: ", "))")
    }
    name = argument
  }

  var argumentText: String { name }

  static var choices: [String] { ViewCatalog.all.map { $0.name } }

  /// The view that the arguments of `render` ask for with `--view`, the first one if none.
  ///
  /// It is looked for before the arguments are read, since the view brings options of its own;
  /// reading them finds what is wrong with an unknown name.
  static func view(in arguments: [String]) -> any View.Type {
    var wanted: Substring?
    for (index, word) in arguments.enumerated() {
      if word == "--" { break }
      if word.hasPrefix("--view=") { wanted = word.dropFirst("--view=".count) }
      if word == "--view", index + 1 < arguments.count { wanted = arguments[index + 1][...] }
    }
    return ViewCatalog.all.first { $0.name == wanted ?? "" } ?? ViewCatalog.all[0]
  }
}
