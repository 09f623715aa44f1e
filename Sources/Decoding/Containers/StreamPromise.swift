// SPDX-License-Identifier: MIT

/// What a container says of its own length and soundness, to compare with what is decoded.
struct StreamPromise: Sendable {
  /// The sample frames that it promises; `nil` if it says nothing that can be relied on.
  var frameCount: Int?

  /// Whether the decoder's own count of sample frames is such a promise.
  var trustsDecoder = false

  /// How many sample frames may be missing without meaning anything.
  var tolerance = 0

  /// Whether the container itself shows that its end is missing.
  var isCutOff = false

  /// The pages of an Ogg file, from which `damagedAfter` follows once the sample rate is known.
  var survey: OggSurvey?

  /// The sample frame behind which a checksum is wrong; nothing behind it is used.
  var damagedAfter: Int?

  /// Whether libmpg123 may have to do with it, which writes of its doubts to standard error.
  var isNoisy = false

  /// Whether so many sample frames are fewer than promised.
  func isBroken(by delivered: Int) -> Bool {
    isCutOff || delivered < (frameCount ?? 0) - tolerance
  }
}
