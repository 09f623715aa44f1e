// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import Pipeline
import TestSupport
import Testing

/// `looks -o looks.html`: the page to choose a look from, in a browser.
@Suite(
  .enabled(if: InstalledTool.areInstalled(.chromium, .ffmpeg), "Chromium or ffmpeg is missing"))
struct ChooserTests {
  private static let cover = Repository.fixture("Images/cover.png")

  /// The page of the fixture with a cover, once for all tests.
  private static let page = Result { () throws -> String in
    try TemporaryFolder.with { folder in
      try FileManager.default.copyItem(
        atPath: Repository.fixture("Audio/demo.flac"), toPath: folder.path("my demo.flac"))
      try FileManager.default.copyItem(atPath: cover, toPath: folder.path("cover.png"))
      var command = Program.command(["looks", "my demo.flac", "-d", "4", "-o", "looks.html"])
      command.folder = folder.path
      let said = try Program.succeed(command).lastError
      #expect(said.hasSuffix("4 seconds from 0:00"), "\(said)")
      return try String(contentsOfFile: folder.path("looks.html"), encoding: .utf8)
    }
  }

  private func results(
    _ script: String, window: String = "1440,900", page: String? = nil
  ) throws -> [String] {
    try TemporaryFolder.with { folder in
      try Browser(folder, window: window).results(
        of: page ?? ChooserTests.page.get(),
        """
        const errors = [];
        addEventListener('error', event => errors.push(event.message));
        addEventListener('unhandledrejection', event => errors.push(event.reason.message));
        const pixels = canvas => {
          const { width, height } = canvas;
          return canvas.getContext('2d').getImageData(0, 0, width, height).data;
        };
        const press = (list, text) => [...document.querySelectorAll(list + ' button')]
          .find(button => button.textContent.trim() === text).click();
        const type = (name, text) => {
          element(name).value = text;
          element(name).dispatchEvent(new Event('input'));
        };
        await wait(1);
        \(script)
        """)
    }
  }

  @Test func `the page is small, and has every look that can show the track`() throws {
    let page = try ChooserTests.page.get()
    #expect(page.utf8.count < 6_000_000)
    let counts = try results(
      "return [document.querySelectorAll('.tile').length, element('name').textContent, errors.length];"
    )
    let looks = try Program.succeed(Program.command(["looks"])).text.split(separator: "\n")
      .count { !$0.contains(" tones ") && !$0.contains(" wheels ") }
    #expect(counts == ["\(looks)", "strata", "0"])
  }

  @Test func `each look draws something that moves`() throws {
    let still = try results(
      """
      const still = [];
      for (const tile of radialAudio.tiles) {
        tile.isSeen = true;
        await tile.choose(tile.own);
        const seen = new Set();
        for (const time of [1, 1.9, 2.8, 3.7]) {
          radialAudio.seek(time);
          tile.tick();
          seen.add(pixels(tile.canvas).reduce((sum, value, i) => (sum * 31 + value * (i % 7 + 1)) % 1e9, 0));
        }
        if (seen.size < 3) still.push(tile.own.name.replace(' ', '-'));
      }
      return ['still:', ...still, errors.length];
      """)
    #expect(still == ["still:", "0"])
  }

