// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Standard input and standard output.
@Suite struct StreamTests {
  private static let inputs = ["Audio/demo.flac", "Audio/sine-quarter-scale.wav", "Audio/pcm8.wav"]

  @Test(arguments: inputs)
  func `standard input is read as a pipe and as a file`(name: String) throws {
    let input = Repository.fixture(name)
    let bytes = Array(try Data(contentsOf: URL(filePath: input)))
    for command in ["meter", "normalize"] {
      let expected = try Program.run(command, input)
      #expect(expected.status == 0)
      let pipe = try Program.run(command, "-") { $0.input = .pipe(bytes) }
      #expect(pipe.errors.isEmpty)
      #expect(pipe.bytes == expected.bytes)
      let file = try Program.run(command, "-") { $0.input = .file(input) }
      #expect(file.errors.isEmpty)
      #expect(file.bytes == expected.bytes)
    }
    let options = ["-s", "0.1", "-d", "0.2"]
    // A pipe has no whole track to take the scale from.
    let expected = try Program.frames(
      of: input, options[0], options[1], options[2], options[3], "--range", "part")
    #expect(!expected.isEmpty)
    let pipe = try Program.frames(of: "-", options[0], options[1], options[2], options[3]) {
      $0.input = .pipe(bytes)
    }
    #expect(pipe == expected)
    let file = try Program.frames(of: "-", options[0], options[1], options[2], options[3]) {
      $0.input = .file(input)
    }
    #expect(file == expected)
  }

  @Test func `an input named - is a file behind ./`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Tone(noise: 5, sampleFrames: 735).wave, "-")
      let result = try Program.run("meter", "./-") { $0.folder = folder.path }
      #expect(result.rows.count == 1)
      try folder.write(Tone(noise: 6, sampleFrames: 1470).wave, "--floor")
      let dashes = try Program.run("meter", "--", "--floor") { $0.folder = folder.path }
      #expect(dashes.rows.count == 2)
    }
  }

  @Test func `nothing on standard input is no audio`() throws {
    for command in ["meter", "normalize"] {
      let result = try Program.run(command, "-")
      #expect(result.status == 65)
      #expect(result.errors.contains("standard input"))
      #expect(result.errors.contains("is empty"))
    }
  }

  @Test func `a part of a stream without end is read as it comes, and nothing of it is kept`()
    throws
  {
    let header = Tone(noise: 5, sampleFrames: 0).wave
    try TemporaryFolder.with { folder in
      let result = try Program.run("meter", "-", "-d", "1") {
        $0.input = .endlessPipe(Array(header.prefix(40)) + [0xFF, 0xFF, 0xFF, 0xFF])
        $0.environment["TMPDIR"] = folder.path("missing")
      }
      #expect(result.errors.isEmpty)
      #expect(result.rows.count == 60)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg reads MPEG audio without a tag"))
  func `a station of MPEG audio is read as it comes`() throws {
    let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0xC0] + [UInt8](repeating: 0, count: 100)
    // From within a frame on; more than ffmpeg looks at before it begins.
    let bytes = Array(frame.dropFirst(50)) + (0..<100_000).flatMap { _ in frame }
    try TemporaryFolder.with { folder in
      let result = try Program.run("meter", "-", "-d", "1") {
        $0.input = .pipe(bytes)
        $0.environment["TMPDIR"] = folder.path("missing")
      }
      #expect(result.errors.isEmpty)
      #expect(result.rows.count == 60)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes and reads the file"))
  func `a file for ffmpeg needs no folder for temporary files`() throws {
    try TemporaryFolder.with { folder in
      let source = try folder.write(Tone(noise: 5, sampleFrames: 44_100).wave, "a.wav")
      let path = folder.path("a.m4a")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", source, "-c:a", "alac", path])
      let result = try Program.run("meter", path) {
        $0.environment["TMPDIR"] = folder.path("missing")
      }
      #expect(result.errors.isEmpty)
      #expect(result.rows.count == 60)
    }
  }

  @Test func `data goes to standard output alone`() throws {
    let input = Repository.fixture("Audio/one-tick.wav")
    for command in ["meter", "normalize"] {
      let plain = try Program.run(command, input)
      let dash = try Program.run(command, input, "-o", "-", "--progress", "json")
      #expect(plain.errors.isEmpty)
      #expect(dash.bytes == plain.bytes)
      #expect(!dash.errors.isEmpty)
    }
    try TemporaryFolder.with { folder in
      let frames = try Program.run("render", input, "-o", folder.path, "--size", "160x90")
      #expect(frames.bytes.isEmpty)
    }
  }
}
