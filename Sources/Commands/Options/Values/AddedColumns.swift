// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments

/// Columns to add to a table, such as `fft,pitch`, each once.
struct AddedColumns: ArgumentValue {
  let figures: [AddedFigures]

  init() { figures = [] }

  init(argument: String) throws(ArgumentValueError) {
    let names = AddedFigures.allCases.map(\.rawValue)
    var figures: [AddedFigures] = []
    for word in argument.listParts {
      guard let added = AddedFigures(rawValue: word) else {
        let nearest = Suggestion.nearest(to: word, in: names)
        throw ArgumentValueError(
          "no such choice",
          hint: "choose from \(names.joined(separator: ", "))"
            + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
      }
      guard !figures.contains(added) else {
        throw ArgumentValueError("'\(added.rawValue)' is given twice")
      }
      figures.append(added)
    }
    self.figures = figures
  }

  var argumentText: String { figures.map(\.rawValue).joined(separator: ",") }
}
