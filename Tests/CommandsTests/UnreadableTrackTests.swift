// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// One unreadable track of several.
@Suite struct UnreadableTrackTests {
  @Test(
    arguments: [
      (["meter"], ["--output-dir", "out"], "out"),
      (["loudness"], ["-o", "all.csv"], "all.csv"),
      (["normalize"], ["-o", "all.json"], "all.json"),
    ])
  func `one unreadable track has one fate in all commands of several`(
    command: [String], output: [String], made: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("data")
      for (name, seed) in [("a.wav", 1), ("c.wav", 2)] {
        try folder.write(Tone(noise: UInt64(seed), sampleFrames: 44100).wave, "data/\(name)")
      }
      try folder.write("no sound", "data/b.wav")
      for (options, status) in [([], 65), (["--skip-unreadable"], 0)] as [([String], Int32)] {
        var run = Inside.command(command + ["data"] + output + options)
        run.folder = folder.path
        let result = try run.run()
        #expect(result.status == status, "\(result.errors)")
        // The others are done, and the last line counts what is not.
        #expect(folder.names().contains(made))
        #expect(result.errors.contains("data/b.wav: is not an audio file"))
        let last = result.errors.split(separator: "\n").last { !$0.hasPrefix("hint: ") } ?? ""
        #expect(last.contains("1 of 3 "), "\(result.errors)")
        #expect(last.contains(status == 0 ? ": warning: " : ": error: "))
        try folder.remove(made)
      }
    }
  }
}
