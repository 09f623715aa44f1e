// SPDX-License-Identifier: MIT
import JSON
import TestSupport
import Testing

/// Disks that are too small, which are file systems in memory here.
@Suite(.enabled(if: SmallDisk.isPossible, "a test may mount a file system"))
struct SpaceTests {
  private let words = ["render", Repository.fixture("demo.flac"), "-d", "4", "--size", "320x180"]

  @Test func `what a disk cannot hold is not begun`() throws {
    let result = try SmallDisk("size=300k").run(words)
    #expect(result.status == 74)
    let figures = /disk\/f: the frames need about (\d\.\d) MB, and (\d+\.\d) kB are free\n/
    let match = try #require(result.errors.firstMatch(of: figures), "\(result.errors)")
    #expect(try #require(Double(match.output.1)) > 1)
    #expect(try #require(Double(match.output.2)) < 308)
    #expect(result.lastError.hasPrefix("hint: make room, "))
    #expect(result.lastError.hasSuffix("--no-space-check"))
    #expect(result.text.isEmpty)
  }

  @Test func `--no-space-check begins all the same, and ends where the disk is full`() throws {
    let result = try SmallDisk("size=300k").run(words + ["--no-space-check"])
    #expect(result.status == 74)
    #expect(result.errors.contains(/disk\/f\/frame-\d+\.png: No space left on device\n/))
    let frames = result.frames
    #expect((10..<240).contains(frames.count))
    #expect(frames.allSatisfy { $0.hasPrefix("frame-") })
  }

  @Test func `a disk that takes too few files is not begun either`() throws {
    let disk = SmallDisk("size=100m,nr_inodes=100")
    let result = try disk.run(words)
    #expect(result.status == 74)
    #expect(
      result.errors.contains(
        /disk\/f: 240 frames are to be made, and the disk takes \d\d more files\n/),
      "\(result.errors)")
    #expect(result.text.isEmpty)
    let begun = try disk.run(words + ["--no-space-check"])
    #expect(begun.status == 74)
    #expect(begun.errors.contains(/frame-\d+\.png: No space left/))
    #expect(begun.frames.count > 80)
  }

  @Test func `what fits is rendered, and frames that are there need no room`() throws {
    let disk = SmallDisk("size=8m,nr_inodes=250")
    #expect(try disk.run(words).frames.count == 240)
    for option in ["--resume", "--overwrite"] {
      // The second run finds a disk on which the frames could not be put once more.
      let result = try disk.run(words, words + [option])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.frames.count == 240)
    }
  }

  @Test func `a plan says whether there is room`() throws {
    let plan = ["plan"] + words.dropFirst()
    func room(_ options: String) throws -> Substring {
      let text = try SmallDisk(options).run(plan).text
      return try #require(text.split(separator: "\n").first { $0.hasPrefix("room ") })
    }
    #expect(try room("size=300k").hasSuffix(": not enough"))
    #expect(try room("size=50m,nr_inodes=50").hasSuffix("for 49 files: not enough"))
    #expect(try room("size=50m,nr_inodes=0") == "room    52.4 MB free: enough")
    let facts = try JSONValue(parsing: try SmallDisk("size=300k").run(plan + ["--json"]).bytes)
    #expect(facts["isEnough"] == false)
    #expect(facts["availableBytes"] == 307_200)
  }
}

extension CommandResult {
  /// The frames among the names that were listed.
  fileprivate var frames: [Substring] {
    text.split(separator: "\n").filter { !$0.hasSuffix(".json") }
  }
}

/// A file system in memory that is there for one run only.
private struct SmallDisk {
  private let options: String

  /// A disk with options of tmpfs.
  init(_ options: String) { self.options = options }

  /// Whether this user may mount one.
  static let isPossible: Bool = {
    guard InstalledTool.areInstalled(.unshare, .sh) else { return false }
    return (try? SmallDisk("size=1m").run().status) == 0
  }()

  /// Runs the program with `-o` of a folder `f` on the disk, and then perhaps again; standard
  /// output is followed by the names of what is in that folder.
  func run(_ runs: [String]...) throws -> CommandResult {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("disk")
      let disk = folder.path("disk")
      let lines = runs.map { words in
        ([Program.command([]).program] + words).map { "'\($0)'" }.joined(separator: " ")
          + " -o \(disk)/f"
      }
      let script = (["mount -t tmpfs -o \(options) tmpfs \(disk)"] + lines).joined(
        separator: " && ")
      return try CommandRun(
        try #require(InstalledTool.unshare.path),
        [
          "-rm", try #require(InstalledTool.sh.path), "-c",
          "\(script); status=$?; ls -A \(disk)/f 2>/dev/null; exit $status",
        ]
      ).run()
    }
  }
}
