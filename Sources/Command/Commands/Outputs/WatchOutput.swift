// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views
internal import Writing

/// `watch`: shows a track as a film in a window.
enum WatchOutput: Output {
  static let outline = Outline(
    name: "watch", summary: "Show a track in a window, with its sound.",
    paragraphs: [
      "Reads the track, and then draws it while mpv or ffplay shows it, whichever is installed; "
        + "ffmpeg is needed as well. Close the window to end it.",
      "With - it shows the sound that arrives on standard input while it is played elsewhere, from a "
        + "pipe of samples: the picture is 10 to 50 ms late. Its scale "
        + "follows the music, unless --range sets it. All looks of radial, gauge "
        + "and plots can be live. The picture has the shape of the screen, and at most 1920x1080 "
        + "pixels, unless --size is given.",
      "While it shows -, keys change it, if the terminal has the focus and not the window: right and left "
        + "the look, down and up the palette; ? lists them, and q ends it. Where ffmpeg fills the pipe, it "
        + "needs -nostdin, or else it takes the keys. --osc-in takes the same from other programs. The "
        + "new picture opens out of the heart of the old one.",
      "With - and -o the frames go to a program instead of a window, each a few milliseconds after its last "
        + "sample: parec --latency-msec=10 | radial-audio watch - --raw 44100,2,s16le -o - | PROGRAM.",
      "A look, a palette or a file of options that is edited meanwhile is read again, and is shown within half a "
        + "second; a fault in it is a line over the picture, which goes on as it was.",
      "A window needs a screen. Without one, 'radial-audio looks' draws into the terminal, and so do poster and "
        + "render --at.",
    ],
    examples: [
      Example("radial-audio watch song.ogg", "Show and play the song."),
      Example(
        "radial-audio watch song.ogg --view gauge --size 720x720 -s 1:00",
        "Show its meters from the second minute on."),
      Example(
        "radial-audio watch song.ogg --look mine.json", "Show a look while you edit its file."),
      Example(
        "radial-audio watch song.ogg -s 1:06 -d 6 --loop --turn lock",
        "Play six seconds of it round and round."),
      Example(
        "parec --latency-msec=10 | radial-audio watch - --raw 44100,2,s16le --look halo",
        "Show what the computer plays."),
      Example(
        "parec --latency-msec=10 | radial-audio watch - --raw 44100,2,s16le --osc-in 9000",
        "The same, changed by OSC: /radial-audio/look with the name of one."),
    ],
    style: .moving,
    mainOptions: [
      "output", "look", "palette", "title", "cover", "size", "fullscreen", "start", "duration",
      "raw",
      "keep-sound",
    ],
    limits: LiveOptions.limits)

  static let table: [Option<OutputOptions<LiveOptions>>] =
    LiveOptions.streamTable
    + Option.section(
      "Output",
      DrawingOptions.outputTable(["fps", "frames"]) + [
        .flag(
          "loop", into: \.common.frames.loops,
          help: "Play round and round, until the window is closed: the last frame leads into the "
            + "first one. The figure begins as it ends, and has whole turns; with --turn lock the "
            + "part is cut after a whole number of beats."),
        .flag(
          "fullscreen", into: \.own.isFullScreen, affects: .nothing,
          help: "Fill the screen."),
        .value(
          "delay", "TIME", into: \.own.delay, showsDefault: false, affects: .nothing,
          help:
            "Show the picture later, where the sound comes later, as with Bluetooth: 150ms, up to 5 s."
        ),
        .flag(
          "overwrite", into: \.common.existing.replaces, affects: .nothing,
          help: "Replace files that exist."),
        .flag(
          "print-command", into: \.common.printsCommand, affects: .nothing,
          help: "Print the shell commands that do the same in a window, and show nothing."),
      ])
    + LiveOptions.table.at(\.own)

  static func product(
    of drawing: DrawingRequest, _ own: LiveOptions
  ) throws(Diagnostic) -> any Product {
    guard LiveOptions.isLive(drawing) else { return try PlayerWindow(drawing, own) }
    return LiveOptions.isStream(drawing)
      ? try LiveStream(drawing, own) : try LiveWindow(drawing, own)
  }
}
