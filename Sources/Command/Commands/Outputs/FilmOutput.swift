// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Views
internal import Writing

/// `film`: renders a track as a film with its sound.
enum FilmOutput: Output {
  static let outline = Outline(
    name: "film", summary: "Make a film of a track, with its sound.",
    paragraphs: [
      "The program codes H.264 itself; ffmpeg, which has to be installed, encodes the sound and all other "
        + "kinds of pictures. An mp4 with --sound none needs no ffmpeg. The end of the name sets the format: "
        + "mp4 and m4v (H.264 and AAC, for uploads), mov (also ProRes, for editors), webm (VP9), mkv "
        + "(lossless), gif, apng, webp. With --background none, mov and webm are transparent.",
      "The film has the sound of the frames that it shows, exact to the sample; ffmpeg 5.1 puts Opus in "
        + "webm and mkv 7 ms too early. It has the tags of the track, except in gif, apng, webp and ts, and "
        + "in mp4 and mkv its cover. The file appears when it is complete.",
    ],
    examples: [
      Example("radial-audio film song.ogg", "Make song.mp4, 1920x1080 at 60 frames a second."),
      Example(
        "radial-audio film song.flac -o teaser.mp4 --size 1080x1080 -s 54 -d 10",
        "Make a square film of ten seconds."),
      Example(
        "radial-audio film album --output-dir films --range all",
        "Make a film of each track of a folder, all on one scale."),
      Example(
        "radial-audio film song.flac --shard 2/4 -o part-%03d.mp4",
        "Make the second quarter of a film, for several machines."),
      Example(
        "radial-audio film --join 'part-*.mp4' song.flac", "Join the parts, and add the sound."),
      Example(
        "radial-audio film song.wav -o overlay.mov --look line --background none --set stroke=white",
        "Make a film that an editor lays over another one."),
    ],
    style: .moving,
    mainOptions: [
      "output", "look", "view", "palette", "title", "subtitle", "cover", "lyrics", "scenes", "size",
      "fps", "start", "duration", "background", "quality", "output-dir", "overwrite",
      "options",
    ],
    limits: [
      .excludes("shard", "join"),
      .excludes("output-dir", "shard"), .excludes("output-dir", "join"),
      .excludes("join", "frames"),
    ],
    batch: BatchSpec(
      draws: true,
      // Two at a time: ffmpeg uses several processors for a film, but not all of them all the time.
      maxTracks: 2))

  static let table: [Option<OutputOptions<FilmOptions>>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "FILE", into: \.common.output, completion: .file, affects: .nothing,
        help: "File to write; by default the track's name with .mp4, in the current folder. - is "
          + "standard output, which needs --format."),
      .value(
        "format", letter: "f", into: \.own.container, affects: .nothing,
        help: "File format, if the extension does not tell."),
    ] + FilmOptions.codingTable
      + DrawingOptions.outputTable(["overwrite", "existing", "fps", "frames", "loop"])
      + FilmOptions.partTable + [FilmOptions.spaceRow(into: \.own.checksSpace)])

  static func product(
    of drawing: DrawingRequest, _ own: FilmOptions
  ) throws(Diagnostic) -> any Product {
    let named = drawing.named("film", own.end)
    if let parts = own.joined { return try JoinedFilm(named, own, parts) }
    return drawing.options.frames.shard != nil
      ? try FilmShard(named, own) : try FilmFile(named, own)
  }

  static func ofEach(_ own: FilmOptions) -> BatchOutput { .file(own.end) }
}
