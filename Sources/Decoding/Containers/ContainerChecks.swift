// SPDX-License-Identifier: MIT
internal import Signal

/// What a container says about its own length and integrity, to compare with the decoded sound.
struct ContainerChecks: Sendable {
  /// Whether its first bytes identify the container.
  var isMarked = true

  /// Whether the decoder's sample frame count is reliable.
  var trustsDecoder = false

  /// How many sample frames may be missing without an error.
  var tolerance = 0

  /// Whether the container itself shows that it is truncated.
  var isCutOff = false

  /// The scan of an Ogg file's pages.
  var pageScan: OggPageScan?

  /// The speakers of its channels, in their order in the file; none if it does not name them.
  var speakers: [Speaker] = []

  /// How ffmpeg reads it, if that is known.
  var demuxing: Demuxing?

  /// Whether libmpg123 may read it, which prints warnings to standard error.
  var isNoisy = false
}

extension ContainerChecks {
  /// What the first bytes tell.
  init(_ container: Container) {
    isMarked = container != .unknown && container != .mpegAudio
    demuxing = container.demuxing
  }

  /// Takes over what the pages of an Ogg file tell.
  mutating func include(_ scan: OggPageScan) {
    (pageScan, demuxing) = (scan, Demuxing("ogg", scan))
    speakers = scan.speakers
    isCutOff = !scan.hasEnd && !scan.isDamaged
  }
}
