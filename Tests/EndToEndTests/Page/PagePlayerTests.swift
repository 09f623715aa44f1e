// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// How the player of a page behaves in a browser.
@Suite(.enabled(if: InstalledTool.areInstalled(.chromium)))
struct PagePlayerTests {
  private func page(_ words: [String]) throws -> String {
    try Program.succeed(
      Program.command(
        ["page", Repository.fixture("Audio/demo.flac"), "-o", "-", "-q"]
          + (words.contains("--sound") ? [] : ["--sound", "none"]) + words)
    ).text
  }

  @Test func `a page plays to its end, and again from its start`() throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder).results(
        of: page(["-d", "2"]),
        """
        const isPlaying = () => document.body.classList.contains('playing');
        const frame = () => element('picture').dataset.frame;
        await wait(.5);
        const results = [isPlaying(), frame()];
        element('play').click();
        for (let i = 0; i < 200 && isPlaying(); i++) await wait(.1);
        results.push(isPlaying(), frame());
        element('play').click();
        await wait(.1);
        return results.concat(isPlaying(), frame() < 60);
        """)
      #expect(results == ["false", "119", "false", "119", "true", "true"])
    }
  }

  @Test func `places that are sought while it plays leave one clock, and the bar rests`() throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder).results(
        of: page([]),
        """
        let count = 0;
        const style = element('place').style, set = style.setProperty.bind(style);
        style.setProperty = (...words) => { count++; set(...words); };
        element('play').click();
        await wait(1);
        const before = count;
        for (let i = 0; i < 20; i++) { radialAudio.seek(3 + i / 5); await wait(.02); }
        count = 0;
        await wait(1);
        const after = count;
        await wait(2);
        return [after < 2 * before, document.body.classList.contains('resting')];
        """)
      #expect(results == ["true", "true"])
    }
  }

  @Test func `a picture does not run ahead of a sound that waits`() throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder).results(
        of: page(["--sound", "embed"]),
        """
        const sound = element('sound'), results = [];
        const now = values => {
          for (const name in values) {
            Object.defineProperty(sound, name, { value: values[name], configurable: true });
          }
        };
        now({ paused: false, ended: false, seeking: false });
        for (const time of [5, 6]) {
          now({ currentTime: time });
          sound.dispatchEvent(new Event('play'));
          await wait(.5);
          results.push(element('picture').dataset.frame);
        }
        return results;
        """)
      for (shown, heard) in zip(results, [300, 360]) {
        #expect((heard...heard + 3).contains(try #require(Int(shown))), "\(results)")
      }
    }
  }

  @Test(arguments: [
    ("line", "none", "rgb(0, 0, 0)"), ("sun", "none", "rgb(255, 255, 255)"),
    ("sun", "#102030", "rgb(16, 32, 48)"),
  ])
  func `a transparent picture lies on black or white, and any other on its background`(
    look: String, background: String, paper: String
  ) throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder).results(
        of: page(["-d", "2", "--look", look, "--background", background]),
        """
        await wait(.5);
        return [getComputedStyle(document.documentElement).backgroundColor.replaceAll(' ', '')];
        """)
      #expect(results == [paper.replacing(" ", with: "")])
    }
  }

  @Test func `a damaged page says so, and shows its other parts`() throws {
    try TemporaryFolder.with { folder in
      var page = try page([])
      let start = try #require(page.range(of: "id=\"scenes\">")).upperBound
      let end = page.index(start, offsetBy: 400)
      page.replaceSubrange(start..<end, with: String(repeating: "A", count: 400))
      let results = try Browser(folder).results(
        of: page,
        """
        await wait(.5);
        const results = [element('picture').dataset.frame, element('note').hidden];
        radialAudio.seek(1);
        await wait(.5);
        results.push(element('note').textContent.replaceAll(' ', '_'));
        radialAudio.seek(12.5);
        await wait(.5);
        return results.concat(element('picture').dataset.frame);
        """)
      #expect(results == ["1439", "true", "This_page_is_damaged.", "750"])
    }
  }

  @Test func `an address leads to its time, and hides the bar`() throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder).results(
        of: page([]).replacing("location.hash.slice(1)", with: "'t=0:12.5&controls=0'"),
        """
        await wait(.5);
        return [element('picture').dataset.frame, document.body.className,
          element('times').textContent.replaceAll(' ', '')];
        """)
      #expect(results == ["750", "bare", "0:12/0:24"])
    }
  }
}
