// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What a browser draws of a page, against our own pictures.
@Suite(.enabled(if: InstalledTool.areInstalled(.chromium, .ffmpeg)))
struct PagePictureTests {
  private static let (width, height) = (480, 270)

  /// Looks that draw by different means: strokes that grow and are cut, fills that turn and overlap,
  /// gradients, pictures, letters, dots.
  private static let cases: [(input: String, words: [String])] = [
    ("Audio/demo.flac", ["--look", "line", "--title", "A title", "--scenes", "auto"]),
    (
      "Audio/demo.flac",
      ["--look", "bloom", "--logo", Repository.path("Fixtures/demo-logo.png"), "--scenes", "none"]
    ),
    (
      "Audio/demo.flac",
      [
        "--look", "strata", "--palette", "lagoon", "--lyrics",
        Repository.fixture("Lyrics/demo.lrc"), "--title", "A title",
        "--scenes", "none",
      ]
    ),
    (
      "Audio/demo.flac",
      [
        "--look", "strata", "--palette", "lagoon", "--lyrics",
        Repository.fixture("Lyrics/demo.lrc"), "--scenes", "none",
        "--font", Repository.fixture("Fonts/blocks.ttf"),
      ]
    ),
    ("Audio/demo.flac", ["--look", "corona", "--layout", "twin", "--scenes", "auto"]),
    (
      "Audio/demo.flac",
      [
        "--look", "strata", "--palette", "dusk", "--shots", "split,duel", "--title", "A title",
        "--scenes", "auto", "--structure", "sections.txt",
      ]
    ),
    ("Audio/demo.flac", ["--look", "orbit", "--scenes", "auto"]),
    ("Audio/demo.flac", ["--look", "corona", "--scenes", "auto"]),
    (
      "Audio/demo.flac",
      ["--look", "halo", "--cover", Repository.path("Fixtures/demo-logo.png"), "--scenes", "auto"]
    ),
    // Symptom: a cover with more pixels than its place trapped, since each scene has its own pixels.
    (
      "Audio/demo.flac",
      [
        "--scenes", "orbit,strata,well", "--cover", Repository.path("Fixtures/demo-logo.png"),
        "--structure", "sections.txt",
      ]
    ),
    (
      "Audio/demo.flac",
      [
        "--look", "halo", "--cover", Repository.path("Fixtures/demo-logo.png"), "--structure",
        "sections.txt", "--scenes", "auto",
      ]
    ),
    ("Audio/demo.flac", ["--look", "one-line"]),
    ("Audio/demo.flac", ["--look", "spiral"]),
    ("Audio/demo.flac", ["--view", "plots", "-d", "5"]),
    ("Audio/demo.flac", ["--view", "gauge", "-d", "5", "--background", "none"]),
    ("Instruments/tones.json", ["--view", "tones", "-d", "5"]),
    ("Instruments/wheels.json", ["--view", "wheels", "-d", "5"]),
  ]

  /// The pixels of a PNG file as RGBA.
  private func pixels(_ png: [UInt8], in folder: TemporaryFolder) throws -> [UInt8] {
    try folder.write(png, "picture.png")
    return try InstalledTool.ffmpeg.run(
      ["-v", "error", "-i", "picture.png", "-f", "rawvideo", "-pix_fmt", "rgba", "-"], in: folder
    ).bytes
  }

  /// How many pixels differ by more than 96 of 255 in a channel.
  private func differences(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count else { return .max }
    return stride(from: 0, to: one.count, by: 4).count { place in
      (place..<place + 4).contains { abs(Int(one[$0]) - Int(other[$0])) > 96 }
    }
  }

  /// Draws three frames, each after 40 others and again as a whole.
  private func pictures(of frames: [Int]) -> String {
    """
    const canvas = element('picture'), pictures = [];
    canvas.style.width = '\(PagePictureTests.width)px';
    canvas.style.height = '\(PagePictureTests.height)px';
    // A busy machine lays the page out late.
    await wait(.3);
    for (let i = 0; i < 200 && canvas.width !== \(PagePictureTests.width); i++) await wait(.05);
    for (const frame of \(frames)) {
      for (let i = Math.max(frame - 40, 0); i <= frame; i++) {
        await radialAudio.show(i);
        // The page may be busy with the frame that it began with.
        while (canvas.dataset.frame !== String(i)) { await wait(.05); await radialAudio.show(i); }
      }
      pictures.push(canvas.toDataURL());
      radialAudio.redraw();
      pictures.push(canvas.toDataURL());
    }
    return pictures;
    """
  }

  @Test(arguments: cases.indices)
  func `a browser draws every look as we do, at once and after playing`(index: Int) throws {
    let (input, words) = PagePictureTests.cases[index]
    try TemporaryFolder.with { folder in
      let sections = try folder.write("0\t2\tA 2\n2\t4\tB 3\n4\t24\tC 1\n", "sections.txt")
      let drawn =
        [Repository.fixture(input)] + words.map { $0 == "sections.txt" ? sections : $0 }
        + ["--size", "\(PagePictureTests.width)x\(PagePictureTests.height)"]
        // Pages have the name of the file for a title, pictures none.
        + (words.contains { ["--title", "--background"].contains($0) } ? [] : ["--title", "auto"])
      let page = try Program.succeed(
        Program.command(["page"] + drawn + ["--sound", "none", "-o", "-", "-q"])
      ).text
      let frames = [45, 160, 298]
      let shown = try Browser(folder).results(of: page, pictures(of: frames)).map {
        $0.drop { $0 != "," }.dropFirst()
      }
      try #require(shown.count == 6)
      for (place, frame) in frames.enumerated() {
        let png = try Program.succeed(
          Program.command(
            ["render"] + drawn + ["--frames", "\(frame)", "-o", "-", "-f", "png", "-q"])
        ).bytes
        let ours = try pixels(png, in: folder)
        for picture in shown[2 * place...2 * place + 1] {
          let theirs = try pixels(
            Array(try #require(Data(base64Encoded: String(picture)))), in: folder)
          let count = differences(ours, theirs)
          #expect(count <= 20, "\(words), frame \(frame)")
        }
      }
    }
  }

  @Test func `a page runs no script but its own, and asks for nothing`() throws {
    try TemporaryFolder.with { folder in
      let page = try Program.succeed(
        Program.command([
          "page", Repository.fixture("Audio/demo.flac"), "-d", "1", "--sound", "none", "-o", "-",
          "-q",
        ])
      ).text
      let injected = page.replacing(
        "</body>",
        with: """
          <img src="https://example.com/x.png" onerror="document.title = 'loaded'">
          <script>document.title = 'injected';</script></body>
          """)
      let text = try Browser(folder).text(of: injected)
      #expect(text.contains("<title>demo</title>"))
      #expect(text.contains("data-frame=\"59\""), "the poster is not shown")
    }
  }
}
