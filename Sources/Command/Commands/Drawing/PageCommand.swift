// SPDX-License-Identifier: MIT
public import Arguments
public import Pages
internal import Views
internal import Writing

/// `page`: renders a track as a page for browsers.
struct PageCommand: DrawingCommand {
  let drawing: DrawingRequest
  let product: any Product

  static let outline = DrawingSpec(
    name: "page", summary: "Make a web page that plays a track and its picture.",
    paragraphs: [
      "The page is one HTML file with the picture and the sound in it. It needs no server and no "
        + "network, is sharp on every screen, and can be sent, put on a website, or embedded in "
        + "another page. Most looks take less than 1 MB a minute, and the sound 1 to 3 MB.",
      "Space plays and pauses; the arrow keys, J and L move in time, comma and full stop by one "
        + "frame, Home, End and the digits to a place; M mutes, F fills the screen. An address "
        + "that ends in #t=1:23 begins there, and one in #controls=0 hides the bar.",
      "AAC sound in MP4 is put in as it is. Other sound, and the sound of a part, is encoded as AAC "
        + "by ffmpeg. MP3 can be put in as well, but browsers miss the places that are sought in it, "
        + "by up to half a second where its bit rate varies.",
      BatchSpec.paragraph
        + " A file index.html lists the pages: in the colours of the first one, with "
        + "the album and the artist of the tags, and with the cover if all tracks have the same.",
    ],
    examples: [
      Example("radial-audio page song.mp3", "Make song.html, in the default look."),
      Example(
        "radial-audio page song.flac --look bloom --palette cover",
        "Make a page in the colours of the cover."),
      Example(
        "radial-audio page song.ogg -o intro.html --look sun -s 0 -d 10 --turn lock --loop",
        "Make a page that repeats a part."),
      Example(
        "radial-audio page album --output-dir pages", "Make a page of each track of a folder."),
    ],
    look: "strata", palette: .yellow, scenes: .auto, showsTags: true,
    mainOptions: [
      "output", "look", "palette", "title", "subtitle", "cover", "lyrics", "scenes", "size",
      "start", "duration", "sound", "output-dir", "overwrite", "options",
    ],
    outputTable: Option.section(
      "Output",
      [
        .value(
          "output", letter: "o", "FILE", into: \.output, completion: .file, affects: .nothing,
          help: "File to write; by default the track's name with .html, in the current folder. - "
            + "is standard output."),
        .value(
          "sound", into: \.pageSound, affects: .nothing,
          help:
            "Its sound: auto puts AAC files in as they are, and other sound as AAC; embed puts any file in as "
            + "it is; link only names it, and it has to stay where it is; none is silent."),
        FilmOptions.soundRow,
        .flag(
          "overwrite", into: \.existing.replaces, affects: .nothing,
          help: "Replace the file if it exists."),
      ] + RenderOptions.outputTable(["existing", "fps", "frames", "loop"])
        + [
          .value(
            "jobs", letter: "j", "N", into: \.jobs, affects: .nothing,
            help: "Parts of the picture to draw in parallel; by default one for each processor.")
        ]),
    batch: BatchSpec(
      draws: true, hasJobs: true, output: { _ in .file("html") }, index: PageIndex()
    ))

  static func product(of drawing: DrawingRequest) throws(Diagnostic) -> any Product {
    try PageFile(drawing.named("page", "html"))
  }
}

extension PageSoundChoice: ArgumentValue {}
