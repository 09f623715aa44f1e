// SPDX-License-Identifier: MIT
import FixtureMaker
import Foundation

/// The folder `Fixtures` as it is kept, found from this file's own place.
enum FixtureFolder {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// The bytes of a kept file.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// The names of the files kept in `Audio`, sorted.
  static func audioNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Audio").path())
      .sorted()
  }

  /// The paths of the files kept in `Corrupt`, sorted.
  static func corruptNames() throws -> [String] {
    let folder = root.appending(path: "Corrupt").path()
    return try ["Audio", "Constants", "Logos"].flatMap { kind in
      try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)").sorted()
        .map { "\(kind)/\($0)" }
    }.sorted()
  }

  /// The demo, made once for all tests.
  static let demo = Performance.demo()

  /// The short track of the tests, likewise.
  static let short = Performance.short()
}
