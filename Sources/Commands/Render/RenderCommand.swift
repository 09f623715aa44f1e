// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views
internal import Writing

/// `render`: renders a track as an image sequence.
struct RenderCommand: DrawingCommand {
  let drawing: ChosenDrawing
  private let arguments: [String]
  private let output: RenderOutput

  private var options: RenderOptions { drawing.options }

  static let outline = DrawingOutline(
    name: "render", summary: "Draw a track as a sequence of images.",
    paragraphs: [
      "For a film with its sound, type 'radial-audio film song.ogg' instead.",
      "Each frame shows the sound up to one tick. A tick is one reading of the meters: by default "
        + "there are 60 ticks and 60 frames a second.",
      "The same input and options give the same bytes, also if only a part of the frames is "
        + "rendered, and on any number of processors.",
      "With --format y4m, rgba or rgb24 the frames are one raw stream, for a program after '-o - "
        + "|' or for a file. y4m declares its size and rate, but not that its colours are those of "
        + "HD video: add -colorspace bt709 to ffmpeg's options. rgba and rgb24 have no header: "
        + "ffmpeg -f rawvideo -pix_fmt rgba -s WxH -framerate N/D -i -. One job draws them, "
        + "whatever --jobs says.",
      BatchOutline.paragraph,
    ],
    examples: [
      Example("radial-audio render song.flac", "Write frames/frame-000000.png and on."),
      Example(
        "radial-audio render song.flac --size square -o square", "Draw squares of 1080x1080."),
      Example(
        "radial-audio render song.flac --background none --stroke white -o overlay",
        "Draw white curves without a background, to lay over a video."),
      Example(
        "radial-audio render song.flac --frames 600-659 -o second",
        "Draw the second that begins at 10 s."),
      Example(
        "radial-audio render song.mp3 --look tutorial --logo logo.png -o app/%05d.png",
        "Draw the song as the app of the 2016 tutorial did."),
      Example(
        "radial-audio render song.flac --view plots --size vertical -o upright",
        "Draw its spectrum, level and pitch for a phone."),
      Example(
        "radial-audio render album --output-dir pictures --one-scale",
        "Draw each track of an album into a folder of its own, all on one scale."),
      Example(
        "radial-audio render song.flac -o cover.png --size cover --at 1:30",
        "Draw one image, the frame after a minute and a half."),
      Example(
        "radial-audio render song.flac -o sheet.png --contact-sheet 4x3",
        "Show the whole track at a glance."),
      Example("radial-audio render song.flac -o - -f y4m | mpv -", "Play the picture."),
    ],
    // The same default as in `plan`, so that changing one word of the line changes the command.
    usualOutput: "frames",
    batch: BatchOutline(
      remedy: "resume", hasScale: true, hasJobs: true,
      // The slash marks it as a folder, whatever the track's name looks like.
      output: { path, _ in "\(path)/" },
      isThere: { path, words in
        let kind = words.text(of: "format") ?? OutputKind.all[0].name
        let folder = String(path.unicodeScalars.dropLast())
        let pattern = FramePattern(folder: folder, fileExtension: kind)
        return (try? pattern.presentFrames().isEmpty) == false
      }))

  init(_ drawing: ChosenDrawing, _ arguments: [String]) throws(Diagnostic) {
    self.drawing = drawing
    self.arguments = arguments
    output = try RenderOutput(drawing) { output in
      RenderCommand.filmLine(arguments, output: output)
    }
  }

  var resumption: (line: String, meaning: any Sendable)? {
    guard case .sequence = output else { return nil }
    var options = options
    (options.overwrites, options.resumes) = (false, true)
    return resumingLine.map { ($0, drawing.meaning(options)) }
  }

  /// The command line with `--resume`, and without `--overwrite`, which would start over.
  private var resumingLine: String? {
    let unwanted = RenderCommand.places(of: ["overwrite", "resume"], in: arguments)
    let kept = arguments.indices.filter { !unwanted.contains($0) }.map { arguments[$0] }
    return ProgramText.line(["render", "--resume"] + kept)
  }

