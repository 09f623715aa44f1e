// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Disks that are full, read-only, or other ones.
@Suite(
  .serialized,
  .enabled(if: SmallDisk.isAvailable, "no file system of one's own may be mounted here"))
struct DiskFaultTests {
  private static let full = "No space left on device"
  private static let readOnly = "Read-only file system"
  private static let waitForFrames =
    "until [ $(ls \"$DISK/f\" 2>/dev/null | wc -l) -gt 9 ] || ! kill -0 $program; do :; done"

  @Test(arguments: ["size=240k", "size=8m,nr_inodes=40"], [1, 2])
  func `a disk that gets full on the way ends the run at a frame`(
    options: String, jobs: Int
  ) throws {
    let words = Undisturbed.render(to: "DISK/f", jobs: jobs) + ["--no-space-check"]
    try SmallDisk(options: options).run(words) { end in
      #expect(end.result.ending == .exited(74))
      let failed = try #require(
        end.result.failedFrame(in: end.path, Self.full), "\(end.result.errors)")
      #expect(
        end.result.lastError.hasPrefix(
          "hint: free space on the disk and continue with --existing keep"))
      #expect(try Undisturbed.fault(in: end.frames) == nil)
      #expect(end.frames.count > 5)
      #expect(end.frames.keys.contains(String(format: "frame-%06d.png", failed)) == false)
      if jobs == 1 { #expect(end.frames.count == failed) }
      #expect(end.names == ["f"])
    }
  }

  @Test func `a disk without room for anything is found at the start`() throws {
    try SmallDisk(options: "nr_inodes=1").run(Undisturbed.render(to: "DISK/f")) { end in
      #expect(end.result.ending == .exited(74))
      #expect(end.result.errors.contains("\(end.path)/f: cannot be the folder of the frames: "))
      #expect(end.result.errors.contains(Self.full))
      #expect(end.result.lastError.hasPrefix("hint: free space"))
      #expect(end.names.isEmpty)
    }
  }

  @Test func `a read-only disk is found at the start`() throws {
    let disk = SmallDisk(options: "size=1m", before: "mount -o remount,ro \"$DISK\"")
    try disk.run(Undisturbed.render(to: "DISK/f")) { end in
      #expect(end.result.ending == .exited(73))
      #expect(end.result.errors.contains("\(end.path)/f: cannot be the folder of the frames: "))
      #expect(end.result.errors.contains(Self.readOnly))
      #expect(
        end.result.lastError == "hint: what is there is read-only; choose another place with -o")
    }
    try disk.run(["meter", Undisturbed.track, "-o", "DISK/x.csv"]) { end in
      #expect(end.result.ending == .exited(73))
      #expect(end.result.errors.contains("\(end.path)/x.csv: \(Self.readOnly)\nhint: "))
    }
  }

  @Test func `a disk that gets read-only on the way ends the run at a frame`() throws {
    // A disk with a file that is open for writing cannot be made so; a view of it, put over it, can,
    // while no frame is being written through it.
    let disk = SmallDisk(
      options: "size=20m",
      during: Self.waitForFrames
        + "; mount --bind \"$DISK\" \"$DISK\""
        + "; until mount -o remount,bind,ro \"$DISK\" 2>/dev/null; do :; done")
    try disk.run(Undisturbed.render(to: "DISK/f")) { end in
      #expect(end.result.ending == .exited(74))
      let failed = try #require(
        end.result.failedFrame(in: end.path, Self.readOnly), "\(end.result.errors)")
      #expect(end.result.lastError.hasPrefix("hint: what is there is read-only"))
      #expect(try Undisturbed.fault(in: end.frames) == nil)
      #expect(end.frames.count == failed)
    }
  }

  @Test(arguments: [
    ("meter", "x"), ("normalize", "x"), ("loudness", "x.html"), ("loudness", "x.svg"),
  ])
  func `data that does not fit leaves nothing`(command: String, name: String) throws {
    // A page for the folder's own file, and none for the data.
    let disk = SmallDisk(
      options: "size=32k", before: "head -c 30000 /dev/zero > \"$DISK/other\"")
    try disk.run([command, Undisturbed.track, "-o", "DISK/\(name)"]) { end in
      #expect(end.result.ending == .exited(74))
      #expect(end.result.errors.contains("\(end.path)/\(name): \(Self.full)\nhint: free space"))
      #expect(end.names == ["other"])
    }
  }

  @Test func `the output may be on another disk than everything else`() throws {
    try SmallDisk(options: "size=20m").run(
      Undisturbed.render(to: "DISK/f", jobs: 2) + ["--frames", "0-99"]
    ) { end in
      #expect(end.result.ending == .exited(0))
      #expect(end.frames.count == 100)
      let fault = try Undisturbed.fault(in: end.frames)
      #expect(fault == nil)
    }
    // A link to a file on another disk: the new file comes into being there.
    let disk = SmallDisk(
      options: "size=2m", before: "echo old > \"$DISK/x\"; ln -s \"$DISK/x\" \"$BESIDE/link\"")
    try disk.run(
      ["meter", Undisturbed.track, "-o", "BESIDE/link", "--overwrite"]
    ) { end in
      #expect(end.result.ending == .exited(0))
      #expect(end.names == ["x"])
      let data = try Program.run("meter", Undisturbed.track).bytes
      #expect(try end.folder.bytes("kept/x") == data)
      #expect(end.folder.names(in: "beside") == ["link"])
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: end.folder.path("beside/link"))
          == end.folder.path("disk/x"))
    }
  }

  @Test(
    .disabled(
      if: Sanitizer.active == .thread, "the sanitizer has a file of its own on that disk as well"))
  func `an input that cannot be kept for a second reading is told of`() throws {
    let track = Array(try Data(contentsOf: URL(filePath: Undisturbed.track)))
    #expect(track.count > 65_536)
    let disk = SmallDisk(options: "size=64k")
    try disk.run(["meter", "-"], input: .pipe(track), temporary: "DISK") { end in
      #expect(end.result.ending == .exited(74))
      #expect(
        end.result.errors
          == "radial-audio: error: standard input: is too large to be kept in \(end.path) while it "
          + "is read\nhint: set TMPDIR to a folder with free space; a stream without end: pipe it "
          + "through ffmpeg -t SECONDS -i - -c:a pcm_f32be -f au -\n")
      #expect(end.result.bytes.isEmpty)
      #expect(end.names.isEmpty)
    }
  }
}
