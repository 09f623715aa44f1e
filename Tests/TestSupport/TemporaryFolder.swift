// SPDX-License-Identifier: MIT
import Foundation

/// A new empty folder that is removed with all that is in it.
public struct TemporaryFolder: Sendable {
  /// Its absolute path.
  public let path: String

  /// Lends a folder.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "radial-audio-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(TemporaryFolder(path: path))
  }

  /// The path of something in it.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in a folder in it, sorted; nothing if the folder is missing.
  public func names(in folder: String = ".") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path(folder))
    return (names ?? []).sorted()
  }

  /// The names of the pictures in a folder in it, without the file that tells of them.
  public func frameNames(in folder: String) -> [String] {
    names(in: folder).filter { !$0.hasSuffix(".json") }
  }

  /// The content of a file in it.
  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// The contents of all files of a folder in it, by name.
  public func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in names(in: folder) { files[name] = try bytes("\(folder)/\(name)") }
    return files
  }

  /// The contents of the pictures of a folder in it, by name.
  public func frames(in folder: String) throws -> [String: [UInt8]] {
    try files(in: folder).filter { !$0.key.hasSuffix(".json") }
  }

  /// Writes a file in it and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Writes a text file in it and gives its path.
  @discardableResult
  public func write(_ text: String, _ name: String) throws -> String {
    try write(Array(text.utf8), name)
  }

  /// Makes a folder in it.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Removes something in it.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }
}
