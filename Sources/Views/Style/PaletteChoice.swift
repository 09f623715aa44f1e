// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing
internal import Platform

/// The colours of a chosen palette.
public enum PaletteColors: Sendable, Hashable {
  /// A palette for any look.
  case common(Palette)
  /// A palette for the iris look only.
  case iris(IrisColors)

  /// The background.
  public var background: Color {
    switch self {
    case .common(let palette): palette.background
    case .iris(let colors): colors.background
    }
  }

  /// The named palettes, those for any look first.
  public static let named: [(name: String, colors: PaletteColors)] = [
    ("yellow", .common(.yellow)), ("paper", .common(.paper)), ("press", .common(.press)),
    ("dusk", .common(.dusk)), ("lagoon", .common(.lagoon)), ("berry", .common(.berry)),
    ("ember", .common(.ember)), ("hazel", .iris(.hazel)), ("ice", .iris(.ice)),
    ("amber", .iris(.amber)), ("violet", .iris(.violet)),
  ]

  /// The names of the palettes for the iris, or of the others.
  static func names(ofIris: Bool) -> [String] {
    named.compactMap { name, colors in
      if case .iris = colors { ofIris ? name : nil } else { ofIris ? nil : name }
    }
  }
}

extension PaletteColors: CustomStringConvertible {
  /// All colours, in the order of their fields, separated by commas.
  public var description: String {
    let colors =
      switch self {
      case .common(let colors):
        [colors.background, colors.ink, colors.ink2, colors.accent] + colors.ramp
      case .iris(let colors):
        [
          colors.background, colors.rim, colors.mid, colors.core, colors.peak, colors.average,
          colors.pupil,
        ]
      }
    return colors.map(\.description).joined(separator: ",")
  }
}

/// The value of `--palette`: a name, a file, or the colours of the cover.
public enum PaletteChoice: Sendable, Hashable, ArgumentValue {
  /// A palette that has a name.
  case named(String, PaletteColors)
  /// The colours of the cover.
  case cover
  /// The path of a palette as JSON.
  case file(String)

  /// Reads a name; a word with a point or a slash is a path, and so is the name of a file here.
  public init(argument: String) throws(ArgumentValueError) {
    if let (name, colors) = PaletteColors.named.first(where: { $0.name == argument }) {
      self = .named(name, colors)
    } else if argument == PaletteChoice.coverName {
      self = .cover
    } else if argument.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") })
      || Folder.kind(of: argument) == .regular
    {
      self = .file(argument)
    } else {
      let names = PaletteColors.named.map(\.name)
      let nearest = Suggestion.nearest(to: argument, in: names + [PaletteChoice.coverName])
      throw ArgumentValueError(
        "no such palette",
        hint:
          "choose from \(names.joined(separator: ", ")), cover, or name a file such as mine.json"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// The name, or the path.
  public var argumentText: String {
    switch self {
    case .named(let name, _): name
    case .cover: PaletteChoice.coverName
    case .file(let path): path
    }
  }

  private static let coverName = "cover"

  /// The path of a file to read.
  public var path: String? { if case .file(let path) = self { path } else { nil } }
}
