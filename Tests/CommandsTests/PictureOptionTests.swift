// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The options of the picture, by what they change in it.
///
/// The constant half-scale signal reads -6.0206 dB in every tick, so every figure of its constants
/// is 6.0206, and every point lies on the outer radius.
@Suite struct PictureOptionTests {
  private let constant = "Audio/dc-half-scale.wav"

  @Test func `--size is the size of the picture`() throws {
    let png = try Inside.frames(
      of: Repository.fixture("Audio/one-tick.wav"), size: "123x45", to: "%d.png")
    let bytes = try #require(png["0.png"])
    // The header of a PNG: width and height, big-endian, from byte 16 on.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 123, 0, 0, 0, 45])
    let drawing = try Inside.drawing(constant, "--look", "line", size: "864x432")
    #expect(drawing.value(of: "width", in: "svg") == "864")
    #expect(drawing.value(of: "height", in: "svg") == "432")
    // One point is min(W, H)/432 pixels.
    #expect(drawing.text.contains("viewBox=\"-432.000000 -216.000000 864.000000 432.000000\""))
    let usual = try Inside.drawing(constant, "--look", "line", size: nil)
    #expect(usual.value(of: "width", in: "svg") == "1920")
  }

  @Test(arguments: [
    ("#123456", "#123456"), ("red", "#ff0000"), ("#0f0", "#00ff00"), ("RebeccaPurple", "#663399"),
  ])
  func `--background is the colour of the sheet`(color: String, fill: String) throws {
    let drawing = try Inside.drawing(constant, "--background", color)
    #expect(drawing.value(of: "fill", in: "rect") == fill)
  }

  @Test func `--background may be translucent or nothing`() throws {
    #expect(try Inside.drawing(constant).value(of: "fill", in: "rect") == "#eeff00")
    let half = try Inside.drawing(constant, "--background", "#11223380")
    #expect(half.value(of: "fill-opacity", in: "rect") == "0.501961")
    #expect(try Inside.drawing(constant, "--background", "none").elements("rect").isEmpty)
    let input = Repository.fixture("Audio/one-tick.wav")
    let opaque = try Inside.frames(of: input, to: "%d.png")
    let clear = try Inside.frames(of: input, "--background", "none", to: "%d.png")
    #expect(clear["0.png"] != opaque["0.png"])
    let misspelt = try Inside.run("render", input, "-o", "x", "--background", "yelow")
    #expect(misspelt.status == 64)
    #expect(misspelt.errors.contains("did you mean 'yellow'?"))
  }

