// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// What standards demand of meters, measured through the command `meter`; and the page of it in the
/// documentation.
@Suite struct ConformanceTests {
  private static let page = "Sources/RadialAudio/RadialAudio.docc/Conformance.md"

  @Test func `every clause is kept, and the page of the documentation has what was measured`()
    throws
  {
    var text = """
      # Conformance

      What standards demand of meters, and what `radial-audio meter` does.

      Each line is measured by a test, on signals that are made from the standard's description. The
      margin is the distance to the nearer limit. `make conformance` measures all of them anew and writes
      this page.

      """
    var standard = ""
    for clause in Clause.all {
      if clause.standard != standard {
        standard = clause.standard
        text += """

          ## \(standard)

          | clause | demand | limits | measured | margin |
          |---|---|---|---|---|

          """
      }
      let measured = try clause.measure()
      #expect(clause.limits.contains(measured), "\(clause): \(measured)")
      text += clause.row(measured) + "\n"
    }
    #expect(Clause.all.count >= 150)
    let path = Repository.path(Self.page)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    let found = String(
      decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    #expect(found == text, "the page is not what was measured; make conformance writes it")
  }
}
