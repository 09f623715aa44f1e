// SPDX-License-Identifier: MIT
internal import Arguments
internal import Rendering
internal import Writing

/// `render`: renders a track as images: a sequence, one of them, or a raw stream.
enum RenderOutput: Output {
  static let outline = Outline(
    name: "render", summary: "Draw a track as a sequence of images.",
    paragraphs: [
      "For a film with its sound, type 'radial-audio film song.ogg' instead.",
      "Each frame shows the sound up to one tick. A tick is one reading of the meters: by default "
        + "there are 60 ticks and 60 frames a second.",
      "The same input and options give the same bytes, even if only a part of the frames is "
        + "rendered, and on any number of processors.",
      "With --format y4m, rgba, rgb24 or h264 the frames are one raw stream, for a program after '-o - "
        + "|' or for a file. y4m declares its size and rate, but not that its colours are those of "
        + "HD video: add -colorspace bt709 to ffmpeg's options. rgba and rgb24 have no header: "
        + "ffmpeg -f rawvideo -pix_fmt rgba -s WxH -r N/D -i -. One job draws them, "
        + "whatever --jobs says. h264 is coded, and begins anew every two seconds, for what takes H.264 as "
        + "it is: | ffmpeg -f h264 -framerate 60 -i - -c copy -f mpegts srt://HOST:PORT, or -f flv "
        + "rtmp://HOST/KEY.",
      "Sound that arrives while it is played is drawn by 'radial-audio watch -', also as a raw stream.",
    ],
    examples: [
      Example("radial-audio render song.flac", "Write frames/frame-000000.png and on."),
      Example(
        "radial-audio render song.flac --size square -o square", "Draw squares of 1080x1080."),
      Example(
        "radial-audio render song.flac --background none --set stroke=white -o overlay",
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
        "radial-audio render album --output-dir pictures --range all",
        "Draw each track of an album into a folder of its own, all on one scale."),
      Example(
        "radial-audio render song.flac -o cover.png --size cover --at 1:30",
        "Draw one image, the frame after a minute and a half."),
      Example(
        "radial-audio render song.flac -o sheet.png --contact-sheet 4x3",
        "Show the whole track at a glance."),
      Example("radial-audio render song.flac -o - -f y4m | mpv -", "Play the picture."),
    ],
    mainOptions: [
      "output", "format", "look", "palette", "title", "cover", "size", "fps", "start", "duration",
      "background", "at", "contact-sheet", "existing", "overwrite",
    ],
    limits: [
      Limit(
        .with(.rawFrames), ["no-header"], "is for raw frames",
        hint: "add --format y4m, or leave it out"),
      Limit(
        .with(.headers), ["no-header"], "is for y4m", hint: "leave it out, or use --format y4m"),
      Limit(
        .not(.rawFrames), ["contact-sheet"], "makes one image",
        hint: "leave out --format, and use -o sheet.png"),
      Limit(.not(.keepsOneFile), ["existing"], "keep is for sequences of images"),
      Limit(.not(.piped), ["overwrite", "existing"], "is for files, not for standard output"),
    ],
    // As in `plan`, so that changing one word of the line changes the command.
    takesAnySize: true, defaultOutput: "frames",
    batch: BatchSpec(
      goesOn: true, draws: true, hasJobs: true))

