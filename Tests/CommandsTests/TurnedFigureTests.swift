// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Figures of the view radial that are turned, drawn with their mirror image, or on a part of the circle.
@Suite struct TurnedFigureTests {
  private static let side = 240

  /// The pixels of a frame, three bytes each.
  private func pixels(_ words: [String]) throws -> [UInt8] {
    let size = "\(Self.side)x\(Self.side)"
    let run = Inside.command(
      [
        "render", Repository.fixture("demo.flac"), "--at", "83.2", "--size", size, "-f", "rgb24",
        "-o", "-", "-q",
      ] + words)
    let bytes = try Inside.succeed(run).bytes
    #expect(bytes.count == 3 * Self.side * Self.side)
    return bytes
  }

  /// How many pixels differ by more than 16, and the greatest difference, from a picture whose pixel at
  /// each place is that of `place` in the other.
  private func difference(
    _ one: [UInt8], _ other: [UInt8], _ place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
  ) -> (count: Int, greatest: Int) {
    var (count, greatest) = (0, 0)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let there = place(x, y)
        let (a, b) = (3 * (y * Self.side + x), 3 * (there.y * Self.side + there.x))
        let most = (0..<3).map { abs(Int(one[a + $0]) - Int(other[b + $0])) }.max() ?? 0
        greatest = max(greatest, most)
        count += most > 16 ? 1 : 0
      }
    }
    return (count, greatest)
  }

  @Test(arguments: [
    "line", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well",
  ])
  func `a turned figure is the same one, and its mirror image makes it symmetric`(
    look: String
  ) throws {
    let last = Self.side - 1
    let upright = try pixels(["--look", look])
    let turned = try pixels(["--look", look, "--rotate", "90"])
    // Clockwise: what was above is now on the right.
    let quarter = difference(turned, upright) { x, y in (y, last - x) }
    #expect(quarter.count <= Self.side * Self.side / 1000 && quarter.greatest <= 64, "\(quarter)")
    #expect(difference(turned, upright) { ($0, $1) }.count > 200)
    let back = try pixels(["--look", look, "--rotate=-360"])
    #expect(difference(back, upright) { ($0, $1) }.greatest <= 1)
    let mirrored = try pixels(["--look", look, "--mirror"])
    let halves = difference(mirrored, mirrored) { x, y in (last - x, y) }
    #expect(halves.count <= Self.side * Self.side / 1000 && halves.greatest <= 64, "\(halves)")
    #expect(difference(upright, upright) { x, y in (last - x, y) }.count > 100)
  }

  @Test(
    arguments: [
      "line", "sun", "bloom", "bloom --layout mirror", "ink", "ink --layout pair",
      "corona",
      "strata", "halo",
    ])
  func `a figure on a half of the circle leaves the other one empty`(look: String) throws {
    let words = ["--set", "pulse=0", "--look"] + look.split(separator: " ").map(String.init)
    let half = try pixels(words + ["--sweep", "180"])
    // Each channel has its own half down from 12 o'clock, or the figure begins there.
    let isUpper =
      look.hasSuffix("mirror") || ["ink", "corona", "strata", "halo"].contains(look)
    var drawn = (inside: 0, outside: 0)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let (across, down) = (x - Self.side / 2, y - Self.side / 2)
        // The heart and its playheads are about the centre, and on the border.
        guard across * across + down * down > Self.side * Self.side / 25 else { continue }
        let depth = isUpper ? down : -across
        let isGround = half[3 * (y * Self.side + x)..<3 * (y * Self.side + x) + 3] == half[0..<3]
        if !isGround, depth > 6 { drawn.outside += 1 }
        if !isGround, depth < 0 { drawn.inside += 1 }
      }
    }
    #expect(drawn.outside == 0 && drawn.inside > 800, "\(drawn)")
    #expect(try pixels(words + ["--sweep", "360"]) == pixels(words))
  }

  @Test(arguments: [
    ["--look", "strata", "--rotate", "33.3", "--mirror"],
    ["--look", "line", "--sweep", "120", "--mirror"],
    ["--look", "bloom", "--sweep", "200", "--layout", "mirror"],
  ])
  func `parts of a film with a turned or smaller figure equal the whole`(look: [String]) throws {
    let words = look + ["--frames", "4990-4999"]
    func frames(_ words: [String]) throws -> [UInt8] {
      try Inside.succeed(
        Inside.command(
          ["render", Repository.fixture("demo.flac"), "--size", "160x90", "-f", "rgb24", "-o", "-"]
            + words + ["-q"])
      ).bytes
    }
    let whole = try frames(words)
    let part = try frames(words.dropLast() + ["4999-4999"])
    #expect(part.count == 160 * 90 * 3 && whole.suffix(part.count).elementsEqual(part))
  }

  @Test(arguments: ["bloom", "halo", "strata"])
  func `a figure is where its centre is put, and as large as it is zoomed`(look: String) throws {
    let (side, words) = (Self.side, ["--look", look, "--zoom", "0.4", "--set", "pulse=0"])
    let small = try pixels(words)
    let outside = (0..<side * side).filter { place in
      let (x, y) = (place % side - side / 2, place / side - side / 2)
      return x * x + y * y > side * side / 16
    }
    func isDrawn(_ place: Int) -> Bool { small[3 * place..<3 * place + 3] != small[0..<3] }
    #expect(!outside.contains(where: isDrawn) && (0..<side * side).count(where: isDrawn) > 500)
    // What comes round at the other edge is the ground.
    let moved = try pixels(words + ["--center", "0.25,0.5"])
    #expect(difference(moved, small) { x, y in ((x + side / 4) % side, y) }.greatest <= 1)
  }

  @Test(
    arguments: [
      (["--look", "tutorial", "--zoom", "2"], 0, "--zoom changes nothing with --look tutorial"),
      (["--zoom", "20"], 64, "a number from 0.1 to 10"),
      (["--position", "0.3,0.5"], 64, "write --center X,Y"),
      (["--look", "horizon", "--rotate", "10"], 0, "--rotate changes nothing with --look horizon"),
      (["--look", "orbit", "--sweep", "90"], 0, "--sweep changes nothing with --look orbit"),
      (["--sweep", "5"], 64, "a number from 10 to 360"),
      (["--look", "tutorial", "--mirror"], 0, "--mirror changes nothing with --look tutorial"),
      (["--rotate", "400"], 64, "a number from -360 to 360"),
      (
        ["--look", "corona", "--layout", "twin", "--mirror"], 64, "--layout twin draws two"
      ),
      (["--flip"], 64, "write --mirror"),
    ] as [([String], Int32, String)])
  func `what cannot be turned or mirrored is said`(
    words: [String], status: Int32, message: String
  ) throws {
    let run = Inside.command(
      [
        "render", Repository.fixture("demo.flac"), "--at", "1", "--size", "64x64", "-f", "png",
        "-o", "-",
      ] + words)
    let result = try run.run()
    #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
  }
}
