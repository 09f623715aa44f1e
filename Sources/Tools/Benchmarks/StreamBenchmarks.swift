// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering

/// What raw frames cost, in order, as players and encoders take them.
struct StreamBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private var frames: Range<Int> { 0..<(workspace.quick ? 720 : 1440) }
  private var runs: Int { workspace.quick ? 3 : 7 }

  func all() async throws -> [Row] {
    let input = try inputs.file(.wav, minutes: 4)
    let plain = PictureKind.plain(1920, 1080)
    var rows: [Row] = []
    for kind in [plain] + PictureKind.otherViews.map(\.kind) {
      rows.append(try await memory(try kind.prepared(input).scenes, kind.name))
    }
    guard let cat = Peers.program("cat") else {
      return rows + [Row("frames into `cat`", remark: "not installed")]
    }
    for format in [RawFormat.planar(.subsampled), .planar(.full), .rgb24, .rgba] {
      rows.append(try await pipe(try plain.prepared(input).scenes, format, plain.name, cat))
    }
    return rows
  }

  private func memory(_ scenes: SceneSequence, _ name: String) async throws -> Row {
    let comparison = try await inTurns(runs: runs) {
      try await seconds {
        var cursor = SceneSequence.Cursor(scenes, from: frames.lowerBound)
        var (renderer, bytes) = (PNGFrameRenderer(), [UInt8]())
        for frame in frames { renderer.render(try cursor.scene(ofFrame: frame), into: &bytes) }
      } / Double(frames.count)
    } ours: {
      try await seconds {
        try FrameStream(scenes: scenes, format: .planar(.subsampled)).run(frames) { _ in
        } progress: {
          !Interrupt.isWanted
        }
      } / Double(frames.count)
    }
    return Row(
      "\(name): one frame as planes of 4:2:0, in memory", against: "as a PNG file, in memory",
      comparison, .faster(times: nil))
  }

  private func pipe(
    _ scenes: SceneSequence, _ format: RawFormat, _ name: String, _ cat: String
  ) async throws -> Row {
    let frame = [UInt8](repeating: 128, count: format.byteCount(of: scenes.blank.canvas))
    let comparison = try await inTurns(runs: runs) {
      try await seconds {
        try ChildProcess(cat, []).feed { pipe in
          for _ in frames { try pipe.write(frame.span) }
        }
      } / Double(frames.count)
    } ours: {
      try await seconds {
        try ChildProcess(cat, []).feed { pipe in
          try FrameStream(scenes: scenes, format: format).run(frames) {
            (frame) throws(PipelineError) in
            do throws(SystemError) { try pipe.write(frame.bytes.span) } catch {
              throw .output(path: "cat", error)
            }
          } progress: {
            !Interrupt.isWanted
          }
        }
      } / Double(frames.count)
    }
    return Row(
      "\(name): one frame as \(format) into `cat`", against: "as many bytes into `cat`", comparison,
      .asLong(times: nil))
  }
}
