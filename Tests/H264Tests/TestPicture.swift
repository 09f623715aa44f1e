// SPDX-License-Identifier: MIT
import H264
import TestSupport

/// A picture in 4:2:0 that changes from step to step, and which macroblocks did.
struct TestPicture {
  let width, height: Int
  private(set) var bytes: [UInt8]
  private(set) var changed: [Bool]
  private var random: SeededGenerator

  init(width: Int, height: Int, seed: UInt64) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 128, count: width * height / 2 * 3)
    changed = [Bool](repeating: false, count: (width + 15) / 16 * ((height + 15) / 16))
    random = SeededGenerator(seed: seed)
    paint(0..<width, 0..<height)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// The next picture: nothing changes, or some rectangles, or all of it moves.
  mutating func step() {
    let before = bytes
    switch number(0...7) {
    case 0: break
    case 1: move(number(-9...9), number(-9...9))
    case 2: paint(0..<width, 0..<height)
    default:
      for _ in 0..<number(1...3) {
        let (x, y) = (number(0...width - 1), number(0...height - 1))
        paint(x..<number(x + 1...width), y..<number(y + 1...height))
      }
    }
    noteChanges(since: before)
  }

  /// Fills a rectangle of luma, and the samples of chroma in it, in one of many ways.
  private mutating func paint(_ columns: Range<Int>, _ rows: Range<Int>) {
    let (kind, scale) = (number(0...6), number(0...4))
    let (low, high) = [(0, 255), (16, 235), (100, 140), (0, 3)][number(0...3)]
    let (across, down, flat) = (number(-9...9), number(-9...9), number(0...255))
    let planes = [
      (0, columns, rows, width), (width * height, columns.halved, rows.halved, width / 2),
      (width * height / 4 * 5, columns.halved, rows.halved, width / 2),
    ]
    for (start, columns, rows, stride) in planes {
      for y in rows {
        for x in columns {
          let value =
            switch kind {
            case 0, 1: number(low...high)
            case 2: number(0...1) == 0 ? low : high
            case 3: (x >> scale ^ y >> scale) & 1 == 0 ? low : high
            case 4: flat + (across * x + down * y) >> 2
            case 5: (x >> scale) & 1 == 0 ? low : high
            default: flat
            }
          bytes[start + y * stride + x] = UInt8(min(max(value, 0), 255))
        }
      }
    }
  }

  /// Moves all samples; those at the edge come in at the other one.
  private mutating func move(_ right: Int, _ down: Int) {
    let before = bytes
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = ((x - right) %% width, (y - down) %% height)
        bytes[y * width + x] = before[row * width + column]
      }
    }
  }

  /// Notes which macroblocks differ.
  private mutating func noteChanges(since before: [UInt8]) {
    let columns = (width + 15) / 16
    for index in changed.indices { changed[index] = false }
    for index in bytes.indices where bytes[index] != before[index] {
      let (x, y): (Int, Int)
      if index < width * height {
        (x, y) = (index % width, index / width)
      } else {
        let place = (index - width * height) % (width * height / 4)
        (x, y) = (place % (width / 2) * 2, place / (width / 2) * 2)
      }
      changed[y / 16 * columns + x / 16] = true
    }
  }
}

extension Range<Int> {
  /// The samples of chroma at these of luma.
  fileprivate var halved: Range<Int> { lowerBound / 2..<(upperBound + 1) / 2 }
}

infix operator %% : MultiplicationPrecedence

/// The rest that is not negative.
private func %% (number: Int, count: Int) -> Int { (number % count + count) % count }

/// A stream with start codes, and what our writer says that a decoder makes of it.
struct CodedStream {
  private(set) var bytes: [UInt8] = []
  private(set) var decoded: [[UInt8]] = []
  /// The NAL unit of each picture.
  private(set) var slices: [[UInt8]] = []
  private var groups = 0
  let format: VideoFormat

  init(width: Int, height: Int, rate: (Int, Int) = (25, 1)) throws {
    format = try VideoFormat(width: width, height: height, rate: rate).unwrapped()
  }

  /// Appends a group of so many pictures, each made from the last one; `next` is called between.
  mutating func append(
    _ picture: inout TestPicture, count: Int, _ quality: PictureQuality
  ) {
    append(count: count, quality) { index in
      if index > 0 { picture.step() }
      return (picture.bytes, picture.changed)
    }
  }

  /// Appends a group of so many pictures.
  mutating func append(
    count: Int, _ quality: PictureQuality,
    _ picture: (_ index: Int) -> (bytes: [UInt8], changed: [Bool])
  ) {
    append(format.sequenceParameters)
    append(format.pictureParameters)
    var encoder = GroupEncoder(format, quality, group: groups)
    groups += 1
    for index in 0..<count {
      let (bytes, changed) = picture(index)
      slices.append(encoder.encode(bytes.span, changed: changed.span))
      append(slices[slices.count - 1])
      decoded.append(encoder.decoded)
    }
  }

  private mutating func append(_ unit: [UInt8]) { bytes += [0, 0, 0, 1] + unit }
}

extension Optional {
  fileprivate struct Missing: Error {}

  fileprivate func unwrapped() throws -> Wrapped {
    guard let self else { throw Missing() }
    return self
  }
}
