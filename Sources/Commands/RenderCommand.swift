// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Metering
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// `render`: a track to an image sequence.
struct RenderCommand<SomeView: View> {
  private let options: RenderOptions<SomeView>
  private let given: Set<String>

  static var spec: CommandSpec<RenderOptions<SomeView>> {
    CommandSpec(
      name: "render", summary: "Draw a track as an image sequence.",
      paragraphs: [
        "The picture shows \(SomeView.summary). The same input and options give the same bytes, "
          + "whatever part of the sequence is rendered, and on however many processors."
      ],
      options: RenderOptions.table,
      operands: [
        .required(
          "INPUT", into: \.input, completion: .file, help: "An audio file, or - for standard input."
        )
      ],
      examples: [
        Example("radial-audio render song.flac -o frames", "Write frames/frame-000000.png and on."),
        Example(
          "radial-audio render song.mp3 --look tutorial --logo logo.png -o app/%05d.png",
          "Show the song as the tutorial's app did."),
      ],
      defaults: RenderOptions<SomeView>())
  }

  /// Reads the arguments; a look's options come before them, so that they count more.
  static func parse(
    _ arguments: [String]
  ) throws(UsageError) -> ParsedArguments<RenderCommand<SomeView>> {
    let spec = spec
    let parser = Parser(spec)
    switch try parser.parse(arguments, into: spec.defaults) {
    case .help: return .help
    case .version: return .version
    case .values(let first, let given):
      for (one, other) in [("overwrite", "resume"), ("frames", "shard")]
      where given.contains(one) && given.contains(other) {
        throw .conflict("--\(one)", "--\(other)")
      }
      var base = spec.defaults
      first.look.look.adjust(&base.view)
      let all = first.look.look.arguments + arguments
      guard case .values(let options, _) = try parser.parse(all, into: base) else { return .help }
      return .command(RenderCommand(options: options, given: given))
    }
  }

  /// Renders; `commandLine` is what the user typed, for the message that says how to go on.
  func run(commandLine: [String]) async throws(Diagnostic) {
    let names = try OutputNames(options.output, options.format)
    let image = try options.view.imagePath.map { (path) throws(Diagnostic) in try logo(path) }
    let constants = try options.constants.map { (path) throws(Diagnostic) in
      try ConstantsFile(path)
    }
    var track = try opened { () throws(PipelineError) in
      try Track(options.track.request(for: options.input))
    }
    let channels = try self.channels(of: track.format)
    try constants?.check(options.track, track.format)
    // Before the long work: a folder that cannot be used, or frames that are in the way.
    let writer = try writer(names.pattern)
    if options.shard == nil {
      let last = options.frames?.last ?? Int.max - 1
      try check(writer, (options.frames?.first ?? 0)..<last + 1)
    }
    let (levels, scale, summary) = try read(&track, channels, constants)
    let schedule = FrameSchedule(
      rate: options.rate ?? options.track.tickRate, clock: summary.clock,
      sampleFrames: summary.sampleFrames)
    let frames = try selectedFrames(of: schedule)
    if options.shard != nil { try check(writer, frames) }
    let view = SomeView(
      options: options.view,
      setup: ViewSetup(image: image, scale: scale, channels: (channels.left, channels.right)))
    let scene = Scene(canvas: canvas, background: options.background)
    try checkImage(view, scene)
    switch names.format {
    case .png:
      try await render(
        RenderPipeline(
          levels: levels, schedule: schedule, view: view, scene: scene,
          renderer: PNGFrameRenderer.self, writer: writer), frames, commandLine)
    case .svg:
      try await render(
        RenderPipeline(
          levels: levels, schedule: schedule, view: view, scene: scene,
          renderer: SVGFrameRenderer.self, writer: writer), frames, commandLine)
    }
  }

  /// Reads the track to its end: the levels of two channels, and the scale that they are drawn on.
  private func read(
    _ track: inout Track, _ channels: ChannelPair, _ given: ConstantsFile?
  ) throws(Diagnostic) -> (LevelTrack, StereoScale, TrackSummary) {
    var levels = LevelTrack(left: channels.left, right: channels.right)
    var builder = ConstantsBuilder(
      ballistics: options.track.ballistics, tickRate: options.track.tickRate,
      floor: options.track.floor.level)
    try builder.begin(options.input, track.format)
    let floor = options.track.floor.level
    var heard = (left: false, right: false)
    let summary = try opened { () throws(PipelineError) in
      try track.readReporting(options.report) { (tick) throws(PipelineError) in
        levels.append(tick)
        if given == nil { builder.include(tick) }
        heard.left = heard.left || !tick.levels[channels.left].isSilent(floor: floor)
        heard.right = heard.right || !tick.levels[channels.right].isSilent(floor: floor)
      }
    }
    summary.warnIfOdd(options.input, options.track)
    let scale = scale(given?.constants ?? builder.constants(), channels)
    try given?.check(scale, heard: heard, channels)
    if summary.sampleFrames > 0, scale.isSilent {
      warn("\(inputName(options.input)): is wholly silent; the figure is a circle")
    }
    return (levels, scale, summary)
  }

