// SPDX-License-Identifier: MIT
import Foundation
import RadialAudio
import TestSupport
import Testing

/// The articles of the documentation show the programs that are compiled and run here.
@Suite struct ArticleTests {
  private static let articles = "Sources/Command/RadialAudio/RadialAudio.docc"

  /// The lines of a text that are not blank, without what they are indented by.
  private static func lines(of text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The blocks of Swift in an article.
  private static func blocks(of text: String) -> [[String]] {
    text.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst()
      .map { lines(of: $0.split(separator: "```", omittingEmptySubsequences: false)[0]) }
  }

  @Test(
    arguments: [
      ("README.md", "FiveLines"), ("\(articles)/RadialAudio.md", "FiveLines"),
      ("\(articles)/AFirstProgram.md", "LoudestTick"),
      ("\(articles)/AViewOfYourOwn.md", "Pulse"), ("\(articles)/FromSamplesToFrames.md", "Stages"),
    ])
  func `an article shows a program of this test`(article: String, program: String) throws {
    let blocks = ArticleTests.blocks(
      of: try String(contentsOfFile: Repository.path(article), encoding: .utf8))
    let path = Repository.path("Tests/RadialAudioTests/Programs/\(program).swift")
    let lines = ArticleTests.lines(of: try String(contentsOfFile: path, encoding: .utf8))
    #expect(!blocks.isEmpty)
    for block in blocks {
      // What a program imports is all that it needs.
      let imports = block.filter { $0.hasPrefix("import ") }
      #expect(imports.isEmpty || imports == lines.filter { $0.hasPrefix("import ") })
      let shown = block.filter { !$0.hasPrefix("import ") }
      let isProgram = lines.contains(shown)
      #expect(isProgram, "\(program).swift has not \(shown.first { !lines.contains($0) } ?? "")")
    }
  }

  @Test func `a first program draws the loudest tick`() throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("demo.flac")
      let tick = try loudestTick(of: input)
      let levels = try levels(of: input)
      let peaks = levels.map { $0.levels.map(\.peak).max() ?? .silence }
      #expect(peaks.firstIndex(of: peaks.max() ?? .silence) == tick)
      let article = Repository.path("\(ArticleTests.articles)/AFirstProgram.md")
      let text = try String(contentsOfFile: article, encoding: .utf8)
      #expect(text.contains("\ntick \(tick) is the loudest\n"))
      try draw(frame: tick, of: input, to: folder.path("loudest.png"))
      let image = try PNGImage(bytes: folder.bytes("loudest.png"), path: "loudest.png").bitmap
      #expect((image.width, image.height) == (1080, 1080))
    }
  }

  @Test func `a first program draws every frame`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 3, sampleRate: 48_000, sampleFrames: 4000)
      try drawFrames(of: folder.write(tone.wave, "tone.wav"), to: folder.path("frames"))
      #expect(folder.frameNames(in: "frames") == (0..<5).map { "frame-00000\($0).png" })
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg encodes films and sound"))
  func `a first program makes a film and a page`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 3, sampleRate: 48_000, sampleFrames: 12_000)
      let input = try folder.write(tone.wave, "tone.wav")
      try makeFilm(of: input, to: folder.path("film.mp4"))
      try makePage(of: input, to: folder.path("page.html"))
      #expect(try folder.bytes("film.mp4").dropFirst(4).starts(with: "ftyp".utf8))
      #expect(try folder.bytes("page.html").starts(with: "<!doctype html>".utf8))
    }
  }

  @Test func `a view of one's own draws a disc as wide as the sound is loud`() throws {
    let input = Repository.fixture("demo.flac")
    let image = try PNGImage(bytes: pulse(of: input), path: "pulse").bitmap
    var levels: [StereoLevels] = []
    var track = try Track(TrackRequest(input: input))
    _ = try track.read(.stereoLevels(of: AnalysisRequest()), progress: { _ in true }) {
      levels.append($0)
    }
    let radius = 1080 / 2 * (1 + levels[119].left.average.value / 60)
    let disc = image.pixels.indices.count { $0 % 4 == 0 && image.pixels[$0] < 128 }
    #expect(abs(Double(disc) / (.pi * radius * radius) - 1) < 0.01)
  }

  @Test func `the stages by hand draw a bar for each second`() throws {
    let bytes = try overview(of: Repository.fixture("demo.flac"))
    let image = try PNGImage(bytes: bytes, path: "bars").bitmap
    // The lowest row crosses all 99 bars.
    let row = (0..<960).map { image.pixels[4 * (239 * 960 + $0)] > 127 }
    #expect(zip([false] + row, row).count { !$0 && $1 } == 99)
  }

  @Test func `the front page shows a picture of the gallery`() throws {
    let page = "\(ArticleTests.articles)/sun.png"
    let picture = try Data(contentsOf: URL(filePath: Repository.path(page)))
    #expect(
      try picture == Data(contentsOf: URL(filePath: Repository.fixture("Images/sun.png"))))
  }
}
