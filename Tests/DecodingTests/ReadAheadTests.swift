// SPDX-License-Identifier: MIT
import Decoding
import Signal
import Synchronization
import Testing

@Suite struct ReadAheadTests {
  @Test(arguments: [0, 1, 3])
  func `blocks, lengths and the error come as without reading ahead`(blocks: Int) {
    var source = ReadAhead(CountedSource(Count(), failsAt: 5), blocks: blocks)
    #expect(source.incompleteBytes == 0)
    var block = AudioBlock(channelCount: 1, capacity: 4)
    for read in 0..<8 {
      let frames = 0..<(read < 5 ? 4 : 0)
      var failure: DecodingError?
      do { try source.read(into: &block) } catch { failure = error }
      #expect(failure == (read < 5 ? nil : CountedSource.failure))
      #expect(
        block.withSamples { samples in samples.indices.map { samples[$0] } }
          == frames.map { Float(4 * read + $0) })
      #expect(source.incompleteBytes == min(read + 1, 6))
      #expect(source.lengthConflict == LengthConflict(declared: 1, found: min(read + 1, 6)))
      #expect(source.expectedFrameCount == min(read + 1, 6))
    }
  }

  @Test func `it reads as many blocks ahead as it has, and no more`() {
    let count = Count()
    var source = ReadAhead(CountedSource(count, failsAt: .max), blocks: 3)
    var block = AudioBlock(channelCount: 1, capacity: 4)
    #expect(count.number == 0)
    for read in 1...20 {
      #expect(throws: Never.self) { try source.read(into: &block) }
      while count.number < read + 3 {}
    }
    // Those that it has are full now.
    #expect(count.number == 23)
  }

  @Test func `reading ends with it`() {
    let count = Count()
    do {
      var source = ReadAhead(CountedSource(count, failsAt: .max), blocks: 2)
      var block = AudioBlock(channelCount: 1, capacity: 4)
      for _ in 0..<3 { #expect(throws: Never.self) { try source.read(into: &block) } }
    }
    #expect((3...6).contains(count.number))
    #expect(count.isGone)
  }

  @Test func `sample frames are skipped before the first read`() {
    var source = ReadAhead(
      MemorySource(
        format: StreamFormat(sampleRate: 8000, channelCount: 1),
        interleaved: (0..<9).map(Float.init)),
      blocks: 2)
    var block = AudioBlock(channelCount: 1, capacity: 4)
    #expect(throws: Never.self) {
      #expect(try source.skip(6) == 6)
      try source.read(into: &block)
    }
    #expect(block.withSamples { samples in samples.indices.map { samples[$0] } } == [6, 7, 8])
  }
}

/// How often a source was read, and whether it is gone.
private final class Count: Sendable {
  let reads = Atomic<Int>(0)
  let isOver = Atomic<Bool>(false)

  var number: Int { reads.load(ordering: .relaxed) }
  var isGone: Bool { isOver.load(ordering: .relaxed) }
}

/// Whole numbers as samples, and lengths that change with each read.
private struct CountedSource: AudioSource, ~Copyable {
  static let failure = DecodingError.truncated(path: "a", atFrame: 20, expectedFrames: nil)

  let format = StreamFormat(sampleRate: 8000, channelCount: 1)
  private let count: Count
  private let failingRead: Int
  private var reads = 0

  init(_ count: Count, failsAt failingRead: Int) {
    (self.count, self.failingRead) = (count, failingRead)
  }

  deinit { count.isOver.store(true, ordering: .relaxed) }

  var expectedFrameCount: Int? { reads }
  var lengthConflict: LengthConflict? { LengthConflict(declared: 1, found: reads) }
  var incompleteBytes: Int { reads }

  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    block.truncate(to: 0)
    if reads <= failingRead {
      reads += 1
      count.reads.add(1, ordering: .relaxed)
    }
    guard reads <= failingRead else { throw CountedSource.failure }
    let first = 4 * (reads - 1)
    block.fill { samples in
      for index in samples.indices { samples[index] = Float(first + index) }
      return samples.count
    }
  }
}
