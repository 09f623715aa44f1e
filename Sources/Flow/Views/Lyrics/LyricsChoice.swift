// SPDX-License-Identifier: MIT
public import Arguments

/// The value of `--lyrics`: which lines are shown while they are sung.
public enum LyricsChoice: Sendable, Hashable, ArgumentValue {
  /// No lyrics.
  case none
  /// Those in a file beside the sound file, or in its tags.
  case automatic
  /// Those in the file at a path.
  case file(String)

  /// Reads `auto`, `none`, or a path.
  public init(argument: String) throws(ArgumentValueError) {
    switch argument {
    case "auto": self = .automatic
    case "none": self = .none
    case "":
      throw ArgumentValueError("no file is named", hint: "write auto, none or a file name")
    default: self = .file(argument)
    }
  }

  /// The path of a file to read.
  public var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The argument that reads back as this value.
  public var argumentText: String {
    switch self {
    case .none: "none"
    case .automatic: "auto"
    case .file(let path): path
    }
  }
}
