// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Views

/// The manual's reference for programs that read our output: keys, statuses and files.
enum ManualTables {
  /// The sections in order.
  static let sections = [
    ManSection(
      "JSON OF NORMALIZE", ["One object, which render --range reads."], rows: constants),
    ManSection(
      "JSON OF A SUMMARY",
      [
        "meter --summary writes one object. loudness --format json writes an object with schema, target, an "
          + "array tracks and, for several tracks, together; each of these has the keys from integrated on, "
          + "and input or name, seconds, gain and verdict."
      ], rows: summary),
    ManSection(
      "JSON OF A PALETTE",
      ["One object, which --palette FILE reads; its colours are opaque, and written as CSS does."],
      rows: palette),
    instrumentSection,
    ManSection(
      "JSON OF PLAN",
      [
        "plan --json prints one object. Values that are unknown or do not apply are null. For a "
          + "film it also has the keys of JSON OF PLAN FOR FILMS, but not those of frame files."
      ], rows: [HelpRow("schema", "radial-audio/plan/1.")] + Fact.Key.rows(ofFilms: false)),
    ManSection("JSON OF PLAN FOR FILMS", rows: Fact.Key.rows(ofFilms: true)),
    ManSection(
      "JSON OF PROGRESS",
      [
        "With --progress json, standard error has an object a second, each on a line of its own, and a "
          + "last one at the end of each stage. Warnings and errors are objects as well, with the keys "
          + "level (warning or error), message and hint."
      ], rows: progress),
    ManSection(
      "EXIT STATUS",
      [
        "What runs many jobs may repeat one that ended with 74, 75 or 129 to 143, or without a status, "
          + "because it was killed. A job that ended with 64, 65, 66, 69, 70 or 73 fails the same way again."
      ], rows: ExitStatus.rows),
    ManSection("ENVIRONMENT", rows: environment),
    ManSection("FILES", rows: files),
  ]

  /// The pages that SEE ALSO names.
  static let related = [
    "ffmpeg(1)", "ffplay(1)", "mpv(1)", "rsvg-convert(1)", "sox(1)", "xxhsum(1)",
  ]

  private static let constants =
    [
      HelpRow("schema", "\(ConstantsSet.schema)."),
      HelpRow("constants", "An array with an object for each ballistics, with the keys below."),
      HelpRow(
        "ballistics",
        "How the meters moved: \(Ballistics.allCases.map(\.name).joined(separator: ", "))."),
    ]
    + Ballistics.allCases.parameters.map {
      HelpRow($0.name, "\($0.meaning); absent for other ballistics.")
    } + [
      HelpRow("tickRate", "Ticks a second, as a text: a whole number or a fraction."),
      HelpRow("floor", "The level of digital silence, in dBFS."),
      HelpRow("ticks", "Ticks of all inputs."),
      HelpRow(
        "silentTicks", "How many of them are silent in all channels; they are left out below."),
      HelpRow(
        "range",
        "The range of the two channels that are drawn: for their meters, peak and average, the soft "
          + "and the loud end in dBFS; null if they were silent."),
      HelpRow("left, right", "The numbers of these channels, from 0."),
      HelpRow("channels", "An array with an object for each channel."),
      HelpRow(
        "peak, average", "The figures of a channel's meter, in |dB|; null if it was silent."),
      HelpRow("max", "The quietest reading that is not silent."),
      HelpRow(
        "p99, p95, p90, p50",
        "99, 95, 90 and 50 percent of the readings are not quieter than this."),
    ]

  private static let summary = [
    HelpRow("schema", "radial-audio/summary/1."),
    HelpRow("channels", "Channels that were metered."),
    HelpRow("ticks", "Ticks that were metered."),
    HelpRow("tickRate", "Ticks a second, as a text: a whole number or a fraction."),
    HelpRow("integrated", "The loudness of the whole in LUFS; the floor for silence."),
    HelpRow("range", "The loudness range in LU."),
    HelpRow(
      "maxMomentary, maxShortTerm",
      "The greatest loudness of 0.4 s and of 3 s: level, in LUFS, and time, when its tick begins, in "
        + "seconds."),
    HelpRow("truePeak, samplePeak", "For each channel the greatest level, in dBTP and in dBFS."),
    HelpRow(
      "peakToLoudness",
      "The greatest true peak less the integrated loudness, in LU; null for silence."),
    HelpRow(
      "tracks",
      "With several inputs, in an object of the schema radial-audio/summaries/1: an array with an object "
        + "of these for each, without schema, and with track, its path."),
  ]

  private static let palette = [
    HelpRow("schema", "\(Palette.schema); it may be absent."),
    HelpRow("background", "The background, unless --background sets another."),
    HelpRow("ink", "The first drawing colour of a look."),
    HelpRow("ink2", "The second one; if absent, it is made from background and ink."),
    HelpRow("accent", "For the one thing that should stand out; made if absent."),
    HelpRow(
      "ramp",
      "An array of \(Palette.rampCount), from the inside of a figure to its outside; made if absent."
    ),
    HelpRow(
      "scenes",
      "An array of \(Palette.sceneCount) objects with these five fields: the colours of soft, of usual "
        + "and of loud sections of a film; made if absent."),
  ]

  private static let progress = [
    HelpRow(
      "stage",
      "What is counted: scale while the whole track is read for the scale of a part, sample frames "
        + "while a track is read, then frames; for films film, for pages sound and page, then "
        + "finishing; tracks for several inputs."),
    HelpRow("frame", "How many are done."),
    HelpRow("total", "How many there will be; null if that is not known."),
    HelpRow("fps", "How many are done in a second of work."),
    HelpRow(
      "tracks",
      "How many of several inputs are done; null for one. Of several, frame and total count the "
        + "frames of all; what is not known yet of the total is expected by the sizes of the files."
    ),
    HelpRow("out_time_us", "The time in the sound that has been reached, in microseconds."),
    HelpRow("eta_s", "Seconds that are left; null if that is not known."),
    HelpRow("skipped", "Frames that existed already and are kept."),
    HelpRow(
      "flashes, flashes_at_s",
      "In the last object of a film the largest share of the picture, 0 to 1, that flashes more than three "
        + "times in a second, in luminance or in saturated red, and when, in seconds; null before."),
    HelpRow("progress", "continue, or end in the last object of a stage."),
  ]

  private static let environment = [
    HelpRow(
      "PATH",
      "Where ffmpeg, mpv and ffplay are looked for. If there is no ffmpeg, that of the Python "
        + "package imageio-ffmpeg is used, where pip installed it beside this program."),
    HelpRow("TMPDIR", "The folder for temporary files, which have no names; /tmp if not set."),
  ]

  private static let files = [
    HelpRow(
      "frame-%06d.png.json",
      "The manifest beside the frames, named after their pattern: an object with the keys schema, "
        + "pattern (the names of the frames), input, frameCount, job (an object of texts: version, "
        + "audio and the other things that shape the frames) and frames, a text for each frame: "
        + "the 16 hexadecimal digits of its checksum; 16 dots, or letters from g to v, while it is "
        + "not written yet; 16 hyphens if no run was asked for it."),
    HelpRow(
      "-",
      "As an input standard input, as an output of meter, normalize and synth standard output. A file "
        + "of that name is ./-."),
  ]
}
