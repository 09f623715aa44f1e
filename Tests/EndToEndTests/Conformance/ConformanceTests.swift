// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What standards demand, measured through the commands; and the page of it in the documentation.
@Suite struct ConformanceTests {
  private static let path = Repository.path(
    "Sources/Command/RadialAudio/RadialAudio.docc/Conformance.md")

  private static let records =
    ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"

  private static let introduction = """
    # Conformance

    What standards demand, and what `radial-audio` does.

    Each line is measured by a test, through a command of the program, on signals that are made from the
    standard's description. The margin is the distance to the nearer limit. `make conformance` measures all
    of them anew and writes this page. No text of the standards is reproduced; limits are facts of them, as
    they are published or quoted.

    """

  /// The page as it is.
  private var page: [Substring] {
    String(decoding: FileManager.default.contents(atPath: Self.path) ?? Data(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line of a clause, measured or as the page has it.
  private func line(_ clause: Clause, measures: Bool, _ page: [Substring]) throws -> String {
    guard measures else {
      return page.first { $0.hasPrefix(clause.head) }.map(String.init) ?? clause.head
    }
    let measured = try clause.measure()
    #expect(clause.limits.contains(measured), "\(clause): \(measured)")
    return clause.row(measured)
  }

  @Test func `every clause is kept, and the page of the documentation has what was measured`()
    throws
  {
    let found = page
    var text = Self.introduction
    for standard in Standard.all {
      text += """

        ## \(standard.name)

        \(standard.remark)

        | clause | demand | limits | measured | margin |
        |---|---|---|---|---|

        """
      for clause in standard.clauses {
        // The next test measures what needs the programs of others.
        let measures = clause.tools.isEmpty || Self.records && clause.isMeasurable
        text += try line(clause, measures: measures, found) + "\n"
      }
    }
    if Self.records { try Data(text.utf8).write(to: URL(filePath: Self.path)) }
    #expect(
      Self.records || found.joined(separator: "\n") == text,
      "the page is not what was measured; make conformance writes it")
    #expect(Standard.all.flatMap(\.clauses).count >= 150)
    let heads = Standard.all.flatMap { standard in standard.clauses.map { standard.name + $0.head }
    }
    #expect(Set(heads).count == heads.count)
  }

  @Test(
    .enabled(
      if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg and ffprobe are not installed"))
  func `what needs the programs of others is kept too`() throws {
    let found = page
    for clause in Standard.all.flatMap(\.clauses) where !clause.tools.isEmpty {
      let line = try line(clause, measures: true, found)
      #expect(Self.records || found.contains { $0 == line }, "\(clause)")
    }
  }

  private static let testFiles = ProcessInfo.processInfo.environment["FLAC_TEST_FILES"]
    .flatMap { $0.isEmpty ? nil : $0 }

  @Test(
    .enabled(if: testFiles != nil, "FLAC_TEST_FILES names no folder"),
    .enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `FLAC's own test files are decoded as ffmpeg decodes them, or refused`() throws {
    let folder = try #require(Self.testFiles)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".flac") }.sorted()
    #expect(!names.isEmpty)
    for name in names {
      func meter(_ path: String) throws -> CommandResult {
        try Program.run("meter", path, "--fps", "1000", "-q")
      }
      let ours = try meter("\(folder)/\(name)")
      // libsndfile has no samples of 12 and 20 bits.
      if ours.status == 65, ours.errors.contains("unimplemented format") { continue }
      try TemporaryFolder.with { temporary in
        try InstalledTool.ffmpeg.run([
          "-v", "error", "-i", "\(folder)/\(name)", "-map", "0:a", "-c:a", "pcm_s32le",
          temporary.path("a.wav"),
        ])
        #expect(try ours.bytes == meter(temporary.path("a.wav")).bytes, "\(name)")
      }
    }
  }
}
