// SPDX-License-Identifier: MIT
public import Arguments

/// Whether a film changes with the sections of its song: the value of `--scenes`.
public enum SceneChoice: Equatable, Sendable, ArgumentValue {
  /// Ground, colours and size change from section to section.
  case auto
  /// They stay as they are.
  case none
  /// The look changes too: those of soft, of usual and of loud sections; the first of two is that of soft and
  /// of usual ones.
  case looks([SceneLook])

  /// Reads `auto`, `none`, or two or three names of looks with commas between.
  public init(argument: String) throws(ArgumentValueError) {
    try self.init(argument: argument) { SceneLook(name: $0) }
  }

  /// Reads `auto`, `none`, or two or three looks with commas between, which `look` finds by their words.
  public init(
    argument: String, look: (String) throws(ArgumentValueError) -> SceneLook?
  ) throws(ArgumentValueError) {
    switch argument.lowercased() {
    case "auto": self = .auto
    case "none": self = .none
    default:
      let names = RadialView.looks.filter(SceneLook.isSuitable).map(\.name)
      let hint =
        "use auto, none, or two or three of \(names.joined(separator: ", ")) and files of looks"
      var looks: [SceneLook] = []
      for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
        guard let found = try look(String(word)), SceneLook.isSuitable(found.look) else {
          throw ArgumentValueError("'\(word)' is not a look of scenes", hint: hint)
        }
        looks.append(found)
      }
      guard (2...3).contains(looks.count) else {
        throw ArgumentValueError("not two or three looks", hint: hint)
      }
      self = .looks(looks)
    }
  }

  /// The word, or the looks.
  public var argumentText: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .looks(let looks): looks.map(\.word).joined(separator: ",")
    }
  }
}

/// The look of some sections of a song.
public struct SceneLook: Equatable, Sendable {
  /// As it is typed: the name, or the path of a file.
  public let word: String
  /// Whether it is a file of the user.
  public let isOwn: Bool
  /// The look.
  public let look: Look<RadialOptions>

  /// A look, as it is typed.
  public init(_ word: String, _ look: Look<RadialOptions>, isOwn: Bool) {
    (self.word, self.look, self.isOwn) = (word, look, isOwn)
  }

  /// A look of the program; `nil` if there is none of this name.
  public init?(name: String) {
    let name = name.lowercased()
    guard let look = RadialView.looks.first(where: { $0.name == name }) else { return nil }
    self.init(name, look, isOwn: false)
  }

  /// Whether sections can have a look: one of a file, as all are that can take turns.
  static func isSuitable(_ look: Look<RadialOptions>) -> Bool {
    look.file != nil && !look.unusedOptions.contains("scenes")
  }

  /// Whether two are typed alike.
  public static func == (one: SceneLook, other: SceneLook) -> Bool { one.word == other.word }
}
