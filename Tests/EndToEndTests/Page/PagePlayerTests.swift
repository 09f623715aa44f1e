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
          + (words.contains("--sound") ? [] : ["--sound", "none"])
          + (words.contains("--title") ? [] : ["--title", "none"]) + words)
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

  @Test func `the bar does not cover the words of a picture`() throws {
    try TemporaryFolder.with { folder in
      for (words, expected) in [
        (["--title", "Freezing Point", "--subtitle", "Ana Šimić & the Tides"], ["true", "true"]),
        ([], ["false", "false"]),
      ] {
        let results = try Browser(folder).results(
          of: page(["-d", "1"] + words),
          """
          const box = name => element(name).getBoundingClientRect();
          const isHidden = getComputedStyle(element('words')).display === 'none';
          return [box('picture').bottom <= box('bar').top, isHidden];
          """)
        #expect(results == expected)
      }
    }
  }

  @Test(arguments: [
    // An upright window has the words in its bar, and a wide one in the picture.
    ("600,1100", ["--words", "below"], "true flex false"),
    ("1280,900", ["--words", "below"], "false none true"),
    ("600,1100", ["--size", "vertical"], "false none true"),
  ])
  func `a page has its words in the picture or in the bar, by the shape of its window`(
    window: String, words: [String], expected: String
  ) throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder, window: window).results(
        of: page(["-d", "1", "--title", "Freezing Point"] + words),
        """
        await wait(.5);
        const canvas = element('picture'), { width, height } = canvas;
        const isUpright = document.body.classList.contains('upright');
        // Below the figure, where the words are, or would be.
        const [top, bottom] = isUpright ? [.82, .95] : width > height ? [.9, .99] : [.65, .95];
        const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
        let hasWords = false;
        for (let y = Math.floor(height * top); y < height * bottom; y++) {
          for (let i = 4 * y * width; i < 4 * (y + 1) * width; i++) {
            hasWords ||= pixels[i] !== pixels[i % 4];
          }
        }
        return [isUpright, getComputedStyle(element('words')).display, hasWords];
        """)
      #expect(results.joined(separator: " ") == expected)
    }
  }

  @Test(arguments: [
    ("1000,600", ["--title", "A title"]), ("1000,600", []), ("390,844", ["--title", "A title"]),
    ("1440,900", []),
  ])
  func `the window and the bar have the ground of the scene that is shown`(
    window: String, words: [String]
  ) throws {
    try TemporaryFolder.with { folder in
      let parts = try folder.write(Array("0\t2\tA 1\n2\t5\tB 2\n".utf8), "parts.txt")
      let results = try Browser(folder, window: window).results(
        of: page(["--structure", parts] + words),
        """
        const results = [], numbers = text => text.match(/\\d+/g).slice(0, 3).join(',');
        const linear = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
        const light = color => [.2126, .7152, .0722]
          .reduce((sum, part, i) => sum + part * linear(color.match(/\\d+/g)[i]), .05);
        const canvas = element('picture');
        for (const time of [1, 4]) {
          radialAudio.seek(time);
          await wait(.4);
          const pixel = canvas.getContext('2d').getImageData(1, 1, 1, 1).data;
          const paper = getComputedStyle(document.documentElement).backgroundColor;
          results.push(numbers(paper), [...pixel].slice(0, 3).join(','));
          let least = 21;
          for (const name of ['play', 'words', 'times', 'full', 'place']) {
            const style = getComputedStyle(element(name));
            const [one, other] = [light(style.color), light(paper)].sort((a, b) => a - b);
            least = Math.min(least, Number(style.opacity) < 1 ? 0 : other / one);
          }
          results.push(least >= 4.5);
        }
        return results;
        """)
      try #require(results.count == 6)
      #expect(results[0] == results[1] && results[3] == results[4], "\(results)")
      #expect(results[0] != results[3] && results[2] == "true" && results[5] == "true")
    }
  }

  @Test func `before a page plays, its poster is in the middle of an upright window`() throws {
    try TemporaryFolder.with { folder in
      let song = try folder.write(
        Tone(noise: 3, sampleRate: 8000, sampleFrames: 33 * 8000).wave, "song.wav")
      let page = try Program.succeed(
        Program.command([
          "page", song, "-o", "-", "-q", "--sound", "none", "--title", "Freezing Point",
        ])
      ).text
      let results = try Browser(folder, window: "600,1100").results(
        of: page,
        """
        await wait(1);
        const canvas = element('picture'), { width, height } = canvas;
        const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
        let [left, right] = [width, 0];
        for (let i = 0; i < pixels.length; i += 4) {
          if ([0, 1, 2].every(j => pixels[i + j] === pixels[j])) continue;
          const x = i / 4 % width;
          [left, right] = [Math.min(left, x), Math.max(right, x)];
        }
        return [Math.abs((left + right) / 2 - width / 2) < 30, right - left > .5 * width];
        """)
      #expect(results == ["true", "true"])
    }
  }

  @Test func `the disc of a wide picture is as wide as an upright window`() throws {
    try TemporaryFolder.with { folder in
      let results = try Browser(folder, window: "600,1100").results(
        of: page([
          "-d", "7", "--look", "sun", "--title", "Freezing Point", "--words", "side",
          "--scenes", "none",
        ]),
        """
        await wait(.5);
        const canvas = element('picture'), { width, height } = canvas;
        const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
        let [left, right, top, bottom] = [width, 0, height, 0];
        for (let i = 0; i < pixels.length; i += 4) {
          if ([0, 1, 2].every(j => pixels[i + j] === pixels[j])) continue;
          const x = i / 4 % width, y = Math.floor(i / 4 / width);
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
        const middle = (top + bottom) / 2 / height;
        return [right - left > width * .8, Math.abs((left + right) / 2 - width / 2) < 20,
          Math.abs(middle - .44) < .03];
        """)
      #expect(results == ["true", "true", "true"])
    }
  }

  @Test(arguments: ["id=\"head\" data-sum", "</script>\n<script>", "addEventListener('DOMContent"])
  func `a page that is cut off before its player says that it is incomplete`(cut: String) throws {
    try TemporaryFolder.with { folder in
      let page = try page(["-d", "1"])
      let end = try #require(page.range(of: cut)).upperBound
      let text = try Browser(folder).text(of: String(page[..<end]))
      #expect(
        text.contains(
          "class=\"early\">This page is still loading, or it is incomplete.</p>"), "\(text)")
      let whole = try Browser(folder).text(of: page)
      #expect(whole.contains("<p id=\"note\" role=\"alert\" hidden=\"\">"))
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
      #expect(results == ["1439", "true", "This_page_is_damaged_from_0:00_to_0:10.", "750"])
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

  @Test func `each of 200 damaged pages says that it is damaged`() throws {
    try TemporaryFolder.with { folder in
      let page = Data(try page(["-d", "2", "--size", "160x90"]).utf8).base64EncodedString()
      let text = try Browser(folder).text(
        of: """
          <!doctype html><body><script>(async () => {
            const page = atob('\(page)');
            const head = page.indexOf('id="head"'), scenes = page.indexOf('id="scenes">') + 12;
            const start = page.indexOf('>', head) + 1, end = page.indexOf('<', scenes);
            const places = [[start, page.indexOf('<', start)], [scenes, end]];
            const frame = document.body.appendChild(document.createElement('iframe'));
            const open = async text => {
              await new Promise(done => { frame.onload = done; frame.srcdoc = text; });
              for (let i = 0; i < 40; i++) {
                const page = frame.contentDocument, note = page.getElementById('note');
                if (!note.hidden) return note.textContent.startsWith('This page is damaged');
                if (page.getElementById('picture').dataset.frame) return false;
                await new Promise(done => setTimeout(done, 20));
              }
              return false;
            };
            let count = 0;
            const whole = await open(page);
            for (let i = 0; i < 200; i++) {
              const [from, to] = places[i % 4 ? 1 : 0];
              const place = from + Math.floor((to - from) * ((i * .618034) % 1));
              const other = page[place] === 'x' ? 'y' : 'x';
              const rest = i % 5 ? other + page.slice(place + 1) : '';
              // What is cut off in the head has no player.
              count += await open(page.slice(0, place) + (rest || (i % 4 ? '' : other))
                + (rest || i % 4 ? '' : page.slice(place + 1)));
            }
            document.body.textContent = `RESULTS ${whole} ${count} END`;
          })();</script></body>
          """)
      #expect(text.contains("RESULTS false 200 END"), "\(text.suffix(200))")
    }
  }
}
