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

  /// Where the sound is in the file, if tags of other formats are around it.
  var sound: Range<Int>?

  /// Whether the stream ends without a mark or within a frame, and nothing tells how much is missing.
  var isUnfinished = false

  /// The layout of compressed samples, which fill whole blocks.
  var layout: SampleLayout?

  /// How long the edit lists of an MP4 file let its sounds be.
  var soundLengths: [MP4File.Length?] = []

  /// Whether it is MPEG audio of layer I, whose checksums ffmpeg computes in a way of its own.
  var isLayerI = false

  /// Whether the container itself shows that it is truncated.
  var isCutOff = false

  /// Whether it breaks off before the end of the index of its sound.
  var lacksIndex = false

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
  /// Whether something is missing at the end.
  var endsEarly: Bool { isCutOff || isUnfinished }

  /// What the first bytes tell.
  init(_ container: Container) {
    isMarked = container != .unknown && container != .mpegAudio
    demuxing = container.demuxing
  }

  /// The sample frames that the header counts, if these end within the last block of `count` frames,
  /// which is filled up.
  func countedFrames(of count: Int) -> Int? {
    guard let layout, let counted = layout.countedFrames, counted > 0,
      (0...layout.framesPerBlock).contains(count - counted)
    else { return nil }
    return counted
  }

  /// Takes over what the pages of an Ogg file tell.
  mutating func include(_ scan: OggPageScan) {
    (pageScan, demuxing) = (scan, Demuxing("ogg", scan))
    speakers = scan.speakers
    isUnfinished = !scan.hasEnd && !scan.isDamaged
  }
}
