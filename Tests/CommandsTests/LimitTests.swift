// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import Commands

/// Every limit has a line that breaks it, and says what it is.
@Suite struct LimitTests {
  /// A line, and what is said of it behind the name of the option; "" for two options that exclude each other.
  private static let lines: [(line: String, fault: String)] = [
    ("render a.wav --frames 1 --shard 1/2", ""), ("render a.wav --at 1 --frames 1", ""),
    ("render a.wav --at 1 --shard 1/2", ""), ("render a.wav --at 1 --contact-sheet 2x2", ""),
    ("render a.wav --look tutorial --range -48,-3 --max-peak 0", ""),
    ("render a.wav --look tutorial --range -48,-3 --max-average 0", ""),
    ("render a.wav --look tutorial --range -48,-3 --normalization range", ""),
    ("film a.wav --shard 1/2 --join p.mp4", ""), ("film a.wav --output-dir o --shard 1/2", ""),
    ("film a.wav --output-dir o --join p.mp4", ""), ("film a.wav --join p.mp4 --frames 1", ""),
    ("film a.wav --output-dir o -o a.mp4", ""), ("film a.wav --overwrite --existing keep", ""),
    (
      "watch - --start 1",
      "is for sound that is known to its end, and live sound is not"
    ),
    ("watch a.wav -o -", "is for sound that arrives on standard input"),
    ("watch - -f y4m", "is for raw frames"),
    ("watch - -o - --fullscreen", ""), ("watch - -o - --print-command", ""),
    ("watch a.wav --idle silence", "is for sound that arrives on standard input"),
    ("render a.wav -f png -o a.y4m", "contradicts the name 'a.y4m'"),
    ("render a.wav --no-header", "is for raw frames"),
    ("render a.wav --no-header -f rgba -o -", "is for y4m"),
    ("render a.wav --contact-sheet 2x2 -f y4m -o -", "makes one image"),
    ("render a.wav --at 1 -o a.png --existing keep", "keep is for sequences of images"),
    ("render a.wav -f y4m -o - --overwrite", "is for files, not for standard output"),
    ("poster a.wav --lyrics a.lrc", "is not for posters, which show a whole track"),
    ("plan a.wav --codec x264", "is for films, and 'frames' is none"),
    ("plan a.wav --sound none -o a.png", "is for films, and 'a.png' is none"),
    ("plan a.wav --print-command", "is for films, and 'frames' is none"),
    ("page a.wav --recursive", "is for several inputs, and these need --output-dir"),
    ("meter a.wav --jobs 2", "is for several inputs, and these need --output-dir"),
    ("film a.wav --existing keep", "keep is for several outputs"),
    ("meter a.wav --for halo", "is for files of readings"),
    ("meter a.wav --channels 1,0", "is for files of readings"),
    ("meter a.wav --structure a.txt", "is for the columns beats, bars and section"),
    ("meter a.wav --lyrics a.lrc", "needs the column lyrics"),
    ("meter a.wav --dual-mono", "is for loudness"),
    ("meter a.wav --summary s.csv -f readings", "is for tables"),
    ("meter a.wav --summary s.csv --output-dir o", "is of one track"),
    ("meter a.wav --summary - -o -", "and --output are both standard output"),
  ]

  @Test(arguments: lines)
  func `a line that breaks a limit is refused with its words and a way out`(
    line: String, fault: String
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: Diagnostic.self) { try Invocation(words) }
    let isTold =
      fault.isEmpty
      ? error?.message.hasSuffix("cannot be used together") : error?.message.hasSuffix(fault)
    #expect(isTold == true && error?.status == .usage, "\(error?.message ?? "nothing")")
    #expect(error?.hint != nil && error?.isForOtherRuns == true)
    #expect(
      error?.options.allSatisfy { line.contains("--\($0)") || line.contains(" -\($0.prefix(1)) ") }
        == true)
    #expect(error?.options.isEmpty == false)
  }

  @Test func `no limit is without a line`() {
    let outlines = [
      FilmOutput.outline, PageOutput.outline, RenderOutput.outline, PosterOutput.outline,
      PlanOutput<RenderOutput>.outline, WatchOutput.outline,
    ]
    let limits =
      Outline.commonLimits + outlines.flatMap { $0.limits + BatchOptions.limits($0.batch) }
      + MeterCommand.limits + BatchOptions.limits(BatchSpec())
    for limit in limits {
      let isBroken = LimitTests.lines.contains { line, fault in
        if let rivals = limit.rivals {
          return rivals.allSatisfy { line.contains("--\($0)") || $0 == "output" }
        }
        return !limit.fault.isEmpty
          && limit.fault.replacing("OUTPUT", with: line.contains("a.y4m") ? "a.y4m" : "frames")
            == fault
      }
      #expect(isBroken, "\(limit)")
    }
  }
}
