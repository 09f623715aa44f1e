// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The view `loudness`.
@Suite struct LoudnessPictureTests {
  private func drawing(_ sound: TestSound, _ options: String...) throws -> Drawing {
    try TemporaryFolder.with { folder in
      try folder.write(sound.wave, "a.wav")
      try Inside.succeed(
        Inside.command(
          [
            "poster", folder.path("a.wav"), "--view", "loudness", "-o", folder.path("a.svg"),
            "--size", "1920x1080", "-q",
          ] + options))
      return Drawing(String(decoding: try folder.bytes("a.svg"), as: UTF8.self))
    }
  }

  /// The heights of the last points of a curve, downward from the top.
  private func heights(_ name: String, _ drawing: Drawing, last count: Int) throws -> [Double] {
    let lines = drawing.text.split(separator: "\n").map(String.init)
    let line = try #require(lines.first { $0.contains("data-name=\"\(name)\"") }, "\(name)")
    let d = try #require(line.split(separator: " d=\"").last?.split(separator: "\"").first)
    let numbers = d.split { " MLHVZ,".contains($0) }.compactMap { Double($0) }
    #expect(numbers.count >= 2 * count)
    return stride(from: 1, to: numbers.count, by: 2).suffix(count).map { numbers[$0] }
  }

  @Test func `a steady tone is a level line, 10 LU lower where it is 10 dB softer`() throws {
    let loud = try drawing(TestSound([(-13, 8)]))
    let soft = try drawing(TestSound([(-23, 8)]))
    for name in ["short-term", "integrated"] {
      let (high, low) = (try heights(name, loud, last: 60), try heights(name, soft, last: 60))
      #expect((high.max() ?? 0) - (high.min() ?? 0) < 0.1)
      #expect((low.max() ?? 0) - (low.min() ?? 0) < 0.1)
      // Equally far apart in both curves.
      let distance = low[0] - high[0]
      #expect(distance > 20)
      let other =
        try heights("short-term", soft, last: 1)[0]
        - heights("short-term", loud, last: 1)[0]
      #expect(abs(distance - other) < 0.1)
    }
  }

  @Test func `a true peak above -1 dBTP is marked, and no lower one`() throws {
    func marks(_ level: Double) throws -> Bool {
      let text = try drawing(TestSound([(level, 4)], hertz: 997)).text
      let line = text.split(separator: "\n").first { $0.contains("data-name=\"true-peak\"") }
      return line?.contains(" d=\"M") == true
    }
    #expect(try marks(-0.5))
    #expect(try !marks(-1.5))
  }

  @Test(arguments: ["yellow", "paper", "press", "dusk", "lagoon", "berry", "ember"])
  func `short-term and integrated loudness look different in every palette`(
    palette: String
  ) throws {
    let text = try drawing(TestSound([(-20, 1)]), "--palette", palette).text
    func parts(_ name: String) throws -> [Int] {
      let pattern = try Regex("stroke=\"#([0-9a-f]{6})\"[^>]* data-name=\"\(name)\"")
      let digits = try #require(text.firstMatch(of: pattern)?.output[1].substring, "\(name)")
      let color = try #require(Int(digits, radix: 16))
      return [16, 8, 0].map { color >> $0 & 255 }
    }
    let distance = zip(try parts("short-term"), try parts("integrated")).map { abs($0 - $1) }
    #expect(distance.reduce(0, +) > 150, "\(distance)")
  }

  @Test func `it grows, is the same from any frame on, and draws silence`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-20, 1), (nil, 1)]).wave, "a.wav")
      func frames(_ words: String...) throws -> [String: [UInt8]] {
        try Inside.frames(
          of: folder.path("a.wav"), ["--view", "loudness", "--fps", "10"] + words, size: "320x180")
      }
      let all = try frames()
      #expect(all.count == 20)
      let some = try frames("--frames", "12-14")
      for (name, bytes) in some { #expect(all[name] == bytes, "\(name)") }
      #expect(Set(all.values).count > 10)
    }
    let silence = try drawing(TestSound([(nil, 2)]), "--background", "#0e1217")
    #expect(!silence.text.contains("inf") && !silence.text.contains("nan"))
  }
  @Test func `a line that grows goes on to the newest column`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(-20, 1), (-30, 1)]).wave, "a.wav")
      func points(_ time: String) throws -> [[String]] {
        try Inside.succeed(
          Inside.command([
            "render", folder.path("a.wav"), "--view", "loudness", "--at", time, "--overwrite", "-q",
            "-o", folder.path("a.svg"),
          ]))
        let text = String(decoding: try folder.bytes("a.svg"), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.contains("data-name=\"integrated\"") })
        return try lines[first...first + 1].map { line in
          let d = try #require(line.split(separator: " d=\"").last?.split(separator: "\"").first)
          return d.split { "ML ".contains($0) }.map(String.init)
        }
      }
      // A tick is a column here.
      let (before, after) = (try points("1.5"), try points("1.5166667"))
      #expect(before[0].suffix(2) == before[1].prefix(2))
      #expect(before[1].count == 4)
      #expect(after[0] == before[0] + before[1].suffix(2))
      // The last frame is the report: whole lines.
      #expect(try points("1.9833334")[0].count > after[0].count + 50)
    }
  }
}
