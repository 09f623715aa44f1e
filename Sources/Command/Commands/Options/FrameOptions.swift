// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Signal

/// Which frames of a track are made.
struct FrameOptions: Sendable {
  /// Frames a second; the tick rate if `nil`.
  var rate: Rate?
  var range: FrameRange?
  /// When the only frame is shown.
  var moment: TimePosition?
  /// The frames of one image are spread over the track.
  var sheet: SheetShape?
  /// Whether a part begins with an empty figure.
  var isFresh = false
  /// Whether the last frame leads into the first one.
  var loops = false
  var shard: Shard?

  /// The frames of a track.
  var selection: FrameSelection {
    moment.map { .moment($0) } ?? shard?.selection ?? range?.selection ?? .all
  }

  /// Whether a single frame is requested, rather than a part that may happen to have one.
  var selectsOne: Bool {
    switch range?.selection {
    case _ where moment != nil: true
    case .last?, .fullest?: true
    case .range(let first, let last)?: first == last
    default: false
    }
  }
}