  /// The message for an interruption: the line to type, or an explanation if it cannot be typed.
  private func exitMessage(_ line: String?, _ change: String) -> String {
    let hint =
      line.map { "to continue: " + $0 } ?? "to continue, run the same command again" + change
    return Diagnostic.interruption(hint: hint).text
  }

  func run() throws {
    switch output {
    case .sequence(let names): try renderSequence(names)
    case .stream(let stream): try stream.write(drawing)
    case .image(let image): try image.write(drawing)
    }
  }

  private func renderSequence(_ names: OutputNames) throws {
    let goingOn = exitMessage(resumingLine, ", with --resume")
    // Until the new manifest is in place, `--overwrite` is needed again.
    let beginning = exitMessage(ProgramText.line(["render"] + arguments), "")
    Interruption.setExitMessage(options.overwrites ? beginning : goingOn)
    let sound = try drawing.opened()
    try checkSources(names)
    // Find an unusable folder or existing frames before the long work.
    let folder = try FrameFolder(pattern: names.pattern, existing: options.existingFrames)
    defer { folder.removeIfEmpty() }
    if options.shard == nil, let frames = options.request.selection.frames(of: .max) {
      try folder.check(frames)
    }
    let work = try RenderWork(drawing, names.kind, sound)
    if options.checksSpace { try SpaceCheck.refuse(work, folder: folder) }
    let writer = try FrameSequenceWriter(folder, job: work.job, frames: work.frames)
    Interruption.setExitMessage(goingOn)
    if writer.leftCount > 0 {
      warn(
        "\(counted(writer.leftCount, "frame")) of another job stay; to replace them, render all "
          + "frames with --resume")
    }
    if options.overwrites, let first = writer.strays.first {
      let others = writer.strays.count - 1
      warn(
        "\(writer.pattern.path(ofFrame: first))\(others > 0 ? " and \(counted(others, "other file"))" : ""): "
          + "beyond the last frame, but not known to be a frame of this program, so it stays")
    }
    try render(work, writer)
  }

  /// Refuses to overwrite one of the inputs.
  private func checkSources(_ names: OutputNames) throws(Diagnostic) {
    guard options.overwrites else { return }
    for source in drawing.sources {
      guard source != "-", names.pattern.isFrame(at: source) else { continue }
      throw Diagnostic(
        "\(source): has the name of a frame, but is an input",
        hint: "use another folder, or another pattern", status: .cannotCreate)
    }
  }

  private func render(_ work: RenderWork, _ writer: FrameSequenceWriter) throws {
    let pipeline = RenderPipeline(
      scenes: work.prepared.scenes, renderer: work.kind.renderer, writer: writer)
    let rate = work.schedule.rate
    let stage = Progress.Stage(
      noun: "frames", total: work.frames.count,
      microseconds: 1e6 * Double(rate.denominator) / Double(rate.numerator))
    let progress = Progress(stage, options.report)
    do {
      defer { progress.finish() }
      try pipeline.run(work.frames, jobs: work.jobCount(options.jobCount)) { outcome in
        progress.advance(outcome)
        return Interruption.signal == nil
      }
    }
    try writer.finish()
    report(work, writer, progress)
  }

  /// Reports what was done, with warnings.
  private func report(
    _ work: RenderWork, _ writer: FrameSequenceWriter, _ progress: Progress
  ) {
    guard !work.frames.isEmpty else {
      if let shard = options.shard, work.schedule.frameCount > 0 {
        warn(
          "--shard \(shard.argumentText) has none of the "
            + counted(work.schedule.frameCount, "frame"))
      }
      return
    }
    if progress.repairedCount > 0 {
      warn("\(counted(progress.repairedCount, "damaged frame")) rendered again")
    }
    let seconds = Double(progress.elapsed / 100_000_000) / 10
    let kept = progress.keptCount == 0 ? "" : ", \(progress.keptCount) of them kept"
    options.report.note(
      "\(counted(work.frames.count, "frame")) at \(work.schedule.rate) a second in "
        + "\(writer.pattern.printfPattern)\(kept), \(seconds) s")
  }
}
