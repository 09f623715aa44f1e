// SPDX-License-Identifier: MIT
import Foundation
import Pipeline
import Rendering
import Synchronization
import TestSupport
import Testing
import Writing

/// Frames on several threads.
@Suite struct RenderPipelineTests {
  @Test func `where one thread fails, the others begin no other frame`() throws {
    let path = try TemporaryFolder.with { $0.path }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try FrameFolder(
      pattern: FramePattern(folder: path, fileExtension: "svg"), existing: .keep)
    let scenes = try RenderEstimateTests().scenes(ticks: 120)
    // Two runs of sixty frames; what the second one of the first run finds is not a frame.
    try Data("somebody's".utf8).write(to: URL(filePath: "\(path)/frame-000001.svg"))
    let job = SequenceSettings(input: "music", facts: [], frameCount: 120)
    let writer = try FrameSequenceWriter(folder, job: job, frames: 0..<120)
    let drawn = Atomic<Int>(0)
    let isFailing = Atomic<Bool>(false)
    let error = #expect(throws: PipelineError.self) {
      try RenderPipeline(scenes: scenes, renderer: SVGFrameRenderer.self, writer: writer)
        .run(0..<120, jobs: 2) { _ in
          // The first frames of both, as far as there are two threads; then the fault has time.
          if drawn.wrappingAdd(1, ordering: .relaxed).newValue < 2 {
            for _ in 0..<1000 where drawn.load(ordering: .relaxed) < 2 { usleep(1000) }
            isFailing.store(true, ordering: .relaxed)
          } else {
            for _ in 0..<1000 where !isFailing.load(ordering: .relaxed) { usleep(1000) }
            usleep(20_000)
          }
          return true
        }
    }
    #expect(error == .writing(.foreignFrame(path: "\(path)/frame-000001.svg")))
    #expect(drawn.load(ordering: .relaxed) < 40)
  }
}
