// SPDX-License-Identifier: MIT
internal import Arguments

/// How folders among the inputs are searched.
struct FolderOptions {
  var isRecursive = false

  static let table: [Option<FolderOptions>] = [
    .flag(
      "recursive", into: \.isRecursive, affects: .nothing,
      help: "Include the audio files in subfolders.")
  ]
}
