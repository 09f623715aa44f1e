// SPDX-License-Identifier: MIT

/// A block of sample frames. The number of the first one is a multiple of ``SoundBlock/length``.
///
/// Recurrences restart with each block, so the sound does not depend on where rendering begins.
struct SoundBlock: Sendable {
  /// Eight sample frames.
  typealias Frames = SIMD8<Double>

  /// Sample frames in a block.
  static let length = 4096

  /// The channels.
  var left = silence, right = silence

  /// A silent channel.
  static let silence = [Frames](repeating: .zero, count: length / Frames.scalarCount)
}

/// An instrument that plays block by block.
protocol BlockPlayer: Sendable {
  /// Adds its sound to a silent block, which begins at `sampleFrame`.
  ///
  /// - Postcondition: the block's content depends on that number only.
  mutating func play(into block: inout SoundBlock, from sampleFrame: Int)
}

/// Renders any range of sample frames from a block player.
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
