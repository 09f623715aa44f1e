// SPDX-License-Identifier: MIT
internal import Arguments

/// How folders among the inputs are searched.
struct FolderOptions {
  var isRecursive = false

  static let table: [Option<FolderOptions>] = [
    .flag(
      "recursive", into: \.isRecursive, shapes: .nothing,
      help: "Take the audio files in folders of a folder as well.")
  ]
}
