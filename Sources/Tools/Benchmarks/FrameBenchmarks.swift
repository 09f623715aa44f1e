// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Writing

/// What a frame costs from its scene to its file, on one job: after the frame before it, of which it keeps
/// what has not changed, or whole.
struct FrameBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  /// Frames of a run: several turns.
  private var frameCount: Int { (workspace.quick ? 4 : 16) * 360 }

  private var runs: Int { workspace.quick ? 3 : 7 }

  /// The first tenth of the track is to hold several turns.
  private func input() throws -> String {
    try inputs.file(.wav, minutes: workspace.quick ? 4 : 5)
  }

  /// The looks against libpng.
  func looks() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    for (index, kind) in try PictureKind.common(workspace).enumerated() {
      let bar: Row.Bar =
        index == 0 ? .faster(times: 150, within: 0.000_3) : .faster(times: 60)
      rows.append(try await row(input, kind, frames: frameCount, samples: 12, bar))
    }
    for (kind, time) in PictureKind.otherViews + PictureKind.runningLooks {
      rows.append(
        try await row(input, kind, frames: 600, samples: 4, .faster(times: 1, within: time)))
    }
    for (kind, fixture) in PictureKind.instruments {
      let input = "\(workspace.fixtures)/\(fixture)"
      rows.append(
        try await row(
          input, kind, frames: 600, samples: 4, .faster(times: 1, within: 1.0 / 500)))
    }
    return rows
  }

  /// What words and a logo cost, which are the same in every frame.
  func adornments() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    for (plain, adorned) in PictureKind.adorned(workspace) {
      let renders = (try plain.prepared(input), try adorned.prepared(input))
      let comparison = try await inTurns(runs: runs) {
        try await time(renders.0, 0..<600)
      } ours: {
        try await time(renders.1, 0..<600)
      }
      rows.append(
        Row("\(adorned.name): one frame", against: "without", comparison, .asLong(times: 1.3)))
    }
    return rows
  }

  /// Our encoder against others on the same pixels, which are drawn before: from pixels in memory to
  /// a file, and from file to file with a program.
  func encoders() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    let kinds = [PictureKind.plain(1920, 1080)] + PictureKind.otherViews.map(\.kind)
    for kind in kinds {
      let folder = workspace.path("encoders")
      try Workspace.make(folder)
      defer { Workspace.remove(folder) }
      let rasters = try scenes(of: try kind.prepared(input)).map { RasterRenderer($0) }
      func ours() async throws -> Double {
        for index in rasters.indices { Workspace.remove("\(folder)/\(index).png") }
        return try await seconds { try encode(rasters, into: folder) } / Double(rasters.count)
      }
      _ = try await ours()
      let paths = rasters.indices.map { "\(folder)/\($0).png" }
      let pictures = try paths.map { try PNGBaseline(path: $0, .asStored) }
      func size(_ paths: [String]) throws -> String {
        let bytes = try paths.reduce(0) { try $0 + Workspace.size(of: $1) }
        return Text.bytes(Double(bytes) / Double(rasters.count))
      }
      let name = "\(kind.name): one frame encoded, without drawing it, \(try size(paths))"
      let runLength = rasters.indices.map { "\(folder)/runs\($0).png" }
      let runs = try await inTurns(runs: runs) {
        try await seconds {
          for (picture, path) in zip(pictures, runLength) { try picture.write(to: path, .runs) }
        } / Double(pictures.count)
      } ours: {
        try await ours()
      }
      let (their, strategy) = (try size(runLength), "libpng without filters and zlib's Z_RLE")
      rows.append(Row(name, against: "by \(strategy), \(their)", runs, .faster(times: nil)))
      guard let libdeflate = Peers.program("libdeflate-gzip") else {
        rows.append(Row("beside `libdeflate-gzip`", remark: "not installed"))
        continue
      }
      // All frames in one file, so that the program's start counts for little.
      let plain = "\(folder)/rows"
      try writeRows(of: pictures, to: plain)
      let general = try await inTurns(runs: self.runs) {
        try await ChildProcess(libdeflate, ["-k", "-f", "-1", plain]).timed()
          / Double(pictures.count)
      } ours: {
        try await ours()
      }
      rows.append(
        Row(
          name, against: "its rows by `libdeflate-gzip -1`, \(try size([plain + ".gz"]))", general,
          .faster(times: nil)))
    }
    return rows
  }

  /// Encodes each picture as if it were the first.
  private func encode(_ rasters: [RasterRenderer], into folder: String) throws {
    for (index, raster) in rasters.enumerated() {
      var encoder = PNGEncoder(for: raster)
      var bytes: [UInt8] = []
      encoder.encode(raster, into: &bytes)
      try FileDescriptor.creating("\(folder)/\(index).png").write(bytes.span)
    }
  }

  private func writeRows(of pictures: [PNGBaseline], to path: String) throws {
    let file = try FileDescriptor.creating(path)
    for picture in pictures { try file.write(picture.unfilteredRows.span) }
  }

  /// The scenes of some frames far apart.
  private func scenes(of render: ReadRun) throws -> [Scene] {
    try stride(from: 107, to: 600, by: 61).map { frame in
      var cursor = SceneSequence.Cursor(render.scenes, from: frame)
      return try cursor.scene(ofFrame: frame)
    }
  }

  /// The default look in three sizes against libpng.
  func sizes() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    for (width, height) in [(1024, 768), (1920, 1080), (3840, 2160)] {
      rows.append(
        try await row(
          input, .plain(width, height), frames: frameCount / 4, samples: 4, .faster(times: nil)))
    }
    return rows
  }

  /// Pictures with nothing in them that was there before: what a frame costs that is drawn as the first
  /// one, against libpng.
  func wholeFrames() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    let others = PictureKind.otherViews + PictureKind.runningLooks
    let kinds =
      [(PictureKind.plain(1920, 1080), input)] + others.map { ($0.kind, input) }
      + PictureKind.instruments.map { ($0.kind, "\(workspace.fixtures)/\($0.fixture)") }
    for (kind, input) in kinds {
      let render = try kind.prepared(input)
      let pictures = try await pictures(render, kind.baseline, every: 150, of: 600)
      let scenes = try scenes(of: render)
      let folder = workspace.path("whole")
      try Workspace.make(folder)
      defer { Workspace.remove(folder) }
      let comparison = try await inTurns(runs: runs) {
        try await seconds {
          for (index, picture) in pictures.enumerated() {
            try picture.write(to: "\(folder)/theirs\(index).png")
          }
        } / Double(pictures.count)
      } ours: {
        for index in scenes.indices { Workspace.remove("\(folder)/\(index).png") }
        return try await seconds {
          for (index, scene) in scenes.enumerated() {
            var (renderer, bytes) = (PNGFrameRenderer(), [UInt8]())
            renderer.render(scene, into: &bytes)
            try FileDescriptor.creating("\(folder)/\(index).png").write(bytes.span)
          }
        } / Double(scenes.count)
      }
      rows.append(
        Row(
          "\(kind.name): one whole frame, all pixels new, to a PNG file, one job",
          against: "the same pixels as \(pictures[0].formatName) by libpng's defaults to a file",
          comparison, .faster(times: nil)))
    }
    return rows
  }

  private func row(
    _ input: String, _ kind: PictureKind, frames: Int, samples: Int, _ bar: Row.Bar
  ) async throws -> Row {
    let render = try kind.prepared(input)
    let pictures = try await pictures(
      render, kind.baseline, every: frames / samples, of: frames)
    let comparison = try await inTurns(runs: runs) {
      let folder = workspace.path("libpng")
      try Workspace.make(folder)
      defer { Workspace.remove(folder) }
      let time = try await seconds {
        for (index, picture) in pictures.enumerated() {
          try picture.write(to: "\(folder)/\(index).png")
        }
      }
      return time / Double(pictures.count)
    } ours: {
      try await time(render, 0..<frames)
    }
    return Row(
      "\(kind.name): one frame after the one before it, to a PNG file, one job",
      against: "the same pixels as \(pictures[0].formatName) by libpng's defaults to a file",
      comparison, bar)
  }

  /// Whether the cost grows with the frames before, or with the empty area around the figure.
  func growth() async throws -> [Row] {
    let input = try input()
    let kind = PictureKind.plain(1920, 1080)
    let (render, wide) = (
      try kind.prepared(input), try PictureKind.plain(3840, 1080).prepared(input)
    )
    let tenth = render.schedule.frameCount / 10
    let last = render.schedule.frameCount - tenth..<render.schedule.frameCount
    let position = try await inTurns(runs: runs) {
      try await time(render, 0..<tenth)
    } ours: {
      try await time(render, last)
    }
    let area = try await inTurns(runs: runs) {
      try await time(render, 0..<frameCount / 2)
    } ours: {
      try await time(wide, 0..<frameCount / 2)
    }
    return [
      Row(
        "\(kind.name): one frame of a track's last tenth", against: "one of its first tenth",
        position, .asLong(times: nil)),
      Row(
        "the same figure on twice the sheet, 3840x1080: one frame", against: "one of 1920x1080",
        area, .asLong(times: nil)),
    ]
  }

  /// Seconds for each of some frames; the files are removed, which does not count.
  private func time(
    _ render: ReadRun, _ frames: Range<Int>
  ) async throws -> Double {
    let folder = workspace.path("frames")
    defer { Workspace.remove(folder) }
    let pipeline = try render.pipeline(folder: folder)
    return try await seconds { try await run(pipeline, frames) } / Double(frames.count)
  }

  private func run(
    _ pipeline: RenderPipeline, _ frames: Range<Int>
  ) async throws {
    try pipeline.run(frames, jobs: 1) { _ in !Interrupt.isWanted }
  }

  /// The pixels of some frames, evenly apart.
  private func pictures(
    _ render: ReadRun, _ baseline: PNGBaseline.Pixels, every step: Int, of count: Int
  ) async throws -> [PNGBaseline] {
    let folder = workspace.path("pictures")
    defer { Workspace.remove(folder) }
    let pipeline = try render.pipeline(folder: folder)
    try await run(pipeline, 0..<count)
    // From an odd place in the turn, so that the places differ from one to the next.
    return try stride(from: step * 5 / 7, to: count, by: step + 37).map { frame in
      try PNGBaseline(path: pipeline.writer.pattern.path(ofFrame: frame), baseline)
    }
  }

  /// The sizes of the files against those that libpng makes of the same pixels.
  func fileSizes() async throws -> [Row] {
    let input = try input()
    var rows: [Row] = []
    let others = PictureKind.otherViews + PictureKind.runningLooks
    for kind in try PictureKind.common(workspace) + others.map(\.kind) {
      let folder = workspace.path("sizes")
      defer { Workspace.remove(folder) }
      let pipeline = try kind.prepared(input).pipeline(folder: folder)
      let count = workspace.quick ? 360 : 1440
      try await run(pipeline, 0..<count)
      var (theirs, ours, files) = (0, 0, 0)
      var format = ""
      for frame in stride(from: 14, to: count, by: 30) {
        try Interrupt.check()
        let path = pipeline.writer.pattern.path(ofFrame: frame)
        let picture = try PNGBaseline(path: path, .asStored)
        try picture.write(to: "\(folder)/again")
        theirs += try Workspace.size(of: "\(folder)/again")
        ours += try Workspace.size(of: path)
        files += 1
        format = picture.formatName
      }
      rows.append(
        Row(
          "\(kind.name): average size of a frame's file",
          against: "the same pixels as \(format) by libpng at level 6",
          bytes: Double(theirs) / Double(files), ours: Double(ours) / Double(files),
          most: kind.maxSize))
    }
    return rows
  }
}
