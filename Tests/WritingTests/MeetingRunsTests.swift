// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestSupport
import Testing
import Writing

/// Runs that meet in one folder, and what is nobody's frame.
@Suite struct MeetingRunsTests: SequenceTests {
  /// Starts a run while another one, which has written `done`, writes `rest` and ends.
  private func meet(
    _ first: () throws -> FrameSequenceWriter, done: Range<Int>, rest: Range<Int>,
    _ second: @escaping @Sendable () throws -> FrameSequenceWriter
  ) throws -> Result<FrameSequenceWriter, any Error> {
    var first: FrameSequenceWriter? = try first()
    if let first { try write(done, first) }
    let result = Met()
    Thread.detachNewThread { result.end(Result { try second() }) }
    // It looks, and then waits for a fifth of a second. On a slow machine it may come too late, and
    // then it has nothing to wait for.
    usleep(50_000)
    if let first { try write(rest, first) }
    first = nil
    return result.wait()
  }

  /// The end of a run on another thread.
  private final class Met: Sendable {
    private let result = Mutex<Result<FrameSequenceWriter, any Error>?>(nil)

    func end(_ result: Result<FrameSequenceWriter, any Error>) {
      self.result.withLock { $0 = result }
    }

    func wait() -> Result<FrameSequenceWriter, any Error> {
      while true {
        if let result = result.withLock({ $0 }) { return result }
        usleep(1000)
      }
    }
  }

  @Test(arguments: [ExistingOutput.fail, .keep])
  func `a refused run leaves the manifest of the winner`(
    existing: ExistingOutput
  ) throws {
    try TemporaryFolder.with { folder in
      let result = try meet({ try writer(folder) }, done: 0..<0, rest: 0..<20) {
        try writer(folder, existing, job: job(20, "blue"))
      }
      #expect(throws: WritingError.self) { try result.get() }
      #expect(try findings(folder).isEmpty)
      #expect(try write(0..<20, writer(folder, .keep)).allSatisfy { $0 == .kept })
    }
  }

