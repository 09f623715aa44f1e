// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

/// What is compressed is read back by libpng, as a grey picture.
@Suite struct DeflateTests {
  @Test(arguments: TestRun.seeds(1...24), [1, 3, 4])
  func `what is compressed comes out again, whatever the bytes`(seed: UInt64, distance: Int) throws
  {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: distance...900, using: &random)
    let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      Bytes.random(width, using: &random)
    }
    try expectIntact(rows, distance: distance, "width \(width)")
  }

  @Test(arguments: [3, 4, 10, 11, 18, 19, 130, 131, 257, 258, 259, 260, 516, 517, 700])
  func `a run of any length comes out again`(length: Int) throws {
    for distance in [1, 3, 4] {
      let head = (0..<distance).map { UInt8(10 + $0) }
      let row = head + (0..<length).map { head[$0 % distance] } + [200, 201]
      try expectIntact([row], distance: distance, "run of \(length)")
    }
  }

  @Test(arguments: [13, 16, 19])
  func `a code that would be too long comes out again`(symbolCount: Int) throws {
    // Fibonacci frequencies give the deepest tree there is.
    var random = SeededGenerator(seed: 15)
    var bytes: [UInt8] = []
    var (one, other) = (1, 1)
    for symbol in 0..<symbolCount {
      bytes += [UInt8](repeating: UInt8(symbol * 13), count: one)
      (one, other) = (other, one + other)
    }
    bytes.shuffle(using: &random)
    let width = (bytes.count + 7) / 8
    let rows = stride(from: 0, to: bytes.count, by: width).map { start in
      Array(bytes[start..<min(start + width, bytes.count)])
    }
    try expectIntact(rows.filter { $0.count == width }, distance: 1, "\(symbolCount) symbols")
  }

  @Test func `pieces do not depend on what was compressed before`() {
    var random = SeededGenerator(seed: 77)
    var used = RunDeflater()
    for count in [400, 5, 3000, 1, 64] {
      let bytes = Bytes.random(count, using: &random)
      var fresh = RunDeflater()
      let tokens = RunTokens(bytes.span, distance: 1)
      #expect(used.compress(tokens) == fresh.compress(tokens))
    }
  }

  @Test func `flat rows take next to nothing`() {
    var deflater = RunDeflater()
    let bytes = [UInt8](repeating: 0, count: 8 * 1921)
    #expect(deflater.compress(RunTokens(bytes.span, distance: 1)).count < 40)
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `tokens that follow changed bytes are those of the bytes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let distance = random.pick([1, 3, 4])
    // Most have many tokens for each change, some few.
    let count = Int.random(in: 1...random.pick([200, 9000]), using: &random)
    var bytes = Array(Bytes.random(count, using: &random)[..<count])
    var kept = RunTokens(bytes.span, distance: distance)
    var scratch = TokenBuffer()
    for step in 0..<12 {
      // Ranges that touch, lie apart, or change nothing.
      var ranges: [Range<Int>] = []
      var place = Int.random(in: 0..<count, using: &random)
      while place < count, ranges.count < 9 {
        let end = min(place + Int.random(in: 1...40, using: &random), count)
        let value = random.pick([nil, bytes[place], bytes[end - 1], 7])
        for index in place..<end where Int.random(in: 0..<4, using: &random) > 0 {
          bytes[index] = value ?? UInt8.random(in: 0...3, using: &random)
        }
        ranges.append(place..<end)
        place = end + random.pick([0, 1, 2, 3, 4, 5, 270])
      }
      kept.update(to: bytes.span, changed: ranges, &scratch)
      let fresh = RunTokens(bytes.span, distance: distance)
      #expect(kept.tokens == fresh.tokens, "step \(step)")
      #expect(kept.counts == fresh.counts, "step \(step)")
    }
  }

  @Test(arguments: TestRun.seeds(1...60))
  func `each token is the longest run from its place on, or a byte`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for distance in [1, 3, 4] {
      let count = random.pick([0, 1, 15, 16, 17, 80, 2000])
      let bytes = Array(Bytes.random(count, distance: distance, using: &random)[..<count])
      let tokens = RunTokens(bytes.span, distance: distance)
      var expected: [UInt16] = []
      var place = 0
      while place < count {
        var end = place
        while place >= distance, end < count, end < place + 258, bytes[end] == bytes[end - distance]
        {
          end += 1
        }
        let isRun = end >= place + 3
        expected.append(isRun ? UInt16(RunTokens.lengthBase + end - place) : UInt16(bytes[place]))
        place = isRun ? end : place + 1
      }
      #expect(tokens.tokens == expected, "\(count) bytes, distance \(distance)")
    }
  }

  /// Compresses rows in one piece, and has libpng read them.
  private func expectIntact(_ rows: [[UInt8]], distance: Int, _ comment: Comment) throws {
    let bytes: [UInt8] = rows.flatMap { (row: [UInt8]) in [0] + row }
    var deflater = RunDeflater()
    let piece = deflater.compress(RunTokens(bytes.span, distance: distance))
    let sum = adler32(bytes).value
    let end: [UInt8] = [3, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    let width = rows[0].count
    let file = PNGFile.grey(width: width, height: rows.count, zlib: [0x78, 1] + piece + end)
    let bitmap = try Picture.decoded(file)
    let read = stride(from: 0, to: bitmap.pixels.count, by: 4).map { bitmap.pixels[$0] }
    #expect(read == Array(rows.joined()), comment)
  }
}

@Suite struct PrefixCodeTests {
  @Test(arguments: TestRun.seeds(1...40))
  func `a code is complete, within its limit, and no code begins another`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let symbolCount = random.pick([19, 30, 286])
    let longest = symbolCount == 19 ? 7 : 15
    let frequencies = (0..<symbolCount).map { symbol -> UInt32 in
      switch seed % 4 {
      case 0: .random(in: 0...3, using: &random)
      case 1: 1 << UInt32(min(symbol, 21))
      case 2: Bool.random(using: &random) ? 0 : .random(in: 1...200_000, using: &random)
      default: symbol % 17 == 0 ? 8_000_000 : 1
      }
    }
    var code = PrefixCode(symbolCount: symbolCount)
    code.build(frequencies, longest: longest)
    let used = frequencies.indices.filter { frequencies[$0] > 0 }
    for symbol in frequencies.indices {
      #expect((code.lengths[symbol] > 0) == (frequencies[symbol] > 0))
      #expect(code.lengths[symbol] <= longest)
    }
    guard used.count > 1 else { return }
    let filled = used.reduce(0) { $0 + 1 << (longest - Int(code.lengths[$1])) }
    #expect(filled == 1 << longest)
    let words = Set(used.map { "\(code.codes[$0]) \(code.lengths[$0])" })
    #expect(words.count == used.count)
    for one in used {
      for other in used where other != one && code.lengths[one] <= code.lengths[other] {
        // Codes are written from their lowest bit on.
        let mask = UInt16(1) << UInt16(code.lengths[one]) - 1
        #expect(code.codes[other] & mask != code.codes[one])
        if code.codes[other] & mask == code.codes[one] { return }
      }
    }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `a code is hardly longer than the shortest there is`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Of very unequal frequencies, as in pictures.
    let frequencies = (0..<200).map { _ -> UInt32 in
      let magnitude = UInt32.random(in: 0...8, using: &random)
      return 1 << magnitude + UInt32.random(in: 0...9, using: &random)
    }
    var code = PrefixCode(symbolCount: 200)
    code.build(frequencies, longest: 15)
    let cost = zip(frequencies, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
    // The sum of all inner nodes' weights is the cost of a Huffman tree.
    var weights = frequencies.map(Int.init)
    var least = 0
    while weights.count > 1 {
      weights.sort(by: >)
      let joined = weights.removeLast() + weights.removeLast()
      least += joined
      weights.append(joined)
    }
    #expect(cost * 100 <= least * 101, "\(cost) of \(least)")
  }

  @Test func `a single symbol gets one bit`() {
    var code = PrefixCode(symbolCount: 30)
    code.build((0..<30).map { $0 == 7 ? 12 : 0 }, longest: 15)
    #expect(code.lengths[7] == 1)
    #expect(code.codes[7] == 0)
  }
}

private enum Bytes {
  /// Noise, few values, runs of one pixel, or all of them mixed.
  static func random(
    _ count: Int, distance: Int = 1, using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let stretch = Int.random(in: 1...random.pick([9, 400]), using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes += (0..<stretch).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 1: bytes += (0..<stretch).map { _ in UInt8.random(in: 0...2, using: &random) }
      default:
        let pixel = (0..<distance).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes += (0..<stretch).map { pixel[$0 % distance] }
      }
    }
    return Array(bytes.prefix(count))
  }
}
