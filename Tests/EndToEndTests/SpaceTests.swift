// SPDX-License-Identifier: MIT
import CommandSupport
import JSON
import TestSupport
import Testing

/// Disks that are too small for what is to be put on them, and the look at them before the work.
@Suite(.enabled(if: SmallDisk.isAvailable, "a test may mount a file system"))
struct SpaceTests {
  private let words = [
    "render", Repository.fixture("Audio/demo.flac"), "-d", "4", "--size", "320x180", "-o", "DISK/f",
  ]

  @Test func `what a disk cannot hold is not begun`() throws {
    try SmallDisk(options: "size=300k").run(words) { end in
      #expect(end.result.status == 74)
      let figures = /disk\/f: the frames need about (\d\.\d) MB, and (\d+\.\d) kB are free\n/
      let match = try #require(
        end.result.errors.firstMatch(of: figures), "\(end.result.errors)")
      #expect(try #require(Double(match.output.1)) > 1)
      #expect(try #require(Double(match.output.2)) < 308)
      #expect(end.result.lastError.hasPrefix("hint: free some space, "))
      #expect(end.result.lastError.hasSuffix("--no-space-check"))
      #expect(end.frames.isEmpty)
    }
  }

  @Test func `--no-space-check begins all the same, and ends where the disk is full`() throws {
    try SmallDisk(options: "size=300k").run(words + ["--no-space-check"]) { end in
      #expect(end.result.status == 74)
      #expect(end.result.errors.contains(/disk\/f\/frame-\d+\.png: No space left on device\n/))
      #expect((10..<240).contains(end.frames.count))
    }
  }

  @Test func `after room was made, --existing keep ends what a full disk has cut short`() throws {
    let words = words + ["--existing=keep", "--no-space-check"]
    let whole = try Program.frames(
      of: Repository.fixture("Audio/demo.flac"), "-d", "4", size: "320x180")
    // The first run is the same command, and fails.
    let disk = SmallDisk(
      options: "size=300k",
      before: #""$@" && exit 98; mount -o remount,size=50m "$DISK" || exit 99"#)
    try disk.run(words) { end in
      #expect(end.result.status == 0)
      #expect(end.result.errors.contains(/frame-\d+\.png: No space left on device\n/))
      #expect(end.result.errors.contains(" of them kept"))
      #expect(end.frames == whole)
    }
  }

  @Test func `a full disk is refused before the input is read`() throws {
    let disk = SmallDisk(
      options: "size=256k", before: "head -c 1000000 /dev/zero > \"$DISK/all\" 2>/dev/null")
    for words in [
      ["looks", "BESIDE/none.wav", "-o", "DISK/looks.png"],
      ["loudness", "BESIDE/none.wav", "-o", "DISK/a.html"],
      ["normalize", "BESIDE/none.wav", "-o", "DISK/a.json"],
    ] {
      try disk.run(words) { end in
        #expect(end.result.status == 74)
        #expect(end.result.errors.contains(": No space left on device"), "\(end.result.errors)")
        #expect(end.names == ["all"])
      }
    }
  }

  @Test func `a disk that takes too few files is not begun either`() throws {
    let disk = SmallDisk(options: "size=100m,nr_inodes=100")
    try disk.run(words) { end in
      #expect(end.result.status == 74)
      #expect(
        end.result.errors.contains(
          /disk\/f: 240 frames and their manifest would be made, but the disk has room for \d\d more files\n/
        ),
        "\(end.result.errors)")
      #expect(end.frames.isEmpty)
    }
    try disk.run(words + ["--no-space-check"]) { end in
      #expect(end.result.status == 74)
      #expect(end.result.errors.contains(/frame-\d+\.png: No space left/))
      #expect(end.frames.count > 80)
    }
  }

  @Test func `a disk with room for the frames, and not for their manifest, is not begun`() throws {
    // The disk's own folder and that of the frames are files as well.
    for (count, status) in [(242, 74), (243, 0)] {
      try SmallDisk(options: "size=100m,nr_inodes=\(count)").run(words) { end in
        #expect(end.result.status == Int32(status), "\(end.result.errors)")
        #expect(end.frames.count == (status == 0 ? 240 : 0))
        guard status > 0 else { return }
        #expect(end.result.errors.contains("but the disk has room for 240 more files"))
        #expect(end.names.isEmpty)
      }
    }
  }

  @Test(arguments: ["--existing=keep", "--overwrite"])
  func `frames that are there need no room`(option: String) throws {
    // The second run finds a disk on which the frames could not be put once more.
    let disk = SmallDisk(options: "size=8m,nr_inodes=250", before: #""$@" || exit 98"#)
    try disk.run(words + [option]) { end in
      #expect(end.result.status == 0, "\(end.result.errors)")
      #expect(end.frames.count == 240)
    }
  }

  @Test func `a plan says whether there is room`() throws {
    let plan = ["plan"] + words.dropFirst()
    func room(_ options: String) throws -> Substring {
      let text = try SmallDisk(options: options).run(plan) { _ in }.result.text
      return try #require(text.split(separator: "\n").first { $0.hasPrefix("disk ") })
    }
    #expect(try room("size=300k").hasSuffix(": not enough"))
    #expect(try room("size=50m,nr_inodes=50").hasSuffix("for 49 files: not enough"))
    #expect(try room("size=50m,nr_inodes=0") == "disk      52.4 MB free: enough")
    let json = try SmallDisk(options: "size=300k").run(plan + ["--json"]) { _ in }
    let facts = try JSONValue(parsing: json.result.bytes)
    #expect(facts["isEnough"] == false)
    #expect(facts["availableBytes"] == 307_200)
  }
}
