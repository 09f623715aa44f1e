// SPDX-License-Identifier: MIT
internal import H264

/// What codes the pictures of a film in H.264.
public enum FilmEncoder: String, Sendable, Hashable, CaseIterable {
  /// The program itself, from the blocks that change: the same bytes on every machine.
  case own
  /// libx264, through ffmpeg: somewhat smaller films, much slower.
  case x264
}

/// How the program codes pictures itself.
package struct OwnCoding: Sendable {
  /// How well they are kept.
  let quality: PictureQuality
  /// Bytes for a frame of 1920 by 1080 pixels, and milliseconds on one processor: measured with the
  /// looks of the radial view.
  let cost: (bytes: Double, milliseconds: Double)

  /// How many bytes x264 takes for each of ours at the same quality.
  let shareOfX264: Double

  package init(
    parameter: Int, slack: Int, bytes: Double, milliseconds: Double, x264 share: Double
  ) {
    quality = PictureQuality(parameter: parameter, slack: slack)
    cost = (bytes, milliseconds)
    shareOfX264 = share
  }
}
