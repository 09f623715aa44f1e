// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

extension View {
  /// The looks with their summaries.
  static var lookTable: HelpTable {
    HelpTable(
      "Looks of the view \(name)",
      looks.map { look in
        HelpRow(look.name, look.summary.prefix(1).uppercased() + look.summary.dropFirst() + ".")
      })
  }

  /// The looks that use an option, by its long name.
  static func looks(using option: String) -> [String] {
    looks.filter { look in
      var (picture, options) = (PictureSettings(), Options())
      look.apply(&picture, &options)
      return !options.unusedOptions.contains(option)
    }.map(\.name)
  }
}

extension UsageError {
  /// The error for an option that has no effect in a look.
  static func unused<SomeView: View>(
    _ option: String, look: String, of view: SomeView.Type
  ) -> UsageError {
    let looks = view.looks(using: option)
    return .contradiction(
      "--\(option) changes nothing with --look \(look)",
      hint: looks.isEmpty
        ? "leave it out" : "leave it out, or choose --look \(looks.joined(separator: ", "))")
  }
}

extension Diagnostic {
  /// The same error for an unknown look: with a list of the view's looks, or with the name of the
  /// view that has the look.
  func explainingLook(_ look: String, of view: any View.Type) -> Diagnostic {
    var other = self
    if let owner = ViewCatalog.all.first(where: { $0.hasLook(look) }) {
      other = Diagnostic(
        message, hint: "add --view \(owner.name), which has this look", status: status)
    } else {
      other.list = view.lookTable.rows
    }
    return other
  }
}

extension View {
  fileprivate static func hasLook(_ name: String) -> Bool { looks.contains { $0.name == name } }
}
