// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Standard input and standard output.
@Suite struct StreamTests {
  private static let inputs = ["demo.flac", "Audio/sine-quarter-scale.wav", "Audio/pcm8.wav"]

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
    let expected = try Program.frames(of: input, options[0], options[1], options[2], options[3])
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
