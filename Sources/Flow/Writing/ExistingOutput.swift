// SPDX-License-Identifier: MIT

/// What becomes of outputs that are there already.
public enum ExistingOutput: String, CaseIterable, Sendable, Hashable {
  /// They stay if they are intact and of the same job, and what is missing is made.
  case keep
  /// All is made anew.
  case replace
  /// They are an error, found before any work is done.
  case fail
}
