// SPDX-License-Identifier: MIT
public import MP4
public import Pipeline
public import Platform

/// Why a film cannot be made.
public enum FilmError: Error, Hashable, Sendable {
  /// The request cannot be satisfied.
  case refused(FilmRefusal)
  /// ffmpeg is not on the `PATH`.
  case noEncoder
  /// A program, ffmpeg or a player, cannot be started.
  case cannotStart(path: String, SystemError)
  /// ffmpeg did not finish the film; `message` is its message.
  case encoderFailed(Subprocess.Ending, message: String)
  /// With the user's own arguments, ffmpeg encoded another number of frames than it received.
  case framesLost(left: Int, of: Int)
  /// The player did not show the whole film; `message` is its message.
  case playerFailed(path: String, Subprocess.Ending, message: String)
  /// The input had different sound when it was read again.
  case soundChanged(path: String)
  /// A file cannot be the part of a film.
  case part(path: String, FilmPartFault)
  /// There are no files for these parts of a film in `count` parts, whose frames are lost.
  case partsMissing(ClosedRange<Int>, of: Int, frames: Range<Int>)
  /// The pictures do not fit into an MP4 file.
  case movie(MP4Error)
  /// The film cannot be written to its file.
  case cannotOpen(path: String, OutputFile.OpenError)
  /// The input cannot be read, a frame cannot be drawn, or the run was interrupted.
  case pipeline(PipelineError)
}
