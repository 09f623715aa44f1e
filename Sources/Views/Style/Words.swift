// SPDX-License-Identifier: MIT
public import Arguments

/// What is written under a figure.
public struct Words: Sendable, Hashable {
  /// The large line, such as the name of the piece.
  public let title: String?
  /// The small line below it, such as who plays.
  public let subtitle: String?

  /// The most characters of a line.
  private static let mostCharacters = 200

  /// Words from anywhere: what cannot be written in a line is left out, and what is too long is cut.
  public init(title: String? = nil, subtitle: String? = nil) {
    self.title = title.flatMap(Words.line)
    self.subtitle = subtitle.flatMap(Words.line)
  }

  /// Whether there are none.
  public var isEmpty: Bool { title == nil && subtitle == nil }

  /// The characters of the title and of the subtitle that are boxes in the picture, each once.
  public var missing: (title: [Character], subtitle: [Character]) {
    (Lettering.missing(in: title ?? ""), Lettering.missing(in: subtitle ?? ""))
  }

  /// A text with one space for each run of spaces, line breaks and control characters; `nil` if
  /// nothing is left.
  private static func line(_ text: String) -> String? {
    var line = ""
    var isParted = false
    // A character may have any number of marks.
    for scalar in text.unicodeScalars.prefix(mostCharacters * 8) {
      switch scalar.properties.generalCategory {
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isParted = true
      case .format, .privateUse, .unassigned, .surrogate: break
      default:
        if isParted, !line.isEmpty { line.unicodeScalars.append(" ") }
        isParted = false
        line.unicodeScalars.append(scalar)
      }
    }
    return line.isEmpty ? nil : String(line.prefix(mostCharacters))
  }
}

/// What `--title` and `--subtitle` are set to.
public enum WordsChoice: Sendable, Hashable, ArgumentValue {
  /// What the file says of itself.
  case automatic
  /// These words.
  case text(String)

  /// Reads `auto`, or any text.
  public init(argument: String) { self = argument == "auto" ? .automatic : .text(argument) }

  /// The word that is read.
  public var argumentText: String {
    switch self {
    case .automatic: "auto"
    case .text(let text): text
    }
  }
}
