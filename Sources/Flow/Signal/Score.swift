// SPDX-License-Identifier: MIT

/// What plays the samples of an input: its description and the time determine each of them.
public protocol Score: Sendable {
  /// The name of its kind, in files and messages.
  var kindName: String { get }

  /// How long it plays, in seconds; endless if `nil`.
  var duration: Double? { get }

  /// The remark that some notes are inaudible at a sample rate in Hz, worded to follow the name of
  /// the file; `nil` if all are audible.
  func silentNotes(at sampleRate: Int) -> String?
}
