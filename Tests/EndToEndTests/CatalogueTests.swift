// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The example that draws a catalogue with GNU parallel.
@Suite(
  .enabled(if: TestRun.isWhole, "make check runs it"),
  .enabled(if: InstalledTool.areInstalled(.sh, .parallel), "GNU parallel runs the example"))
struct CatalogueTests {
  private func draw(in folder: TemporaryFolder) throws -> CommandResult {
    var command = CommandRun(
      try InstalledTool.sh.found,
      [
        Repository.fixture("Examples/catalogue.sh"), "list.txt", "out", "halo", "--size", "64x48",
      ])
    command.folder = folder.path
    command.environment["RADIAL_AUDIO"] = Repository.product("radial-audio")
    command.environment["HOME"] = folder.path
    return try command.run()
  }

  @Test func `all tracks are drawn on one scale, and what cannot be is listed`() throws {
    try TemporaryFolder.with { folder in
      let names = ["a", "b two", "c'three"]
      for (seed, name) in names.enumerated() {
        let tone = Tone(noise: UInt64(70 + seed), sampleRate: 8000, sampleFrames: 2000)
        try folder.write(tone.wave, "\(name).wav")
      }
      try folder.write("no sound", "d.wav")
      try folder.write((names + ["d"]).map { "\($0).wav\n" }.joined(), "list.txt")
      for round in 1...2 {
        let result = try draw(in: folder)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.lastError == "not complete: d.wav", "\(result.errors)")
        for name in names {
          #expect(folder.frameNames(in: "out/pictures/\(name)").count == 15, "round \(round)")
        }
        // What is lost is made again.
        try FileManager.default.removeItem(atPath: folder.path("out/pictures/a"))
        try FileManager.default.removeItem(
          atPath: folder.path("out/pictures/b two/frame-000003.png"))
      }
      _ = try draw(in: folder)
      var constants = Program.command(
        ["normalize"] + names.map { "\($0).wav" } + ["-q", "-o", "all.json"])
      constants.folder = folder.path
      _ = try Program.succeed(constants)
      #expect(try folder.bytes("all.json") == folder.bytes("out/constants.json"))
      for name in names {
        var render = Program.command([
          "render", "\(name).wav", "--look", "halo", "--constants", "all.json", "--size", "64x48",
          "-q", "-o", "whole-\(name)",
        ])
        render.folder = folder.path
        _ = try Program.succeed(render)
        for frame in folder.frameNames(in: "whole-\(name)") {
          #expect(
            try folder.bytes("whole-\(name)/\(frame)")
              == folder.bytes("out/pictures/\(name)/\(frame)"))
        }
      }
    }
  }

  @Test func `names from the web are drawn under these names`() throws {
    try TemporaryFolder.with { folder in
      let names = ["Bob%20dylan", "{%}", "Song.mov", "-dash"]
      for (seed, name) in names.enumerated() {
        let tone = Tone(noise: UInt64(90 + seed), sampleRate: 8000, sampleFrames: 400)
        try folder.write(tone.wave, "\(name).wav")
      }
      // As a text editor on Windows writes it, with an empty line.
      try folder.write(names.map { "\($0).wav\r\n" }.joined() + "\r\n", "list.txt")
      let result = try draw(in: folder)
      #expect(result.status == 0, "\(result.errors)")
      #expect(folder.names(in: "out/pictures").sorted() == names.sorted())
      for name in names {
        #expect(folder.frameNames(in: "out/pictures/\(name)").count == 3, "\(name)")
      }
    }
  }
}
