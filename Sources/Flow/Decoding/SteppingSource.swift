// SPDX-License-Identifier: MIT
internal import Signal

/// How a stream ended.
enum StreamEnding { case clean, failed(DecodingError) }

/// A decoder that fills a block in steps, until one of them finds the end.
protocol SteppingSource: AudioSource, ~Copyable {
  /// `nil` before the end.
  var ending: StreamEnding? { get }

  /// The channel of the file for each of the stream; `nil` if they are in the same order.
  var sources: [Int]? { get }

  /// Whether the next step may have to wait for data.
  var mayWait: Bool { get }

  /// Appends up to `room` sample frames after the first `filled` ones of a block; returns their
  /// number, which may be 0, and sets ``ending`` if no more follow.
  mutating func readStep(
    into storage: inout MutableSpan<Float>, after filled: Int, atMost room: Int
  ) -> Int
}

extension SteppingSource where Self: ~Copyable {
  /// Never, for files.
  var mayWait: Bool { false }

  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    precondition(block.channelCount == format.channelCount)
    let capacity = block.capacity
    block.fill { storage in
      var filled = 0
      while ending == nil, filled < capacity, filled == 0 || !mayWait {
        filled += readStep(into: &storage, after: filled, atMost: capacity - filled)
      }
      return filled
    }
    if let sources { block.reorder(sources) }
    if block.frameCount == 0, case .failed(let error) = ending { throw error }
  }
}
