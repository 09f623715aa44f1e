// SPDX-License-Identifier: MIT
import Foundation

/// Other people's programs, which check ours where they are installed.
public enum InstalledTool: String, Sendable {
  /// Decodes, measures, makes videos.
  case ffmpeg
  /// Counts the frames of videos.
  case ffprobe
  /// Measures audio.
  case sox
  /// Checks PNG files.
  case pngcheck
  /// Checks XML files.
  case xmllint
  /// Computes fingerprints of files.
  case xxhsum
  /// Draws SVG files.
  case rsvgConvert = "rsvg-convert"
  /// Runs a program that sees file systems of its own.
  case unshare
  /// A shell.
  case sh
  /// Compiles C; it comes with Swift.
  case clang
  /// Runs a program on some of the processors.
  case taskset
  /// Runs a program as another user.
  case setpriv
  /// Runs a program with limits.
  case prlimit
  /// Runs a program on a terminal of its own.
  case script
  /// A shell that knows more.
  case bash

  /// Where it is; `nil` if it is not installed.
  public var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(rawValue)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// Whether all of these are there.
  public static func areInstalled(_ tools: InstalledTool...) -> Bool {
    tools.allSatisfy { $0.path != nil }
  }

  /// Runs it, and throws unless it ends well.
  @discardableResult
  public func run(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> CommandResult
  {
    guard let path else { throw CommandError(description: "\(rawValue) is not installed") }
    var command = CommandRun(path, arguments)
    command.folder = folder?.path
    let result = try command.run()
    guard result.status == 0 else {
      throw CommandError(
        description: "\(rawValue) \(result.ending): \(result.errors)\(result.text)")
    }
    return result
  }
}
