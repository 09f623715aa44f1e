// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Rendering
internal import Views
internal import Writing

/// `poster`: renders a whole track, or the fullest turn of it, as one image.
enum PosterOutput: Output {
  static let outline = Outline(
    name: "poster", summary: "Draw a whole track as one image.",
    paragraphs: [
      "The poster is the last frame of 'radial-audio film --view track --turn lock'. Tracks of any "
        + "length fit: the length of turns is doubled until all of them do, and halved for short tracks.",
      "Looks of the view radial, such as sun and bloom, show their fullest turn, that is the loudest "
        + "one; those of other views the end of the track.",
      "With --look parts several tracks, or those of a folder, make the sleeve of an album: one flower with a strip "
        + "for each track.",
      "The SVG of --look one-line is a single stroke, for pen plotters. Add --background none to "
        + "leave out the background.",
    ],
    examples: [
      Example(
        "radial-audio poster song.ogg", "Show the song in the terminal, or else draw song.png."),
      Example("radial-audio poster song.ogg -o song.png", "Draw song.png, 3000x3000."),
      Example(
        "radial-audio poster song.flac -o record.svg --look spiral --logo logo.png",
        "Draw the song as a record with a logo on its label."),
      Example(
        "radial-audio poster song.ogg --look sun -o cover.png",
        "Draw the fullest turn of the song, as a cover."),
      Example(
        "radial-audio poster song.flac -o plot.svg --look one-line --background none",
        "Draw the song as one stroke of a pen."),
      Example(
        "radial-audio poster album --look parts -o sleeve.png", "Draw the sleeve of an album."),
      Example(
        "radial-audio poster album --output-dir posters --range all",
        "Draw a poster of each track of a folder, all on one scale."),
    ],
    style: Style(
      views: [TrackView.self] + ViewCatalog.all.filter { $0.name != TrackView.name },
      showsTags: true, size: PixelSize(width: 3000, height: 3000), isPoster: true),
    hidden: ["lyrics"],
    mainOptions: [
      "output", "look", "palette", "title", "subtitle", "cover", "size", "background", "start",
      "duration", "output-dir", "overwrite",
    ],
    limits: [
      Limit(
        .not(.poster), ["lyrics"], "is not for posters, which show a whole track",
        hint: "leave it out, or use 'render --at TIME'")
    ],
    batch: BatchSpec())

  static let table: [Option<OutputOptions<PosterOptions>>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "FILE", into: \.common.output, completion: .file, affects: .nothing,
        help:
          "File to write: .png or .svg, .jpg if ffmpeg is installed, or .pdf if rsvg-convert is; by "
          + "default the track's name with .png, in the current folder. - is standard output, which "
          + "needs --format."),
      .value(
        "format", letter: "f", into: \.own.kind, affects: .nothing,
        help: "File format, if the extension does not tell."),
    ] + DrawingOptions.outputTable(["overwrite", "existing"]) + [
      ShowChoice.option(into: \.own.show)
    ])

  static func product(
    of drawing: DrawingRequest, _ own: PosterOptions
  ) throws(Diagnostic) -> any Product {
    let isAlbum = AlbumPicture.isOf(drawing)
    var drawing = drawing.named(isAlbum ? "sleeve" : "poster", own.end)
    drawing.options.frames.range = FrameRange(.fullest)
    // A poster of a part is a figure of that part.
    drawing.options.frames.isFresh = true
    let path = drawing.options.output
    guard path != "-" || own.kind != nil else {
      throw .unknownFormat(of: path, choices: OutputKind.all.map(\.name))
    }
    guard path == "-" || Picture.endsAsPicture(path) else {
      throw .wrongName(path, for: "one image", ends: ["png", "svg", "jpg", "pdf"])
    }
    if isAlbum { return try AlbumPicture(drawing, own.kind) }
    let file: @Sendable () throws(Diagnostic) -> any Product = { [drawing] () throws(Diagnostic) in
      try Picture(drawing, own.kind, productName: "poster")
    }
    let shown = ShownPicture(
      drawing, own.show, by: outline.name, productName: "poster", otherwise: file)
    if let shown { return shown }
    return try file()
  }

  static func ofEach(_ own: PosterOptions) -> BatchOutput { .file(own.end) }

  static func isOfAll(_ drawing: DrawingRequest) -> Bool { AlbumPicture.isOf(drawing) }
}

/// The options of a poster.
struct PosterOptions: OwnOptions {
  /// The image format, if one was chosen.
  var kind: OutputKind?
  /// How it is drawn into the terminal if no file is named.
  var show = ShowChoice.auto

  /// What the names of such images end in, without the full stop.
  var end: String { (kind ?? OutputKind.all[0]).name }

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> { [.poster] }
}
