// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// `meter` of several tracks into one table.
@Suite struct TracksTableTests {
  private let inputs = ["one-tick", "left-only", "short-last-tick"].map {
    Repository.fixture("Audio/\($0).wav")
  }

  private func alone(_ input: String, _ words: String...) throws -> [[Substring]] {
    try Inside.succeed(Inside.command(["meter", input] + words)).rows
  }

  @Test func `the rows of each track are its own, with empty fields for channels that it lacks`()
    throws
  {
    let table = try Inside.succeed(Inside.command(["meter"] + inputs + ["-o", "-"]))
    #expect(
      table.text.hasPrefix(
        "track,frame,time_s,peak_0_dbfs,average_0_dbfs,peak_1_dbfs,average_1_dbfs\n"))
    var rows = table.text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    for input in inputs {
      for own in try alone(input) {
        let row = rows.removeFirst()
        #expect(row[0] == "\"\(input)\"" && Array(row[1..<1 + own.count]) == own)
        #expect(row[(1 + own.count)...].allSatisfy(\.isEmpty) && row.count == 7)
      }
    }
    #expect(rows.isEmpty)
  }

  @Test func `a folder becomes one table with added columns, and one file of summaries`() throws {
    try TemporaryFolder.with { folder in
      for (name, place) in [("a", "one-tick"), ("b", "six-channels")] {
        try FileManager.default.copyItem(
          atPath: Repository.fixture("Audio/\(place).wav"), toPath: folder.path("\(name).wav"))
      }
      let result = try Inside.succeed(
        Inside.command([
          "meter", folder.path(""), "-o", folder.path("all.json"), "--summary",
          folder.path("sums.json"), "--add", "loudness,bands=3", "-q",
        ]))
      #expect(result.errors.isEmpty)
      guard case .array(let rows) = try JSONValue(parsing: folder.bytes("all.json")) else {
        Issue.record("no array")
        return
      }
      #expect(rows.first?["track"]?.string?.hasSuffix("a.wav") == true)
      #expect(rows.first?["peak_5_dbfs"] == .null && rows.last?["peak_5_dbfs"] != .null)
      guard case .array(let tracks)? = try JSONValue(parsing: folder.bytes("sums.json"))["tracks"]
      else {
        Issue.record("no tracks")
        return
      }
      #expect(tracks.count == 2 && tracks.allSatisfy { $0["integrated"] != nil })
      #expect(tracks.map { $0["ticks"]?.integer ?? 0 }.reduce(0, +) == rows.count)
    }
  }

  @Test func `what cannot be read is left out of the table, and named`() throws {
    let corrupt = Repository.fixture("Levels/absent.wav")
    let result = try Inside.run("meter", inputs[0], corrupt, inputs[1], "-o", "-")
    #expect(result.status == 66 && result.errors.contains("absent.wav"))
    #expect(result.errors.contains("absent.wav: No such file or directory; left out\n"))
    #expect(result.errors.contains("1 of 3 inputs missing or incomplete"))
    let count = try alone(inputs[0]).count + alone(inputs[1]).count
    #expect(result.text.split(separator: "\n").count == count + 1)
  }

  @Test func `several inputs without a named output are refused as before`() throws {
    let result = try Inside.run("meter", inputs[0], inputs[1])
    #expect(result.status == 64 && result.errors.contains("--output-dir"))
  }
}
