// SPDX-License-Identifier: MIT
public import Analysis
public import Signal

/// The levels of the two channels that a picture shows: 32 bytes.
public struct StereoLevels: PackedReading, Hashable {
  /// The readings of the channel on the left.
  public let left: ChannelLevel
  /// The readings of the channel on the right; the left one's for a mono track.
  public let right: ChannelLevel

  /// The readings of both sides.
  public init(left: ChannelLevel, right: ChannelLevel) {
    self.left = left
    self.right = right
  }

  /// Appends the bytes of four numbers.
  public func pack(into bytes: inout [UInt8]) {
    for level in [left.peak, left.average, right.peak, right.average] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: level.value.bitPattern >> shift))
      }
    }
  }

  /// Takes the four numbers from their bytes.
  public init(unpacking bytes: Span<UInt8>) {
    func level(_ index: Int) -> Decibels {
      var bits: UInt64 = 0
      for place in (0..<8).reversed() { bits = bits << 8 | UInt64(bytes[8 * index + place]) }
      return Decibels(Double(bitPattern: bits))
    }
    left = ChannelLevel(peak: level(0), average: level(1))
    right = ChannelLevel(peak: level(2), average: level(3))
  }
}

extension Analysis<StereoLevels> {
  /// The meters of two channels.
  public static func stereoLevels(of request: AnalysisRequest) -> Analysis<StereoLevels> {
    let levels = Analysis<Tick>.levels(request.ballistics, floor: request.floor)
    let channels = request.channels
    return Analysis("\(levels.text) of channels \(channels.left),\(channels.right)") {
      StereoLevelAnalyzer(levels: levels.make($0, $1), left: channels.left, right: channels.right)
    }
  }
}

/// The meters of all channels, of which two are read.
private struct StereoLevelAnalyzer: Analyzer {
  var levels: any Analyzer<Tick>
  let left, right: Int

  mutating func consume(_ run: Span<Float>) -> Bool { levels.consume(run) }

  mutating func endTick(emit: (StereoLevels) -> Void) {
    let (left, right) = (left, right)
    levels.endTick { emit(StereoLevels(left: $0.levels[left], right: $0.levels[right])) }
  }

  mutating func finish(emit: (StereoLevels) -> Void) {
    let (left, right) = (left, right)
    levels.finish { emit(StereoLevels(left: $0.levels[left], right: $0.levels[right])) }
  }
}
