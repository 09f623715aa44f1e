// SPDX-License-Identifier: MIT
// Stage 5, Writing: writes frames to files with their manifest, and samples to sound files.
internal import Hashing
public import Platform
internal import Text

/// What can go wrong when files are written.
public enum WritingError: Error, Hashable, Sendable {
  /// The folder of the frames cannot be created or listed.
  case cannotUseFolder(path: String, SystemError)
  /// Frames with these names exist; `path` is the first of `count`.
  case framesExist(path: String, count: Int)
  /// A frame could not be written; no part of it is left.
  case cannotWriteFrame(path: String, SystemError)
  /// An existing frame could not be read.
  case cannotReadFrame(path: String, SystemError)
  /// An intact picture has the name of a frame but is not this job's.
  case foreignFrame(path: String)
  /// The existing frames belong to a different job; `path` is its manifest.
  case otherJob(path: String, [SequenceSettings.Difference])
  /// Another run is writing some of the frames; `path` is the manifest that it has locked.
  case inUse(path: String)
  /// There is no manifest at the path, or in the folder of this name.
  case noManifest(path: String)
  /// The file with the name of the manifest cannot be used.
  case badManifest(path: String, ManifestFault)
  /// The manifest was removed or replaced while frames were written.
  case manifestGone(path: String)
  /// The manifest cannot be read or written.
  case cannotWriteManifest(path: String, SystemError)
}

extension WritingError: CustomStringConvertible {
  /// The file or folder and what is wrong with it: `frames/frame-000000.png: the frame exists already`.
  public var description: String {
    switch self {
    case .cannotUseFolder(let path, let error):
      "\(path): cannot be the folder of the frames: \(error)"
    case .framesExist(let path, let count):
      count == 1
        ? "\(path): the frame exists already"
        : "\(path): this and \(counted(count - 1, "other frame")) exist already"
    case .cannotWriteFrame(let path, let error), .cannotWriteManifest(let path, let error):
      "\(path): \(error)"
    case .cannotReadFrame(let path, let error): "\(path): cannot be compared: \(error)"
    case .foreignFrame(let path): "\(path): is not a frame of this job"
    case .otherJob(let path, let differences):
      "\(path): the existing frames were rendered with other options: "
        + SequenceSettings.Difference.causes(of: differences).map(\.description).joined(
          separator: "; ")
    case .inUse(let path): "\(path): another run is writing these frames"
    case .manifestGone(let path): "\(path): was removed or replaced while frames were written"
    case .noManifest(let path): "\(path): has no manifest of frames"
    case .badManifest(let path, let fault): "\(path): \(fault)"
    }
  }
}

extension ManifestFault: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the manifest.
  public var description: String {
    switch self {
    case .notAManifest: "is not a manifest of radial-audio"
    case .otherVersion: "was written by another version of radial-audio"
    case .malformed: "was changed or truncated, so the frames cannot be checked"
    }
  }
}

extension SequenceSettings.Difference: CustomStringConvertible {
  /// The old and the new value, in the words of the command line.
  public var description: String {
    switch name {
    case "audio": "from other samples"
    case _ where [found, wanted].contains { $0.flatMap(ContentHash.init(text:)) != nil }:
      found == nil
        ? "without --\(name)" : wanted == nil ? "with --\(name)" : "with another --\(name)"
    case "names", "version", "ffmpeg", "ticks", "sample-rate", "sample-frames", "frames":
      "\(name) \(found ?? "unknown"), not \(wanted ?? "unknown")"
    default:
      "--\(name) " + (found ?? "not given") + ", not " + (wanted ?? "given")
    }
  }

  /// The differences, without those that follow from others.
  package static func causes(
    of differences: [SequenceSettings.Difference]
  ) -> [SequenceSettings.Difference] {
    let consequences = [
      "sample-frames", "ticks", "frames", "max-peak", "max-average", "range",
      "peak-range", "average-range",
    ]
    // Another view has other options, all of which differ.
    let views = differences.filter { $0.name == "view" }
    let causes =
      views.isEmpty ? differences.filter { !consequences.contains($0.name) } : views
    return causes.isEmpty ? differences : causes
  }
}