  private func render<Renderer: FrameRenderer>(
    _ pipeline: RenderPipeline<SomeView, Renderer>, _ frames: Range<Int>, _ commandLine: [String]
  ) async throws(Diagnostic) {
    let rate = pipeline.schedule.rate
    let stage = Progress.Stage(
      noun: "frames", total: frames.count,
      microseconds: 1e6 * Double(rate.denominator) / Double(rate.numerator))
    let progress = Progress(stage, options.report)
    do throws(PipelineError) {
      defer { progress.finish() }
      try await pipeline.run(frames, jobs: options.jobs?.count ?? Machine.processorCount) {
        outcome in
        progress.advance(kept: outcome == .kept)
        return Interruption.signal == nil
      }
    } catch {
      let diagnostic = Diagnostic(error)
      guard error == .interrupted else { throw diagnostic }
      throw Diagnostic(
        "interrupted; every frame that is there is whole",
        hint: "to go on: " + ShellWords.resuming(commandLine), status: diagnostic.status)
    }
    guard !frames.isEmpty else { return }
    let seconds = Double(progress.elapsed / 100_000_000) / 10
    let kept = progress.keptCount == 0 ? "" : ", \(progress.keptCount) of them kept as they were"
    options.report.note(
      "\(counted(frames.count, "frame")) at \(rate) a second in \(pipeline.writer.pattern.printfPattern)\(kept), \(seconds) s"
    )
  }
}

/// What a command line asks of a command.
enum ParsedArguments<Command> {
  case command(Command)
  case help
  case version
}

extension RenderCommand {
  private var canvas: Canvas {
    let size = options.size
    guard
      let canvas = Canvas(
        width: size.width, height: size.height, shortSideInPoints: options.view.shortSideInPoints)
    else { preconditionFailure("PixelSize keeps within the canvas's limits") }
    return canvas
  }

  /// The file's channels on both sides. A mono track is on both, unless others were asked for.
  private func channels(of format: StreamFormat) throws(Diagnostic) -> ChannelPair {
    let wanted = options.channels
    if format.channelCount == 1, !given.contains("channels") {
      return ChannelPair(left: 0, right: 0)
    }
    guard max(wanted.left, wanted.right) < format.channelCount else {
      throw Diagnostic(
        "\(inputName(options.input)): has \(counted(format.channelCount, "channel")), not number "
          + "\(max(wanted.left, wanted.right)) of --channels \(wanted.argumentText)",
        hint: "channels are counted from 0", status: .usage)
    }
    return wanted
  }

  /// The maxima, each from the option that gives it, else from the constants.
  private func scale(_ constants: Constants, _ channels: ChannelPair) -> StereoScale {
    func side(_ channel: Int, _ pick: (LevelPair) -> Double) -> StereoScale.Side {
      let statistics = constants.channels[channel]
      return StereoScale.Side(
        peak: options.maxPeak.map(pick) ?? statistics.peak?[options.normalization],
        average: options.maxAverage.map(pick) ?? statistics.average?[options.normalization])
    }
    return StereoScale(
      left: side(channels.left, \.left), right: side(channels.right, \.right))
  }

  private func logo(_ path: String) throws(Diagnostic) -> ViewImage {
    do {
      let image = try PNGImage(path: path)
      return ViewImage(png: image.bytes, bitmap: image.bitmap)
    } catch { throw Diagnostic(error) }
  }

  /// Refuses a picture that would reach too far to be drawn.
  private func checkImage(_ view: SomeView, _ scene: Scene) throws(Diagnostic) {
    var scene = scene
    view.draw(into: &scene)
    guard scene.image?.isWithinReach == false else { return }
    throw Diagnostic(
      "\(options.view.imagePath ?? ""): would reach more than \(Int(PlacedImage.farthest)) points far",
      hint: "make it smaller, or bring its anchor nearer", status: .usage)
  }

  private func writer(_ pattern: FramePattern) throws(Diagnostic) -> FrameSequenceWriter {
    let existing: FrameSequenceWriter.ExistingFrames =
      options.overwrites ? .overwrite : options.resumes ? .keep : .refuse
    do { return try FrameSequenceWriter(pattern: pattern, existing: existing) } catch {
      throw Diagnostic(error)
    }
  }

  private func check(
    _ writer: FrameSequenceWriter, _ frames: Range<Int>
  ) throws(Diagnostic) {
    do { try writer.check(frames) } catch { throw Diagnostic(error) }
  }

  private func selectedFrames(of schedule: FrameSchedule) throws(Diagnostic) -> Range<Int> {
    let selection: FrameSelection =
      if let shard = options.shard {
        .shard(index: shard.index, count: shard.count)
      } else if let range = options.frames {
        .range(first: range.first, last: range.last)
      } else {
        .all
      }
    if let frames = selection.frames(of: schedule.frameCount) { return frames }
    if schedule.frameCount == 0 { return 0..<0 }
    throw Diagnostic(
      "\(inputName(options.input)): has \(counted(schedule.frameCount, "frame")), none of them in --frames "
        + (options.frames?.argumentText ?? ""),
      hint: "the last one is number \(schedule.frameCount - 1)", status: .usage)
  }
}

extension StereoScale {
  /// Whether no meter has a maximum.
  fileprivate var isSilent: Bool {
    [left.peak, left.average, right.peak, right.average].allSatisfy { $0 == nil }
  }
}