  static let table: [Option<OutputOptions<FrameOutputOptions>>] =
    Option.section(
      "Output",
      [
        .value(
          "output", letter: "o", "DIR|PATTERN", into: \.common.output, completion: .directory,
          affects: .nothing,
          help: "Folder for the images, or a pattern for their names with %06d or ####."),
        .value(
          "format", letter: "f", into: \.own.format, affects: .nothing,
          help: "Kind of images: \(OutputKind.all[0].name) unless the name ends in another. "
            + "\(RawKind.choice) write all frames as one raw stream; a name that ends in "
            + "\(RawKind.ends) asks for it, too. y4m plays everywhere; y4m-444 keeps thin coloured lines."
        ),
        .flag(
          "no-header", into: \.own.omitsHeader, affects: .nothing,
          help:
            "Leave out the header of y4m, to append the stream to another one; automatic for all "
            + "shards but the first."),
      ] + DrawingOptions.outputTable(["fps", "frames", "loop", "existing"]) + [
        .value(
          "at", "TIME", into: \.common.frames.moment, affects: .nothing,
          help: "Render only the frame at this time: seconds or hh:mm:ss.mmm."),
        .value(
          "contact-sheet", "COLUMNSxROWS", into: \.common.frames.sheet, affects: .nothing,
          help:
            "Make one image of frames that are spread evenly over the track, each with its time: "
            + "4x3 has twelve, in four columns. Its width is that of --size."),
        .value(
          "shard", "I/N", into: \.common.frames.shard, affects: .nothing,
          help:
            "Render the I-th of N equal parts, counted from 1, to share the work of one sequence."
        ),
        .flag(
          "overwrite", into: \.common.existing.replaces, affects: .nothing,
          help: "Short for --existing replace."
        )
        .sharing(.typed),
        FilmOptions.spaceRow(into: \.own.checksSpace),
        .value(
          "jobs", letter: "j", "N", into: \.common.jobs, affects: .nothing,
          help: "Frames to render in parallel; by default one for each processor."),
        ShowChoice.option(into: \.own.show),
      ])

  static func product(
    of drawing: DrawingRequest, _ own: FrameOutputOptions
  ) throws(Diagnostic) -> any Product {
    let file: @Sendable () throws(Diagnostic) -> any Product = { () throws(Diagnostic) in
      switch own.made(drawing) {
      case .raw(let kind): try RawStream(drawing, kind, omitsHeader: own.omitsHeader)
      case .image: try Picture(drawing, own.kind)
      case .sequence: try FrameSequence(drawing, own)
      }
    }
    let isOne = drawing.options.frames.selectsOne || drawing.options.frames.sheet != nil
    if isOne,
      let shown = ShownPicture(drawing, own.show, by: outline.name, otherwise: file)
    {
      return shown
    }
    return try file()
  }

  static func ofEach(_ own: FrameOutputOptions) -> BatchOutput {
    .frames((own.kind ?? OutputKind.all[0]).name)
  }
}

/// The options of frames: images, or one stream.
struct FrameOutputOptions: OwnOptions {
  var format: OutputFormat?
  var omitsHeader = false
  /// How one picture is drawn into the terminal if no file is named.
  var show = ShowChoice.auto
  var checksSpace = true

  /// The image format, if one was chosen.
  var kind: OutputKind? { if case .image(let kind)? = format { kind } else { nil } }

  /// What is made.
  enum Made { case raw(RawKind), image, sequence }

  /// What is made by these options, and by the name of the output.
  func made(_ drawing: DrawingRequest) -> Made {
    let (frames, output) = (drawing.options.frames, drawing.options.output)
    if let kind = rawKind(output) { return .raw(kind) }
    let isImage =
      output == "-"
      ? kind != nil : FileKind(of: output)?.image != nil && Picture.isOneName(output)
    return frames.sheet != nil || frames.selectsOne && isImage ? .image : .sequence
  }

  /// The kind of raw frames, if there are to be some.
  func rawKind(_ output: String) -> RawKind? {
    switch format {
    case .raw(let kind)?: kind
    case .image?: nil
    case nil: FileKind.promised(by: output)?.raw
    }
  }

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> {
    let (output, raw) = (drawing.options.output, rawKind(drawing.options.output))
    let isSequence = if case .sequence = made(drawing) { true } else { false }
    return Set([
      .rawFrames: raw != nil, .headers: raw?.hasHeaders ?? true,
      .keepsOneFile: drawing.options.existing == .keep && !isSequence,
      .piped: raw != nil && output == "-",
    ])
  }
}
