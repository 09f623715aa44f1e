// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// The levels of the two channels in a picture, and of their bass: 40 bytes.
public struct StereoLevels: PackedReading, Hashable {
  /// The levels of the channel on the left.
  public let left: ChannelLevel
  /// The levels of the channel on the right; equal to the left one's for a mono track.
  public let right: ChannelLevel

  /// The level of their bass.
  public var bass: Decibels

  /// The levels of both sides, and of their bass: that of the louder average if `nil`.
  public init(left: ChannelLevel, right: ChannelLevel, bass: Decibels? = nil) {
    self.left = left
    self.right = right
    self.bass = bass ?? max(left.average, right.average)
  }

  /// Appends the bytes of five numbers.
  public func pack(into bytes: inout [UInt8]) {
    for level in [left.peak, left.average, right.peak, right.average, bass] {
      bytes.pack(level.value)
    }
  }

  /// How many bytes that are.
  static let packedSize = 40

  /// Whether they are five levels.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= packedSize && bytes.areNumbers(doubles: 0..<packedSize, below: 1000)
  }

  /// Reads the five numbers.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    func level() -> Decibels { Decibels(bytes.unpackDouble(at: &offset)) }
    left = ChannelLevel(peak: level(), average: level())
    right = ChannelLevel(peak: level(), average: level())
    bass = level()
  }
}

extension Analysis<StereoLevels> {
  /// The meters of two channels, and of their bass.
  public static func stereoLevels(of request: AnalysisRequest) -> Analysis<StereoLevels> {
    let (left, right) = request.channels
    return levels(request.ballistics, floor: request.floor) { places, _, levels in
      StereoLevels(
        left: places.level(ofChannel: left, in: levels),
        right: places.level(ofChannel: right, in: levels))
    }.joined(with: .bass(channels: request.channels, floor: request.floor)).map { levels, bass in
      var levels = levels
      levels.bass = bass
      return levels
    }
  }
}
