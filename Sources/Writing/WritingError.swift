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
}
