// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import Instruments
import Pipeline
import TestSupport
import Testing
import Views

/// `looks`: the list of all looks, and the sheet of a track.
@Suite struct LooksTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  /// The looks of a view but for those of the tutorials' apps, which are drawn by name alone.
  private static func choices<Some: View>(_ view: Some.Type) -> [String] {
    view.looks.map(\.name).filter { $0 != "tutorial" }
  }

  @Test func `all looks are listed, each in a line with its view`() throws {
    let lines = try Inside.succeed(Inside.command(["looks"])).text.split(separator: "\n")
      .map { $0.split(separator: " ") }
    func rows<Some: View>(_ view: Some.Type) -> [[String]] {
      Self.choices(view).map { [$0, view.name] }
    }
    #expect(lines.map { [String($0[0]), String($0[1])] } == ViewCatalog.all.flatMap { rows($0) })
    #expect(lines.allSatisfy { $0.count > 4 })
  }

  @Test func `a sheet has the looks that can show the track, the same bytes each time`() throws {
    try TemporaryFolder.with { folder in
      let words = ["looks", demo, "-d", "1", "--size", "320x180", "--palette", "press"]
      let wanted = ViewCatalog.all.filter { $0.scoreKind == nil }.map { view in
        func count<Some: View>(_ view: Some.Type) -> Int { Self.choices(view).count }
        return count(view)
      }.reduce(0, +)
      for name in ["a.png", "b.png"] {
        var command = Inside.command(words + ["-o", name])
        command.folder = folder.path
        let said = try Inside.succeed(command).lastError
        #expect(said == "radial-audio: \(wanted) looks in \(name)")
      }
      #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
      var again = Inside.command(words)
      again.folder = folder.path
      try Inside.succeed(again)
      #expect(folder.names() == ["a.png", "b.png", "demo-looks.png"])
      #expect(try folder.bytes("demo-looks.png") == folder.bytes("a.png"))
      #expect(try again.run().status == 73)
      // The first one is the song's own, unless colours are chosen.
      var own = Inside.command(["looks", demo, "-d", "1", "--size", "320x180", "-o", "c.png"])
      own.folder = folder.path
      #expect(try Inside.succeed(own).lastError == "radial-audio: \(wanted + 1) looks in c.png")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `a part of a track is a figure of its own in the looks of whole tracks`() throws {
    try TemporaryFolder.with { folder in
      func pixels(_ words: [String]) throws -> [UInt8] {
        var command = Inside.command(words + [demo, "-s", "2", "-d", "2", "-q", "-o", "a.png"])
        command.folder = folder.path
        try Inside.succeed(command)
        defer { try? folder.remove("a.png") }
        return try InstalledTool.ffmpeg.run([
          "-v", "error", "-i", folder.path("a.png"), "-f", "rawvideo", "-pix_fmt", "rgba", "-",
        ]).bytes
      }
      let sheet = try pixels(["looks", "--size", "640x360"])
      // Some columns, with gaps of 2.
      let counts = try (4...7).map { columns in
        let width = (640 - 2 * (columns - 1)) / columns
        let height = (width * 9 + 8) / 16
        let moth = try pixels(["poster", "--look", "moth", "--size", "\(width)x\(height)"])
        let row = { (y: Int) in moth[4 * y * width..<4 * (y + 1) * width] }
        return stride(from: 0, to: sheet.count - 640 * 4 * height, by: 4).count { start in
          (0..<height).allSatisfy { y in
            sheet[(start + y * 2560)..<(start + y * 2560 + 4 * width)].elementsEqual(row(y))
          }
        }
      }
      #expect(counts.filter { $0 == 1 }.count == 1 && counts.reduce(0, +) == 1, "\(counts)")
    }
  }

  @Test func `instruments are also shown by the view of their kind`() throws {
    try TemporaryFolder.with { folder in
      var command = Inside.command([
        "looks", Repository.fixture("Instruments/tones.json"), "-d", "0.5", "--size", "160x90",
        "--at", "0.2", "-o", "a.png",
      ])
      command.folder = folder.path
      let tones = ViewCatalog.all.filter { $0.scoreKind == nil }.map { view in
        func count<Some: View>(_ view: Some.Type) -> Int { Self.choices(view).count }
        return count(view)
      }.reduce(Self.choices(TonesView.self).count + 1, +)
      let said = try Inside.succeed(command).lastError
      #expect(said == "radial-audio: \(tones) looks in a.png")
    }
  }

  private static let demo = Repository.fixture("Audio/demo.flac")

  @Test(arguments: [
    (["-"], 64, "write it to a file first"), (["-o", "a.png"], 64, "looks song.mp3"),
    (["absent.mp3"], 66, "absent.mp3"), (["/tmp"], 66, "name one audio file in it"),
    (["absent.mp3", "-o", "a.svg"], 64, "end it in .png .mp4 "),
    (["absent.mp3", "-o", "a.html"], 64, "'a.html' is not a name for a sheet"),
    (["absent.mp3", "-o", "a.mp4"], 66, "absent.mp3"),
    (["absent.mp3", "-o", "a.mp4", "--at", "1"], 64, "'a.mp4' is a film"),
    ([demo, "-o", "/tmp/none.mp4", "-d", "0"], 65, "has no frames to film"),
    (["absent.mp3", "--palette", "hazel"], 64, "write --look FOLDER/iris.json:hazel"),
    (["absent.mp3", "--palette", "zzz"], 64, "yellow, paper"),
    ([demo, "--show", "blocks", "--start", "1000"], 64, "ends before the part"),
    ([demo, "--show", "blocks", "-d", "0"], 65, "there is no frame to draw"),
  ])
  func `what cannot be is refused`(words: [String], status: Int, told: String) throws {
    let result = try Inside.command(["looks"] + words).run()
    #expect(Int(result.status) == status && result.errors.contains(told), "\(result.errors)")
  }
}
