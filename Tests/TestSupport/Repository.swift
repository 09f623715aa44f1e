// SPDX-License-Identifier: MIT
import Foundation

/// Places in this repository, found from this file's own place.
public enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a kept file, such as `demo.flac` or `Audio/silence.wav`.
  public static func fixture(_ name: String) -> String {
    root.appending(path: "Fixtures").appending(path: name).path
  }

  /// The path of a file of the repository, such as `README.md`.
  public static func path(_ name: String) -> String { root.appending(path: name).path }

  /// The fields of each line of a table, which have arrows between them; lines that begin with # are remarks.
  public static func rows(_ name: String) -> [[String]] {
    let text = (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: " → ").map { String($0) }
    }
  }

  /// The path of a program that this package builds: it lies beside the program that runs the
  /// tests, whatever the build folder is called.
  public static func product(_ name: String) -> String {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [
      tests.map { URL(filePath: $0).deletingLastPathComponent() },
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
      root.appending(path: ".build/debug"),
    ]
    let paths = folders.compactMap { $0?.appending(path: name).path }
    return paths.first(where: FileManager.default.isExecutableFile) ?? paths[0]
  }
}

/// A golden that what is there does not equal.
public struct GoldenError: Error, CustomStringConvertible {
  /// What is to be seen and done.
  public let description: String
}

/// Files in `Fixtures/Goldens` that outputs must equal byte for byte.
public enum Goldens {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"

  /// Compares an output with the golden of this name.
  ///
  /// With `RECORD_GOLDENS=1` the golden is written and the test fails, so that no run both makes
  /// and passes it.
  public static func check(_ actual: [UInt8], _ name: String) throws {
    let file = URL(filePath: Repository.fixture("Goldens/\(name)"))
    if isRecording {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(actual).write(to: file)
      throw GoldenError(description: "Goldens/\(name) was recorded; read it before it is kept")
    }
    guard let data = try? Data(contentsOf: file) else {
      throw GoldenError(description: "Goldens/\(name) is missing; RECORD_GOLDENS=1 writes it")
    }
    guard Array(data) != actual else { return }
    throw GoldenError(description: "Goldens/\(name) differs: " + difference(Array(data), actual))
  }

  private static func difference(_ expected: [UInt8], _ actual: [UInt8]) -> String {
    func lines(_ bytes: [UInt8]) -> [Substring] {
      String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
    let (expected, actual) = (lines(expected), lines(actual))
    let index = zip(expected, actual).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String {
      index < lines.count ? "'\(lines[index])'" : "the end"
    }
    return "line \(index + 1) is \(line(actual)), not \(line(expected))"
  }
}
