// SPDX-License-Identifier: MIT
internal import Arguments

/// `watch`: shows a track as a film in a window.
struct WatchCommand: DrawingCommand {
  let drawing: ChosenDrawing
  let product: any Product

  static let outline = DrawingOutline(
    name: "watch", summary: "Show a track in a window, with its sound.",
    paragraphs: [
      "Reads the track, and then draws it while mpv or ffplay shows it, whichever is installed; "
        + "ffmpeg is needed as well. Close the window to end it."
    ],
    examples: [
      Example("radial-audio watch song.ogg", "Show and play the song."),
      Example(
        "radial-audio watch song.ogg --view gauge --size 720x720 -s 1:00",
        "Show its meters from the second minute on."),
    ],
    outputTable: Option.section(
      "Output",
      RenderOptions.outputTable(["fps", "frames", "fresh", "loop"]) + [
        .flag(
          "print-command", into: \.film.printsCommand, affects: .nothing,
          help: "Print the shell commands that do the same, and show nothing.")
      ]))

  static func product(of drawing: ChosenDrawing) throws(Diagnostic) -> any Product {
    try Screen(drawing)
  }
}
