// SPDX-License-Identifier: MIT
import Foundation

/// Ends the program with a message.
func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("FixtureMaker: error: \(message)\n".utf8))
  exit(status)
}

/// Writes the fixtures into a folder.
func writeFixtures(into folder: URL) throws {
  for file in FixtureCatalog.files() {
    let destination = folder.appending(path: file.path)
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: destination, options: .atomic)
  }
}

/// Joins pictures that `render --format rgb24` has written.
func writeSheet(_ path: String, columns: Int, width: Int, _ files: [String]) throws {
  let pictures = try files.map { Array(try Data(contentsOf: URL(filePath: $0))) }
  guard PictureSheet.fits(pictures, width: width) else {
    fail("the first picture is not as large as four of the others, \(width) pixels wide", 65)
  }
  let sheet = PictureSheet.image(pictures, width: width, columns: columns)
  try Data(sheet.bytes).write(to: URL(filePath: path), options: .atomic)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.count == 1 {
    try writeFixtures(into: URL(filePath: arguments[0], directoryHint: .isDirectory))
  } else if arguments.count > 3, let columns = Int(arguments[1]), let width = Int(arguments[2]),
    columns > 1, width > 0
  {
    try writeSheet(
      arguments[0], columns: columns, width: width, Array(arguments.dropFirst(3)))
  } else {
    fail("write FixtureMaker FOLDER, or FixtureMaker SHEET.png COLUMNS WIDTH FILE.rgb...", 64)
  }
} catch { fail(error.localizedDescription, 73) }
