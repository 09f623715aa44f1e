// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Hashing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// A track that was read, and the frames of it that are to be drawn: all that `render` needs.
struct RenderWork<SomeView: View>: Sendable {
  /// The kind of files.
  let format: ImageFormat
  /// What was read, and what it shows.
  let prepared: PreparedRender
  /// What decides the bytes of the frames.
  let job: SequenceJob

  /// Bytes of memory for the pixels of a picture that is being drawn.
  private let pixelMemory: Int

  var summary: TrackSummary { prepared.summary }
  var schedule: FrameSchedule { prepared.schedule }
  var frames: Range<Int> { prepared.frames }

  /// Makes sure that the frames can be drawn.
  init(
    _ options: RenderOptions<SomeView>, _ names: OutputNames, _ prepared: PreparedRender
  ) throws(Diagnostic) {
    format = names.format
    self.prepared = prepared
    job = SequenceJob(
      input: inputName(options.input).split(separator: "/").last.map(String.init) ?? "",
      facts: options.facts(prepared), frameCount: prepared.schedule.frameCount)
    pixelMemory = format == .png ? PNGFrameRenderer.memory(for: prepared.scenes.blank) : 0
    guard pixelMemory == 0 || Machine.hasMemory(pixelMemory) else {
      throw Diagnostic(
        "a picture of \(options.size.argumentText) takes \(Quantity.bytes(pixelMemory)) of memory, "
          + "and there is not so much",
        hint: "choose a smaller --size, or \(Diagnostic.memoryHint)", status: .ioError)
    }
  }

  /// How many threads are to draw: as many as are wanted, if the limits of memory leave
  /// room for so many pictures.
  func jobCount(_ wanted: Int) -> Int {
    var count = wanted
    while count > 1,
      !Machine.hasAddressSpace(count * (pixelMemory + RenderWork.threadMemory))
    {
      count -= 1
    }
    return count
  }

  /// Bytes for the stack of a thread, and for what the C library sets aside for its small data.
  private static var threadMemory: Int { 80 << 20 }

  /// Draws the frames with a kind of renderer, and puts them where a writer does.
  func pipeline(
    _ renderer: any FrameRenderer.Type, _ writer: FrameSequenceWriter
  ) -> RenderPipeline {
    RenderPipeline(scenes: prepared.scenes, renderer: renderer, writer: writer)
  }

  /// What the frames cost, from a few of them.
  ///
  /// - Precondition: there are frames.
  func estimate(on disk: FileSystem) throws(Diagnostic) -> RenderEstimate {
    let renderer: any FrameRenderer.Type =
      format == .png ? PNGFrameRenderer.self : SVGFrameRenderer.self
    return try opened { () throws(PipelineError) in
      try prepared.scenes.estimate(frames, as: renderer, on: disk)
    }
  }
}

extension RenderOptions {
  /// The options that leave the bytes of the frames as they are, and those of which other facts
  /// tell what came of them.
  private static var incidental: Set<String> {
    [
      "output", "format", "frames", "shard", "overwrite", "resume", "no-space-check", "jobs",
      "quiet", "progress",
      "keep-going", "logo", "constants", "normalization", "fps", "channels", "max-peak",
      "max-average",
    ]
  }

  /// All that shapes the frames: every option that is not known to leave them as they are.
  fileprivate func facts(_ prepared: PreparedRender) -> [SequenceJob.Fact] {
    var facts: [SequenceJob.Fact] = [.init("version", ProgramText.version)] + prepared.facts
    facts.append(.init("logo", prepared.imageHash?.text))
    for (name, value) in Option.settings(RenderOptions.table, of: self)
    where !RenderOptions.incidental.contains(name) {
      facts.append(.init(name, value.isEmpty ? nil : value))
    }
    return facts
  }
}
