// SPDX-License-Identifier: MIT
import Analysis
import Decoding
import Pipeline
import Signal
import Testing
import Views

/// The tables that have rows of the stages and of the wings.
@Suite struct TablesTests {
  @Test func `the views of any sound come first, the radial one by default`() {
    #expect(
      ViewCatalog.all.map { $0.name } == [
        "radial", "track", "gauge", "loudness", "plots", "tones", "wheels",
      ])
    #expect(ViewCatalog.all.compactMap { $0.scoreKind } == ["tones", "wheels"])
  }

  @Test func `the notes of a score are a column after the pitch`() throws {
    let names = AddedColumns.all.map(\.name)
    #expect(
      names == [
        "sound-meter", "fft", "tracker", "loudness", "true-peak", "correlation", "pitch", "notes",
        "bands", "beat", "beats", "bars",
        "section", "turn", "lyrics",
      ])
    let notes = try #require(AddedColumns.named("notes"))
    #expect(notes.analysis(of: ColumnInput(floor: .silence)) == nil)
    #expect(InputKind.all.count == 2)
  }
}
