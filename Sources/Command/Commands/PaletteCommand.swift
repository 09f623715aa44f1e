// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Pipeline
internal import Views

/// `palette`: prints colours as a file to begin with.
struct PaletteCommand: PlainCommand {
  var source = PaletteSource.choice(.named("yellow", .yellow))

  static let name = "palette"
  // It has no options that a file could set.
  static let readsFiles = false
  static let summary = "Print a palette as JSON, to make one of your own."

  static let spec = CommandSpec<PaletteCommand>(
    name: name, summary: summary,
    paragraphs: [
      "Save it, change its colours, and give it to --palette. A palette needs only a background and "
        + "an ink: the colours that you leave out are mixed from them. The three scenes are the colours "
        + "of soft, of usual and of loud sections of a film."
    ],
    options: [],
    operands: [
      .required(
        "NAME|COLORS|FILE|song:FILE|cover:FILE", into: \.source, completion: .file,
        help: "A palette, \(PaletteSource.names); two to four colours, as --palette takes them; a "
          + "palette as JSON; song:FILE for the colours of a song's key, tempo and brightness; cover:FILE for those "
          + "of a picture or of the cover of a sound file.")
    ],
    examples: [
      Example("radial-audio palette dusk > mine.json", "Get a palette to start with."),
      Example(
        "radial-audio palette '#0b3d2e,#f4d35e'", "Show what is mixed from a background and an ink."
      ),
      Example("radial-audio palette cover:song.flac", "Show the colours of a song's cover."),
      Example("radial-audio palette song:song.flac", "Show the colours that a song chooses."),
      Example("radial-audio film song.flac --palette mine.json", "Draw in colours of your own."),
    ],
    closing: ExitStatus.line([.usage, .badData, .noInput, .helperAbsent, .ioError]),
    defaults: PaletteCommand())

  func run() throws(Diagnostic) {
    let palette = try palette()
    try DataOutput.print(palette.with(scenes: palette.settings).json)
  }

  private func palette() throws(Diagnostic) -> Palette {
    switch source {
    case .choice(let choice):
      let colors: Palette?
      do { colors = try choice.colors() } catch { throw Diagnostic(error) }
      guard let colors else { preconditionFailure("a choice without an input") }
      return colors
    case .cover(let path):
      let cover: Bitmap?
      do { cover = try PictureFile.cover(in: path)?.bitmap() } catch {
        throw Diagnostic(.image(error))
      }
      guard let cover else {
        throw Diagnostic(
          "\(path): is not a picture, has none in its tags, and there is no cover.* or folder.* beside "
            + "it", hint: "name a picture, or a sound file that has one", status: .badData)
      }
      return Palette(cover: cover)
    case .song(let path):
      do { return Palette(song: try TrackRequest(input: path).song()) } catch {
        throw Diagnostic(error)
      }
    }
  }
}

/// Where the colours of a palette are.
enum PaletteSource: Sendable, ArgumentValue {
  /// A palette for any look, with a name or of a few colours, or its file.
  case choice(PaletteChoice)
  /// The cover at a path, or of the sound file there.
  case cover(String)
  /// The song at a path.
  case song(String)

  /// The names of the palettes for any look.
  static let names = Palette.names.joined(separator: ", ")

  init(argument: String) throws(ArgumentValueError) {
    for (word, source) in [("cover:", PaletteSource.cover), ("song:", PaletteSource.song)]
    where argument.utf8.starts(with: word.utf8) {
      self = source(String(argument.dropFirst(word.count)))
      return
    }
    func refused(_ reason: String) -> ArgumentValueError {
      ArgumentValueError(
        reason,
        hint: "choose from \(PaletteSource.names), or write two colours such as "
          + "'#0b3d2e,#f4d35e', a palette's file, song:FILE or cover:FILE")
    }
    let choice: PaletteChoice
    do { choice = try PaletteChoice(argument: argument) } catch { throw refused(error.reason) }
    switch choice {
    case .cover, .song: throw refused("no such palette")
    default: self = .choice(choice)
    }
  }

  var argumentText: String {
    switch self {
    case .choice(let choice): choice.argumentText
    case .cover(let path): "cover:\(path)"
    case .song(let path): "song:\(path)"
    }
  }
}
