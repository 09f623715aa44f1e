// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// One image in place of a sequence.
@Suite struct OneImageTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  private func image(_ options: String..., name: String = "a.png") throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      var run = Inside.command(
        ["render", demo, "-o", name, "-d", "2", "--size", "96x54", "-q"] + options)
      run.folder = folder.path
      #expect(try Inside.succeed(run).errors.isEmpty)
      // Neither a manifest nor a temporary file is left.
      #expect(folder.names() == [name])
      return try folder.bytes(name)
    }
  }

  @Test(arguments: ["png", "svg"])
  func `one image is the frame that a sequence has there`(kind: String) throws {
    let frames = try Inside.frames(of: demo, "-d", "2", "-f", kind, size: "96x54")
    func frame(_ number: Int) throws -> [UInt8] {
      try #require(frames["frame-\(String(1_000_000 + number).dropFirst()).\(kind)"])
    }
    let name = "a.\(kind)"
    #expect(try image("--frames", "30-30", name: name) == frame(30))
    #expect(try image("--frames", "31", name: name) == frame(31))
    #expect(try image("--frames", "last", name: name) == frame(119))
    // A frame is seen until the next one begins.
    for (time, number) in [("0", 0), ("0.5", 30), ("0.516", 30), ("0:00.517", 31), ("1.999", 119)] {
      #expect(try image("--at", time, name: name) == frame(number), "\(time)")
    }
    let slow = try Inside.frames(of: demo, "-d", "2", "-f", kind, "-r", "10", size: "96x54")
    #expect(try image("--at", "0.55", "-r", "10", name: name) == slow["frame-000005.\(kind)"])
  }

  @Test func `one image goes to standard output if its kind is said`() throws {
    let expected = try image("--frames", "last")
    let result = try Inside.run(
      "render", demo, "-o", "-", "-d", "2", "--size", "96x54", "-f", "png", "--frames", "last"
    )
    #expect(result.status == 0)
    #expect(result.lastError == "radial-audio: frame 119 of 120 frames in standard output")
    #expect(result.bytes == expected)
  }

  @Test func `percent signs in the name of one image are nothing but that`() throws {
    _ = try image("--frames", "last", name: "100%.png")
  }

  @Test func `a folder or a pattern stays a sequence, also of the last frame alone`() throws {
    let frames = try Inside.frames(of: demo, "-d", "1", "--frames", "last")
    #expect(Array(frames.keys) == ["frame-000059.png"])
    let moment = try Inside.frames(of: demo, "-d", "1", "--at", "0.5", to: "%d.png")
    #expect(Array(moment.keys) == ["30.png"])
  }

  @Test(arguments: [
    (["-o", "a.png"], 64, "--at TIME or --frames last"),
    (["-o", "a.png", "--frames", "3-4"], 64, "--at TIME or --frames last"),
    (["-o", "a.png", "--at", "3", "--frames", "3"], 64, "leave one of them out"),
    (["-o", "a.png", "--at", "300"], 64, "choose an earlier time, or --frames last"),
    (["-o", "a.png", "-s", "20", "-d", "2", "--at", "10"], 64, "--at counts from --start; choose"),
    (["-o", "a.png", "--at", "3", "-f", "svg"], 64, "leave out --format"),
    (["-o", "a.png", "--at", "3", "--existing=keep"], 64, "leave out --existing"),
    (["-o", "there.png", "--at", "3"], 73, "use --overwrite to replace it"),
    (["-o", "no/a.png", "--at", "3"], 73, "create the folder first"),
    (["-o", "folder", "--contact-sheet", "2x2"], 64, "-o sheet.png"),
    (["-o", "%d.png", "--contact-sheet", "2x2"], 64, "-o sheet.png"),
    (["-o", "a.svg", "--contact-sheet", "2x2"], 64, "-o sheet.png"),
    (["-o", "a.png", "--contact-sheet", "0x2"], 64, "use 1 to 100 of each"),
    (
      ["-o", "a.png", "--contact-sheet", "90x2", "--size", "80x80"], 64, "another number of columns"
    ),
    (["-o", "a.png", "--at", "3", "--no-header"], 64, "add --format y4m"),
    (["-o", "logo.png", "--at", "3", "--logo", "logo.png", "--overwrite"], 73, "another file"),
  ])
  func `what cannot be one image is refused, and nothing is written`(
    options: [String], status: Int32, hint: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write([1], "there.png")
      let logo = try Data(contentsOf: URL(filePath: Repository.fixture("demo-logo.png")))
      try folder.write(Array(logo), "logo.png")
      var run = Inside.command(["render", demo] + options)
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == status, "\(result.errors)")
      #expect(result.lastError.contains(hint), "\(result.errors)")
      #expect(folder.names() == ["logo.png", "there.png"])
      #expect(try folder.bytes("there.png") == [1])
    }
  }

  @Test func `a track without samples has no image`() throws {
    try TemporaryFolder.with { folder in
      let empty = try folder.write(Tone(noise: 1, sampleFrames: 0).wave, "empty.wav")
      let result = try Inside.run("render", empty, "-o", folder.path("a.png"), "--frames", "last")
      #expect(result.status == 65)
      #expect(folder.names() == ["empty.wav"])
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `a contact sheet holds frames of the size of its cells, from even parts of the track`()
    throws
  {
    // 194 = 3 cells of 64 and two gaps of 1; 64x36 at 60 frames a second for 2 s.
    let size = ["--size", "194x109"]
    let sheet = try pixels(of: image("--contact-sheet", "3x2", size[0], size[1]))
    #expect(sheet.count == 194 * 73 * 4)
    let frames = try Inside.frames(of: demo, "-d", "2", size: "64x36")
    for (index, frame) in [10, 30, 50, 70, 90, 110].enumerated() {
      let file = try #require(frames["frame-\(String(1_000_000 + frame).dropFirst()).png"])
      let cell = try pixels(of: file)
      let (x, y) = (index % 3 * 65, index / 3 * 37)
      for row in 0..<36 {
        let start = ((y + row) * 194 + x) * 4
        #expect(sheet[start..<start + 256].elementsEqual(cell[row * 256..<row * 256 + 256]))
      }
    }
    // A gap: #eeff00, a quarter nearer to grey.
    #expect(sheet[64 * 4..<65 * 4].elementsEqual([210, 223, 32, 255]))
    let clear = try pixels(
      of: image("--contact-sheet", "3x1", size[0], size[1], "--background", "none"))
    #expect(clear[64 * 4 + 3] == 0)
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `the cells of a contact sheet that are large enough have their times in a corner`() throws {
    // Two cells of 128x72, with a gap of 1 between them.
    let sheet = try pixels(of: image("--contact-sheet", "2x1", "--size", "257x145"))
    let frames = try Inside.frames(of: demo, "-d", "2", size: "128x72")
    for (index, frame) in [30, 90].enumerated() {
      let file = try #require(frames["frame-\(String(1_000_000 + frame).dropFirst()).png"])
      let cell = try pixels(of: file)
      let changed = (0..<72).filter { row in
        let start = (row * 257 + index * 129) * 4
        return !sheet[start..<start + 512].elementsEqual(cell[row * 512..<row * 512 + 512])
      }
      #expect(!changed.isEmpty && changed.allSatisfy { (4..<16).contains($0) })
    }
  }

  @Test(arguments: [
    ("2x1", [], "2 of 240 frames in standard output, one every 2.000 s from 1.000 s"),
    ("2x2", ["-r", "10"], "4 of 40 frames in standard output, one every 1.000 s from 0.500 s"),
    ("1x1", [], "1 of 240 frames in standard output, at 2.000 s"),
    (
      "2x1", ["--frames", "120-"],
      "2 of 240 frames in standard output, one every 1.000 s from 2.500 s"
    ),
  ])
  func `a contact sheet says at which times its frames are`(
    shape: String, words: [String], note: String
  ) throws {
    let result = try Inside.run(
      "render", demo, "-d", "4", "-o", "-", "-f", "png", "--size", "96x54", "--contact-sheet", shape
    ) { $0.arguments += words }
    #expect(result.lastError == "radial-audio: \(note)")
  }

  private func pixels(of png: [UInt8]) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let path = try folder.write(png, "a.png")
      return try InstalledTool.ffmpeg.run([
        "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-",
      ]).bytes
    }
  }
}
