// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// A disk for one run of the program: a file system in memory that no other process sees.
struct SmallDisk {
  /// Options of the file system: `size=200k`, `nr_inodes=30`.
  let options: String
  /// Shell commands before the program starts; the disk is at `$DISK`.
  var before = ":"
  /// Shell commands while it runs, with the number `$program`.
  var during = ":"

  /// What came of a run.
  struct Outcome {
    let result: CommandResult
    /// Where the disk was.
    let path: String
    /// The contents of what was in its folder `f` at the end, by name, without the manifest.
    let frames: [String: [UInt8]]
    /// The names of what was on it at the end.
    let names: [String]
    /// What was beside the disk.
    let folder: TemporaryFolder
  }

  private static let mount = "mount -t tmpfs -o \"$OPTIONS\" tmpfs \"$DISK\" || exit 99; "

  /// Whether this process may make one: as root, or in a name space of its own.
  static let isAvailable: Bool = {
    guard InstalledTool.areInstalled(.unshare, .sh) else { return false }
    let outcome = try? SmallDisk(options: "size=64k").run(["--version"]) { _ in }
    return outcome?.result.status == 0
  }()

  /// Runs the program with the words; `DISK` in them is where the disk is, `BESIDE` a folder that
  /// is on another one. `temporary` is the folder for its temporary files.
  @discardableResult
  func run(
    _ words: [String], input: CommandRun.Input = .nothing, temporary: String? = nil,
    check: (Outcome) throws -> Void
  ) throws -> Outcome {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("disk")
      try folder.makeFolder("kept")
      try folder.makeFolder("beside")
      func placed(_ word: String) -> String {
        word.replacing("DISK", with: folder.path("disk"))
          .replacing("BESIDE", with: folder.path("beside"))
      }
      var command = Program.command(words.map(placed))
      command.input = input
      let script =
        // What a shell puts behind itself would have no standard input.
        SmallDisk.mount + before + "; exec 3<&0; \"$@\" <&3 3<&- & program=$!; " + during
        + "; wait $program; status=$?; cp -a \"$DISK/.\" \"$KEPT\"; exit $status"
      command.wrapper = [
        try InstalledTool.unshare.found, "-rm", try InstalledTool.sh.found, "-c", script, "sh",
      ]
      command.environment = [
        "DISK": folder.path("disk"), "KEPT": folder.path("kept"),
        "BESIDE": folder.path("beside"), "OPTIONS": options,
      ]
      if let temporary { command.environment["TMPDIR"] = placed(temporary) }
      let outcome = Outcome(
        result: try command.run(), path: folder.path("disk"),
        frames: try folder.frames(in: "kept/f"), names: folder.names(in: "kept"), folder: folder)
      try check(outcome)
      return outcome
    }
  }
}

extension InstalledTool {
  /// Where it is.
  var found: String {
    get throws {
      guard let path else { throw CommandError(description: "\(rawValue) is not installed") }
      return path
    }
  }
}

extension CommandRun {
  /// Sets a limit as `ulimit` does, such as `-n 20`.
  mutating func limit(_ limit: String) throws {
    wrapper = [try InstalledTool.sh.found, "-c", "ulimit \(limit) && exec \"$@\"", "sh"]
  }
}

/// The frames of the demo track's first 8 seconds as an undisturbed run makes them: 480 of 160 by 90
/// pixels.
enum Undisturbed {
  private static let result = Result { try Program.frames(of: track, "-d", "8") }

  static let track = Repository.fixture("Audio/demo.flac")

  /// The words of a run that makes the same ones.
  static func render(to output: String, jobs: Int = 1) -> [String] {
    ["render", track, "-o", output, "-d", "8", "--size", "160x90", "-j", "\(jobs)"]
  }

  /// By name.
  static var frames: [String: [UInt8]] { get throws { try result.get() } }

  /// What is wrong with the files that a disturbed run has left: `nil` if each is a whole frame.
  static func fault(in files: [String: [UInt8]]) throws -> String? {
    fault(in: files, of: try frames)
  }

  /// The same for other frames than these.
  static func fault(in files: [String: [UInt8]], of frames: [String: [UInt8]]) -> String? {
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      guard let frame = frames[name] else { return "\(name) is left" }
      guard frame == bytes else {
        return "\(name) has \(bytes.count) bytes, of \(frame.count), or others"
      }
    }
    return nil
  }
}

extension CommandResult {
  /// The number of the frame that the error names, in the folder `f` of `path`, where it gives
  /// this reason.
  func failedFrame(in path: String, _ reason: String) -> Int? {
    let start = "radial-audio: error: \(path)/f/frame-"
    guard let line = errors.split(separator: "\n").first(where: { $0.hasPrefix(start) }),
      line.hasSuffix(".png: \(reason)")
    else { return nil }
    return Int(line.dropFirst(start.count).prefix(6))
  }
}
