// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Pipeline
internal import Views

/// `palette`: prints colours as a file to begin with.
struct PaletteCommand: PlainCommand {
  var source = PaletteSource.named(.yellow)

  static let name = "palette"
  static let summary = "Print a palette as JSON, to make one of your own."

  static let spec = CommandSpec<PaletteCommand>(
    name: name, summary: summary,
    paragraphs: [
      "Save it, change its colours, and give it to --palette. A palette needs only a background and "
        + "an ink: the colours that you leave out are made from them."
    ],
    options: [],
    operands: [
      .required(
        "NAME|cover:FILE", into: \.source,
        help: "A palette, \(PaletteSource.names), or the colours of a picture or of the cover of a "
          + "sound file.")
    ],
    examples: [
      Example("radial-audio palette dusk > mine.json", "Get a palette to start with."),
      Example("radial-audio palette cover:song.flac", "Show the colours of a song's cover."),
      Example("radial-audio film song.flac --palette mine.json", "Draw in colours of your own."),
    ],
    closing: ExitStatus.line([.usage, .badData, .noInput, .helperAbsent, .ioError]),
    defaults: PaletteCommand())

  func run() throws {
    let palette: Palette
    switch source {
    case .named(let named): palette = named
    case .cover(let path):
      do {
        guard let cover = try PictureFile.cover(in: path)?.bitmap() else {
          throw Diagnostic(
            "\(path): is no picture and has none in its tags, and there is no cover.* or folder.* beside "
              + "it", hint: "name a picture, or a sound file that has one", status: .badData)
        }
        palette = Palette(cover: cover)
      } catch let error as ImageError { throw PipelineError.image(error) }
    }
    try DataOutput.print(palette.json)
  }
}

/// Where the colours of a palette are.
enum PaletteSource: Sendable, ArgumentValue {
  /// A palette that has a name.
  case named(Palette)
  /// The cover at a path, or of the sound file there.
  case cover(String)

  /// The names of the palettes for any look.
  static var names: String { palettes.map(\.name).joined(separator: ", ") }

  private static let palettes = PaletteColors.named.compactMap { name, colors in
    if case .common(let palette) = colors { (name: name, palette: palette) } else { nil }
  }

  init(argument: String) throws(ArgumentValueError) {
    if argument.utf8.starts(with: "cover:".utf8) {
      self = .cover(String(argument.dropFirst("cover:".count)))
    } else if let found = PaletteSource.palettes.first(where: { $0.name == argument }) {
      self = .named(found.palette)
    } else {
      throw ArgumentValueError(
        "no such palette", hint: "choose from \(PaletteSource.names), or write cover:FILE")
    }
  }

  var argumentText: String {
    switch self {
    case .named(let palette): PaletteSource.palettes.first { $0.palette == palette }?.name ?? ""
    case .cover(let path): "cover:\(path)"
    }
  }
}
