// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import H264

/// What is in a stream: heads, still pictures, what moves, groups.
@Suite struct StreamTests {
  /// A grey picture of 96×64 with a square of noise, so that the macroblocks around it change nothing.
  private struct Square {
    static let (width, height) = (96, 64)
    var bytes = [UInt8](repeating: 90, count: Square.width * Square.height / 2 * 3)
    var changed = [Bool](repeating: false, count: 24)

    /// Puts noise into the macroblock at a place.
    mutating func put(_ seed: UInt64, column: Int = 2, row: Int = 1) {
      var random = SeededGenerator(seed: seed)
      for y in 0..<16 {
        for x in 0..<16 {
          bytes[(16 * row + y) * Square.width + 16 * column + x] = .random(
            in: 60...200, using: &random)
        }
      }
      changed[6 * row + column] = true
    }

    mutating func rest() { changed = [Bool](repeating: false, count: 24) }

    /// The sum of squared errors of luma.
    func error(_ decoded: [UInt8]) -> Int {
      (0..<Square.width * Square.height).reduce(0) {
        let difference = Int(bytes[$1]) - Int(decoded[$1])
        return $0 + difference * difference
      }
    }
  }

  private func stream(
    count: Int, _ quality: PictureQuality, groups: Int = 1, _ change: (Int, inout Square) -> Void
  ) throws -> (CodedStream, errors: [Int]) {
    var (stream, errors) = (
      try CodedStream(width: Square.width, height: Square.height), [Int]()
    )
    for _ in 0..<groups {
      var (square, pictures) = (Square(), [Square]())
      for index in 0..<count {
        square.rest()
        change(index, &square)
        pictures.append(square)
      }
      stream.append(count: count, quality) { (pictures[$0].bytes, pictures[$0].changed) }
      errors += zip(pictures, stream.decoded.suffix(count)).map { $0.error($1) }
    }
    return (stream, errors)
  }

