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

  /// The demo's samples, made once for all tests: left and right alternating.
  static let demo = Performance.demo()
}
