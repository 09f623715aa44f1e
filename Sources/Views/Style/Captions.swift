// SPDX-License-Identifier: MIT
public import Arguments

/// The words beside a figure.
public struct Captions: Sendable, Hashable {
  /// The large line, such as the title of the piece.
  public let title: String?
  /// The small line below it, such as the artist.
  public let subtitle: String?
  /// Their place; that for the shape of the sheet if `nil`.
  public let place: WordPlace?

  /// The greatest number of characters in a line.
  private static let maxCharacters = 200

  /// Words from any source: characters that cannot be in a line are removed, and long lines are
  /// cut.
  public init(title: String? = nil, subtitle: String? = nil, place: WordPlace? = nil) {
    self.place = place
    self.title = title.flatMap(Captions.line)
    self.subtitle = subtitle.flatMap(Captions.line)
  }

  /// Whether there are no words.
  public var isEmpty: Bool { title == nil && subtitle == nil }

  /// The characters of the title and of the subtitle that are boxes in the picture, each once.
  public var missing: (title: [Character], subtitle: [Character]) {
    (Lettering.missing(in: title ?? ""), Lettering.missing(in: subtitle ?? ""))
  }

  /// A text in which each run of spaces, line breaks and control characters is a single space;
  /// `nil` if nothing is left.
  private static func line(_ text: String) -> String? {
    var line = ""
    var isParted = false
    // A character may have any number of combining marks.
    for scalar in text.unicodeScalars.prefix(maxCharacters * 8) {
      switch scalar.properties.generalCategory {
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isParted = true
      case .format, .privateUse, .unassigned, .surrogate: break
      default:
        if isParted, !line.isEmpty { line.unicodeScalars.append(" ") }
        isParted = false
        line.unicodeScalars.append(scalar)
      }
    }
    return line.isEmpty ? nil : String(line.prefix(maxCharacters))
  }
}

/// The value of `--title` or `--subtitle`.
public enum CaptionChoice: Sendable, Hashable, ArgumentValue {
  /// The tags of the file.
  case automatic
  /// This text.
  case text(String)

  /// Reads `auto`, or any text.
  public init(argument: String) { self = argument == "auto" ? .automatic : .text(argument) }

  /// The argument that reads back as this value.
  public var argumentText: String {
    switch self {
    case .automatic: "auto"
    case .text(let text): text
    }
  }
}
