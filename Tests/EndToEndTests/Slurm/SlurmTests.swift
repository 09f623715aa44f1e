// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// The examples for Slurm, on a real one, with what goes wrong on a cluster.
@Suite(
  .enabled(if: TestRun.isWhole, "make check runs it"),
  .enabled(if: TestCluster.isAvailable, "Slurm runs the examples, and root starts it here"))
struct SlurmTests {
  private static let track = Repository.fixture("Audio/demo.flac")
  private static let picture = ["--size", "640x360"]

  /// What one undisturbed run makes of the track, with the manifest.
  private static let whole = Result { try made(by: ["-q"] + picture) }

  private static func made(by options: [String]) throws -> [String: [UInt8]] {
    try TemporaryFolder.with { folder in
      let words = ["render", track, "--look", "halo", "-o", folder.path("whole")]
      try Program.succeed(Program.command(words + options))
      return try folder.files(in: "whole")
    }
  }

  /// Expects the pictures of an undivided run in a folder, and nothing else.
  private func expectWhole(_ name: String, in folder: TemporaryFolder) throws {
    let (files, whole) = try (folder.files(in: name), Self.whole.get())
    #expect(files.keys.sorted() == whole.keys.sorted())
    #expect(whole.allSatisfy { files[$0.key] == $0.value })
  }

  /// Submits the pictures of the track in three parts, and waits until the second one has begun.
  private func begin(on cluster: TestCluster) throws {
    try cluster.submit("track.sh", "pictures", Self.track, "out", "halo", "3", "--size", "640x360")
    try cluster.wait("a part has begun") {
      cluster.folder.names(in: "out/pictures").count { $0 > "frame-000480" && $0 < "frame-000960" }
        > 20
    }
  }