  @Test func `stroke is one colour or four`() throws {
    let black = Array(repeating: "#000000", count: 4)
    #expect(try Inside.drawing(constant).curves("stroke") == black)
    let one = try Inside.drawing(constant, "--set", "stroke=navy")
    #expect(one.curves("stroke") == Array(repeating: "#000080", count: 4))
    let four = try Inside.drawing(constant, "--set", "stroke=red,#00f,lime,#010203")
    #expect(four.curves("stroke") == ["#ff0000", "#0000ff", "#00ff00", "#010203"])
    #expect(four.curves("data-meter") == ["peak", "peak", "average", "average"])
    #expect(
      four.curves("transform").map { $0.replacing(".000", with: "") }
        == ["rotate(0)", "rotate(180)", "rotate(-90)", "rotate(90)"])
    let two = try Inside.run(
      "render", Repository.fixture(constant), "-o", "x", "--set", "stroke=red,blue")
    #expect(two.status == 64)
  }

  @Test func `pen is the width of the curves`() throws {
    #expect(try Inside.drawing(constant).curves("stroke-width").first == "0.500")
    let wide = try Inside.drawing(constant, "--set", "pen=2.25")
    #expect(wide.curves("stroke-width") == Array(repeating: "2.250", count: 4))
  }

  @Test func `the radii are those of full scale and of the quietest level`() throws {
    let outer = try Inside.drawing(
      constant, "--set", "spokes=0", "--set", "inner=40", "--set", "outer=120")
    #expect(outer.points(ofCurve: 0).first?.x == 120)
    let middle = try Inside.drawing(
      constant, "--set", "spokes=0", "--set", "inner=40", "--set", "outer=120", "--max-peak",
      "12.0412")
    #expect(middle.points(ofCurve: 0).first?.x == 80)
    let loud = try Inside.drawing(
      "Audio/square-full-scale.wav", "--set", "spokes=0", "--set", "inner=40", "--max-peak", "10",
      "--max-average", "10")
    for curve in 0..<4 { #expect(loud.points(ofCurve: curve).first?.x == 40) }
  }

  @Test func `--max-peak and --max-average lie on the outer radius`() throws {
    let drawing = try Inside.drawing(
      constant, "--set", "spokes=0", "--max-peak", "12.0412,24.0824", "--max-average", "60.206")
    // Peak left, peak right, average left, average right: 100 + 100 · 6.0206 / maximum.
    let radii = (0..<4).map { drawing.points(ofCurve: $0).first?.x }
    #expect(radii == [150, 125, 110, 110])
  }

  @Test func `without spokes the centre is left out`() throws {
    let with = try Inside.drawing(constant, frame: 4)
    let without = try Inside.drawing(constant, "--set", "spokes=0", frame: 4)
    for curve in 0..<4 {
      #expect(with.points(ofCurve: curve).count == 6)
      #expect(with.points(ofCurve: curve)[0] == .init(x: 0, y: 0))
      #expect(without.points(ofCurve: curve).count == 5)
      #expect(without.points(ofCurve: curve)[0] == .init(x: 200, y: 0))
    }
  }

  @Test func `a turn in ticks has as many points`() throws {
    let full = try Inside.drawing(constant, "--set", "spokes=0", "--turn", "8ticks", frame: 7)
    #expect(full.points(ofCurve: 0).count == 8)
    // The third of eight points is a quarter of a turn on, downward on the screen.
    #expect(full.points(ofCurve: 0)[2] == .init(x: 0, y: 200))
    // The tutorial shows the full figure twice.
    let next = try Inside.drawing(constant, "--set", "spokes=0", "--turn", "8ticks", frame: 9)
    #expect(next.points(ofCurve: 0) == [.init(x: 200, y: 0)])
  }

  @Test(arguments: [
    ("a b.jpg", "convert it: ffmpeg -i 'a b.jpg' 'a b.png'"),
    ("a.b.JPEG", "convert it: ffmpeg -i a.b.JPEG a.b.png"),
    ("-c.webp", "convert it: ffmpeg -i ./-c.webp ./-c.png"),
    ("d.svg", "convert it: rsvg-convert -o d.png d.svg"),
    ("e.ogg", "name a PNG file; ffmpeg -i IMAGE logo.png converts other pictures"),
    ("f", "name a PNG file; ffmpeg -i IMAGE logo.png converts other pictures"),
    ("png", "name a PNG file; ffmpeg -i IMAGE logo.png converts other pictures"),
  ])
  func `a logo that is no PNG is refused with what makes one of it`(
    name: String, hint: String
  ) throws {
    try TemporaryFolder.with { folder in
      _ = try folder.write("no picture", name)
      var run = Inside.command(["plan", Repository.fixture(constant), "--logo=\(name)"])
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == 65)
      #expect(result.errors == "radial-audio: error: \(name): is not a PNG\nhint: \(hint)\n")
    }
  }

  @Test func `the logo lies on the centre by its anchor`() throws {
    #expect(try Inside.drawing(constant).elements("image").isEmpty)
    let logo = Repository.fixture("demo-logo.png")
    let usual = try Inside.drawing(constant, "--logo", logo)
    func place(_ drawing: Drawing) -> [Double?] {
      ["x", "y", "width", "height"].map { drawing.value(of: $0, in: "image").flatMap(Double.init) }
    }
    #expect(place(usual) == [-33.7, -46.8, 100, 100])
    let moved = try Inside.drawing(
      constant, "--logo", logo, "--set", "logo-x=0.25", "--set", "logo-y=1", "--set",
      "logo-width=40")
    #expect(place(moved) == [-10, -40, 40, 40])
    let data = try Data(contentsOf: URL(filePath: logo)).base64EncodedString()
    let link = try #require(usual.value(of: "xlink:href", in: "image"))
    #expect(link == "data:image/png;base64," + data)
    let input = Repository.fixture("Audio/one-tick.wav")
    #expect(try Inside.frames(of: input, "--logo", logo) != Inside.frames(of: input))
  }

  @Test func `--normalization chooses the figure of the constants`() throws {
    // Sixty ticks that read -6.0206·(k mod 6 + 1): the greatest |dB| is 36.1236, half of them are
    // at most 18.0618.
    let file = "Audio/steps-11025.wav"
    for (word, figure) in [("max", 36.1236), ("p99", 36.1236), ("p50", 18.0618)] {
      let drawing = try Inside.drawing(file, "--set", "spokes=0", "--normalization", word)
      let radius = try #require(drawing.points(ofCurve: 0).first?.x)
      #expect(abs(radius - (100 + 100 * 6.0206 / figure)) < 0.001, "\(word)")
    }
    let usual = try Inside.drawing(file, "--look", "line").text
    #expect(try Inside.drawing(file, "--look", "line", "--range=measured").text == usual)
  }

  @Test func `--look tutorial is the size and scale of the app`() throws {
    let file = "Audio/left-only.wav"
    let drawing = try Inside.drawing(file, "--look", "tutorial", size: nil)
    #expect(drawing.text.contains(" width=\"1334\" height=\"750\""))
    #expect(drawing.text.contains("viewBox=\"-333.500000 -187.500000 667.000000 375.000000\""))
    let other = try Inside.drawing(file, "--look", "tutorial", size: "320x180")
    #expect(other.text.contains(" width=\"320\" height=\"180\""))
    let steps = "Audio/steps-11025.wav"
    let normalized = try Inside.drawing(steps, "--look", "tutorial", frame: 30)
    let plain = try Inside.drawing(steps, "--normalization", "max", frame: 30)
    #expect(normalized.curves("d") == plain.curves("d"))
    let line = try Inside.drawing(file, "--look", "line").text
    #expect(
      try Inside.drawing(file, "--look", "line", "--range", "measured").text == line)
    let old = try Inside.run("render", Repository.fixture(file), "-o", "x", "--look", "default")
    #expect(old.status == 64)
    #expect(old.errors.contains("leave out --look; the default look of the view radial is line"))
    let unknown = try Inside.run(
      "render", Repository.fixture(file), "-o", "x", "--look", "tutorail")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'tutorial'?"))
  }

  @Test func `--look tutorial holds no radius back and anchors the logo`() throws {
    let free = try Inside.drawing(
      constant, "--look", "tutorial", "--set", "spokes=0", "--max-peak", "3.0103", "--logo",
      Repository.fixture("demo-logo.png"))
    #expect(free.points(ofCurve: 0).first?.x == 300)
    #expect(free.value(of: "x", in: "image") == "-33.700")
    #expect(free.value(of: "y", in: "image") == "-46.800")
  }

  @Test func `the turn of --look tutorial shows its full figure twice`() throws {
    // A turn of 8 points and a held one: frames 7 and 8 are alike, frame 9 starts over.
    let counts = try [6, 7, 8, 9].map { frame in
      try Inside.drawing(
        constant, "--look", "tutorial", "--turn", "8ticks", "--set", "spokes=0", frame: frame
      ).points(ofCurve: 0).count
    }
    #expect(counts == [7, 8, 8, 1])
  }
}
