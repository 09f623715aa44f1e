// SPDX-License-Identifier: MIT
public import Decoding
public import Analysis
public import Platform
public import Writing

/// Everything that can end a run early.
public enum PipelineError: Error, Hashable, Sendable {
  /// The input cannot be read.
  case decoding(DecodingError)
  /// The input named `path` cannot be metered.
  case metering(MeteringError, path: String)
  /// A frame cannot be written.
  case writing(WritingError)
  /// The data of a command cannot be written.
  case output(path: String, SystemError)
  /// The run was asked to stop.
  case interrupted
}
