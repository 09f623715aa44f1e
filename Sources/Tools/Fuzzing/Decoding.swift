// SPDX-License-Identifier: MIT
internal import Decoding
internal import Signal

/// What a source has given: its samples, and the error at its end.
struct Decoding: CustomStringConvertible {
  /// The shape of the stream; `nil` if it was not opened.
  private(set) var format: StreamFormat?
  /// The samples, interleaved.
  private(set) var samples: [Float] = []
  /// What went wrong.
  private(set) var error: DecodingError?
  /// Whether it was read to its end.
  private(set) var isWhole = false

  /// The samples after which an input has shown what it can do.
  private static let maxSamples = 1 << 13

  var frameCount: Int { samples.count / (format?.channelCount ?? 1) }

  /// The error without the name of the input.
  var errorText: String {
    error.map { String("\($0)".drop { $0 != ":" }) } ?? "none"
  }

  var description: String {
    "\(frameCount) sample frames, format \(String(describing: format)), error \(errorText)"
  }

  /// Reads a source in blocks of `capacity` sample frames, and keeps it to its contract. Only what
  /// `isPiped` may give blocks that are not full before the last one.
  static func read<Source: AudioSource & ~Copyable>(
    capacity: Int, isPiped: Bool = false, _ open: () throws(DecodingError) -> Source
  ) throws(BrokenLaw) -> Decoding {
    var result = Decoding()
    var source: Source
    do { source = try open() } catch {
      result.error = error
      return result
    }
    let channelCount = source.format.channelCount
    result.format = source.format
    var block = AudioBlock(
      channelCount: channelCount,
      capacity: max(1, min(capacity, maxSamples / channelCount)))
    var wasFull = true
    while result.samples.count < maxSamples {
      do throws(DecodingError) { try source.read(into: &block) } catch {
        result.error = error
        break
      }
      if block.frameCount == 0 { break }
      try law(wasFull || isPiped, "only the last block is not full")
      wasFull = block.frameCount == block.capacity
      block.withSamples { samples in
        for index in samples.indices { result.samples.append(samples[index]) }
      }
    }
    guard result.samples.count < maxSamples else {
      // A pipe gives blocks of other lengths.
      result.samples.removeLast(result.samples.count - maxSamples / channelCount * channelCount)
      return result
    }
    result.isWhole = true
    try checkEnd(of: &source, &block, result)
    return result
  }

  /// The end of a stream stays its end.
  private static func checkEnd<Source: AudioSource & ~Copyable>(
    of source: inout Source, _ block: inout AudioBlock, _ result: Decoding
  ) throws(BrokenLaw) {
    var again: DecodingError?
    do { try source.read(into: &block) } catch { again = error }
    try law(again == result.error, "after \(result): \(String(describing: again))")
    try law(block.frameCount == 0, "something follows \(result)")
  }

  /// Whether samples are the same to the last bit.
  static func isSame(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}
