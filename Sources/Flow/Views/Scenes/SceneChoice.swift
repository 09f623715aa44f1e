// SPDX-License-Identifier: MIT
public import Arguments

/// Whether a film changes with the sections of its song: the value of `--scenes`.
public enum SceneChoice: Hashable, Sendable, ArgumentValue {
  /// Ground, colours and size change from section to section.
  case auto
  /// They stay as they are.
  case none
  /// The look changes too: the names of those of soft, of usual and of loud sections; the first of two is
  /// that of soft and of usual ones.
  case looks([String])

  /// The looks that sections can have.
  private static var looksInScenes: [String] {
    RadialView.looks.filter { !$0.unusedOptions.contains("scenes") }.map(\.name)
  }

  /// Reads `auto`, `none`, or two or three names of looks with commas between.
  public init(argument: String) throws(ArgumentValueError) {
    let words = argument.lowercased()
    switch words {
    case "auto": self = .auto
    case "none": self = .none
    default:
      let known = SceneChoice.looksInScenes
      let hint = "use auto, none, or two or three of \(known.joined(separator: ", "))"
      let names = words.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
      if let other = names.first(where: { !known.contains($0) }) {
        throw ArgumentValueError("'\(other)' is not a look of scenes", hint: hint)
      }
      guard (2...3).contains(names.count) else {
        throw ArgumentValueError("not two or three looks", hint: hint)
      }
      self = .looks(names)
    }
  }

  /// The word, or the names.
  public var argumentText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .looks(let names): names.joined(separator: ",")
    }
  }
}
