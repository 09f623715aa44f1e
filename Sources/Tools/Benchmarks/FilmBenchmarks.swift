// SPDX-License-Identifier: MIT
internal import Drawing
internal import Glibc
internal import Pipeline
internal import Platform
internal import Rendering

/// What films cost: those that the program codes itself beside those by x264, and these beside what ffmpeg
/// takes to encode the same frames.
struct FilmBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private var frameCount: Int { workspace.quick ? 300 : 600 }
  private var runs: Int { workspace.quick ? 2 : 5 }

  func films() async throws -> [Row] {
    guard let ffmpeg = Peers.program("ffmpeg") else {
      return [Row("films", remark: "ffmpeg is not installed")]
    }
    let input = try inputs.file(.wav, minutes: 1)
    var rows: [Row] = []
    for look in workspace.quick ? ["line", "strata"] : ["line", "sun", "bloom", "strata", "halo"] {
      rows += try await besideX264(input, look)
    }
    let raw = workspace.path("frames.y4m")
    defer { Workspace.remove(raw) }
    try writeFrames(of: input, to: raw)
    for (quality, words) in [
      ("draft", ["-preset", "ultrafast", "-crf", "23"]),
      ("standard", ["-preset", "veryfast", "-crf", "12"]),
    ] {
      rows += try await beside(ffmpeg, raw, input, quality, words)
    }
    return rows + [try await besidePNG(ffmpeg, input)] + (try memory(input))
  }

  /// A film by the program itself beside the same by x264, in three rows: the time of the processors, the
  /// time of the clock, and the size.
  private func besideX264(_ input: String, _ look: String) async throws -> [Row] {
    let (theirs, ours) = (workspace.path("theirs.mp4"), workspace.path("ours.mp4"))
    defer { for path in [theirs, ours] { Workspace.remove(path) } }
    let words = ["--look", look, "--overwrite", "-o"]
    let other = film(input, ["--codec", "x264"] + words + [theirs])
    let own = film(input, words + [ours])
    let (wall, use) = try await filmsInTurns(other, own)
    let work = "`film --look \(look)`, \(frameCount) frames of 1920x1080, standard"
    let name = "the same with `--codec x264`"
    let sizes = try [theirs, ours].map { Double(try Workspace.size(of: $0)) }
    return [
      Row(work + ", time of all processors", against: name, use, .faster(times: nil)),
      Row(work, against: name, wall, .faster(times: nil)),
      Row(work + ", size", against: name, bytes: sizes[0], ours: sizes[1], most: nil),
    ]
  }

  /// The times of two programs by the clock and of all processors, in turns.
  private func filmsInTurns(
    _ baseline: ChildProcess, _ ours: ChildProcess
  ) async throws -> (wall: Comparison, use: Comparison) {
    var (first, second): ([Double], [Double]) = ([], [])
    let wall = try await inTurns(runs: runs) {
      try await ProcessorUse.measured(&first) { try await baseline.timed() }
    } ours: {
      try await ProcessorUse.measured(&second) { try await ours.timed() }
    }
    // The first one warms up.
    let use = Comparison(
      baseline: Sample(Array(first.dropFirst())), ours: Sample(Array(second.dropFirst())))
    return (wall, use)
  }

  private func writeFrames(of input: String, to path: String) throws {
    let prepared = try PictureKind.plain(1920, 1080).prepared(input)
    let file = try FileDescriptor.creating(path)
    let canvas = prepared.scenes.blank.canvas
    let head = Y4M.head(canvas, .subsampled, rate: (numerator: 60, denominator: 1))
    try file.write(head.span)
    let frameHead = Y4M.frameHead
    try FrameStream(scenes: prepared.scenes, format: .planar(.subsampled)).run(
      0..<frameCount,
      write: { frame throws(PipelineError) in
        do throws(SystemError) {
          try file.write(frameHead.span)
          try file.write(frame.bytes.span)
        } catch { throw .output(path: path, error) }
      }, progress: { true })
  }

  /// `film` by x264 in two rows: the time of the processors, and the time of the clock.
  private func beside(
    _ ffmpeg: String, _ raw: String, _ input: String, _ quality: String, _ words: [String]
  ) async throws -> [Row] {
    let (theirs, ours) = (workspace.path("theirs.mp4"), workspace.path("ours.mp4"))
    let encoder = ChildProcess(
      ffmpeg,
      ["-v", "error", "-y", "-f", "yuv4mpegpipe", "-i", raw, "-c:v", "libx264"] + words
        + ["-movflags", "+faststart", theirs])
    let kind = ["--look", "line", "--codec", "x264", "--quality", quality]
    let film = film(input, kind + ["--overwrite", "-o", ours])
    defer { for path in [theirs, ours] { Workspace.remove(path) } }
    let (wall, use) = try await filmsInTurns(encoder, film)
    let work = "`film --codec x264`, \(frameCount) frames of 1920x1080, \(quality)"
    let name = "`ffmpeg` encoding such frames from a raw file"
    return [
      Row(work + ", time of all processors", against: name, use, .asLong(times: 1.15)),
      Row(work, against: name, wall, .asLong(times: 1.25)),
    ]
  }

  private func film(_ input: String, _ options: [String]) -> ChildProcess {
    let words = ["film", input, "--sound", "none", "--frames", "0-\(frameCount - 1)", "-q"]
    return ChildProcess(workspace.program, words + options)
  }

  /// Images in files, and then ffmpeg.
  private func besidePNG(_ ffmpeg: String, _ input: String) async throws -> Row {
    let (frames, theirs) = (workspace.path("frames"), workspace.path("theirs.mp4"))
    let ours = workspace.path("ours.mp4")
    defer { for path in [frames, theirs, ours] { Workspace.remove(path) } }
    let render = ChildProcess(
      workspace.program,
      ["render", input, "-o", frames, "--frames", "0-\(frameCount - 1)", "--overwrite", "-q"])
    let filter = "format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    let encode = ChildProcess(
      ffmpeg,
      ["-v", "error", "-y", "-framerate", "60", "-i", "\(frames)/frame-%06d.png", "-vf", filter]
        + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "12", theirs])
    let film = film(input, ["--look", "line", "--overwrite", "-o", ours])
    let comparison = try await inTurns(runs: runs) {
      try await render.timed() + encode.timed()
    } ours: {
      try await film.timed()
    }
    return Row(
      "`film --look line`, \(frameCount) frames of 1920x1080, standard",
      against: "`render` to PNG, and `ffmpeg` encoding these", comparison, .faster(times: nil))
  }

  /// Memory of this program alone: what stands in for ffmpeg has none to speak of.
  private func memory(_ input: String) throws -> [Row] {
    let (tools, ours) = (workspace.path("tools"), workspace.path("ours.mp4"))
    try Workspace.make(tools)
    defer {
      Workspace.remove(tools)
      Workspace.remove(ours)
    }
    let script = """
      #!/bin/sh
      cat <&4 > /dev/null &
      cat <&3 > /dev/null
      wait
      for word; do path=$word; done
      echo film > "${path#file:}"

      """
    let descriptor = unsafe open("\(tools)/ffmpeg", O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
    guard descriptor >= 0 else { throw SystemError.current }
    try FileDescriptor(owning: descriptor).write(Array(script.utf8).span)
    let path = SearchPath.fromEnvironment
    unsafe setenv("PATH", "\(tools):\(path)", 1)
    defer { unsafe setenv("PATH", path, 1) }
    return try [("own", 200e6), ("x264", 100e6)].map { codec, most in
      let words = ["--codec", codec, "--overwrite", "--sound", "none", "-q"]
      let film = ChildProcess(workspace.program, ["film", input, "-o", ours] + words)
      let bytes = try film.peakMemory(launcher: workspace.launcher) { _ in }
      return Row(
        "peak memory of `film --codec \(codec)` without that of ffmpeg, 3600 frames of 1920x1080",
        memory: Sample([bytes]), most: most)
    }
  }
}