  @Test func `a track in parts is the same as at once, as pictures and as a film`() throws {
    try TestCluster.with { cluster in
      let folder = cluster.folder
      try cluster.submit(
        "track.sh", "pictures", Self.track, "out", "halo", "3", "--size", "640x360")
      try cluster.submit("track.sh", "film", Self.track, "film", "halo", "3", "--size", "64x36")
      try cluster.finish()
      try expectWhole("out/pictures", in: folder)
      #expect(try cluster.jobs.allSatisfy { $0["JobState"] == "COMPLETED" })
      #expect(
        try String(decoding: folder.bytes("out/log/result.txt"), as: UTF8.self)
          .contains("1440 frames, all whole"))
      let facts = try InstalledTool.ffprobe.run(
        [
          "-v", "error", "-count_packets", "-show_entries", "stream=codec_type,nb_read_packets",
          "-of", "csv=p=0", "film/film.mp4",
        ], in: folder)
      #expect(facts.text.contains("video,1440\n") && facts.text.contains("audio,"))
    }
  }

  @Test func `a part that is queued again goes on where it was`() throws {
    try TestCluster.with { cluster in
      try begin(on: cluster)
      let part = try cluster.name(ofTask: 2, of: "part")
      try cluster.tell("scontrol", "requeue", part)
      try cluster.finish()
      #expect(try cluster.restarts(of: "part") == [0, 1, 0])
      try expectWhole("out/pictures", in: cluster.folder)
    }
  }

  @Test func `the parts on a machine that dies are made when it is back`() throws {
    try TestCluster.with { cluster in
      try begin(on: cluster)
      try cluster.killMachine()
      try cluster.finish()
      #expect(try cluster.restarts(of: "part").max() == 1)
      #expect(try cluster.jobs.allSatisfy { $0["JobState"] == "COMPLETED" })
      try expectWhole("out/pictures", in: cluster.folder)
    }
  }

  @Test func `parts that find the disk full are repeated, and end when there is room`() throws {
    try TestCluster.with(disk: "size=150m") { cluster in
      let pictures = cluster.inside("out/pictures")
      let ballast = "\(pictures)/ballast"
      // Some of the frames find room beside it.
      try InstalledTool.sh.run(["-c", "head -c 120000000 /dev/zero >\"$1\"", "sh", ballast])
      try cluster.submit(
        "track.sh", "pictures", Self.track, "out", "halo", "3", "--size", "640x360")
      try cluster.wait("a part is repeated") {
        try cluster.restarts(of: "part").contains { $0 > 0 }
      }
      try FileManager.default.removeItem(atPath: ballast)
      try cluster.finish()
      #expect(try cluster.jobs.allSatisfy { $0["JobState"] == "COMPLETED" })
      let logs = try (1...3).map {
        try String(decoding: cluster.folder.bytes("out/log/part-\($0).txt"), as: UTF8.self)
      }
      #expect(logs.contains { $0.contains("task.sh: status 74: to be repeated") })
      let whole = try Self.whole.get()
      let names = try FileManager.default.contentsOfDirectory(atPath: pictures)
      #expect(names.sorted() == whole.keys.sorted())
      for (name, bytes) in whole {
        #expect(FileManager.default.contents(atPath: "\(pictures)/\(name)") == Data(bytes))
      }
    }
  }

  @Test func `a damaged track is named and never repeated, and a killed one is`() throws {
    try TestCluster.with { cluster in
      let folder = cluster.folder
      for (seed, name) in ["a", "b two", "c'three"].enumerated() {
        let tone = Tone(noise: UInt64(70 + seed), sampleRate: 8000, sampleFrames: 2000)
        try folder.write(tone.wave, "\(name).wav")
      }
      try folder.write("no sound", "d.wav")
      try folder.write("d.wav\na.wav\nb two.wav\nc'three.wav\n", "list.txt")
      // The program is killed when it first gets one of the tracks, and notes all that it gets.
      try folder.writeProgram(
        """
        #!/bin/sh
        echo "$1 $2" >>calls.txt
        [ "$1 $2" != "meter a.wav" ] || [ -e killed ] || { : >killed; kill -9 $$; }
        exec '\(Repository.product("radial-audio"))' "$@"
        """, "program")
      try cluster.submit(
        "catalogue.sh", "list.txt", "out", "halo", "--size", "64x48",
        environment: ["RADIAL_AUDIO": folder.path("program"), "TRACKS": "4"])
      try cluster.finish()
      let result = try String(decoding: folder.bytes("out/log/result.txt"), as: UTF8.self)
      let lines = result.split(separator: "\n")
      #expect(lines.first == "not complete: d.wav")
      #expect(lines.dropFirst().first?.hasPrefix("radial-audio: error: d.wav: ") == true)
      #expect(!result.contains("a.wav"))
      let calls = try String(decoding: folder.bytes("calls.txt"), as: UTF8.self)
        .split(separator: "\n")
      #expect(calls.count { $0 == "meter a.wav" } == 2)
      #expect(calls.count { $0 == "meter d.wav" } == 1)
      #expect(try cluster.restarts(of: "measure").reduce(0, +) == 1)
      try Program.succeed(
        cluster.command("normalize", "a.wav", "b two.wav", "c'three.wav", "-o", "all"))
      #expect(try folder.bytes("all") == folder.bytes("out/constants.json"))
      for name in ["a", "b two", "c'three"] {
        try Program.succeed(
          cluster.command(
            "render", "\(name).wav", "--look", "halo", "--constants", "all", "--size", "64x48",
            "-o", "whole-\(name)"))
        #expect(
          try folder.frames(in: "whole-\(name)") == folder.frames(in: "out/pictures/\(name)"))
      }
      #expect(folder.names(in: "out/failed") == ["d"])
    }
  }

  @Test func `a task that would fail again is not repeated, and its error is in the log`() throws {
    try TestCluster.with { cluster in
      let folder = cluster.folder
      try folder.write("no sound", "d.wav")
      try cluster.submit("track.sh", "film", "d.wav", "out", "halo", "2")
      try cluster.finish()
      #expect(try cluster.restarts(of: "measure") == [0])
      #expect(try cluster.jobs.first { $0["JobName"] == "measure" }?["ExitCode"] == "65:0")
      let log = try String(decoding: folder.bytes("out/log/measure.txt"), as: UTF8.self)
      #expect(log.hasPrefix("radial-audio: error: d.wav: "))
      #expect(log.hasSuffix("task.sh: status 65: not repeated\n"))
      // The parts are cancelled; the last task still says what is missing.
      #expect(try cluster.jobs.first { $0["JobName"] == "result" }?["ExitCode"] == "66:0")
    }
  }
}
