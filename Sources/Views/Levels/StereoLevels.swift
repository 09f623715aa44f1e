// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// The levels of the two channels in a picture: 32 bytes.
public struct StereoLevels: PackedReading, Hashable {
  /// The levels of the channel on the left.
  public let left: ChannelLevel
  /// The levels of the channel on the right; equal to the left one's for a mono track.
  public let right: ChannelLevel

  /// The levels of both sides.
  public init(left: ChannelLevel, right: ChannelLevel) {
    self.left = left
    self.right = right
  }

  /// Appends the bytes of four numbers.
  public func pack(into bytes: inout [UInt8]) {
    for level in [left.peak, left.average, right.peak, right.average] { bytes.pack(level.value) }
  }

  /// Reads the four numbers.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    func level() -> Decibels { Decibels(bytes.unpackDouble(at: &offset)) }
    left = ChannelLevel(peak: level(), average: level())
    right = ChannelLevel(peak: level(), average: level())
  }
}

extension Analysis<StereoLevels> {
  /// The meters of two channels.
  public static func stereoLevels(of request: AnalysisRequest) -> Analysis<StereoLevels> {
    let (left, right) = request.channels
    return levels(request.ballistics, floor: request.floor) { places, _, levels in
      StereoLevels(
        left: places.level(ofChannel: left, in: levels),
        right: places.level(ofChannel: right, in: levels))
    }
  }
}
