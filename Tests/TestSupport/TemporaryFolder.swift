// SPDX-License-Identifier: MIT
import Foundation

/// A new empty folder that is removed with all that is in it.
public struct TemporaryFolder: Sendable {
  /// How the program's temporary names call what numbers processes: the boot of the machine, and the
  /// name space.
  public static var systemInNames: String {
    let space =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""
    let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return "\((boot ?? "").filter(\.isHexDigit))_\(space.filter(\.isNumber))"
  }

  /// Its absolute path.
  public let path: String

  /// Lends a folder.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "radial-audio-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { remove(path) }
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

  /// Writes a file in it that is a program.
  ///
  /// By a shell: what another test starts just then would share a descriptor of this process, and a
  /// program cannot be run while it is open for writing.
  public func writeProgram(_ text: String, _ name: String) throws {
    try InstalledTool.sh.run([
      "-c", "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", text, path(name),
    ])
  }

  /// Writes a file whose name need not be UTF-8 and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], rawName: [UInt8]) throws -> [UInt8] {
    let path = rawPath(rawName)
    let descriptor = open(TemporaryFolder.cString(path), O_WRONLY | O_CREAT | O_EXCL, 0o666)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw CommandError(description: "cannot write a file: \(String(cString: strerror(errno)))")
    }
    return path
  }

  /// The path of something in it whose name need not be UTF-8.
  public func rawPath(_ name: [UInt8]) -> [UInt8] { Array("\(path)/".utf8) + name }

  /// The names of what is in a folder, in bytes, without `.` and `..`; nothing if it is missing.
  public static func rawNames(in path: [UInt8]) -> [[UInt8]] {
    guard let folder = opendir(cString(path)) else { return [] }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) }
        }
      }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  private static func cString(_ bytes: [UInt8]) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Removes a folder; Foundation finds no file again whose name is not UTF-8.
  private static func remove(_ path: String) {
    func remove(_ path: [UInt8]) {
      for name in rawNames(in: path) {
        let inner = path + Array("/".utf8) + name
        if unlink(cString(inner)) != 0 { remove(inner) }
      }
      rmdir(cString(path))
    }
    remove(Array(path.utf8))
  }

  /// Makes a folder in it.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Removes something in it.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// The number and time of each file of a folder in it: they change when a file is written anew.
  public func identities(in folder: String) throws -> [String: [String]] {
    var identities: [String: [String]] = [:]
    for name in names(in: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path("\(folder)/\(name)"))
      identities[name] = [FileAttributeKey.systemFileNumber, .modificationDate]
        .map { "\(attributes[$0] ?? "none")" }
    }
    return identities
  }
}
