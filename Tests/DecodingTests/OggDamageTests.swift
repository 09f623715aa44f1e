// SPDX-License-Identifier: MIT
import Decoding
import Testing

/// Ogg pages that say what cannot be.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"))
struct OggDamageTests {
  /// Where the pages of a file begin.
  private func pages(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) }
  }

  /// The position of the page that begins at `start`.
  private func position(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[start + 6 + $1]) << (8 * $1) }
  }

  /// The file with the position of a page changed, and its checksum made right again.
  private func positioned(_ bytes: [UInt8], _ page: Range<Int>, at position: UInt64) -> [UInt8] {
    var bytes = bytes
    for place in 0..<8 {
      bytes[page.lowerBound + 6 + place] = UInt8(truncatingIfNeeded: position >> (8 * place))
    }
    for place in 22..<26 { bytes[page.lowerBound + place] = 0 }
    var sum: UInt32 = 0
    for byte in bytes[page] {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
    for place in 0..<4 {
      bytes[page.lowerBound + 22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
    }
    return bytes
  }

  @Test(
    arguments: ["a.opus", "a.ogg"],
    [1 << 30, 1 << 59, 1 << 60, 1 << 63, UInt64.max, UInt64(Int64.max)])
  func `a position beyond all files does not stop the program`(
    name: String, position: UInt64
  ) throws {
    let scratch = Scratch()
    let recipe = try #require(Recipe.all.first { $0.name == name })
    let whole = try bytes(ofFile: recipe.make(in: scratch))
    let starts = pages(whole)
    try #require(starts.count >= 4)
    let page = starts[starts.count - 2]..<starts[starts.count - 1]
    var damaged = positioned(whole, page, at: position)
    // The page behind it is broken, so that its position is that of the damage.
    damaged[damaged.count - 1] ^= 1
    for (file, contents) in [
      ("whole", positioned(whole, page, at: position)), ("damaged", damaged),
    ] {
      let path = try scratch.file("\(file)-\(name)", contents)
      do throws(DecodingError) {
        let reading = try Reading(path, scratch.environment)
        #expect(reading.frameCount < 200_000)
        if file == "damaged" { #expect(reading.error != nil) }
      } catch {
        #expect("\(error)".contains(path))
      }
    }
  }

  @Test func `an Opus page that ends before the sum of its packets does not end the sound`() throws
  {
    let scratch = Scratch()
    let recipe = Recipe(
      name: "a.opus", arguments: ["-c:a", "libopus", "-page_duration", "200000"])
    let whole = try bytes(ofFile: recipe.make(in: scratch))
    let starts = pages(whole)
    try #require(starts.count >= 8)
    let page = starts[5]..<starts[6]
    let position = position(whole, page.lowerBound)
    // As ffmpeg writes it now and then; libsndfile gives up there.
    let path = try scratch.file("odd.opus", positioned(whole, page, at: position - 100))
    let reading = try Reading(path, scratch.environment)
    #expect(reading.error == nil)
    #expect(abs(reading.frameCount - 96_000) < 1000)
    let alone = try Reading(path, scratch.withoutHelpers)
    #expect(alone.frameCount < 96_000)
    if case .helperMissing(path, _) = alone.error {} else { Issue.record("\(alone.frameCount)") }
  }

  /// Symptom: behind a first page that is the last one libsndfile read on, and gave what memory
  /// happened to hold as sound.
  @Test func `pages behind the last page are not sound`() throws {
    let scratch = Scratch()
    let recipe = Recipe(
      name: "a.opus", arguments: ["-c:a", "libopus", "-page_duration", "10000000"])
    let made = try recipe.make(in: scratch)
    let whole = try bytes(ofFile: made)
    let starts = pages(whole)
    try #require(starts.count == 3)
    let later = position(whole, starts[2]) + 48_000
    let again = positioned(whole, starts[2]..<whole.count, at: later)[starts[2]...]
    let path = try scratch.file("followed.opus", whole + [0] + again)
    let alone = try Reading(made, scratch.withoutHelpers)
    let followed = try Reading(path, scratch.withoutHelpers)
    #expect(followed.error == nil)
    #expect(followed.frameCount == alone.frameCount)
    let isSame = followed.samples == alone.samples
    #expect(isSame)
  }

  /// Symptom: the length of the last page wrapped, and memory as it was came as sound.
  @Test(arguments: [UInt64.max - 2000, UInt64(1 << 62), UInt64(1 << 33)])
  func `an Opus page at an impossible position ends the sound before it`(position: UInt64) throws {
    let scratch = Scratch()
    let recipe = Recipe(
      name: "a.opus", arguments: ["-c:a", "libopus", "-page_duration", "200000"])
    let whole = try bytes(ofFile: recipe.make(in: scratch))
    let starts = pages(whole)
    let page = starts[starts.count - 2]..<starts[starts.count - 1]
    let path = try scratch.file("odd.opus", positioned(whole, page, at: position))
    let reading = try Reading(path, scratch.withoutHelpers)
    if case .checksumMismatch? = reading.error {} else { Issue.record("\(reading.frameCount)") }
    #expect(reading.frameCount < 96_000)
    #expect(reading.samples.allSatisfy { abs($0) <= 1.5 })
  }
}
