// SPDX-License-Identifier: MIT
public import Arguments
public import Writing

extension ExistingOutput: ArgumentValue {
  /// Whether what exists is replaced, which is what `--overwrite` says.
  var replaces: Bool {
    get { self == .replace }
    set { self = newValue ? .replace : .fail }
  }

  /// The choice of a command with several outputs.
  static func option<Root: Sendable>(
    into target: any WritableKeyPath<Root, ExistingOutput> & Sendable
  ) -> Option<Root> {
    .value(
      "existing", into: target, affects: .nothing,
      help: "Outputs that exist: keep them and make what is missing, replace all, or fail."
    ).sharing(.typed)
  }
}
