// SPDX-License-Identifier: MIT
internal import Signal
internal import Text

/// That all that a picture shows of a track is silent.
public struct Silence: Sendable, CustomStringConvertible {
  /// Which channels are silent, and what is there instead, worded to follow the name of the track.
  public let description: String
  /// The indices of the channels that are not shown and have sound; empty if none is known.
  public let elsewhere: [Int]

  /// `figure` is what it looks like.
  init(figure: String, of channels: (left: Int, right: Int), in summary: TrackSummary) {
    let count = summary.format.channelCount
    let shown = Set([channels.left, channels.right]).sorted()
    elsewhere = summary.soundingChannels?.filter { !shown.contains($0) } ?? []
    let silent =
      if summary.metered != summary.format {
        "the mix of its channels is"
      } else if shown.count == count || summary.soundingChannels == [] {
        "is"
      } else {
        "\(listed(shown, "channel")) of \(count) \(shown.count == 1 ? "is" : "are")"
      }
    let instead =
      elsewhere.isEmpty
      ? figure : listed(elsewhere, "channel") + (elsewhere.count == 1 ? " has" : " have") + " sound"
    description = "\(silent) completely silent; \(instead)"
  }
}
