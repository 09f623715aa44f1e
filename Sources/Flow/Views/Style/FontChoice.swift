// SPDX-License-Identifier: MIT
public import Arguments

/// The value of `--font`: the letters of all words in a picture.
public enum FontChoice: Sendable, Hashable, ArgumentValue {
  /// The program's strokes, or a font of the machine if they lack a letter.
  case automatic
  /// The program's strokes.
  case strokes
  /// The font at a path.
  case file(String)
  /// An installed font, by its family or a pattern of fontconfig.
  case installed(String)

  /// Reads `auto`, `strokes`, a path or the name of a family. A path has a slash, or the ending of a font.
  public init(argument: String) throws(ArgumentValueError) {
    let ending = argument.split(separator: ".").last?.lowercased() ?? ""
    switch argument {
    case "auto": self = .automatic
    case "strokes": self = .strokes
    case "":
      throw ArgumentValueError(
        "no font is named", hint: "write auto, strokes, a file name or the name of a font")
    case _ where argument.contains("/") || FontChoice.endings.contains(ending):
      self = .file(argument)
    default: self = .installed(argument)
    }
  }

  private static let endings: Set = [
    "ttf", "otf", "ttc", "otc", "dfont", "woff", "woff2", "pfb", "pfa", "pcf", "bdf",
  ]

  /// The path of a file to read.
  public var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The argument that reads back as this value.
  public var argumentText: String {
    switch self {
    case .automatic: "auto"
    case .strokes: "strokes"
    case .file(let text), .installed(let text): text
    }
  }
}
