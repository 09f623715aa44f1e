// SPDX-License-Identifier: MIT

/// What a container says of its own length and soundness, to compare with what is decoded.
struct StreamPromise: Sendable {
  /// Whether its first bytes are the mark of a container.
  var isMarked = true

  /// Whether the decoder's own count of sample frames can be relied on.
  var trustsDecoder = false

  /// How many sample frames may be missing without meaning anything.
  var tolerance = 0

  /// Whether the container itself shows that its end is missing.
  var isCutOff = false

  /// What the pages of an Ogg file say.
  var survey: OggSurvey?

  /// Whether libmpg123 may have to do with it, which writes of its doubts to standard error.
  var isNoisy = false
}
