// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// What the program must make of a file that is broken or odd.
struct Verdict: Sendable, CustomTestStringConvertible {
  /// The file's name in its folder of `Fixtures/Corrupt`.
  let name: String
  /// The exit status.
  let status: Int32
  /// What follows the file's name in the message; without the reason that a library adds in
  /// parentheses, since that has other words in other versions. Nothing if there is no message.
  let message: String
  /// The way out.
  let hint: String?
  /// The rows that `meter` writes.
  let rows: Int
  /// Whether ffmpeg has to decode it.
  let needsFFmpeg: Bool

  var testDescription: String { name }

  /// On every file in a folder of `Fixtures/Corrupt`.
  static let sounds = verdicts(on: "Audio"), logos = verdicts(on: "Logos"),
    constants = verdicts(on: "Constants")

  /// The rows of `verdicts.txt` below the name of a folder.
  private static func verdicts(on folder: String) -> [Verdict] {
    let rows = Repository.rows("Tests/EndToEndTests/Corpus/verdicts.txt")
    return rows.drop { $0 != ["[\(folder)]"] }.dropFirst().prefix { $0.count > 1 }.map { fields in
      let words = fields[1].split(separator: ", ")
      return Verdict(
        name: fields[0], status: Int32(words[0]) ?? -1, message: fields.count > 2 ? fields[2] : "",
        hint: fields.count > 3 ? fields[3] : nil,
        rows: words.compactMap { Int($0.replacing(" rows", with: "")) }.dropFirst().first ?? 0,
        needsFFmpeg: words.last == "ffmpeg")
    }
  }

  /// What standard error holds where the file is called `file`.
  func errors(_ file: String) -> String {
    guard !message.isEmpty else { return "" }
    let kind = status == 0 ? "warning" : "error"
    return "radial-audio: \(kind): \(file): \(message)\n" + (hint.map { "hint: \($0)\n" } ?? "")
  }

  /// What standard error holds, without the reason in parentheses at the end of a line.
  static func withoutReasons(_ errors: String) -> String {
    errors.replacing(#/ \([^\n]*\)(?=\n)/#, with: "")
  }

  static let anew = "make it again: radial-audio normalize INPUT... -o FILE"
}

/// The files of `Fixtures/Corrupt`, and runs that are held to little time and memory.
enum Corpus {
  /// The path of a file.
  static func path(_ folder: String, _ name: String) -> String {
    Repository.fixture("Corrupt/\(folder)/\(name)")
  }

  /// The names of all files in a folder, sorted.
  static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.fixture("Corrupt/\(folder)"))
      .sorted()
  }

  /// A run of the program with 150 MB for its data and 20 s; with what a sanitizer needs, where there
  /// is one.
  static func command(_ arguments: [String]) -> CommandRun {
    var command = Program.command(arguments)
    command.memoryLimit = Sanitizer.active == nil ? 150_000_000 : nil
    command.timeout = Sanitizer.active == nil ? 20 : 200
    return command
  }
}
