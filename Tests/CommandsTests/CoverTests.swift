// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// Covers in the tags of sound files, and the colours in them.
@Suite struct CoverTests {
  /// Runs ffmpeg in a folder.
  private func ffmpeg(_ folder: TemporaryFolder, _ words: String...) throws {
    try InstalledTool.ffmpeg.require()
    try InstalledTool.ffmpeg.run(["-v", "error", "-y"] + words, in: folder)
  }

  private func palette(_ folder: TemporaryFolder, _ source: String) throws -> CommandResult {
    var run = Inside.command(["palette", "cover:\(source)"])
    run.folder = folder.path
    return try run.run()
  }

  /// A picture and a sound of a second.
  private func withSources(_ body: (TemporaryFolder) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try ffmpeg(
        folder, "-f", "lavfi", "-i", "testsrc=size=120x90", "-frames:v", "1", "art.png")
      try folder.write(Tone(noise: 4, sampleRate: 8000, sampleFrames: 8000).wave, "plain.wav")
      try body(folder)
    }
  }

  @Test(arguments: ["mp3", "flac", "m4a"])
  func `the picture in the tags gives the colours of the picture itself`(kind: String) throws {
    try withSources { folder in
      try ffmpeg(
        folder, "-i", "plain.wav", "-i", "art.png", "-map", "0", "-map", "1", "-c:v", "copy",
        "-disposition:v", "attached_pic", "song.\(kind)")
      let found = try palette(folder, "song.\(kind)")
      #expect(found.status == 0, "\(found.errors)")
      #expect(try found.bytes == palette(folder, "art.png").bytes)
    }
  }

  @Test func `without one the picture beside the file is taken, and else there is a clear error`()
    throws
  {
    try withSources { folder in
      let none = try palette(folder, "plain.wav")
      #expect(none.status == 65)
      #expect(none.errors.contains("there is no cover.* or folder.* beside"))
      try folder.write(folder.bytes("art.png"), "Cover.PNG")
      #expect(try palette(folder, "plain.wav").bytes == palette(folder, "art.png").bytes)
    }
  }

  @Test func `odd pictures have a clear end`() throws {
    try withSources { folder in
      let art = try folder.bytes("art.png")
      try folder.write(Array(art.prefix(art.count / 2)), "cut.png")
      try folder.write(Array("no picture".utf8), "text.jpg")
      try folder.write([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100), "bad.jpg")
      try ffmpeg(folder, "-i", "art.png", "-vf", "scale=1:1", "one.png")
      try ffmpeg(folder, "-i", "art.png", "-vf", "scale=4000:4000", "large.jpg")
      try ffmpeg(
        folder, "-f", "lavfi", "-i", "testsrc=size=60x60:rate=5:duration=1", "moving.gif")
      for (name, status) in [
        ("one.png", 0), ("large.jpg", 0), ("moving.gif", 0), ("cut.png", 65), ("text.jpg", 65),
        ("bad.jpg", 65),
      ] {
        var run = Inside.command([
          "render", "plain.wav", "-o", "\(name).svg", "--frames", "3", "--look", "bloom", "--cover",
          name, "--size", "64x64", "-q",
        ])
        run.folder = folder.path
        let result = try run.run()
        #expect(result.status == status, "\(name): \(result.errors)")
        if status > 0 { #expect(result.errors.hasPrefix("radial-audio: error: \(name): ")) }
        #expect(folder.names().contains("\(name).svg") == (status == 0))
      }
    }
  }

  @Test(arguments: ["line", "sun", "bloom", "ink", "corona", "strata", "halo", "orbit", "well"])
  func `a cover is a disc in every look that runs`(look: String) throws {
    try withSources { folder in
      var run = Inside.command([
        "render", "plain.wav", "-o", "a.svg", "--frames", "30", "--look", look, "--cover",
        "art.png", "--palette", "cover", "--size", "200x200", "-q",
      ])
      run.folder = folder.path
      try Inside.succeed(run)
      let drawing = Drawing(String(decoding: try folder.bytes("a.svg"), as: UTF8.self))
      #expect(drawing.elements("image").count == 1)
      #expect(drawing.text.contains("<clipPath id="))
      #expect(drawing.value(of: "clip-path", in: "image")?.hasPrefix("url(#clip-") == true)
    }
  }
}
