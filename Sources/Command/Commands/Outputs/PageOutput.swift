// SPDX-License-Identifier: MIT
public import Arguments
public import Pages
internal import Views
internal import Writing

/// `page`: renders a track as a page for browsers.
enum PageOutput: Output {
  static let outline = Outline(
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
      "With --output-dir a file index.html lists the pages: in the colours of the first one, with "
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
    style: .moving,
    mainOptions: [
      "output", "look", "palette", "title", "subtitle", "cover", "lyrics", "scenes", "size",
      "start", "duration", "sound", "output-dir", "overwrite", "options",
    ],
    batch: BatchSpec(
      draws: true, hasJobs: true, index: PageIndex()))

  static let table: [Option<OutputOptions<PageOptions>>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "FILE", into: \.common.output, completion: .file, affects: .nothing,
        help: "File to write; by default the track's name with .html, in the current folder. - "
          + "is standard output."),
      FilmOptions.soundRow(
        into: \.own.sound,
        "Its sound: auto puts AAC files in as they are, and other sound as AAC; embed puts any file in as "
          + "it is; link only names it, and it has to stay where it is; none is silent."),
    ] + DrawingOptions.outputTable(["overwrite", "existing", "fps", "loop"])
      + [
        .value(
          "jobs", letter: "j", "N", into: \.common.jobs, affects: .nothing,
          help: "Parts of the picture to draw in parallel; by default one for each processor.")
      ])

  static func product(
    of drawing: DrawingRequest, _ own: PageOptions
  ) throws(Diagnostic) -> any Product {
    try PageFile(drawing.named("page", "html"), own)
  }

  static func ofEach(_ own: PageOptions) -> BatchOutput { .file("html") }
}

/// The options of a page.
struct PageOptions: OwnOptions {
  var sound = ChoiceOrFile(PageSoundChoice.auto)

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> { [.sound] }
}

extension PageSoundChoice: ArgumentValue {}
