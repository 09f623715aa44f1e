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
  /// What was read.
  let summary: TrackSummary
  /// The file's channels on the left and on the right.
  let channels: ChannelPair
  /// The readings that lie on the outer edge.
  let scale: StereoScale
  /// Which ticks each frame shows.
  let schedule: FrameSchedule
  /// The frames of this run.
  let frames: Range<Int>
  /// What decides the bytes of the frames.
  let job: SequenceJob

  private let scenes: SceneSequence<SomeView>
  /// Bytes of memory for the pixels of a picture that is being drawn.
  private let pixelMemory: Int

  /// Settles which frames there are, and makes sure that they can be drawn.
  init(
    _ options: RenderOptions<SomeView>, _ names: OutputNames, _ image: ViewImage?,
    channels: ChannelPair, scale: StereoScale, levels: LevelTrack, _ summary: TrackSummary
  ) throws(Diagnostic) {
    format = names.format
    self.summary = summary
    self.channels = channels
    self.scale = scale
    schedule = FrameSchedule(
      rate: options.rate ?? options.track.tickRate, clock: summary.clock,
      sampleFrames: summary.sampleFrames)
    guard schedule.frameCount <= SequenceJob.mostFrames else {
      throw Diagnostic(
        "\(inputName(options.input)): would have \(schedule.frameCount) frames at "
          + "\(schedule.rate) a second, and \(SequenceJob.mostFrames) are the most",
        hint: "use a lower --fps, or render a part of the sound with --start and --duration",
        status: .usage)
    }
    frames = try options.selectedFrames(of: schedule)
    let view = SomeView(
      options: options.view,
      setup: ViewSetup(image: image, scale: scale, channels: (channels.left, channels.right)))
    let sheet = Scene(canvas: options.canvas, background: options.background)
    scenes = SceneSequence(levels: levels, schedule: schedule, view: view, sheet: sheet)
    job = SequenceJob(
      input: inputName(options.input).split(separator: "/").last.map(String.init) ?? "",
      facts: options.facts(summary, schedule, scale, channels, image),
      frameCount: schedule.frameCount)
    var blank = sheet
    view.draw(into: &blank)
    try RenderWork.checkImage(options.view, blank)
    pixelMemory = format == .png ? PNGFrameRenderer.memory(for: blank) : 0
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
  func pipeline<Renderer: FrameRenderer>(
    _ renderer: Renderer.Type, _ writer: FrameSequenceWriter
  ) -> RenderPipeline<SomeView, Renderer> {
    RenderPipeline(scenes: scenes, renderer: renderer, writer: writer)
  }

  /// What the frames cost, from a few of them.
  ///
  /// - Precondition: there are frames.
  func estimate(on disk: FileSystem) -> RenderEstimate {
    switch format {
    case .png: scenes.estimate(frames, as: PNGFrameRenderer.self, on: disk)
    case .svg: scenes.estimate(frames, as: SVGFrameRenderer.self, on: disk)
    }
  }

  /// Refuses a picture that would reach too far to be drawn.
  private static func checkImage(
    _ options: SomeView.Options, _ scene: Scene
  ) throws(Diagnostic) {
    let isWithinReach = scene.items.allSatisfy { item in
      if case .image(let image) = item.shape { image.isWithinReach } else { true }
    }
    guard !isWithinReach else { return }
    throw Diagnostic(
      "\(options.imagePath ?? ""): would reach more than \(Int(PlacedImage.farthest)) points far",
      hint: "make it smaller, or bring its anchor nearer", status: .usage)
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
  fileprivate func facts(
    _ summary: TrackSummary, _ schedule: FrameSchedule, _ scale: StereoScale,
    _ channels: ChannelPair, _ image: ViewImage?
  ) -> [SequenceJob.Fact] {
    func pair(_ meter: (StereoScale.Side) -> Double?) -> String {
      LevelPair(left: meter(scale.left), right: meter(scale.right)).argumentText
    }
    var facts: [SequenceJob.Fact] = [
      .init("version", ProgramText.version),
      .init("audio", summary.contentHash?.text),
      .init("sample-rate", "\(summary.format.sampleRate)"),
      .init("sample-frames", "\(summary.sampleFrames)"),
      .init("ticks", "\(schedule.tickCount)"),
      .init("channels", channels.argumentText),
      .init("fps", schedule.rate.argumentText),
      .init("max-peak", pair(\.peak)),
      .init("max-average", pair(\.average)),
      .init("logo", image.map { ContentHash(of: $0.png).text }),
    ]
    for (name, value) in Option.settings(RenderOptions.table, of: self)
    where !RenderOptions.incidental.contains(name) {
      facts.append(.init(name, value.isEmpty ? nil : value))
    }
    return facts
  }

  fileprivate var canvas: Canvas {
    guard
      let canvas = Canvas(
        width: size.width, height: size.height, shortSideInPoints: view.shortSideInPoints)
    else { preconditionFailure("PixelSize keeps within the canvas's limits") }
    return canvas
  }

  fileprivate func selectedFrames(of schedule: FrameSchedule) throws(Diagnostic) -> Range<Int> {
    let selection: FrameSelection =
      if let shard {
        .shard(index: shard.index, count: shard.count)
      } else if let frames {
        .range(first: frames.first, last: frames.last)
      } else {
        .all
      }
    if let frames = selection.frames(of: schedule.frameCount) { return frames }
    if schedule.frameCount == 0 { return 0..<0 }
    throw Diagnostic(
      "\(inputName(input)): has \(counted(schedule.frameCount, "frame")), none of them in --frames "
        + (frames?.argumentText ?? ""),
      hint: "the last one is number \(schedule.frameCount - 1)", status: .usage)
  }
}
