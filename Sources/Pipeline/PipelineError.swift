// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
public import Decoding
public import Platform
public import Signal
public import Writing

/// Everything that can end a run early.
public enum PipelineError: Error, Hashable, Sendable {
  /// The input cannot be read.
  case decoding(DecodingError)
  /// The input named `path` cannot be metered.
  case metering(MeteringError, path: String)
  /// The options of a view cannot be together, or do not fit the input.
  case usage(UsageError)
  /// The input named `path` does not have what is asked for.
  case request(RequestError, path: String)
  /// A picture that the view wants to show cannot be read.
  case image(ImageError)
  /// The picture at `path` would reach too far from the centre to be drawn.
  case imageTooFar(path: String)
  /// The file of constants at `path` cannot be used.
  case constants(ConstantsFileError, path: String)
  /// The readings of the track do not fit into `folder`, or cannot be read from there.
  case readings(folder: String, SystemError)
  /// A frame cannot be written.
  case writing(WritingError)
  /// The data of a command cannot be written.
  case output(path: String, SystemError)
  /// The run was asked to stop.
  case interrupted

  /// The readings, where all temporary files go.
  static func readings(_ error: SystemError) -> PipelineError {
    .readings(folder: TemporaryFile.defaultFolder, error)
  }
}

/// What a request for pictures asks of an input that does not have it.
public enum RequestError: Error, Hashable, Sendable {
  /// The input has only `count` channels.
  case noSuchChannel(left: Int, right: Int, count: Int)
  /// A sequence of so many frames would be too long.
  case tooManyFrames(Int, rate: Rate)
  /// The frames that are selected come after the last of `count` frames.
  case noSuchFrames(FrameSelection, count: Int)
}
