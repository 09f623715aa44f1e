// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Rendering
internal import Text
internal import Writing

/// A sequence of images: a file for each frame, and their manifest.
struct FrameSequence: Product {
  let drawing: DrawingRequest
  let kind: OutputKind
  let pattern: FramePattern

  private let own: FrameOutputOptions
  private var options: DrawingOptions { drawing.options }

  /// Settles the names of the frames.
  init(_ drawing: DrawingRequest, _ own: FrameOutputOptions) throws(Diagnostic) {
    (self.drawing, self.own) = (drawing, own)
    (pattern, kind) = try FrameSequence.names(drawing, own.kind)
  }

  /// Opens the inputs of the pictures.
  func open() throws(Diagnostic) -> OpenRun {
    var request = drawing.request()
    // For the manifest.
    request.track.hashesSamples = true
    return try .opened(request)
  }

  var resumption: (line: String, options: DrawingOptions)? {
    var options = options
    options.existing = .keep
    return drawing.resumingLine.map { ($0, options) }
  }

  func make() throws(Diagnostic) {
    let goingOn = Diagnostic.interruption(
      line: drawing.resumingLine, ", with --existing keep")
    // Until the new manifest is in place, `--existing replace` is needed again.
    let line = drawing.line
    let beginning = Diagnostic.interruption(
      line: ProgramText.line([line.command.name] + line.arguments))
    options.report.setExitMessage(options.existing.replaces ? beginning : goingOn)
    let open = try open()
    try checkSources()
    // Find an unusable folder or existing frames before the long work.
    let folder: FrameFolder
    do { folder = try FrameFolder(pattern: pattern, existing: options.existing) } catch {
      throw Diagnostic(error)
    }
    defer { folder.removeIfEmpty() }
    if options.frames.shard == nil, options.frames.moment == nil,
      let frames = options.frames.selection.frames(of: .max)
    {
      do { try folder.check(frames) } catch { throw Diagnostic(error) }
    }
    let sequence = try SequenceRun(drawing, kind, open)
    if own.checksSpace { try SpaceCheck.refuse(sequence, folder: folder) }
    let writer: FrameSequenceWriter
    do {
      writer = try FrameSequenceWriter(folder, job: sequence.job, frames: sequence.frames)
    } catch { throw Diagnostic(error) }
    options.report.setExitMessage(goingOn)
    if writer.leftCount > 0 {
      options.report.warn(
        "\(counted(writer.leftCount, "frame")) of another job were left in place; to replace them, render all "
          + "frames with --existing keep")
    }
    if options.existing.replaces, let first = writer.strays.first {
      let others = writer.strays.count - 1
      options.report.warn(
        "\(writer.pattern.path(ofFrame: first))\(others > 0 ? " and \(counted(others, "other file"))" : ""): "
          + "beyond the last frame, but not known to be a frame of this program, so it stays")
    }
    try render(sequence, writer)
  }

  /// Refuses to overwrite one of the inputs.
  private func checkSources() throws(Diagnostic) {
    guard options.existing.replaces else { return }
    for source in drawing.inputPaths {
      guard source != "-", pattern.isFrame(at: source) else { continue }
      throw Diagnostic(
        "\(source): has the name of a frame, but is an input",
        hint: "use another folder, or another pattern", status: .cannotCreate)
    }
  }

  private func render(
    _ sequence: SequenceRun, _ writer: FrameSequenceWriter
  ) throws(Diagnostic) {
    let pipeline = RenderPipeline(
      scenes: sequence.run.scenes, renderer: sequence.kind.renderer, writer: writer)
    let progress = Progress(
      .frames(sequence.frames.count, sequence.schedule.rate), options.report)
    do {
      defer { progress.finish() }
      try pipeline.run(sequence.frames, jobs: sequence.jobCount(options.jobCount)) { outcome in
        progress.advance(outcome)
        return Interruption.signal == nil
      }
    } catch { throw Diagnostic(error) }
    do { try writer.finish() } catch { throw Diagnostic(error) }
    report(sequence, writer, progress)
  }

  /// Reports what was done, with warnings.
  private func report(
    _ sequence: SequenceRun, _ writer: FrameSequenceWriter, _ progress: Progress
  ) {
    guard !sequence.frames.isEmpty else {
      if let shard = options.frames.shard, sequence.schedule.frameCount > 0 {
        options.report.warn(
          "--shard \(shard.argumentText) has none of the "
            + counted(sequence.schedule.frameCount, "frame"))
      }
      return
    }
    if progress.repairedCount > 0 {
      options.report.warn("\(counted(progress.repairedCount, "damaged frame")) rendered again")
    }
    let seconds = Double(progress.elapsed / 100_000_000) / 10
    let kept = progress.keptCount == 0 ? "" : ", \(progress.keptCount) of them kept"
    options.report.note(
      "\(counted(sequence.frames.count, "frame")) at \(sequence.schedule.rate) a second in "
        + "\(writer.pattern.printfPattern)\(kept), \(seconds) s")
  }
}
