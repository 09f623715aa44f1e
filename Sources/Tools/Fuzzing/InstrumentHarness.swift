// SPDX-License-Identifier: MIT
internal import Synthesis

/// Instruments as JSON: what plays is finite, and the same however it is asked for.
enum InstrumentHarness {
  static let harness = Harness(
    name: "instrument", longestInput: 4096,
    words: [
      Instrument.schema, "schema", "kind", "tones", "wheels", "duration", "events", "scale", "pan",
      "time", "tone", "frequency", "velocity", "glide", "wheel", "add", "radius", "audio", "true",
      "false", "127", "1000000", "1e-9", "{\"x\": 0, \"y\": 0}",
      "{\"time\": 0, \"tone\": 0, \"velocity\": 1, \"glide\": 1}",
      "{\"time\": 0, \"wheel\": 0, \"x\": 1}",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard let instrument = try? Instrument(json: bytes) else { return }
    var numbers = InputNumbers(bytes)
    let sampleRate = numbers.pick([8_000, 44_100, 192_000])
    let start = numbers.pick(
      [0, 1, 4_095, sampleRate / 40, 3 * sampleRate, 32_400 * sampleRate]
        + [Int(Instrument.longestTime) * sampleRate])
    let place = start + numbers.pick([1, 7, 300, 599])
    let whole = samples(instrument, sampleRate, [start..<start + 600])
    let cut = samples(instrument, sampleRate, [start..<place, place..<start + 600])
    try law(
      whole.allSatisfy { abs($0) < 1e4 }, "a sample near \(start) at \(sampleRate) Hz is too large")
    try law(whole == cut, "samples near \(start) at \(sampleRate) Hz depend on the cut")
  }

  private static func samples(
    _ instrument: Instrument, _ sampleRate: Int, _ ranges: [Range<Int>]
  ) -> [Float] {
    var generator = instrument.generator(sampleRate: sampleRate)
    var samples: [Float] = []
    for range in ranges {
      var piece = [Float](repeating: .nan, count: 2 * range.count)
      var span = piece.mutableSpan
      generator.render(range, into: &span)
      samples += piece
    }
    return samples
  }
}
