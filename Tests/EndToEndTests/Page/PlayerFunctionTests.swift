// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The functions of the player, each by itself, in a browser.
@Suite(.enabled(if: InstalledTool.areInstalled(.chromium)))
struct PlayerFunctionTests {
  /// What a script returns that may call the functions of the player as those of `player`.
  private func results(_ script: String, rate: String = "60") throws -> [String] {
    let page = try Program.succeed(
      Program.command([
        "page", Repository.fixture("Audio/demo.flac"), "-o", "-", "-q", "--sound", "none",
        "-d", "2", "--fps", rate,
      ])
    ).text
    let drawn = "return {\n  context,", exported = "window.radialAudio = {"
    #expect(page.contains(drawn) && page.contains(exported))
    let tested = page.replacing(
      drawn,
      with: """
        window.player = {
          number, signed, readPath, boxOfPath, placed, spoilPath, meet,
          read: bytes => { data = new Uint8Array(bytes); at = 0; },
          spoiled: () => { const boxes = spoiled; spoiled = []; isAllSpoiled = false; return boxes; },
        };
        \(drawn)
        """
    ).replacing(
      exported,
      with:
        "Object.assign(window.player, { checksum, frameAt, spoken, head, isLight });\n\(exported)")
    return try TemporaryFolder.with { folder in
      try Browser(folder).results(
        of: tested,
        """
        const isRefused = action => { try { action(); return false; } catch { return true; } };
        let state = 1;
        const random = () => (state = state * 48271 % 2147483647) / 2147483647;
        const pick = (from, to) => from + Math.floor(random() * (to - from + 1));
        const item = (path, kind = 2) => ({ kind, path, paint: { isOpaque: true }, opacity: 1, width: 0,
          x: 0, y: 0, angle: 0, isClosed: false, pieces: [], box: null });
        \(script)
        """)
    }
  }

