// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing
internal import Platform
internal import Text

extension Palette {
  /// The named palettes.
  public static let named: [(name: String, colors: Palette)] = [
    ("yellow", .yellow), ("paper", .paper), ("press", .press), ("dusk", .dusk), ("lagoon", .lagoon),
    ("berry", .berry), ("ember", .ember),
  ]

  /// The names of palettes.
  public static let names = named.map(\.name)
}

extension Palette: CustomStringConvertible {
  /// All colours, in the order of their fields, separated by commas.
  public var description: String {
    ([self] + scenes).flatMap { [$0.background, $0.ink, $0.ink2, $0.accent] + $0.ramp }
      .map(\.description).joined(separator: ",")
  }
}

/// The value of `--palette`: a name, a few colours, a file, or the colours of the cover or of the song.
public enum PaletteChoice: Sendable, Hashable, ArgumentValue {
  /// A palette that has a name.
  case named(String, Palette)
  /// Two to four colours: background, ink, second ink and accent.
  case mixed([Color])
  /// The colours of the cover.
  case cover
  /// Those of the song's key, tempo and sound; see ``Palette/init(song:)``.
  case song
  /// The path of a palette as JSON.
  case file(String)

  /// Black, red and amber on yellow.
  public static let yellow = PaletteChoice.named("yellow", .yellow)

  /// Reads a name, in small or capital letters, or colours separated by commas; another word with a
  /// point or a slash is a path, and so is the name of a file here.
  public init(argument: String) throws(ArgumentValueError) {
    let word = argument.lowercased()
    if let (name, colors) = Palette.named.first(where: { $0.name == word }) {
      self = .named(name, colors)
    } else if let found = PaletteChoice.found.first(where: { $0.argumentText == word }) {
      self = found
    } else if let colors = try PaletteChoice.colors(in: argument) {
      self = .mixed(colors)
    } else if argument.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") })
      || Folder.kind(of: argument) == .regular
    {
      self = .file(argument)
    } else {
      let names = Palette.names
      let nearest = Suggestion.nearest(to: word, in: names + PaletteChoice.foundNames)
      throw ArgumentValueError(
        "no such palette",
        hint: (nearest.map { "did you mean '\($0)'? Otherwise " } ?? "")
          + "choose from \((names + PaletteChoice.foundNames).joined(separator: ", ")), write two colours such as "
          + "'#0b3d2e,#f4d35e', or name a file such as mine.json")
    }
  }

  /// The colours in a word that is a list of them, or a single one; `nil` if it is something else.
  private static func colors(in argument: String) throws(ArgumentValueError) -> [Color]? {
    let parts = argument.listParts
    guard let first = Color(parsing: parts[0]) else { return nil }
    let colors = [first] + parts.dropFirst().compactMap { Color(parsing: $0) }
    guard colors.count == parts.count,
      parts.count > 1 || Folder.kind(of: argument) != .regular
    else { return nil }
    guard (2...4).contains(colors.count) else {
      throw ArgumentValueError(
        counted(colors.count, "colour"),
        hint: "give two to four: background, ink, second ink, accent, such as '#0b3d2e,#f4d35e'")
    }
    guard colors.allSatisfy({ $0.alpha == 255 }) else {
      throw ArgumentValueError(
        "a colour is not opaque", hint: "add --background none for a transparent background")
    }
    return colors
  }

  /// The name, the colours, or the path.
  public var argumentText: String {
    switch self {
    case .named(let name, _): name
    case .mixed(let colors): colors.map(\.description).joined(separator: ",")
    case .cover: "cover"
    case .song: "song"
    case .file(let path): path
    }
  }

  /// Those that are found in the input.
  private static let found = [PaletteChoice.song, .cover]
  /// Their names.
  public static let foundNames = found.map(\.argumentText)

  /// The path of a file to read.
  public var path: String? { if case .file(let path) = self { path } else { nil } }
}
