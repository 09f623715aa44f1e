// SPDX-License-Identifier: MIT
/// The destination of a command's data: a file that appears completely or not at all, a device, or
/// standard output. What is not committed is removed, and what has the name of the output stays.
public struct OutputFile: ~Copyable {
  // One of these two is set.
  private var file: TransientFile?
  private var stream: FileDescriptor?
  private let replacing: Bool

  /// The destination for a program that writes in our place.
  public let place: Place

  /// A file or a stream.
  public enum Place: Sendable, Hashable {
    /// A file, at this path until it is committed.
    case file(path: String)
    /// The stream with this descriptor.
    case stream(number: Int32)
  }

  /// Why an output cannot be opened.
  public enum OpenError: Error, Hashable, Sendable {
    /// A file with this name exists, and may not be replaced.
    case exists
    /// The system reports an error.
    case system(SystemError)
  }

  /// Opens an output: `-` is standard output, a device or a pipe is written to directly, anything
  /// else becomes a file when it is committed.
  ///
  /// A link stays, and its target is replaced, as with other programs. The permissions of a
  /// replaced file are kept.
  public init(_ path: String, replacing: Bool) throws(OpenError) {
    self.replacing = replacing
    let target: String
    do throws(SystemError) {
      if path == "-" || path == "/dev/stdout" {
        let output = try FileDescriptor.standardOutput()
        place = .stream(number: output.rawValue)
        stream = consume output
        return
      }
      switch Folder.kind(of: path) {
      case .directory: throw .isDirectory
      case .pipe, .other:
        let output = try FileDescriptor.writing(path)
        place = .stream(number: output.rawValue)
        stream = consume output
        return
      case .regular, nil: target = try Folder.followingLinks(path)
      }
    } catch { throw .system(error) }
    guard replacing || !Folder.hasEntry(path) else { throw .exists }
    TransientFile.prepare(Folder.parent(of: target))
    do throws(SystemError) {
      let created = try TransientFile(for: target)
      created.takePermissions(of: target)
      place = .file(path: created.temporaryPath)
      file = consume created
    } catch { throw .system(error) }
  }

  /// The name of an output in messages: that of the stream for `-`, otherwise its path.
  public static func name(_ path: String) -> String { path == "-" ? "standard output" : path }

  /// Appends bytes: all of them, if nothing is thrown.
  public borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
    switch file {
    case .some(let file): try file.write(bytes)
    case .none: try stream?.write(bytes)
    }
  }

  /// Replaces the first bytes of a file; does nothing to a stream.
  public borrowing func writeBeginning(_ bytes: Span<UInt8>) throws(SystemError) {
    switch file {
    case .some(let file): try file.writeBeginning(bytes)
    case .none: break
    }
  }

  /// Gives the file its name, or reports a delayed error of a stream.
  ///
  /// - Throws: ``SystemError/exists`` for a file that must not be replaced and was created since.
  public consuming func commit() throws(SystemError) {
    if let file = OutputFile.take(&self.file) { return try file.commit(replacing: replacing) }
    if let stream = OutputFile.take(&self.stream) { try stream.closeReporting() }
  }

  private static func take<Value: ~Copyable>(_ place: inout Value?) -> Value? {
    var taken: Value? = nil
    swap(&taken, &place)
    return taken
  }
}

extension OutputFile.OpenError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the output.
  public var description: String {
    switch self {
    case .exists, .system(.exists): "the file exists already"
    case .system(.notOpen): "is closed, or not open for writing"
    case .system(let error): "\(error)"
    }
  }
}
