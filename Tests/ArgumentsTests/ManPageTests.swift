// SPDX-License-Identifier: MIT
import Arguments
import Testing

@Suite struct ManPageTests {
  private static let sections = [
    ManSection(
      "EXIT STATUS",
      rows: [HelpRow("0", "Success."), HelpRow("64", "Usage error; it's \\said\\.")])
  ]

  @Test func `the page has its sections in the order of man-pages(7)`() {
    let page = Painter.program.manPage(sections: Self.sections)
    let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH") }
    #expect(
      headings == [
        ".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"DESCRIPTION\"", ".SH \"THE COMMAND PAINT\"",
        ".SH \"THE COMMAND COPY\"", ".SH \"EXIT STATUS\"", ".SH \"EXAMPLES\"",
      ])
    #expect(
      page.hasPrefix(
        """
        .TH "PAINTER" "1" "" "painter 1.2.3" "User Commands"
        .nh
        .ad l
        .SH "NAME"
        painter \\- Paint pictures from drawings
        .SH "SYNOPSIS"
        \\fBpainter\\fR \\fBpaint\\fR \\fIINPUT...\\fR \\fI[OPTION]...\\fR

        """))
    #expect(
      page.contains(
        """
        .TP
        \\fB\\-f, \\-\\-format\\fR \\fIpng|svg|tiff\\fR
        Kind of file. [default:\\ png]

        """))
    #expect(page.contains("\nUsage error; it\\(aqs \\(rssaid\\(rs.\n"))
  }

  @Test func `nothing a text begins with is taken for a request`() {
    let spec = CommandSpec(
      name: "go", summary: ".SH fake", paragraphs: ["'tis", "é ~ ^ ` \""], options: [],
      defaults: 0)
    let program = ProgramSpec(
      name: "it", summary: "S.", version: "1", commands: [ProgramCommand(spec.description)])
    let page = program.manPage()
    #expect(page.contains("\n\\&.SH fake\n"))
    #expect(page.contains("\n\\(aqtis\n"))
    #expect(page.contains("\n\\[u00E9] \\(ti \\(ha \\(ga \\(dq\n"))
  }

  @Test(
    .enabled(if: Tool.groff.isInstalled), arguments: Sample.allCases)
  func `groff has no complaint`(sample: Sample) throws {
    let page = sample.program.manPage(sections: Self.sections)
    #expect(try Tool.groff.run(["-man", "-ww", "-z", "@"], on: page) == (0, ""))
  }

  @Test(.enabled(if: Tool.groff.isInstalled))
  func `groff prints what was meant`() throws {
    let page = Painter.program.manPage(sections: Self.sections)
    let text = try Tool.groff.run(["-man", "-Tascii", "-P-cbou", "@"], on: page).output
    #expect(text.contains("painter paint -f svg -o 'p-%02d.svg' - < a.txt"))
    #expect(text.contains("-o, --output DIR|PATTERN"))
    #expect(text.contains("it's \\said\\."))
  }
}
