// SPDX-License-Identifier: MIT
public import Pipeline
public import Platform

/// Why a film cannot be made.
public enum FilmError: Error, Hashable, Sendable {
  /// What is asked cannot be together; the hint says what can.
  case refused(String, hint: String)
  /// ffmpeg is not on the `PATH`.
  case noEncoder
  /// A program, ffmpeg or a player, is there and cannot be started.
  case cannotStart(path: String, SystemError)
  /// ffmpeg has not made the whole film; `message` is what it said.
  case encoderFailed(Subprocess.Ending, message: String)
  /// The player has not shown the whole film; `message` is what it said.
  case playerFailed(path: String, Subprocess.Ending, message: String)
  /// The input had other sound when it was read again.
  case soundChanged(path: String)
  /// The input cannot be read again, or nothing can be drawn, or the run was asked to stop.
  case pipeline(PipelineError)
}
