// SPDX-License-Identifier: MIT

/// Sample frames of a block, of which the first has a number that ``SoundBlock/length`` divides.
///
/// Recurrences begin anew with each block, so that nothing depends on where a run begins.
struct SoundBlock: Sendable {
  /// Eight sample frames.
  typealias Frames = SIMD8<Double>

  /// Sample frames of every block.
  static let length = 4096

  /// The channels.
  var left = silence, right = silence

  /// A channel of which nothing is heard.
  static let silence = [Frames](repeating: .zero, count: length / Frames.scalarCount)
}

/// What plays block by block.
protocol BlockPlayer: Sendable {
  /// Adds its sound to a silent block, of which the first sample frame has a number.
  ///
  /// - Postcondition: what is in the block follows from the number only.
  mutating func play(into block: inout SoundBlock, from sampleFrame: Int)
}

/// Gives any range of what plays block by block.
struct BlockGenerator<Player: BlockPlayer>: SoundGenerator {
  private var player: Player
  private var block = SoundBlock()
  /// The number of the block's first sample frame.
  private var blockStart = -1

  init(_ player: Player) { self.player = player }

  mutating func render(_ sampleFrames: Range<Int>, into samples: inout MutableSpan<Float>) {
    for frame in sampleFrames {
      let place = frame % SoundBlock.length
      if frame - place != blockStart { enter(frame - place) }
      let (index, lane) = place.quotientAndRemainder(dividingBy: SoundBlock.Frames.scalarCount)
      let target = 2 * (frame - sampleFrames.lowerBound)
      samples[target] = Float(block.left[index][lane])
      samples[target + 1] = Float(block.right[index][lane])
    }
  }

  private mutating func enter(_ start: Int) {
    block.left = SoundBlock.silence
    block.right = SoundBlock.silence
    player.play(into: &block, from: start)
    blockStart = start
  }
}
