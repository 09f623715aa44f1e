// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform
internal import Signal
internal import Synthesis

/// The sound of an instrument.
struct InstrumentSource: AudioSource, ~Copyable {
  let instrument: Instrument
  /// The hash of the text that describes the instrument.
  let textHash: ContentHash
  let format: StreamFormat
  /// `nil` if it is endless.
  let expectedFrameCount: Int?
  private var generator: any SoundGenerator
  private var position = 0

  init(_ instrument: Instrument, text: [UInt8], sampleRate: Int) {
    self.instrument = instrument
    textHash = ContentHash(of: text)
    format = StreamFormat(sampleRate: sampleRate, channelCount: Instrument.channelCount)
    expectedFrameCount = instrument.sampleFrames(at: sampleRate)
    generator = instrument.generator(sampleRate: sampleRate)
  }

  /// The remaining sample frames.
  private var remaining: Int { (expectedFrameCount ?? .max) - position }

  mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    let count = min(block.capacity, remaining)
    block.fill { samples in
      generator.render(position..<position + count, into: &samples)
      return count
    }
    position += count
  }

  mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    let skipped = min(count, remaining)
    position += skipped
    return skipped
  }
}
