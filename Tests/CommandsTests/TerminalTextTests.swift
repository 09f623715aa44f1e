// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestSupport
import Testing

@testable import Commands

/// Colours and links in what a terminal shows.
@Suite struct TerminalTextTests {
  private let terminal = TerminalText(isStyled: true)

  private func withoutStyles(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m|\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
  }

  @Test func `a page of help has bold headings, and what can be typed in a colour`() {
    let page = """
      Usage: tool COMMAND

      This is a paragraph that ends like a heading:
      but goes on.

      Main options:
        -o, --output FILE  Where it goes.
                           More of it.
            --look NAME    What it looks like.

      Examples:
        tool film song.ogg
            Make a film:

      """
    let styled = terminal.styled(page: page)
    #expect(withoutStyles(styled) == page)
    #expect(styled.contains("\u{1B}[1mMain options:\u{1B}[0m\n"))
    #expect(styled.contains("  \u{1B}[36m-o, --output FILE\u{1B}[0m  Where"))
    #expect(styled.contains("      \u{1B}[36m--look NAME\u{1B}[0m    What"))
    #expect(styled.contains("  \u{1B}[36mtool film song.ogg\u{1B}[0m\n      Make a film:\n"))
    #expect(styled.contains("\nThis is a paragraph that ends like a heading:\n"))
    #expect(TerminalText.plain.styled(page: page) == page)
  }

  @Test func `the name of an output is a link to its file on this machine`() throws {
    try TemporaryFolder.with { folder in
      let path = "\(folder.path)/a b%é.png"
      try folder.write("", "a b%é.png")
      let line = "poster in \(path), 10x10"
      let linked = terminal.linking(path, in: line)
      #expect(withoutStyles(linked) == line)
      let address = try #require(linked.firstMatch(of: /\]8;;(file:[^\u{1B}]*)\u{1B}/)?.output.1)
      let url = try #require(URL(string: String(address)))
      #expect(url.path == URL(filePath: path).resolvingSymlinksInPath().path)
      #expect(url.host == Machine.hostName)
      // A file that is not there has no link, and neither has a line that does not name it.
      #expect(terminal.linking("\(folder.path)/none", in: line) == line)
      #expect(terminal.linking(path, in: "poster") == "poster")
      #expect(TerminalText.plain.linking(path, in: line) == line)
    }
  }
}
