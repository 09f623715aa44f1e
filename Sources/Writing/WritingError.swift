// SPDX-License-Identifier: MIT
// Stage 5, Writing: the bytes of frames to files.
public import Platform

/// What can go wrong on the way to the disk.
public enum WritingError: Error, Hashable, Sendable {
  /// The folder of the frames cannot be made or looked into.
  case cannotUseFolder(path: String, SystemError)
  /// Frames of this name are there already; `path` is the first of `count`.
  case framesExist(path: String, count: Int)
  /// A frame could not be written; nothing of it is left.
  case cannotWriteFrame(path: String, SystemError)
  /// A frame that is there could not be read.
  case cannotReadFrame(path: String, SystemError)
  /// A whole picture has the name of a frame and is another one than this job's.
  case foreignFrame(path: String)
  /// The frames that are there are of a job that differs so; `path` is its manifest.
  case otherJob(path: String, [SequenceJob.Difference])
  /// Another run is writing some of the frames; `path` is the manifest that it has claimed.
  case inUse(path: String)
  /// There is no manifest at the path, or in the folder of this name.
  case noManifest(path: String)
  /// What has the name of the manifest cannot be gone on with.
  case badManifest(path: String, ManifestFault)
  /// The manifest was removed or replaced while frames were written.
  case manifestGone(path: String)
  /// The manifest cannot be read or written.
  case cannotWriteManifest(path: String, SystemError)
}