  @Test func `the checksum is Adler-32 of UTF-8`() throws {
    // The values are those of zlib.
    #expect(
      try results("return ['', 'a', 'Wikipedia', 'é', 'x'.repeat(70000)].map(player.checksum);")
        == ["1", "6422626", "300286872", "36766061", "740832257"])
  }

  @Test(arguments: ["60", "30000/1001", "24000/1001", "50", "7"])
  func `the frame of a time is the one that is shown then`(rate: String) throws {
    let results = try results(
      """
      const [top, bottom] = player.head.rate, wrong = [];
      for (let frame = 0; frame < 200000; frame += 1 + frame % 7) {
        const start = frame * bottom / top;
        for (const [time, is] of [[start, frame], [start + .999 * bottom / top, frame]]) {
          if (player.frameAt(time) !== is) wrong.push(frame);
        }
      }
      return [top + '/' + bottom, wrong.length];
      """, rate: rate)
    #expect(results == [rate.contains("/") ? rate : rate + "/1", "0"])
  }

  @Test func `black or white is legible on every colour`() throws {
    #expect(
      try results(
        """
        const linear = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
        let least = 21;
        for (let i = 0; i < 20000; i++) {
          const color = [pick(0, 255), pick(0, 255), pick(0, 255)];
          const [red, green, blue] = color.map(linear);
          const light = .2126 * red + .7152 * green + .0722 * blue;
          least = Math.min(least, player.isLight(...color) ? (light + .05) / .05 : 1.05 / (light + .05));
        }
        return [least >= 4.5];
        """) == ["true"])
  }

  @Test func `times are spoken in minutes and seconds`() throws {
    #expect(
      try results("return [0, .99, 59.999, 60, 83.2, 3600, 36000].map(player.spoken);")
        == ["0:00", "0:00", "0:59", "1:00", "1:23", "60:00", "600:00"])
  }

  @Test func `numbers have seven bits a byte, the lowest first, and end within the data`() throws {
    let results = try results(
      """
      const read = (bytes, what) => { player.read(bytes); return what(); };
      const { number, signed } = player;
      return [
        read([0], number), read([127], number), read([0xAC, 2], number),
        read([255, 255, 255, 255, 255, 255, 255, 15], number) === Number.MAX_SAFE_INTEGER,
        read([0], signed), read([1], signed), read([2], signed), read([0xAC, 2], signed),
        isRefused(() => read([], number)), isRefused(() => { read([128], number); number(); }),
      ];
      """)
    #expect(
      results == ["0", "127", "300", "true", "0", "-1", "1", "150", "true", "true"])
  }

  @Test func `a path that says more than there is, is refused`() throws {
    let results = try results(
      """
      // Edits of a path of two points: [edits, place, 2 x removed + isMove, inserted, run...].
      const edit = bytes => {
        const one = item([0, 0, 0, 0, 1, 10, 10, 0]);
        player.read(bytes);
        player.readPath(one);
        return one.path.join();
      };
      return [
        edit([1, 2, 0, 1, 5, 2, 4]), edit([1, 0, 2, 0]), edit([1, 1, 3, 2, 4]),
        isRefused(() => edit([1, 2, 2, 0])), isRefused(() => edit([1, 3, 0, 0])),
        isRefused(() => edit([1, 2, 0, 1, 9, 2, 4, 2, 4])), isRefused(() => edit([1, 2, 0, 1, 1, 2, 4])),
      ];
      """)
    #expect(
      results == [
        "0,0,0,0,1,10,10,0,1,11,12,0", "1,10,10,0", "0,0,0,0,1,11,12,0",
        "true", "true", "true", "true",
      ])
  }

  @Test func `a box holds what is drawn of a path, also turned and with arcs`() throws {
    let results = try results(
      """
      let outside = 0, loose = 0;
      for (let round = 0; round < 2000; round++) {
        // An arc of up to an eighth of a turn about a centre, clockwise or not.
        const radius = pick(1, 5000), [cx, cy] = [pick(-9000, 9000), pick(-9000, 9000)];
        const first = random() * 7, sweep = (random() * 2 - 1) * Math.PI / 4;
        const point = share => [cx + radius * Math.cos(first + share * sweep),
          cy + radius * Math.sin(first + share * sweep)];
        const [start, end] = [point(0), point(1)];
        const one = item([0, ...start, 0, 2, ...end, Math.sign(sweep) * radius]);
        Object.assign(one, { x: pick(-99, 99), y: pick(-99, 99), angle: random() * 6.3 });
        one.width = pick(0, 50);
        const box = player.placed(one, player.boxOfPath(one.path, 0, 2));
        for (let share = 0; share <= 1; share += .1) {
          const [x, y] = point(share), cos = Math.cos(one.angle), sin = Math.sin(one.angle);
          const [toX, toY] = [x * cos - y * sin + one.x, x * sin + y * cos + one.y];
          const half = one.width / 2;
          if (!(box[0] <= toX - half && box[2] >= toX + half && box[1] <= toY - half
            && box[3] >= toY + half)) outside++;
        }
        const most = 2 * radius + one.width + 2 * player.head.unit;
        if (box[2] - box[0] > 1.5 * most || box[3] - box[1] > 1.5 * most) loose++;
      }
      return [outside, loose];
      """)
    #expect(results == ["0", "0"])
  }

  @Test func `what is drawn anew holds all that changed between two paths`() throws {
    let results = try results(
      """
      let outside = 0;
      for (let round = 0; round < 500; round++) {
        const count = pick(3, 30), kind = pick(0, 1) * 2, path = [];
        for (let i = 0; i < count; i++) {
          path.push(i ? 1 : 0, pick(-999, 999), pick(-999, 999), 0);
        }
        const one = item(path.slice(), kind), from = pick(0, count - 1), to = pick(from + 1, count);
        player.spoiled();
        player.spoilPath(one, from, to);
        const boxes = player.spoiled(), [box] = boxes;
        // The ends of each line that moves; a fill closes from its last point to its first.
        const touched = new Set();
        for (let i = from; i < to; i++) {
          for (const other of [i - 1, i, i + 1]) if (path[4 * other] !== undefined) touched.add(other);
          if (kind === 0 && (i === 0 || i === count - 1)) touched.add(0).add(count - 1);
        }
        for (const i of touched) {
          const [x, y] = [path[4 * i + 1], path[4 * i + 2]];
          if (!(box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3])) outside++;
        }
      }
      return [outside];
      """)
    #expect(results == ["0"])
  }
}
