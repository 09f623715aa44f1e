// SPDX-License-Identifier: MIT
internal import Arguments

/// A command of the program, with what it was told.
protocol Command {
  /// What its options and operands set.
  associatedtype Options: Sendable

  /// Its name, its options and operands, and its help.
  static var spec: CommandSpec<Options> { get }

  /// Reads the arguments that follow the command's name.
  static func read(_ arguments: [String]) throws(UsageError) -> Parser<Options>.Outcome

  /// Takes what was read from `arguments`.
  ///
  /// - Throws: what is wrong with the options beyond each by itself.
  init(_ options: Options, _ arguments: [String]) throws(Diagnostic)

  /// What it was told.
  var options: Options { get }

  /// What goes on where a run of it was ended: the line to be typed, and what that sets. `nil` for
  /// commands that begin anew.
  var resumption: (line: String, options: Options)? { get }

  /// Does it.
  func run() throws(Diagnostic)
}

extension Command {
  static func read(_ arguments: [String]) throws(UsageError) -> Parser<Options>.Outcome {
    try Parser(spec).parse(arguments, into: spec.defaults)
  }

  var resumption: (line: String, options: Options)? { nil }
}

/// A command that is nothing but its options.
extension Command where Options == Self {
  init(_ options: Self, _ arguments: [String]) { self = options }

  var options: Self { self }
}
