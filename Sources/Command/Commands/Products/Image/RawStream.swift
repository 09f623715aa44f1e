// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal

/// Raw frames, one after the other, written to standard output, a pipe or a file.
struct RawStream: Product {
  let drawing: DrawingRequest
  let kind: RawKind
  let format: RawFormat
  let hasHeader: Bool

  init(
    _ drawing: DrawingRequest, _ kind: RawKind, omitsHeader: Bool = false
  ) throws(Diagnostic) {
    (self.drawing, self.kind) = (drawing, kind)
    let options = drawing.options
    format =
      switch kind {
      case .y4m, .h264: .planar(.subsampled)
      case .fullY4M: .planar(.full)
      case .rgba: .rgba
      case .rgb24: .rgb24
      }
    // A shard other than the first continues the stream of the shards before it.
    var isFirst = true
    if case .shard(let index, _)? = options.frames.shard?.selection { isFirst = index == 1 }
    hasHeader = kind.hasHeaders && !omitsHeader && isFirst
    try check()
  }

  private func check() throws(Diagnostic) {
    let (options, path) = (drawing.options, drawing.options.output)
    let name = kind.rawValue
    if !format.hasAlpha, options.background.alpha != 255 {
      throw Diagnostic(
        "\(name) cannot show a transparent background",
        hint: "use --format rgba, or an opaque --background", status: .usage,
        for: ["background"])
    }
    if kind == .h264, options.frames.shard != nil {
      throw Diagnostic(
        "a stream of h264 has no parts",
        hint: "leave out --shard, or use \(ProgramText.name) film --shard", status: .usage,
        for: ["shard"])
    }
    guard path != "-" else { return try Diagnostic.checkTerminal(path, name) }
    try DataOutput.checkName(path)
    let isStream = [.pipe, .other].contains(Folder.kind(of: path))
    if !isStream, FileKind(of: path)?.fileExtension != kind.fileExtension {
      if FileKind(of: path)?.raw != nil { throw .contradiction(of: name, path) }
      throw .wrongName(
        path, for: "a stream of \(name)", ends: [kind.fileExtension],
        orElse: "use -o - and pipe it into a program", options: ["format"])
    }
  }

  func make() throws(Diagnostic) {
    let options = drawing.options
    var open = try drawing.open()
    let output = try drawing.output(for: kind.fileExtension)
    let run = try drawing.read(&open)
    let blank = run.scenes.blank
    try drawing.checkMemory(memory(for: blank))
    notePadding(of: blank.canvas, options.report)
    var encoding = try FrameEncoding(kind, blank.canvas, run.schedule.rate)
    do throws(PipelineError) {
      try output.write(head(of: run.scenes))
      let progress = Progress(.frames(run.frames.count, run.schedule.rate), options.report)
      defer { progress.finish() }
      let stream = FrameStream(scenes: run.scenes, format: format)
      try stream.run(run.frames) { (frame) throws(PipelineError) in
        try encoding.write(frame, to: output)
      } progress: {
        progress.advance()
        return Interruption.signal == nil
      }
    } catch { throw Diagnostic(error) }
    try output.commit()
  }

  /// About how many bytes of memory its frames take.
  func memory(for scene: Scene, threads: Int = 1) -> Int {
    RawFrameRenderer.memory(for: scene, as: format, threads: threads)
      + (kind == .h264 ? AnnexBStream.memory(for: scene.canvas) : 0)
  }

  /// What comes before the frames; empty if there is no header.
  func head(of scenes: SceneSequence) -> [UInt8] {
    guard hasHeader, case .planar(let chroma) = format else { return [] }
    return scenes.y4mHead(chroma)
  }

  func notePadding(of canvas: Canvas, _ report: ReportOptions) {
    let size = format.size(of: canvas)
    guard size != (canvas.width, canvas.height) else { return }
    report.note(
      "the frames are \(size.width)x\(size.height), since 4:2:0 needs even sizes"
        + (kind == .h264 ? "" : "; --format y4m-444 keeps \(canvas.width)x\(canvas.height)"))
  }
}

/// How the frames of a stream are written.
struct FrameEncoding: ~Copyable {
  private let hasHeads: Bool
  private var coded: AnnexBStream?

  init(_ kind: RawKind, _ canvas: Canvas, _ rate: Rate) throws(Diagnostic) {
    hasHeads = kind.hasHeaders
    coded = nil
    guard kind == .h264 else { return }
    do { coded = try AnnexBStream(canvas, rate: rate) } catch { throw Diagnostic(error) }
  }

  /// Writes the next frame.
  mutating func write(
    _ frame: RawFrameRenderer, to output: borrowing DataOutput
  ) throws(PipelineError) {
    if hasHeads { try output.write(Y4M.frameHead) }
    if let bytes = coded?.next(frame) { return try output.write(bytes) }
    try output.write(frame.bytes.span)
  }
}

extension SceneSequence {
  /// The header of a y4m stream of the scenes.
  func y4mHead(_ chroma: Chroma) -> [UInt8] {
    Y4M.head(
      blank.canvas, chroma, rate: (schedule.rate.numerator, schedule.rate.denominator))
  }
}
