// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline

/// Columns to add to a table, such as `fft,pitch`, each once.
struct ColumnList: ArgumentValue {
  let columns: [AddedColumns]

  init() { columns = [] }

  init(argument: String) throws(ArgumentValueError) {
    let names = AddedColumns.all.map(\.name)
    var columns: [AddedColumns] = []
    for word in argument.listParts {
      guard let added = AddedColumns.named(word) else {
        let nearest = Suggestion.nearest(to: word, in: names)
        throw ArgumentValueError(
          "no such choice",
          hint: "choose from \(names.joined(separator: ", "))"
            + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
      }
      guard !columns.contains(where: { $0.name == word }) else {
        throw ArgumentValueError("'\(word)' is given twice")
      }
      columns.append(added)
    }
    self.columns = columns
  }

  var argumentText: String { columns.map(\.name).joined(separator: ",") }
}
