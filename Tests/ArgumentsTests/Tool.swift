// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// Programs that check what is printed for them, where they are installed.
enum Tool: String {
  case bash, zsh, fish, groff

  private var path: String? {
    guard !TestRun.isFast else { return nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  var isInstalled: Bool { path != nil }

  /// Runs the tool on a temporary file with the content; `@` among the arguments is its path.
  func run(_ arguments: [String], on content: String) throws -> (status: Int32, output: String) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "arguments-\(UUID().uuidString)")
    try content.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments.map { $0.replacing("@", with: file.path) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
