// SPDX-License-Identifier: MIT
public import JSON
public import Platform
internal import Text

/// What can be wrong with an input. `path` is its name in messages: the user's own, or `standard
/// input`.
public enum DecodingError: Error, Hashable, Sendable {
  /// The system does not open it: missing, forbidden, too many files open.
  case cannotOpen(path: String, SystemError)
  /// It is a folder.
  case isDirectory(path: String)
  /// It has no bytes.
  case empty(path: String)
  /// No decoder knows the format; `reason` is libsndfile's.
  case unrecognized(path: String, reason: String)
  /// The container is known but not the encoding; `reason` is libsndfile's.
  case unsupported(path: String, reason: String)
  /// It is JSON text that does not describe a score.
  case badScore(path: String, JSONReadingError)
  /// It is a file of readings, and damaged or of another version.
  case badReadings(path: String, ReadingsError)
  /// Its header has a sample rate or a channel count outside ``StreamLimits``.
  case badFormat(path: String, sampleRate: Int, channelCount: Int)
  /// It ends before its declared end, or without its last page.
  ///
  /// The sample frames before `atFrame` were delivered. `expectedFrames` is `nil` if the container
  /// shows that something is missing but not how much.
  case truncated(path: String, atFrame: Int, expectedFrames: Int?)
  /// It ends without its end mark, or within a frame, and nothing tells how much is missing.
  ///
  /// All whole sample frames, `atFrame`, were delivered.
  case unfinished(path: String, atFrame: Int)
  /// It breaks off before the end of the index of its sound, without which nothing can be decoded.
  case indexMissing(path: String)
  /// Nothing after the first `atFrame` sample frames can be decoded; `reason` is the decoder's.
  case damaged(path: String, atFrame: Int, reason: String)
  /// A checksum after the first `atFrame` sample frames is wrong, or a part is missing.
  case checksumMismatch(path: String, atFrame: Int)
  /// It needs ffmpeg, which was not found.
  ///
  /// `command` makes a machine that has ffmpeg decode it, word by word; its output is to be piped
  /// into `-`.
  case helperMissing(path: String, command: [String])
  /// It needs the ffmpeg at `executable`, which cannot be started.
  case helperUnstartable(path: String, executable: String, SystemError)
  /// It needs the ffmpeg at `executable`, which writes something else than the sound.
  case helperUnusable(path: String, executable: String)
  /// It is a film or a picture without sound.
  case noSound(path: String)
  /// It has only `count` sounds, fewer than the number that was chosen.
  case noSuchTrack(path: String, count: Int)
  /// ffmpeg knows the container but fails; `message` is the end of its error output.
  case helperFailed(path: String, Subprocess.Ending, message: String)
  /// The system reports a failure while reading.
  case readFailed(path: String, SystemError)
  /// A pipe that must be read twice cannot be copied to `folder`, which is set by `TMPDIR`.
  case cannotSpool(path: String, folder: String, SystemError)
}

extension DecodingError: CustomStringConvertible {
  /// The input and what is wrong with it: `song.wav: is empty`.
  public var description: String {
    switch self {
    case .cannotOpen(let path, .notOpen): "\(path): is closed, or not open for reading"
    case .cannotOpen(let path, let error), .readFailed(let path, let error): "\(path): \(error)"
    case .isDirectory(let path): "\(path): is a folder"
    case .empty(let path): "\(path): is empty"
    case .unrecognized(let path, let reason):
      "\(path): is not an audio file" + detail(reason)
    case .unsupported(let path, let reason): "\(path): cannot be decoded" + detail(reason)
    case .badScore(let path, let error): "\(path): \(error)"
    case .badReadings(let path, let error): "\(path): \(error)"
    case .badFormat(let path, let rate, let count):
      "\(path): its header says \(rate) Hz and \(counted(count, "channel"))"
    case .truncated(let path, let frame, let expected):
      "\(path): stream ends at sample frame \(frame)"
        + (expected.map { " of \($0)" } ?? ", before its end mark")
    case .unfinished(let path, let frame):
      "\(path): stream ends at sample frame \(frame), before its end mark"
    case .indexMissing(let path): "\(path): its end is missing, with the index of its sound"
    case .damaged(let path, let frame, let reason):
      "\(path): stream is damaged at sample frame \(frame)" + detail(reason)
    case .checksumMismatch(let path, let frame):
      "\(path): stream is damaged after sample frame \(frame) (its checksum is wrong)"
    case .helperMissing(let path, _): "\(path): needs ffmpeg, which was not found on the PATH"
    case .helperUnstartable(let path, let executable, let error):
      "\(path): needs ffmpeg, and \(executable) cannot be started: "
        + (error == .tooManyProcesses ? "there may be no more processes" : "\(error)")
    case .helperUnusable(let path, let executable):
      "\(path): needs ffmpeg, and \(executable) writes something else than sound"
    case .noSound(let path): "\(path): has no sound"
    case .noSuchTrack(let path, let count): "\(path): has \(counted(count, "audio track"))"
    // The exit statuses of shells and loaders for a program that cannot be run.
    case .helperFailed(let path, .exited(126...127), let message):
      "\(path): needs ffmpeg, which does not start" + detail(message)
    case .helperFailed(let path, .exited(let status), let message):
      "\(path): ffmpeg ended with status \(status)" + detail(message)
    case .helperFailed(let path, .killed(let signal), let message):
      "\(path): ffmpeg, which decodes it, was killed by signal \(signal)" + detail(message)
    case .cannotSpool(let path, let folder, .noSpace):
      "\(path): is too large to be kept in \(folder) while it is read"
    case .cannotSpool(let path, let folder, let error):
      "\(path): cannot be kept in \(folder) while it is read: \(error)"
    }
  }
}

/// A decoder's reason, to append to our own message.
func detail(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }

/// The limits of this program: far beyond every real recording, and small enough to compute with.
public enum StreamLimits {
  /// Sample rates, in Hz. Twice the highest rate of 1-bit audio in use is within the limit.
  public static let sampleRates = 1...10_000_000

  /// Channel counts: libsndfile's own limit.
  public static let channelCounts = 1...1024
}