  @Test(arguments: [0..<10, 0..<3])
  func `frames of a run that ends meanwhile are not left beyond the new end`(
    part: Range<Int>
  ) throws {
    try TemporaryFolder.with { folder in
      let blue = job(10, "blue")
      var result: Result<FrameSequenceWriter, any Error>
      repeat {
        result = try meet({ try writer(folder, .replace) }, done: 0..<5, rest: 5..<20) {
          try writer(folder, .replace, part, job: blue)
        }
        // Where this machine stands still for so long, the second run is refused.
      } while (try? result.get()) == nil
      try write(part, result.get()) { Self.picture($0 + 100) }
      result = .failure(CancellationError())
      #expect(folder.frameNames(in: "f").count == 10)
      #expect(
        try findings(folder).map(\.problem)
          == Array(repeating: .unfinished, count: 10 - part.count))
      let outcomes = try write(0..<10, writer(folder, .keep, 0..<10, job: blue)) {
        Self.picture($0 + 100)
      }
      #expect(outcomes == (0..<10).map { part.contains($0) ? .kept : .written })
      #expect(try findings(folder).isEmpty)
    }
  }

  @Test func `one's own picture under the name of a pending frame is never lost`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<10, writer(folder))
      let own = Self.picture(999)
      let path = try folder.write(own, "f/frame-000017.png")
      // What a fault has left of a frame may be replaced.
      try folder.write([], "f/frame-000012.png")
      try folder.write(Array(Self.picture(18).dropLast(3)), "f/frame-000018.png")
      #expect(throws: WritingError.foreignFrame(path: path)) {
        try write(0..<20, writer(folder, .keep))
      }
      #expect(try folder.bytes("f/frame-000012.png") == Self.picture(12))
      #expect(try folder.bytes("f/frame-000017.png") == own)
      do {
        let shorter = try writer(folder, .replace, 0..<5, job: job(5, "blue"))
        #expect(shorter.strays == [17])
      }
      #expect(try folder.bytes("f/frame-000017.png") == own)
      #expect(folder.frameNames(in: "f").count == 6)
      // Nor is it taken for a frame of an earlier job.
      _ = try writer(folder, .replace, 0..<1, job: job(20, "green"))
      #expect(throws: WritingError.foreignFrame(path: path)) {
        try write(5..<20, writer(folder, .keep, 5..<20, job: job(20, "green")))
      }
      #expect(try folder.bytes("f/frame-000017.png") == own)
    }
  }

  @Test func `a frame that a killed run had not noted yet is kept`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<10, writer(folder))
      try folder.write(Self.picture(10), "f/frame-000010.png")
      let outcomes = try write(0..<20, writer(folder, .keep))
      #expect(outcomes == (0..<20).map { $0 <= 10 ? .kept : .written })
      #expect(try findings(folder).isEmpty)
    }
  }

  @Test func `one's own picture under the name of a pending frame is not called unfinished`() throws
  {
    try TemporaryFolder.with { folder in
      _ = try writer(folder)
      try folder.write(Self.picture(999), "f/frame-000003.png")
      try folder.write(Array(Self.picture(4).dropLast(9)), "f/frame-000004.png")
      try folder.makeFolder("f/frame-000005.png")
      let problems = try findings(folder).map(\.problem)
      #expect(problems[2...6] == [.missing, .unknown, .unfinished, .foreign, .missing])
    }
  }

  @Test func `frames that a run was to replace are known as its job's, whoever goes on`() throws {
    try TemporaryFolder.with { folder in
      try write(0..<20, writer(folder))
      // Of the same job and of another one, both ended at once.
      _ = try writer(folder, .replace)
      #expect(try findings(folder).map(\.problem) == Array(repeating: .unfinished, count: 20))
      _ = try writer(folder, .replace, job: job(20, "blue"))
      // One that somebody has changed since is nobody's.
      let path = try folder.write(Self.picture(999), "f/frame-000008.png")
      #expect(throws: WritingError.foreignFrame(path: path)) {
        try write(0..<20, writer(folder, .keep, job: job(20, "blue"))) { Self.picture($0 + 100) }
      }
      let shorter = try writer(folder, .replace, 0..<2, job: job(2, "green"))
      #expect(shorter.strays == [8])
      #expect(folder.frameNames(in: "f") == [0, 1, 8].map { "frame-00000\($0).png" })
    }
  }

  @Test func `a copy that shares its manifest stays as it was`() throws {
    for (existing, color) in [(ExistingOutput.keep, "red"), (.replace, "blue")] {
      try TemporaryFolder.with { folder in
        try write(0..<5, writer(folder, .fail, 0..<5))
        try folder.makeFolder("copy")
        for name in folder.names(in: "f") {
          try FileManager.default.linkItem(
            atPath: folder.path("f/\(name)"), toPath: folder.path("copy/\(name)"))
        }
        let copied = try folder.files(in: "copy")
        let job = job(20, color)
        // Two shards, of which one puts a manifest of its own in place, and the other joins it.
        let shards = try [0..<10, 10..<20].map { try writer(folder, existing, $0, job: job) }
        #expect(throws: WritingError.self) { try writer(folder, existing, 9..<11, job: job) }
        for (shard, frames) in zip(shards, [0..<10, 10..<20]) { try write(frames, shard) }
        for shard in shards { try shard.finish() }
        #expect(try findings(folder).isEmpty)
        #expect(try folder.files(in: "copy") == copied)
      }
    }
  }

  @Test func `shards that write into a shared manifest are not cut off from it`() throws {
    try TemporaryFolder.with { folder in
      let first = try writer(folder, .fail, 0..<10)
      try FileManager.default.linkItem(
        atPath: folder.path("f/\(Self.manifest)"), toPath: folder.path("copy"))
      let second = try writer(folder, .fail, 10..<20)
      try write(0..<10, first)
      try write(10..<20, second)
      try first.finish()
      #expect(try findings(folder).isEmpty)
    }
  }
}
