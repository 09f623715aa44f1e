// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Writing

/// A folder before frames go into it.
@Suite struct FrameFolderTests {
  @Test func `frames in the way are refused by name and number`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      for frame in ["000004", "000005", "000009"] {
        try folder.write("old", "f/frame-\(frame).png")
      }
      let frames = try frameFolder(folder)
      try frames.check(0..<4)
      try frames.check(6..<9)
      try frames.check(10..<Int.max)
      let first = folder.path("f/frame-000004.png")
      #expect(throws: WritingError.framesExist(path: first, count: 3)) {
        try frames.check(0..<Int.max)
      }
      let last = folder.path("f/frame-000009.png")
      #expect(throws: WritingError.framesExist(path: last, count: 1)) { try frames.check(9..<10) }
      #expect(frames.presentCount(in: 5..<9) == 1)
      try frameFolder(folder, .keep).check(0..<Int.max)
      try frameFolder(folder, .replace).check(0..<Int.max)
    }
  }

  @Test func `what dead processes have left is removed, and nothing else`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      // The name that a process of this system gives to its files, with another number in it.
      let system = TemporaryFolder.systemInNames
      let dead = try CommandRun("/bin/sh", ["-c", "exit 0"]).start()
      _ = try dead.wait()
      // One of our own number, but of an earlier start: in containers numbers come again.
      let namesake = ".radial-audio-\(system)-\(ProcessInfo.processInfo.processIdentifier)-5"
      let foreign = [
        ".radial-audio-\(system)-1-5", ".radial-audio-elsewhere-\(dead.identifier)-5",
        ".radial-audio-\(system)0-\(dead.identifier)-5", ".radial-audio-notes", ".hidden",
        "frame-000001.txt",
      ]
      for name in foreign { try folder.write("kept", "f/\(name)") }
      try folder.write("half", "f/\(namesake)")
      for name in ["5", "77"] {
        try folder.write("half", "f/.radial-audio-\(system)-\(dead.identifier)-\(name)")
      }
      _ = try frameFolder(folder)
      #expect(folder.names(in: "f") == foreign.sorted())
      // Another system's file that has not changed for an hour is nobody's.
      let old = folder.path("f/.radial-audio-elsewhere-\(dead.identifier)-5")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: old)
      _ = try frameFolder(folder)
      #expect(!FileManager.default.fileExists(atPath: old))
    }
  }

  @Test func `folders that were made for nothing are removed, and no others`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("a")
      let frames = try frameFolder(folder, name: "a/b/c")
      #expect(folder.names(in: "a/b") == ["c"])
      frames.removeIfEmpty()
      #expect(folder.names() == ["a"])
      let again = try frameFolder(folder, name: "a/b/c")
      try folder.write("mine", "a/b/notes.txt")
      again.removeIfEmpty()
      #expect(folder.names(in: "a/b") == ["notes.txt"])
      // One that was there stays, empty as it is.
      try frameFolder(folder, name: "a/b").removeIfEmpty()
      #expect(folder.names(in: "a") == ["b"])
      #expect(throws: WritingError.self) {
        try frameFolder(folder, name: "x/\(String(repeating: "y", count: 300))")
      }
      #expect(folder.names() == ["a"])
    }
  }

  @Test func `a folder that another run has taken away is made again`() throws {
    try TemporaryFolder.with { folder in
      let failing = try frameFolder(folder)
      let frames = try frameFolder(folder)
      failing.removeIfEmpty()
      #expect(folder.names().isEmpty)
      let job = SequenceSettings(input: "song", facts: [], frameCount: 1)
      let writer = try FrameSequenceWriter(frames, job: job, frames: 0..<1)
      #expect(try writer.write([1], frame: 0) == .written)
    }
  }

  @Test func `a file cannot be a folder`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a file", "f")
      let error = #expect(throws: WritingError.self) { try frameFolder(folder) }
      guard case .cannotUseFolder(let path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == folder.path("f"))
    }
  }
}

/// A folder `f` in a temporary one.
func frameFolder(
  _ folder: TemporaryFolder, _ existing: ExistingOutput = .fail, name: String = "f"
) throws -> FrameFolder {
  try FrameFolder(
    pattern: FramePattern(folder: folder.path(name), fileExtension: "png"), existing: existing)
}
