// SPDX-License-Identifier: MIT
public import Analysis
public import Platform

/// Why a file that describes a song cannot be used.
public enum StructureFileError: Error, Hashable, Sendable {
  /// The system cannot read it.
  case cannotRead(SystemError)
  /// It is larger than `limit` bytes, so it is something else.
  case tooLarge(limit: Int)
  /// It has bytes that are not UTF-8.
  case notText
  /// Its labels are not those of beats and sections.
  case unusable(LabelFileError)
}

extension StructureFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB, so it is not a label file"
    case .notText: "is not a text, so it is not a label file"
    case .unusable(let error): "\(error)"
    }
  }
}

extension LabelFile {
  /// More than the most labels need.
  private static let maxBytes = 32 << 20

  /// Reads a file that `meter --format labels` wrote, or that the user edited.
  ///
  /// - Throws: ``PipelineError/structure(_:path:)``.
  public static func structure(path: String) throws(PipelineError) -> SongStructure {
    do throws(StructureFileError) { return try read(path) } catch {
      throw .structure(error, path: path)
    }
  }

  private static func read(_ path: String) throws(StructureFileError) -> SongStructure {
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: maxBytes) } catch {
      throw .cannotRead(error)
    }
    guard let bytes else { throw .tooLarge(limit: maxBytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    do { return try structure(text) } catch { throw .unusable(error) }
  }
}
