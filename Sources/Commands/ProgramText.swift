// SPDX-License-Identifier: MIT

/// What the program calls itself.
enum ProgramText {
  static let name = "radial-audio"
  static let version = "0.1.0"

  /// What `--version` prints, without a line break.
  static let versionLine = "\(name) \(version)"
}
