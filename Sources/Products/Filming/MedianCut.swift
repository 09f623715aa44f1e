// SPDX-License-Identifier: MIT

/// Many colours in a few groups of similar ones, for pictures with a table of colours.
///
/// - Source: Heckbert, *Color Image Quantization for Frame Buffer Display*, SIGGRAPH 1982.
enum MedianCut {
  /// A colour as `0xRRGGBB`, and how many pixels have it.
  typealias Counted = (color: UInt32, count: Int)

  /// At most `limit` groups: repeatedly splits the one with the longest side in the middle of that side.
  static func groups(of colors: [Counted], atMost limit: Int) -> [[Counted]] {
    var boxes = [Box(colors)]
    while boxes.count < limit,
      let place = boxes.indices.max(by: { boxes[$0].length < boxes[$1].length }),
      boxes[place].length > 0
    {
      let (one, other) = boxes[place].halves
      boxes[place] = one
      boxes.append(other)
    }
    return boxes.map(\.colors)
  }

  private struct Box {
    let colors: [Counted]
    /// The shift of the channel in which the colours of the box differ most.
    private let shift: UInt32
    /// The difference in that channel.
    let length: UInt32
    private let middle: UInt32

    init(_ colors: [Counted]) {
      self.colors = colors
      var widest = (shift: UInt32(0), low: UInt32(0), high: UInt32(0))
      for shift: UInt32 in [0, 8, 16] {
        let parts = colors.map { $0.color >> shift & 255 }
        let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
        if high - low > widest.high - widest.low { widest = (shift, low, high) }
      }
      (shift, length) = (widest.shift, widest.high - widest.low)
      middle = (widest.low + widest.high) / 2
    }

    var halves: (Box, Box) {
      let isLow = colors.map { $0.color >> shift & 255 <= middle }
      return (
        Box(zip(colors, isLow).filter(\.1).map(\.0)),
        Box(zip(colors, isLow).filter { !$0.1 }.map(\.0))
      )
    }
  }
}
