// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal
internal import Text

/// The beads at the newest tick, with its levels as data for readers of an SVG.
struct Heads: Sendable {
  private let channels: (left: Int, right: Int)
  private var newest: StereoLevels?

  /// Beads of a track.
  init(_ context: ViewContext) { channels = context.channels }

  /// Stores the levels of the newest tick.
  mutating func advance(_ levels: StereoLevels) { newest = levels }

  /// The beads of the left and the right channel in their colours.
  func items(_ beads: [Path], _ colors: [Color]) -> [Item] {
    zip(Side.allCases, zip(beads, colors)).map { side, bead in
      var item = Item.fill(bead.0, bead.1)
      item.name = "head-\(side.rawValue)"
      item.data = [DataAttribute("channel", "\(side == .left ? channels.left : channels.right)")]
      if let newest {
        let level = side == .left ? newest.left : newest.right
        item.data += [
          DataAttribute("peak-dbfs", DecimalText.text(level.peak.value, places: 6)),
          DataAttribute("average-dbfs", DecimalText.text(level.average.value, places: 6)),
        ]
      }
      return item
    }
  }
}
