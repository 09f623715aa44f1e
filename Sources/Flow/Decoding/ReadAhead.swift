// SPDX-License-Identifier: MIT
internal import Platform
package import Signal

/// A source that is read on a thread of its own, some blocks ahead: samples are decoded while those
/// before them are metered.
///
/// Blocks, errors and lengths come as from the source itself, read by read.
package struct ReadAhead<Base: AudioSource & SendableMetatype & ~Copyable>: AudioSource, ~Copyable {
  private let reader: BlockReader<Base>
  private var thread: Threads.Running?
  /// How many blocks are read ahead; 0 if each read is one of the source.
  private var blocksAhead: Int
  /// What the newest block that was read ahead came with.
  private var newest: BlockReader<Base>.Step?

  package let format: StreamFormat

  /// Reads `base` up to `blocks` blocks ahead, from the first read on.
  package init(_ base: consuming Base, blocks: Int) {
    precondition(blocks >= 0)
    format = base.format
    blocksAhead = blocks
    reader = BlockReader(base)
  }

  deinit { reader.stop() }

  package var expectedFrameCount: Int? { facts.expectedFrameCount }
  package var lengthConflict: LengthConflict? { facts.lengthConflict }
  package var incompleteBytes: Int { facts.incompleteBytes }

  private var facts: BlockReader<Base>.Facts { newest?.facts ?? .init(reader.base) }

  /// Reads the next sample frames.
  ///
  /// - Precondition: all blocks have one capacity.
  package mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if blocksAhead > 0, thread == nil {
      reader.prepare(blocksAhead, like: block)
      thread = Threads.Running { [reader] in reader.run() }
      // The system may start no thread.
      if thread == nil { blocksAhead = 0 }
    }
    guard blocksAhead > 0 else { return try reader.base.read(into: &block) }
    if newest?.isLast == true {
      block.truncate(to: 0)
    } else {
      newest = reader.next(for: &block)
    }
    if let failure = newest?.failure { throw failure }
  }

  /// Skips sample frames as the source does.
  ///
  /// - Precondition: nothing was read.
  package mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    precondition(thread == nil, "nothing was read")
    return try reader.base.skip(count)
  }
}

/// The source, and the blocks on their way between the two threads.
// Sendable: the source is used by the thread that runs alone, and by its owner before.
private final class BlockReader<Base: AudioSource & SendableMetatype & ~Copyable>:
  @unchecked Sendable
{
  /// What else there is to know after a read.
  struct Facts {
    let expectedFrameCount: Int?
    let lengthConflict: LengthConflict?
    let incompleteBytes: Int

    init(_ base: borrowing Base) {
      expectedFrameCount = base.expectedFrameCount
      lengthConflict = base.lengthConflict
      incompleteBytes = base.incompleteBytes
    }
  }

  /// What a read has given.
  struct Step {
    let failure: DecodingError?
    let isLast: Bool
    let facts: Facts
  }

  private struct Blocks {
    var empty: [AudioBlock] = []
    var filled: [(block: AudioBlock, step: Step)] = []
    var areWanted = true
  }

  var base: Base
  private let blocks = Monitor(Blocks())

  init(_ base: consuming Base) { self.base = base }

  /// Makes `count` blocks of the capacity of another one.
  func prepare(_ count: Int, like block: AudioBlock) {
    let new = AudioBlock(channelCount: block.channelCount, capacity: block.capacity)
    blocks.change { $0.empty = Array(repeating: new, count: count) }
  }

  /// Fills empty blocks to the end of the source, or until no more are wanted.
  func run() {
    while var block = blocks.change(
      when: { !$0.areWanted || !$0.empty.isEmpty }, { $0.areWanted ? $0.empty.popLast() : nil })
    {
      var failure: DecodingError?
      do { try base.read(into: &block) } catch { failure = error }
      let isLast = failure != nil || block.frameCount == 0
      let step = Step(failure: failure, isLast: isLast, facts: Facts(base))
      blocks.change { $0.filled.append((block, step)) }
      if isLast { return }
    }
  }

  /// Waits for the next filled block, and exchanges it for another one.
  func next(for block: inout AudioBlock) -> Step {
    blocks.change(when: { !$0.filled.isEmpty }) {
      let next = $0.filled.removeFirst()
      $0.empty.append(block)
      block = next.block
      return next.step
    }
  }

  /// Lets ``run()`` end after the block that it is reading.
  func stop() { blocks.change { $0.areWanted = false } }
}