  @Test(arguments: [("sun", "berry"), ("strata", "paper"), ("halo", "ember"), ("rings", "press")])
  func `a palette has the colours that the program draws with it`(
    look: String, palette: String
  ) throws {
    let tick = 150
    let shown = try results(
      """
      const index = radialAudio.large && [...document.querySelectorAll('.tile b')]
        .findIndex(name => name.textContent === '\(look)');
      document.querySelectorAll('.tile')[index].click();
      press('#palettes', '\(palette)');
      press('#cover', 'hidden');
      await wait(.5);
      radialAudio.seek(\(look == "rings" ? "3.9" : "\(tick) / 60"));
      const show = radialAudio.large, canvas = show.canvas;
      show.tick();
      const counts = new Map(), data = pixels(canvas);
      for (let i = 0; i < data.length; i += 4) {
        const color = [data[i], data[i + 1], data[i + 2]]
          .map(part => part.toString(16).padStart(2, '0')).join('');
        counts.set(color, (counts.get(color) || 0) + 1);
      }
      const usual = [...counts].filter(([, count]) => count > data.length / 4 / 60).map(([color]) => color);
      return [...usual.sort(), errors.length];
      """)
    #expect(shown.last == "0" && shown.count > 1)
    // The frame of the film, without words, as SVG: its colours are exact.
    let frame = look == "rings" ? "last" : "\(tick)"
    let svg = try Program.succeed(
      Program.command(
        [
          "render", Repository.fixture("Audio/demo.flac"), "--look", look, "--palette", palette,
          "--frames", frame, "--format", "svg", "-o", "-", "-q",
        ] + (look == "rings" ? [] : ["--scenes", "auto"]))
    ).text.lowercased()
    for color in shown.dropLast() { #expect(svg.contains("#\(color)"), "\(look), \(palette)") }
  }

  @Test func `the command follows what is chosen, and a shell reads it as it was typed`() throws {
    let lines = try results(
      """
      const lines = [];
      const add = () => lines.push(btoa(unescape(encodeURIComponent(element('line').textContent))));
      add();
      press('#palettes', 'dusk');
      press('#shapes', '9:16');
      type('title', `It's "$HOME" \\\\ <script>alert(1)<\\/script> \\`id\\``);
      type('artist', 'none');
      add();
      type('title', '');
      type('artist', '');
      press('#cover', 'hidden');
      add();
      [...document.querySelectorAll('.tile')].at(-1).click();
      add();
      return [...lines, document.querySelectorAll('#controls script').length, errors.length];
      """)
    let commands = try lines.prefix(4).map {
      String(decoding: try #require(Data(base64Encoded: $0)), as: UTF8.self)
    }
    #expect(commands[0] == "radial-audio film 'my demo.flac' --look strata")
    #expect(lines.suffix(2) == ["0", "0"])
    #expect(commands[2].contains("--palette dusk --size vertical --cover none"))
    #expect(commands[3].contains("--look analyzer --palette dusk --size vertical"))
    #expect(!commands[3].contains("--title") && !commands[3].contains("--cover"))
    var shell = CommandRun(
      "/bin/sh",
      [
        "-c",
        "radial_audio() { printf '%s\\n' \"$@\"; }; "
          + commands[1].replacing("radial-audio ", with: "radial_audio "),
      ])
    shell.environment["HOME"] = "/nowhere"
    let words = try Program.succeed(shell).text.split(separator: "\n").map { String($0) }
    #expect(
      words == [
        "film", "my demo.flac", "--look", "strata", "--palette", "dusk", "--size", "vertical",
        "--title", #"It's "$HOME" \ <script>alert(1)</script> `id`"#, "--subtitle", " none",
      ])
  }

  @Test(
    arguments: [("square", "1:1", "1080,1080"), ("vertical", "9:16", "1080,1920")],
    ["shown", "hidden"])
  func `a shape with a title is the picture of its film, with and without the cover`(
    shape: (size: String, label: String, sides: String), cover: String
  ) throws {
    let (size, label) = (shape.size, shape.label)
    let sides = shape.sides.split(separator: ",").compactMap { Int($0) }
    let (width, height) = (sides[0] / 4, sides[1] / 4)
    let shown = try results(
      """
      const canvas = element('large');
      document.querySelectorAll('.tile')[1].click();
      press('#palettes', 'lagoon');
      press('#cover', '\(cover)');
      press('#shapes', '\(label)');
      type('title', 'Freezing Point of all things');
      type('artist', 'Ana & the Tides');
      canvas.style.cssText = 'width: \(width)px; height: \(height)px';
      await wait(.5);
      radialAudio.seek(150 / 60);
      radialAudio.large.fit();
      return [canvas.toDataURL(), errors.length];
      """)
    #expect(shown.last == "0")
    let theirs = try #require(
      Data(base64Encoded: String(shown[0].drop { $0 != "," }.dropFirst())))
    try TemporaryFolder.with { folder in
      let ours = folder.path("ours.png")
      try Program.succeed(
        Program.command([
          "render", Repository.fixture("Audio/demo.flac"), "--look", "sun", "--palette", "lagoon",
          "--scenes", "auto", "--title", "Freezing Point of all things", "--subtitle",
          "Ana & the Tides", "--size", size, "--frames", "150", "-o", ours, "-q", "--cover",
          cover == "shown" ? ChooserTests.cover : "none",
        ]))
      try folder.write(Array(theirs), "theirs.png")
      func pixels(_ name: String) throws -> [UInt8] {
        try InstalledTool.ffmpeg.run([
          "-v", "error", "-i", folder.path(name), "-vf", "scale=\(width):\(height):flags=area",
          "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ]).bytes
      }
      let (one, other) = (try pixels("ours.png"), try pixels("theirs.png"))
      try #require(one.count == other.count)
      let far = zip(one, other).count { abs(Int($0) - Int($1)) > 96 }
      #expect(far < one.count / 300, "\(far) of \(one.count)")
    }
  }

  @Test func `on a telephone the page is as wide as its window`() throws {
    let widths = try results(
      """
      const box = element('large').getBoundingClientRect();
      return [document.documentElement.scrollWidth <= innerWidth, Math.round(box.width) === document.documentElement.clientWidth,
        errors.length];
      """, window: "500,900")
    #expect(widths == ["true", "true", "0"])
  }

  @Test func `the page runs no script but its own`() throws {
    try TemporaryFolder.with { folder in
      let injected = try ChooserTests.page.get().replacing(
        "</body>", with: "<script>document.title = 'injected';</script></body>")
      let text = try Browser(folder).text(of: injected)
      #expect(text.contains(": choose a look</title>") || text.contains("<title>Looks"))
      #expect(text.contains("data-frame="), "no picture is shown")
    }
  }
}
