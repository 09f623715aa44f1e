// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import Platform
import TestSupport
import Testing

/// Posters: whole tracks as one image.
@Suite struct PosterTests {
  private let demo = Repository.fixture("Audio/demo.flac")
  private static let looks = [
    "rings", "spiral", "one-line", "moth", "harmony", "parts", "layers",
  ]

  /// The only file that `poster` writes into an empty folder.
  private func poster(_ options: String..., named name: String = "demo.png") throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      var run = Program.command(["poster", demo, "--size", "64x64", "-q"] + options)
      run.folder = folder.path
      #expect(try Program.succeed(run).errors.isEmpty)
      #expect(folder.names() == [name])
      return try folder.bytes(name)
    }
  }

  @Test(arguments: looks)
  func `a poster is the last frame of the view of the whole track`(look: String) throws {
    let turn = ["moth", "layers", "parts"].contains(look) ? "--progress=none" : "--turn=lock"
    let frames = try Program.frames(
      of: demo, "--view", "track", "--look", look, "--frames", "last", turn, size: "64x64")
    #expect(try Array(frames.values) == [poster("--look", look, turn)])
  }

  @Test func `a poster has 3000 pixels a side, and the name of its track`() throws {
    try TemporaryFolder.with { folder in
      var run = Program.command(["poster", demo, "-d", "1", "-f", "svg"])
      run.folder = folder.path
      let result = try Program.succeed(run)
      #expect(folder.names() == ["demo.svg"])
      let text = String(decoding: try folder.bytes("demo.svg"), as: UTF8.self)
      #expect(text.contains("width=\"3000\" height=\"3000\""))
      #expect(result.errors.contains("demo.svg"))
    }
  }

  @Test func `several tracks, or a folder, make one sleeve with a strip for each track`() throws {
    try TemporaryFolder.with { folder in
      try Folder.make(folder.path("My Album"))
      // One, four and nine seconds: strips of 1, 2 and 3 parts of the width.
      for (name, seconds) in [("a", 1), ("b", 4), ("c", 9)] {
        let tone = Tone(noise: UInt64(seconds), sampleRate: 8000, sampleFrames: seconds * 8000)
        try folder.write(tone.wave, "My Album/\(name).wav")
      }
      func sleeve(_ words: String...) throws -> (svg: String, errors: String) {
        var run = Program.command(
          ["poster", "--look", "parts", "--size", "600x600", "--overwrite", "-o", "s.svg"] + words)
        run.folder = folder.path
        let errors = try Program.succeed(run).errors
        return (String(decoding: try folder.bytes("s.svg"), as: UTF8.self), errors)
      }
      let (svg, errors) = try sleeve("My Album")
      #expect(svg.contains("<title>My Album</title>"))
      #expect(errors.contains("sleeve of 3 tracks in s.svg"))
      let clips = svg.matches(of: /<clipPath[^>]*><path d="M(-?[\d.]+)[ ,]/).map {
        Double($0.output.1) ?? 0
      }
      // From the centre of a sheet of 432 points.
      #expect(Set(clips).sorted().suffix(2) == [-144, 0], "\(clips)")
      let named = try sleeve("My Album/c.wav", "My Album/a.wav", "--title", "Two")
      #expect(named.svg.contains("<title>Two</title>") && named.svg != svg)
      #expect(named.errors.contains("sleeve of 2 tracks"))
      // Symptom: in one palette all strips had one ground.
      let dusk = try sleeve("My Album", "--palette", "dusk").svg
      for ground in ["#110d30", "#521a84", "#f2625b"] {
        #expect(dusk.contains(ground), "\(ground)")
      }
      var other = Program.command(["poster", "My Album", "--look", "rings", "-o", "r.svg"])
      other.folder = folder.path
      #expect(try other.run().status == 66)
    }
  }

  @Test(arguments: [("corona", 6.0), ("bloom", 6), ("tutorial", 361.0 / 60)])
  func `a poster of a look with turns is its fullest turn, also of a song that fades out`(
    look: String, turn: Double
  ) throws {
    try TemporaryFolder.with { folder in
      // The second of four turns is the loudest, and the last one is silent.
      let samples = (0..<24 * 6000).map { index -> Int16 in
        [3000, 25_000, 10_000, 0][index / 36_000] * (index % 7 < 3 ? 1 : -1)
      }
      let song = Tone(sampleRate: 6000, channels: 1, samples: samples)
      try folder.write(song.wave, "song.wav")
      var run = Program.command(
        ["poster", "song.wav", "--size", "64x64", "-q", "--look", look, "-f", "png"])
      run.folder = folder.path
      try Program.succeed(run)
      let frames = try Program.frames(
        of: folder.path("song.wav"), "--look", look, "--frames", "\(Int(2 * turn * 60) - 1)",
        size: "64x64")
      #expect(try Array(frames.values) == [folder.bytes("song.png")])
    }
  }

  @Test func `a poster of the beginning of a track shows the fullest turn of that part`() throws {
    try TemporaryFolder.with { folder in
      // The second turn, which is the loudest of the track, is not whole in the part.
      let samples = (0..<18 * 6000).map { index -> Int16 in
        [3000, 25_000, 10_000][index / 36_000] * (index % 7 < 3 ? 1 : -1)
      }
      let song = Tone(sampleRate: 6000, channels: 1, samples: samples)
      try folder.write(song.wave, "song.wav")
      var run = Program.command(
        [
          "poster", "song.wav", "-d", "10", "--size", "64x64", "-q", "--look", "sun", "--set",
          "pulse=0",
        ])
      run.folder = folder.path
      try Program.succeed(run)
      let part = try folder.write(song[0..<60_000].wave, "part.wav")
      let frames = try Program.frames(
        of: part, "--look", "sun", "--set", "pulse=0", "--frames", "359", size: "64x64")
      #expect(try Array(frames.values) == [folder.bytes("song.png")])
    }
  }

  @Test func `a poster of a track that is shorter than a turn is its end`() throws {
    try TemporaryFolder.with { folder in
      // A poster has no rings of hits.
      let samples = (0..<30_000).map { index -> Int16 in 20_000 * (index % 7 < 3 ? 1 : -1) }
      let song = Tone(sampleRate: 6000, channels: 1, samples: samples)
      let input = try folder.write(song.wave, "song.wav")
      let part = try folder.write(song[0..<12_000].wave, "part.wav")
      let look = ["--look", "sun", "--set", "pulse=0", "--size", "64x64"]
      try Program.succeed(
        Program.command(["poster", input, "-d", "2", "-o", folder.path("a.png"), "-q"] + look))
      try Program.succeed(
        Program.command(
          ["render", part, "--frames", "last", "-o", folder.path("b.png"), "-q"] + look))
      #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
    }
  }

  @Test func `one line without a sheet is one path and nothing else`() throws {
    let bytes = try poster(
      "--look", "one-line", "--background", "none", "-o", "a.svg", named: "a.svg")
    let elements = String(decoding: bytes, as: UTF8.self).split(separator: "<")
      .compactMap { $0.split(whereSeparator: { " >\n".contains($0) }).first }
      .filter { !$0.hasPrefix("/") }
    #expect(elements == ["svg", "title", "g", "path"])
  }

  @Test func `several tracks become a poster each`() throws {
    try TemporaryFolder.with { folder in
      var run = Program.command(
        ["poster", demo, "--output-dir", "all", "--size", "64x64", "-q", "--format", "svg"])
      run.folder = folder.path
      _ = try Program.succeed(run)
      #expect(folder.names() == ["all"])
      #expect(try folder.bytes("all/demo.svg") == poster("-f", "svg", named: "demo.svg"))
      #expect(try run.run().status == 73)
      run.arguments.append("--existing=keep")
      _ = try Program.succeed(run)
    }
  }

  @Test(arguments: ["Bob%20dylan", "####", "%d", "100%"])
  func `a track whose name looks like a pattern has a poster`(name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 3, sampleRate: 6000, sampleFrames: 600).wave, "\(name).wav")
      for words in [[], ["--output-dir", "all"], ["-o", "own \(name).svg"]] {
        var run = Program.command(["poster", "\(name).wav", "--size", "64x64", "-q"] + words)
        run.folder = folder.path
        try Program.succeed(run)
      }
      #expect(
        folder.names() == ["\(name).png", "\(name).wav", "all", "own \(name).svg"].sorted())
      #expect(try folder.bytes("all/\(name).png") == folder.bytes("\(name).png"))
    }
  }

  @Test(arguments: [
    ("a.jpg", "ffmpeg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)),
    ("a.JPEG", "ffmpeg", [0xFF, 0xD8, 0xFF]),
    ("a.pdf", "rsvg-convert", Array("%PDF-".utf8)),
  ])
  func `another program makes JPEG and PDF, the same bytes each time, and its lack has a way out`(
    name: String, program: String, start: [UInt8]
  ) throws {
    try TemporaryFolder.with { folder in
      var run = Program.command(["poster", demo, "--size", "a4", "-d", "1", "-q", "-o", name])
      run.folder = folder.path
      if InstalledTool(rawValue: program)?.path != nil {
        try Program.succeed(run)
        let bytes = try folder.bytes(name)
        #expect(bytes.starts(with: start))
        run.arguments.append("--overwrite")
        try Program.succeed(run)
        #expect(try folder.bytes(name) == bytes)
        try folder.remove(name)
      }
      run.environment = ["PATH": folder.path]
      let result = try run.run()
      #expect(result.status == 69 && result.errors.contains("\(program), which makes"))
      #expect(result.errors.contains("end the name in .\(name == "a.pdf" ? "svg" : "png")"))
      #expect(folder.names().isEmpty)
    }
  }

  @Test(arguments: [
    (["-o", "there.png"], 73, "use --overwrite to replace it"),
    (["-o", "a.bmp"], 64, "end it in .png .svg .jpg .pdf"),
    (["-o", "a.pdf", "-f", "svg"], 64, "leave out --format"),
    (["-o", "a.jpg", "--background", "none"], 64, "an opaque --background"),
    (["-o", "a.png", "-f", "svg"], 64, "leave out --format"),
    (["-o", "-"], 64, "add --format png or svg"),
    (["--turn", "0"], 64, "use 1 to 600 seconds"),
    (["--turn", "lok"], 64, "or lock"),
  ])
  func `what cannot be a poster is refused, and nothing is written`(
    options: [String], status: Int32, hint: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write([1], "there.png")
      var run = Program.command(["poster", demo] + options)
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == status, "\(result.errors)")
      #expect(result.errors.contains(hint), "\(result.errors)")
      #expect(folder.names() == ["there.png"])
      #expect(try folder.bytes("there.png") == [1])
    }
  }
}
