// SPDX-License-Identifier: MIT
public import Platform

/// What can be wrong with an input. `path` is the name to show: the user's own, or
/// `standard input`.
public enum DecodingError: Error, Hashable, Sendable {
  /// The system does not open it: missing, forbidden, too many files open.
  case cannotOpen(path: String, SystemError)
  /// It is a folder.
  case isDirectory(path: String)
  /// It has no bytes at all.
  case empty(path: String)
  /// No decoder knows what it is; `reason` is libsndfile's.
  case unrecognized(path: String, reason: String)
  /// Its container is known, its encoding is not; `reason` is libsndfile's.
  case unsupported(path: String, reason: String)
  /// Its header asks for a sample rate or a number of channels outside ``StreamLimits``.
  case badFormat(path: String, sampleRate: Int, channelCount: Int)
  /// It ends before its own header, or its missing last page, says that it should.
  ///
  /// The sample frames before `atFrame` were delivered. `expectedFrames` is `nil` where the
  /// container shows that something is missing but not how much.
  case truncated(path: String, atFrame: Int, expectedFrames: Int?)
  /// What follows the first `atFrame` sample frames cannot be decoded; `reason` is the decoder's.
  case damaged(path: String, atFrame: Int, reason: String)
  /// The checksum of what follows the first `atFrame` sample frames is wrong, or a part is missing.
  case checksumMismatch(path: String, atFrame: Int)
  /// It needs ffmpeg, which was not found.
  ///
  /// `command` is what to type to have it read where ffmpeg is, word by word: its output goes into
  /// `-`.
  case helperMissing(path: String, command: [String])
  /// It needs the ffmpeg at `executable`, which the system does not start.
  case helperUnstartable(path: String, executable: String, SystemError)
  /// ffmpeg knows the container and fails; `message` is the end of its own error output.
  case helperFailed(path: String, Subprocess.Ending, message: String)
  /// The system reports a failure while reading.
  case readFailed(path: String, SystemError)
  /// A pipe that must be read twice cannot be kept in `folder`, which the environment's `TMPDIR`
  /// chooses.
  case cannotSpool(path: String, folder: String, SystemError)
}

/// What this program takes: far beyond every real recording, and small enough to compute with.
public enum StreamLimits {
  /// Sample rates, in Hz. Twice the highest rate in use for 1-bit audio is inside.
  public static let sampleRates = 1...10_000_000

  /// Numbers of channels: libsndfile's own limit.
  public static let channelCounts = 1...1024
}
