// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Other people's programs, which check ours where they are installed.
public enum InstalledTool: String, Sendable {
  /// Decodes, measures, makes videos.
  case ffmpeg
  /// Counts the frames of videos.
  case ffprobe
  /// Measures audio.
  case sox
  /// Makes sound from scores.
  case csound
  /// Checks PNG files.
  case pngcheck
  /// Checks XML files.
  case xmllint
  /// Computes fingerprints of files.
  case xxhsum
  /// Computes hashes of files.
  case sha256sum
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
  /// A shell that knows more still.
  case zsh
  /// Shows pages, pictures and films.
  case chromium
  /// Draws SVG files, and is what many of them are edited with.
  case inkscape

  /// Sets manual pages.
  case groff
  /// Sets manual pages, and is particular about them.
  case mandoc
  /// Lists what a program asks of the system.
  case strace
  /// Makes music of chord charts.
  case mma
  /// Plays music.
  case fluidsynth
  /// Runs scripts.
  case python3
  /// Builds by rules.
  case make
  /// Runs a program as the leader of a session, with a terminal that controls it.
  case setsid

  /// Where it is; `nil` if it is not installed, and in the short run, which does without it.
  public var path: String? {
    guard !TestRun.isFast else { return nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(rawValue)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// Whether all of these are there.
  public static func areInstalled(_ tools: InstalledTool...) -> Bool {
    tools.allSatisfy { $0.path != nil }
  }

  /// The shells that a printed command has to work in, to be run over by a test.
  public static let shells: [InstalledTool] = [.sh, .bash, .zsh]

  /// Ends the test as skipped, with a message, where this is not installed.
  public func require() throws {
    guard path == nil else { return }
    try Test.cancel("\(rawValue) is not installed, or left out of the short run")
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
