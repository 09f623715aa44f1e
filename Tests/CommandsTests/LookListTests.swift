// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// What the program tells of the looks that there are.
@Suite struct LookListTests {
  private func lines(_ words: String...) throws -> (status: Int32, lines: [String]) {
    let result = try Inside.command(["render", Repository.fixture("Audio/one-tick.wav")] + words)
      .run()
    return (result.status, result.errors.split(separator: "\n").map(String.init))
  }

  @Test func `a look that no view has is answered with those of the view, one a line`() throws {
    let (status, lines) = try lines("--view", "gauge", "--look", "studo")
    #expect(status == 64)
    #expect(lines.count == 4)
    #expect(lines[1] == "hint: choose from studio, tutorial; did you mean 'studio'?")
    #expect(lines[2].hasPrefix("  studio    ") && lines[2].hasSuffix("."))
    #expect(lines[3].hasPrefix("  tutorial  As "))
  }

  @Test func `a look of another view is answered with that view`() throws {
    let (status, lines) = try lines("--view", "gauge", "--look", "analyzer")
    #expect(status == 64)
    #expect(lines.count == 2)
    #expect(lines[1] == "hint: add --view plots, which has this look")
  }

  @Test func `help has a line for each look of the view`() throws {
    let help = try Inside.succeed(Inside.command(["render", "--view", "gauge", "--help"])).text
    let rows = help.split(separator: "\n").map(String.init)
    let place = try #require(rows.firstIndex(of: "Looks of the view gauge:"))
    #expect(rows[place + 1].hasPrefix("  studio    "))
    #expect(rows[place + 2].hasPrefix("  tutorial  "))
  }

  @Test func `an option that a look does not use is answered with the looks that do`() throws {
    let (status, lines) = try lines("--view", "gauge", "--look", "tutorial", "--floor", "-90")
    #expect(status == 64)
    #expect(lines.first?.hasSuffix("--floor changes nothing with --look tutorial") == true)
    #expect(lines[1] == "hint: leave it out, or choose --look studio")
  }
}
