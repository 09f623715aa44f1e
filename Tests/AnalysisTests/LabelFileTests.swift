// SPDX-License-Identifier: MIT
import Analysis
import Testing

/// Label files as people edit them.
@Suite struct LabelFileTests {
  private func sections(_ text: String) throws -> [String] {
    try LabelFile.structure(text).sections.map { "\($0.begin) \($0.end) \($0.name) \($0.rank)" }
  }

  @Test(arguments: [
    "0\t1.5\tVerse\n1.5\t3\tChorus 2\n", "\u{FEFF}0\t1.5\tVerse\r\n1.5\t3\tChorus 2\r\n",
    "  0\t1.5\tVerse  \n\n1.5\t3\t Chorus  2\t\n", "0 1.5 Verse\n1.5   3 Chorus 2",
    "0,0\t1,5\tVerse\r1,5\t3\tChorus 2\r", "# by hand\n0\t1.5\tVerse\n1.5\t3\tChorus 2\n",
    "0\t1.5\tVerse\n\\\t100\t200\n1.5\t3\tChorus 2\n",
  ])
  func `a file edited by hand is read`(text: String) throws {
    let (structure, unused) = try LabelFile.read(text)
    #expect(structure.sections.map(\.name) == ["Verse", "Chorus"] && unused == nil)
    #expect(structure.sections.map(\.end) == [1.5, 3] && structure.sections.map(\.rank) == [0, 1])
  }

  @Test func `odd lines are passed over, and told once`() throws {
    let (structure, unused) = try LabelFile.read(
      "0\t1\tA\nnote\n1\t2\t\n2\t2\tdrop\n4\t3\tB\nx\t3\tB\n3\t4\tC\n")
    #expect(structure.sections.map(\.name) == ["A", "C"])
    #expect(unused?.first == .notThreeFields(line: 2) && unused?.count == 5)
    for text in ["note\n", "2\t2\tdrop\n"] {
      #expect(throws: LabelFileError.self) { try LabelFile.structure(text) }
    }
    #expect(try sections("").isEmpty)
  }

  @Test func `a year is a part of a name, and a number up to 99 is a rank`() throws {
    #expect(
      try sections("0\t1\tIntro 2024\n1\t2\tLive 1985\n2\t3\tB 99\n3\t4\tC 100\n4\t5\tD 1000000\n")
        == [
          "0.0 1.0 Intro 2024 0", "1.0 2.0 Live 1985 0", "2.0 3.0 B 98", "3.0 4.0 C 100 0",
          "4.0 5.0 D 1000000 0",
        ])
  }

  @Test func `a shot counts behind a rank, and is a part of the name elsewhere`() throws {
    let structure = try LabelFile.structure(
      "0\t1\tB 3 Corner\n1\t2\tcorner\n2\t3\tB corner\n3\t4\t3 rise\n4\t5\tB 3 hook\n"
        + "5\t6\tB rise 2 crowd\n6\t7\tB 100 fall\n")
    #expect(
      structure.sections.map(\.name)
        == ["B", "corner", "B corner", "3 rise", "B 3 hook", "B rise", "B 100 fall"])
    #expect(structure.sections.map(\.rank) == [2, 0, 0, 0, 0, 1, 0])
    #expect(structure.sections.map(\.shot) == [.corner, nil, nil, nil, nil, .crowd, nil])
    #expect(try LabelFile.structure(LabelFile.text(structure)) == structure)
  }

  @Test func `a name with tabs or bytes that command a terminal reads the same when it is written`()
    throws
  {
    let structure = try LabelFile.structure("0\t5\tDrop\t\tA\u{1B}[2J 3\n")
    #expect(structure.sections.map(\.name) == ["Drop A\\u{1b}[2J"])
    #expect(structure.sections.map(\.rank) == [2])
    #expect(try LabelFile.structure(LabelFile.text(structure)) == structure)
  }
}