  @Test func `a picture in which nothing changes takes a few bytes`() throws {
    let (stream, _) = try stream(count: 4, PictureQuality(parameter: 20, slack: 8)) {
      if $0 == 0 { $1.put(1) }
    }
    for slice in stream.slices.dropFirst() { #expect(slice.count < 12) }
    #expect(stream.decoded[3] == stream.decoded[0])
  }

  @Test func `a colour that changes everywhere is coded once, and continued`() throws {
    let (stream, errors) = try stream(count: 2, PictureQuality(parameter: 20, slack: 0)) {
      guard $0 == 1 else { return }
      for place in 0..<Square.width * Square.height { $1.bytes[place] += 3 }
      $1.changed = $1.changed.map { _ in true }
    }
    let slice = try #require(stream.slices.last)
    #expect(slice.count < 80)
    #expect(errors[1] <= Square.width * Square.height)
  }

  @Test func `what moves is coarser, and what rests is as good as if it had not moved`() throws {
    let change: (Int, inout Square) -> Void = { index, square in
      if index < 6 { square.put(UInt64(index)) }
    }
    let fine = try stream(count: 9, PictureQuality(parameter: 18, slack: 0), change)
    let coarse = try stream(count: 9, PictureQuality(parameter: 18, slack: 8), change)
    #expect(coarse.errors[0] == fine.errors[0])
    for index in 1..<6 {
      #expect(coarse.errors[index] > 2 * fine.errors[index], "picture \(index)")
      #expect(coarse.0.slices[index].count < fine.0.slices[index].count)
    }
    for index in 6..<9 { #expect(coarse.errors[index] <= fine.errors[index] * 3 / 2) }
    #expect(coarse.0.slices[7].count < 12)
  }

  @Test func `what moves is as coarse as the error of the picture allows`() throws {
    var last = (error: 0.0, bytes: Int.max)
    for most in [0.25, 0.5, 1] {
      let quality = PictureQuality(parameter: 16, slack: 12, error: most)
      let (stream, errors) = try stream(count: 12, quality) { $1.put(UInt64($0)) }
      let means = errors.dropFirst(2).map { Double($0) / Double(Square.width * Square.height) }
      let (mean, bytes) = (means.reduce(0, +) / Double(means.count), stream.bytes.count)
      #expect(means.allSatisfy { $0 <= 1.2 * most }, "\(most): \(means)")
      #expect(mean > most / 2 && mean > last.error && bytes < last.bytes, "\(most): \(mean)")
      last = (mean, bytes)
    }
  }

  @Test func `where all moves QP is at most two greater, and falls at once where more moves`()
    throws
  {
    func bytes(slack: Int, from first: Int) throws -> [Int] {
      let quality = PictureQuality(parameter: 12, slack: slack)
      let stream = try stream(count: 12, quality) { index, square in
        for place in 0..<(index < first ? 1 : 24) {
          square.put(UInt64(100 * index + place), column: place % 6, row: place / 6)
        }
      }.0
      return stream.slices.map(\.count)
    }
    #expect(try bytes(slack: 12, from: 0) == bytes(slack: 2, from: 0))
    #expect(try bytes(slack: 12, from: 0) != bytes(slack: 1, from: 0))
    let (one, other) = (try bytes(slack: 12, from: 6), try bytes(slack: 2, from: 6))
    #expect(one[1..<6].reduce(0, +) < other[1..<6].reduce(0, +))
    #expect(abs(one[6] - other[6]) < other[6] / 20)
  }

  @Test func `the head of a slice says number, kind, QP and that it is not deblocked`() throws {
    var stream = try CodedStream(width: 32, height: 32)
    var picture = TestPicture(width: 32, height: 32, seed: 3)
    for _ in 0..<3 {
      stream.append(&picture, count: 258, PictureQuality(parameter: 31, slack: 0))
    }
    for (index, slice) in stream.slices.enumerated() {
      let (group, number) = index.quotientAndRemainder(dividingBy: 258)
      var bits = BitReader(unit: slice)
      #expect(slice[0] == (number == 0 ? 0x65 : 0x61))
      #expect(try bits.unsigned() == 0)
      #expect(try bits.unsigned() == (number == 0 ? 7 : 5))
      #expect(try bits.unsigned() == 0)
      #expect(try bits.bits(8) == number % 256)
      // IDR pictures one after another have different numbers.
      if number == 0 { #expect(try bits.unsigned() == group % 2) }
      #expect(try bits.bits(number == 0 ? 2 : 3) == 0)
      #expect(try bits.signed() == 31 - 26)
      #expect(try bits.unsigned() == 1)
    }
  }

  @Test func `the same pictures have the same bytes, and groups know nothing of each other`() throws
  {
    var streams: [CodedStream] = []
    for before in [0, 0, 2] {
      var stream = try CodedStream(width: 80, height: 48)
      for group in 0..<before {
        var other = TestPicture(width: 80, height: 48, seed: UInt64(100 + group))
        stream.append(&other, count: 3, PictureQuality(parameter: 12, slack: 4))
      }
      var picture = TestPicture(width: 80, height: 48, seed: 5)
      stream.append(&picture, count: 6, PictureQuality(parameter: 24, slack: 6))
      streams.append(stream)
    }
    #expect(streams[0].bytes == streams[1].bytes)
    #expect(streams[0].slices == Array(streams[2].slices.suffix(6)))
  }

  @Test func `lower QPs cost more bytes and fewer errors`() throws {
    let results = try [40, 30, 20, 10, 0].map { parameter in
      try stream(count: 1, PictureQuality(parameter: parameter, slack: 0)) { $1.put(9) }
    }
    for (worse, better) in zip(results, results.dropFirst()) {
      #expect(better.0.bytes.count > worse.0.bytes.count && better.errors[0] < worse.errors[0])
    }
    #expect(results[4].errors[0] < 256)
  }

  @Test func `noise is written as samples where levels take more bits`() throws {
    let (width, height) = (64, 48)
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<width * height / 2 * 3).map { _ in
      [UInt8(1), 255].randomElement(using: &random)!
    }
    var stream = try CodedStream(width: width, height: height)
    stream.append(count: 1, PictureQuality(parameter: 0, slack: 0)) { _ in
      (bytes, [Bool](repeating: true, count: 12))
    }
    #expect(stream.decoded[0] == bytes)
    #expect(stream.slices[0].count < 12 * 390 + 20)
  }

  @Test func `no macroblock takes more than 3200 bits, or it is samples`() throws {
    for parameter in [0, 4, 8, 12] {
      var stream = try CodedStream(width: 64, height: 64)
      var picture = TestPicture(width: 64, height: 64, seed: UInt64(parameter))
      stream.append(&picture, count: 20, PictureQuality(parameter: parameter, slack: 0))
      for slice in stream.slices { #expect(slice.count < 16 * 401 * 4 / 3 + 20) }
    }
  }
}
