// SPDX-License-Identifier: MIT
public import Arguments

/// Whether a film changes with the sections of its song: the value of `--scenes`.
public enum SceneChoice: String, CaseIterable, Sendable, ArgumentValue {
  /// Ground, colours and size change from section to section.
  case auto
  /// They stay as they are.
  case none
}
