// SPDX-License-Identifier: MIT
import Foundation

// Writes the fixtures into a folder: `FixtureMaker Fixtures`.
guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: FixtureMaker OUTPUT_DIR\n".utf8))
  exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
do {
  for file in FixtureCatalog.files() {
    let destination = folder.appending(path: file.path)
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: destination, options: .atomic)
  }
} catch {
  FileHandle.standardError.write(Data("FixtureMaker: error: \(error.localizedDescription)\n".utf8))
  exit(73)
}
