// SPDX-License-Identifier: MIT
package import Decoding
internal import Signal
internal import Synthesis

/// An instrument, and its sound.
struct InstrumentInput: Input, ~Copyable {
  let content: InputContent
  let format: StreamFormat
  /// `nil` if it is endless.
  let expectedFrameCount: Int?
  private var generator: any SoundGenerator
  private var position = 0

  /// Reads the instrument in a file.
  init(_ file: borrowing InputFile) throws(DecodingError) {
    guard file.count <= Instrument.maxBytes else { throw file.unrecognized }
    let text = try file.bytes(at: 0, file.count)
    let instrument: Instrument
    do { instrument = try Instrument(json: text) } catch {
      throw .badScore(path: file.path, error)
    }
    let sampleRate = file.sampleRate ?? instrument.sampleRate
    content = .score(instrument, text: text)
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

extension InputKind {
  /// JSON text, or a file whose name says that it is, so that the message says what is wrong with
  /// its first byte. Behind a byte order mark too: the instrument's reader names the mark as the error.
  package static let instrument = InputKind { path, start in
    path.lowercased().hasSuffix(".json") || isObject(start)
  } open: { (file) throws(DecodingError) in
    try InstrumentInput(file)
  }
}
