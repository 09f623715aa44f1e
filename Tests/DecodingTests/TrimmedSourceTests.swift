// SPDX-License-Identifier: MIT
import Decoding
import Signal
import Testing

@Suite struct TrimmedSourceTests {
  private let format = StreamFormat(sampleRate: 8000, channelCount: 2)
  private let all = samples(WaveBytes.steps(2000))

  @Test(arguments: [0, 1, 63, 64, 65, 999, 1000, 1001, 5000], [nil, 0, 1, 64, 500, 1000, 9000])
  func `a part has exactly its sample frames`(start: Int, count: Int?) {
    let source = TrimmedSource(
      MemorySource(format: format, interleaved: all), start: start, count: count)
    let first = min(start, 1000)
    let last = min(first + min(count ?? 1000, 1000), 1000)
    #expect(source.expectedFrameCount == last - first)
    #expect(Reading(source, capacity: 64).samples == Array(all[first * 2..<last * 2]))
  }

  @Test(arguments: [0, 1, 499, 999, 1000, 4000], [true, false])
  func `a part of a file and of a pipe are the same`(start: Int, isPiped: Bool) throws {
    let steps = WaveBytes.steps(2000)
    let scratch = Scratch()
    let path = try scratch.file("a.wav", WaveBytes.wave(steps, channels: 2))
    let input = isPiped ? try fifo(path, scratch) : try AudioInput.open(path)
    let reading = Reading(TrimmedSource(input, start: start, count: 300))
    let first = min(start, 1000)
    #expect(reading.samples == samples(Array(steps[first * 2..<min(first + 300, 1000) * 2])))
    #expect(reading.error == nil)
  }

  @Test(arguments: [(0, nil), (70, nil), (0, 300), (70, 300)], [0, 1, 100, 290, 2000])
  func `sample frames of a part are skipped`(part: (Int, Int?), skipped: Int) throws {
    let (start, count) = part
    var source = TrimmedSource(
      MemorySource(format: format, interleaved: all), start: start, count: count)
    let end = min(count.map { start + $0 } ?? 1000, 1000)
    let first = min(start + skipped, end)
    #expect(try source.skip(skipped) == first - start)
    #expect(Reading(source, capacity: 64).samples == Array(all[first * 2..<end * 2]))
  }

  @Test func `damage behind the part is not met, damage before it is`() throws {
    let bytes = Array(WaveBytes.wave(WaveBytes.steps(1000)).prefix(1044))
    let path = try Scratch().file("a.wav", bytes)
    let before = Reading(TrimmedSource(try AudioInput.open(path), start: 100, count: 300))
    #expect(before.error == nil)
    #expect(before.frameCount == 300)
    let behind = Reading(TrimmedSource(try AudioInput.open(path), start: 600))
    #expect(behind.error == .truncated(path: path, atFrame: 500, expectedFrames: 1000))
    #expect(behind.frameCount == 0)
  }
}
