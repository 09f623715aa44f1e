// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Programs of others that judge our files, where they are installed.
enum Tool: String {
  case rsvgConvert = "rsvg-convert"
  case xmllint, pngcheck, ffmpeg, inkscape

  private var path: String? {
    guard !TestRun.isFast else { return nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var isInstalled: Bool { path != nil }

  /// What a program said.
  struct Result {
    let status: Int32
    let output: [UInt8]
    let errors: String
  }

  /// Runs the program with a temporary file; `@` among the arguments is its path.
  func run(_ arguments: [String], on content: [UInt8]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "input")
    try Data(content).write(to: input)
    let errors = folder.appending(path: "errors")
    try Data().write(to: errors)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = arguments.map { $0 == "@" ? input.path() : $0 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: Array(output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
