// SPDX-License-Identifier: MIT
public import Analysis
public import JSON
public import Platform
internal import Text

/// Why a file of constants cannot be used.
public enum ConstantsFileError: Error, Hashable, Sendable {
  /// The system cannot read it.
  case cannotRead(SystemError)
  /// It is larger than `limit` bytes, so it is something else.
  case tooLarge(limit: Int)
  /// It does not contain constants.
  case malformed(JSONReadingError)
  /// Its constants do not fit the run.
  case unusable(ConstantsError)
  /// Its constants are for tracks with another number of channels.
  case channelsDiffer(constants: Int, track: Int)
}

extension ConstantsFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB, so it is not a constants file"
    case .malformed(let error): "\(error)"
    case .unusable(let error): "\(error)"
    case .channelsDiffer(let constants, let track):
      "has constants of \(counted(constants, "channel")), but the track has \(track)"
    }
  }
}

extension ConstantsSet {
  /// More than the constants of 1024 channels need, and small enough to read at once.
  private static let maxBytes = 4 << 20

  /// Reads a file that `normalize` wrote, or that the user edited.
  public init(path: String) throws(ConstantsFileError) {
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: ConstantsSet.maxBytes) } catch {
      throw .cannotRead(error)
    }
    guard let bytes else { throw .tooLarge(limit: ConstantsSet.maxBytes) }
    do { try self.init(json: bytes) } catch { throw .malformed(error) }
  }
}
