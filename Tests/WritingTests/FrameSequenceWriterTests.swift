// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Writing

/// Frames on their way into files.
@Suite struct FrameSequenceWriterTests {
  private func writer(
    _ folder: TemporaryFolder, _ existing: FrameSequenceWriter.ExistingFrames = .refuse,
    name: String = "f"
  ) throws -> FrameSequenceWriter {
    try FrameSequenceWriter(
      pattern: FramePattern(folder: folder.path(name), fileExtension: "png"), existing: existing)
  }

  @Test func `folders are made and frames are whole`() throws {
    try TemporaryFolder.with { folder in
      let writer = try writer(folder, name: "a/b/c")
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      try writer.write(bytes, frame: 3)
      try writer.write([], frame: 12)
      #expect(folder.names(in: "a/b/c") == ["frame-000003.png", "frame-000012.png"])
      #expect(try folder.bytes("a/b/c/frame-000003.png") == bytes)
      #expect(try folder.bytes("a/b/c/frame-000012.png").isEmpty)
    }
  }

  @Test func `frames may be written from several tasks`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try FrameSequenceWriter(
      pattern: FramePattern(folder: path, fileExtension: "svg"), existing: .refuse)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for frame in 0..<64 {
        group.addTask {
          try writer.write([UInt8](repeating: UInt8(frame), count: 999), frame: frame)
        }
      }
      try await group.waitForAll()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 64)
    for frame in 0..<64 {
      let bytes = try Data(contentsOf: URL(filePath: writer.pattern.path(ofFrame: frame)))
      #expect(bytes == Data(repeating: UInt8(frame), count: 999))
    }
  }

  @Test func `frames in the way are refused by name and number`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      for frame in ["000004", "000005", "000009"] {
        try folder.write("old", "f/frame-\(frame).png")
      }
      let writer = try writer(folder)
      try writer.check(0..<4)
      try writer.check(6..<9)
      try writer.check(10..<Int.max)
      let first = folder.path("f/frame-000004.png")
      #expect(throws: WritingError.framesExist(path: first, count: 3)) {
        try writer.check(0..<Int.max)
      }
      let last = folder.path("f/frame-000009.png")
      #expect(throws: WritingError.framesExist(path: last, count: 1)) { try writer.check(9..<10) }
    }
  }

  @Test func `frames that are there are kept or replaced`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      try folder.write("old", "f/frame-000001.png")
      let keeping = try writer(folder, .keep)
      try keeping.check(0..<9)
      #expect(!keeping.needs(frame: 1))
      #expect(keeping.needs(frame: 2))
      let replacing = try writer(folder, .overwrite)
      try replacing.check(0..<9)
      #expect(replacing.needs(frame: 1))
      try replacing.write(Array("new".utf8), frame: 1)
      #expect(try folder.bytes("f/frame-000001.png") == Array("new".utf8))
      #expect(folder.names(in: "f").count == 1)
    }
  }

  @Test func `a frame that cannot be written leaves nothing`() throws {
    try TemporaryFolder.with { folder in
      // A folder has the name of the frame: the file can be written, but not renamed.
      try folder.makeFolder("f/frame-000002.png/x")
      let writer = try writer(folder, .overwrite)
      let error = #expect(throws: WritingError.self) { try writer.write([1, 2, 3], frame: 2) }
      guard case .cannotWriteFrame(let path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == folder.path("f/frame-000002.png"))
      #expect(folder.names(in: "f") == ["frame-000002.png"])
    }
  }

  @Test func `what dead processes have left is removed, and nothing else`() throws {
    try TemporaryFolder.with { folder in
      try folder.makeFolder("f")
      // The name that a process of this host gives to its files, with another number in it.
      let host = ProcessInfo.processInfo.hostName.replacing("-", with: "_")
      let dead = try CommandRun("/bin/sh", ["-c", "exit 0"]).start()
      _ = try dead.wait()
      // One of our own number, but of an earlier start: in containers numbers come again.
      let namesake = ".radial-audio-\(host)-\(ProcessInfo.processInfo.processIdentifier)-5"
      let foreign = [
        ".radial-audio-\(host)-1-5", ".radial-audio-elsewhere-\(dead.identifier)-5",
        ".radial-audio-notes", ".hidden", "frame-000001.txt",
      ]
      for name in foreign { try folder.write("kept", "f/\(name)") }
      try folder.write("half", "f/\(namesake)")
      for name in ["5", "77"] {
        try folder.write("half", "f/.radial-audio-\(host)-\(dead.identifier)-\(name)")
      }
      _ = try writer(folder)
      #expect(folder.names(in: "f") == foreign.sorted())
      // Another host's file that has not changed for an hour is nobody's.
      let old = folder.path("f/.radial-audio-elsewhere-\(dead.identifier)-5")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: old)
      _ = try writer(folder)
      #expect(!FileManager.default.fileExists(atPath: old))
    }
  }

  @Test func `a file cannot be a folder`() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a file", "f")
      let error = #expect(throws: WritingError.self) { try writer(folder) }
      guard case .cannotUseFolder(let path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == folder.path("f"))
    }
  }
}
