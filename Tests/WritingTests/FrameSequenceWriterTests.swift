// SPDX-License-Identifier: MIT
import Foundation
import Hashing
import TestSupport
import Testing
import Writing

/// Frames on their way into files, and what the manifest knows of them.
@Suite struct FrameSequenceWriterTests: SequenceTests {
  @Test func `folders are made and frames are whole`() throws {
    try TemporaryFolder.with { folder in
      let writer = try writer(folder, name: "a/b/c")
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      #expect(try writer.write(bytes, frame: 3) == .written)
      #expect(try writer.write([], frame: 12) == .written)
      #expect(folder.frameNames(in: "a/b/c") == ["frame-000003.png", "frame-000012.png"])
      #expect(try folder.bytes("a/b/c/frame-000003.png") == bytes)
      #expect(try folder.bytes("a/b/c/frame-000012.png").isEmpty)
    }
  }

  @Test func `frames may be written from several tasks`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try FrameSequenceWriter(
      FrameFolder(pattern: FramePattern(folder: path, fileExtension: "svg"), existing: .fail),
      job: job(64), frames: 0..<64)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for frame in 0..<64 {
        group.addTask {
          _ = try writer.write([UInt8](repeating: UInt8(frame), count: 999), frame: frame)
        }
      }
      try await group.waitForAll()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 65)
    for frame in 0..<64 {
      let bytes = try Data(contentsOf: URL(filePath: writer.pattern.path(ofFrame: frame)))
      #expect(bytes == Data(repeating: UInt8(frame), count: 999))
    }
  }

  @Test func `the manifest tells the job, and of each frame what is known`() throws {
    try TemporaryFolder.with { folder in
      let writer = try writer(folder, .fail, 1..<4)
      try write(1..<3, writer)
      let text = String(decoding: try folder.bytes("f/\(Self.manifest)"), as: UTF8.self)
      let hashes = (1..<3).map { ContentHash(of: Self.picture($0)).text }
      let rows =
        ["----------------", hashes[0], hashes[1], "................"]
        + Array(repeating: "----------------", count: 16)
      #expect(
        text == """
          { "schema": "radial-audio/sequence/1",
            "pattern": "frame-%06d.png",
            "input": "song",
            "frameCount": 20,
            "job": {
              "color": "red",
              "logo": null },
            "frames": [
          \(rows.map { "\"\($0)\"" }.joined(separator: ",\n"))\u{20}
          ] }

          """)
    }
  }

  @Test func `the manifest does not depend on the order and the number of runs`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder, name: "whole"))
      for part in [13..<20, 0..<5, 5..<13] {
        try write(part, writer(folder, .fail, part, name: "parts"))
      }
      #expect(try folder.files(in: "parts") == folder.files(in: "whole"))
    }
  }

  @Test func `what is whole is kept, what is missing or damaged is written`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let whole = try folder.files(in: "f")
      try folder.remove("f/frame-000004.png")
      for (frame, bytes) in [
        ("000007", Self.picture(7).dropLast()), ("000008", []),
        ("000009", Self.picture(9).map { $0 ^ ($0 == 0x49 ? 1 : 0) }[...]),
      ] {
        try folder.write(Array(bytes), "f/frame-\(frame).png")
      }
      let outcomes = try write(0..<20, writer(folder, .keep))
      var expected = [FrameOutcome](repeating: .kept, count: 20)
      expected[4] = .written
      for frame in 7...9 { expected[frame] = .repaired }
      #expect(outcomes == expected)
      #expect(try folder.files(in: "f") == whole)
    }
  }

  @Test func `a whole picture of somebody else is not written over`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<10, writer(folder, .fail, 0..<10))
      let foreign = Self.picture(999)
      try folder.write(foreign, "f/frame-000002.png")
      try folder.write(foreign, "f/frame-000012.png")
      let writer = try writer(folder, .keep)
      for frame in [2, 12] {
        let path = folder.path(
          "f/frame-\(String(repeating: "0", count: frame < 10 ? 5 : 4))\(frame).png")
        #expect(throws: WritingError.foreignFrame(path: path)) {
          try write(frame..<frame + 1, writer)
        }
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == foreign)
      }
    }
  }

  @Test func `frames that the manifest does not know are taken in if they are the same`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let whole = try folder.files(in: "f")
      try folder.remove("f/\(Self.manifest)")
      #expect(try write(0..<20, writer(folder, .keep)).allSatisfy { $0 == .kept })
      #expect(try folder.files(in: "f") == whole)
    }
  }

  @Test func `frames of another job are left alone, and what differs is said`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let whole = try folder.files(in: "f")
      let path = folder.path("f/\(Self.manifest)")
      let blue = WritingError.otherJob(
        path: path, [.init("color", found: "red", wanted: "blue")])
      for existing in [ExistingOutput.keep, .fail] {
        #expect(throws: blue) {
          try writer(folder, existing, 20..<20, job: job(20, "blue"))
        }
      }
      let shorter = WritingError.otherJob(
        path: path, [.init("frames", found: "20", wanted: "19")])
      #expect(throws: shorter) { try writer(folder, .keep, 0..<19, job: job(19)) }
      #expect(try folder.files(in: "f") == whole)
    }
  }

  @Test func `starting afresh removes frames beyond the new end, if they are its own`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      try folder.write(Self.picture(999), "f/frame-000018.png")
      try folder.write(Array(Self.picture(17).dropLast(3)), "f/frame-000017.png")
      try folder.write("no picture", "f/frame-000016.png")
      try folder.write("foreign", "f/frame-000025.png")
      try folder.write("foreign", "f/notes.txt")
      let writer = try writer(folder, .replace, 0..<5, job: job(10, "blue"))
      #expect(writer.strays == [16, 18, 25])
      try write(0..<5, writer) { Self.picture($0 + 100) }
      let expected =
        (0..<10).map { "frame-00000\($0).png" }
        + ["frame-000016.png", "frame-000018.png", "frame-000025.png"]
        + ["notes.txt"]
      #expect(folder.frameNames(in: "f").sorted() == expected.sorted())
      #expect(try folder.bytes("f/frame-000004.png") == Self.picture(104))
    }
  }

  @Test func `starting afresh twice removes frames beyond the end as well`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      // A run that was to write over all of them, and was ended after two.
      try write(0..<2, writer(folder, .replace, job: job(20, "blue")))
      #expect(throws: WritingError.self) {
        try writer(folder, .keep, 0..<20, job: job(20, "green"))
      }
      _ = try writer(folder, .replace, 0..<5, job: job(5, "blue"))
      #expect(folder.frameNames(in: "f").count == 5)
    }
  }

  @Test(arguments: [
    "..........------", "0123456789......", "ghijklmnop......", "0123456789ghijkl",
    "ghijklmnop012345", "------0123456789",
  ])
  func `a line that was being written when the run was killed is not lost`(torn: String) throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let path = "f/\(Self.manifest)"
      let whole = String(decoding: try folder.bytes(path), as: UTF8.self)
      let hash = ContentHash(of: Self.picture(4)).text
      try folder.write(whole.replacing(hash, with: torn), path)
      #expect(try findings(folder).map(\.problem) == [.unknown])
      // What a run had not noted yet is compared.
      #expect(try write(0..<20, writer(folder, .keep)).allSatisfy { $0 == .kept })
      #expect(String(decoding: try folder.bytes(path), as: UTF8.self) == whole)
    }
  }

  @Test func `a manifest that is a link to nothing, a folder or a pipe is none`() throws {
    for kind in ["link", "folder", "pipe"] {
      try TemporaryFolder.with { folder in
        try folder.makeFolder("f")
        let path = folder.path("f/\(Self.manifest)")
        switch kind {
        case "link":
          try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "none")
        case "folder": try folder.makeFolder("f/\(Self.manifest)")
        default: mkfifo(path, 0o600)
        }
        for existing in [ExistingOutput.fail, .keep, .replace] {
          #expect(throws: WritingError.badManifest(path: path, .notAManifest)) {
            try writer(folder, existing)
          }
        }
        #expect(throws: WritingError.self) {
          try SequenceInspection.sequences(at: folder.path("f"))
        }
      }
    }
  }

  @Test func `what was to be written over may be, by the run that goes on`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      // A run that starts afresh, and is ended after three frames.
      try write(0..<3, writer(folder, .replace, job: job(20, "blue"))) { Self.picture($0 + 100) }
      let outcomes = try write(0..<20, writer(folder, .keep, job: job(20, "blue"))) {
        Self.picture($0 + 100)
      }
      #expect(outcomes == (0..<20).map { $0 < 3 ? .kept : .written })
      #expect(try folder.bytes("f/frame-000019.png") == Self.picture(119))
    }
  }

  @Test func `the same frames cannot be written by two at once`() throws {
    try TemporaryFolder.with { folder in
      let first = try writer(folder, .fail, 0..<10)
      let inUse = WritingError.inUse(path: folder.path("f/\(Self.manifest)"))
      for existing in [ExistingOutput.fail, .keep, .replace] {
        #expect(throws: inUse) { try writer(folder, existing, 9..<20) }
        #expect(throws: inUse) { try writer(folder, existing, 0..<20) }
      }
      #expect(throws: inUse) { try writer(folder, .replace, job: job(20, "blue")) }
      let second = try writer(folder, .fail, 10..<20)
      try write(0..<10, first)
      try write(10..<20, second)
      #expect(folder.frameNames(in: "f").count == 20)
    }
    try TemporaryFolder.with { folder in
      try write(0..<5, writer(folder, .fail, 0..<10))
      // It is free again.
      try write(5..<10, writer(folder, .keep, 0..<10))
      #expect(folder.frameNames(in: "f").count == 10)
    }
  }

  @Test(arguments: [
    "{}", #"{ "schema": "other" }"#, "CUT", "HEAD", "EMPTY", "ZEROS", "ROW", "COUNT", "TAIL",
    "VERSION", "OTHER",
  ])
  func `a manifest that is none is not gone on with`(kind: String) throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let good = String(decoding: try folder.bytes("f/\(Self.manifest)"), as: UTF8.self)
      let bad =
        switch kind {
        case "CUT": String(good.dropLast(30))
        case "HEAD": String(good.prefix(60))
        case "EMPTY": ""
        case "ZEROS": String(repeating: "\0", count: good.utf8.count)
        case "ROW":
          good.replacing("\(ContentHash(of: Self.picture(4)).text)", with: "0123456789ABCDEF")
        case "COUNT":
          good.replacing("\"frameCount\": 20", with: "\"frameCount\": 9223372036854775807")
        case "TAIL": good + "\n"
        case "VERSION": good.replacing("sequence/1\"", with: "sequence/2\"")
        case "OTHER": "{ \"schema\": \"radial-audio/sequence/10\", \"images\": [] }"
        default: kind
        }
      try folder.write(bad, "f/\(Self.manifest)")
      let fault: ManifestFault =
        kind.hasPrefix("{")
        ? .notAManifest : ["VERSION", "OTHER"].contains(kind) ? .otherVersion : .malformed
      let error = WritingError.badManifest(path: folder.path("f/\(Self.manifest)"), fault)
      #expect(throws: error) { try writer(folder, .keep) }
      #expect(String(decoding: try folder.bytes("f/\(Self.manifest)"), as: UTF8.self) == bad)
      if fault == .malformed {
        try write(0..<20, writer(folder, .replace))
        #expect(String(decoding: try folder.bytes("f/\(Self.manifest)"), as: UTF8.self) == good)
      } else {
        #expect(throws: error) { try writer(folder, .replace) }
      }
    }
  }

  @Test(arguments: [ExistingOutput.fail, .keep, .replace])
  func `what gets a frame's name meanwhile is replaced only if that was said`(
    existing: ExistingOutput
  ) throws {
    try TemporaryFolder.with { folder in
      func run(_ act: (String, FrameSequenceWriter) throws -> Void) throws {
        let writer = try writer(folder, existing)
        try act(folder.write([1, 2, 3], "f/frame-000004.png"), writer)
      }
      if existing == .replace {
        try run { try write(0..<20, $1) }
        #expect(try folder.bytes("f/frame-000004.png") == Self.picture(4))
      } else {
        try run { path, writer in
          #expect(throws: WritingError.framesExist(path: path, count: 1)) {
            try write(0..<20, writer)
          }
        }
        #expect(try folder.bytes("f/frame-000004.png") == [1, 2, 3])
        #expect(folder.frameNames(in: "f").count == 5)
        // Nor do the next ones take it for what the first one began.
        let path = folder.path("f/frame-000004.png")
        #expect(throws: WritingError.foreignFrame(path: path)) {
          try write(0..<20, self.writer(folder, .keep))
        }
        try write(0..<2, self.writer(folder, .replace, 0..<2, job: job(2)))
        #expect(folder.frameNames(in: "f") == [0, 1, 4].map { "frame-00000\($0).png" })
      }
    }
  }

  @Test func `a part of another job takes over the frames that it leaves`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      try folder.write([1, 2, 3], "f/frame-000012.png")
      let blue = job(20, "blue")
      do {
        let part = try writer(folder, .replace, 3..<6, job: blue)
        #expect(part.leftCount == 16)
        try write(3..<6, part) { Self.picture(100 + $0) }
      }
      #expect(try folder.bytes("f/frame-000007.png") == Self.picture(7))
      // What somebody has changed since is not ours any more.
      #expect(throws: WritingError.foreignFrame(path: folder.path("f/frame-000012.png"))) {
        try write(0..<20, writer(folder, .keep, job: blue)) { Self.picture(100 + $0) }
      }
      try write(0..<4, writer(folder, .replace, 0..<4, job: job(4)))
      #expect(
        folder.frameNames(in: "f")
          == [0, 1, 2, 3, 12].map { "frame-0000" + ($0 < 10 ? "0" : "") + "\($0).png" })
    }
  }

  @Test func `a manifest that goes away is noticed at the end`() throws {
    try TemporaryFolder.with { folder in
      let writer = try writer(folder)
      try write(0..<10, writer)
      try writer.finish()
      try folder.remove("f/\(Self.manifest)")
      let gone = WritingError.manifestGone(path: folder.path("f/\(Self.manifest)"))
      #expect(throws: gone) { try writer.finish() }
      // Nor is another one in its place.
      _ = try self.writer(folder, .replace, 15..<16)
      #expect(throws: gone) { try writer.finish() }
    }
  }

  @Test func `a manifest under another name is told of`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      let text = String(decoding: try folder.bytes("f/\(Self.manifest)"), as: UTF8.self)
      try folder.write(text.replacing("frame-%06d", with: "shot-%06d"), "f/\(Self.manifest)")
      let error = #expect(throws: WritingError.self) { try writer(folder, .keep) }
      let difference = SequenceSettings.Difference(
        "names", found: "shot-%06d.png", wanted: "frame-%06d.png")
      #expect(error == .otherJob(path: folder.path("f/\(Self.manifest)"), [difference]))
    }
  }

  @Test func `a frame that cannot be written leaves nothing`() throws {
    try TemporaryFolder.with { folder in
      // A folder has the name of the frame: the file can be written, but not renamed.
      try folder.makeFolder("f/frame-000002.png/x")
      let writer = try writer(folder, .replace)
      let error = #expect(throws: WritingError.self) { try writer.write([1, 2, 3], frame: 2) }
      guard case .cannotWriteFrame(let path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == folder.path("f/frame-000002.png"))
      #expect(folder.frameNames(in: "f") == ["frame-000002.png"])
    }
  }
}
