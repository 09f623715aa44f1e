// SPDX-License-Identifier: MIT

/// A choice, or the name of a file in its place.
public struct ChoiceOrFile<Choice: ArgumentValue>: ArgumentValue {
  /// The choice; of a file, `auto`.
  public let choice: Choice
  /// The path of the file.
  public let path: String?

  /// A choice.
  public init(_ choice: Choice) { (self.choice, path) = (choice, nil) }

  /// Reads a choice, or the name of a file, which has a full stop or a slash.
  public init(argument: String) throws(ArgumentValueError) {
    path = argument.utf8.contains { "./".utf8.contains($0) } ? argument : nil
    choice = try Choice(argument: path == nil ? argument : "auto")
  }

  /// The path, or the word of the choice.
  public var argumentText: String { path ?? choice.argumentText }

  /// Those of the choice.
  public static var choices: [String] { Choice.choices }
}
