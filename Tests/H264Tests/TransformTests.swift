// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import H264

/// The transforms and the quantisation, beside the standard's sums.
@Suite struct TransformTests {
  private static func blocks(_ rows: [[Int]]) -> FourBlocks {
    func lanes(_ row: [Int]) -> Lanes {
      var lanes = Lanes.zero
      for (index, number) in row.enumerated() { lanes[index] = Int16(number) }
      return lanes
    }
    var blocks = FourBlocks()
    blocks.lines = (lanes(rows[0]), lanes(rows[1]), lanes(rows[2]), lanes(rows[3]))
    return blocks
  }

  /// Four rows of four blocks side by side.
  private static func rows(_ blocks: FourBlocks) -> [[Int]] {
    [blocks.lines.0, blocks.lines.1, blocks.lines.2, blocks.lines.3].map { lanes in
      (0..<16).map { Int(lanes[$0]) }
    }
  }

  private static func product(_ left: [[Int]], _ right: [[Int]]) -> [[Int]] {
    left.map { row in
      right[0].indices.map { column in
        row.indices.reduce(0) { $0 + row[$1] * right[$1][column] }
      }
    }
  }

  private static func transposed(_ rows: [[Int]]) -> [[Int]] {
    rows[0].indices.map { column in rows.map { $0[column] } }
  }

  private static let basis = [[1, 1, 1, 1], [2, 1, -1, -2], [1, -1, -1, 1], [1, -2, 2, -1]]

  private static func noise(_ random: inout SeededGenerator) -> [[Int]] {
    (0..<4).map { _ in (0..<16).map { _ in Int.random(in: -255...255, using: &random) } }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `the transform is the product with the basis of the standard`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = Self.noise(&random)
    var blocks = Self.blocks(source)
    blocks.transform()
    let found = Self.rows(blocks)
    for block in 0..<4 {
      let part = source.map { Array($0[4 * block..<4 * block + 4]) }
      let expected = Self.product(
        Self.product(Self.basis, part), Self.transposed(Self.basis))
      // Columns of coefficients stand as rows.
      #expect(
        Self.transposed(found.map { Array($0[4 * block..<4 * block + 4]) }) == expected)
    }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `differences at QP 0 come back but for one, by levels and coefficients`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = Self.noise(&random)
    var blocks = Self.blocks(source)
    blocks.transform()
    var levels = CodedBlocks()
    let quantizer = Quantizer(0)
    let isCoded = levels.quantize(blocks, row: 2, quantizer, isIntra: true)
    #expect(isCoded)
    blocks = levels.scaled(row: 2, quantizer)
    blocks.invert()
    for (row, expected) in zip(Self.rows(blocks), source) {
      for (number, other) in zip(row, expected) { #expect(abs(number - other) <= 1) }
    }
  }

  @Test func `DC is transformed as in 8.5.10 and 8.5.11`() {
    let basis = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]]
    let numbers = [[7, -3, 20, 1], [0, 5, -8, 2], [11, 4, 4, -6], [-9, 1, 3, 13]]
    var lines = DirectLines()
    for row in 0..<4 {
      for column in 0..<4 { lines.rows[row][column] = Int32(numbers[row][column]) }
    }
    var chroma = lines
    lines.transform(isChroma: false)
    let expected = Self.product(Self.product(basis, numbers), basis)
    for row in 0..<4 {
      for column in 0..<4 { #expect(lines.rows[row][column] == expected[row][column]) }
    }
    chroma.transform(isChroma: true)
    for plane in 0..<2 {
      let part = numbers[0...1].map { Array($0[2 * plane..<2 * plane + 2]) }
      let pair = [[1, 1], [1, -1]]
      let expected = Self.product(Self.product(pair, part), pair)
      for row in 0..<2 {
        for column in 0..<2 {
          #expect(chroma.rows[row][2 * plane + column] == expected[row][column])
        }
      }
    }
  }

  /// The step of a QP in 1/16, which doubles every 6, from the factors of table 8-14.
  private static func step(_ parameter: Int) -> Double {
    [10.0, 11, 13, 14, 16, 18][parameter % 6] * Double(1 << (parameter / 6))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 11, 17, 23, 29, 35, 41])
  func `scaled levels are 4, 3.2 or 2.56 times the coefficient but for a step`(parameter: Int) {
    let quantizer = Quantizer(parameter)
    for column in 0..<4 {
      for row in 0..<4 {
        let gain = 4 * (column % 2 == 0 ? 1 : 0.8) * (row % 2 == 0 ? 1 : 0.8)
        // The steps of odd places are greater: 16 and 13 to 10.
        let step = Self.step(parameter) * [1, 1.32, 1.65][column % 2 + row % 2]
        for number in [-4000, -811, -40, 0, 3, 97, 1234, 4080] {
          var blocks = FourBlocks()
          var lines = [Lanes](repeating: .zero, count: 4)
          lines[column][4 + row] = Int16(number)
          blocks.lines = (lines[0], lines[1], lines[2], lines[3])
          var levels = CodedBlocks()
          let isCoded = levels.quantize(blocks, row: 1, quantizer, isIntra: false)
          let mask = levels.masks[5]
          #expect(isCoded == (mask != 0) && mask.nonzeroBitCount < 2)
          let scaled = isCoded ? Self.rows(levels.scaled(row: 1, quantizer)) : nil
          let found = Double(scaled?[column][4 + row] ?? 0)
          #expect(abs(found - gain * Double(number)) <= step * 1.01 + abs(found) / 256)
          guard isCoded else { continue }
          let place = mask.trailingZeroBitCount
          #expect(Int(BlockOrder.zigzag[place]) == 4 * row + column)
          #expect((levels.level(5, place) > 0) == (number > 0))
        }
      }
    }
  }

  @Test func `what is so near that it is not transformed has no levels`() {
    for parameter in 0...PictureQuality.worst {
      let quantizer = Quantizer(parameter)
      for place in 0..<16 {
        for sign in [1, -1] {
          var rows = [[Int]](repeating: [Int](repeating: 0, count: 16), count: 4)
          rows[place / 4][8 + place % 4] = sign * quantizer.smallestDistance
          var (blocks, levels) = (Self.blocks(rows), CodedBlocks())
          blocks.transform()
          for isIntra in [false, true] {
            let isCoded = levels.quantize(blocks, row: 0, quantizer, isIntra: isIntra)
            #expect(!isCoded)
          }
        }
      }
    }
  }

  @Test func `the scan goes to and fro along the diagonals`() {
    var (x, y, isUp, places) = (0, 0, true, [Int]())
    while places.count < 16 {
      places.append(4 * y + x)
      if isUp {
        if x == 3 {
          (y, isUp) = (y + 1, false)
        } else if y == 0 {
          (x, isUp) = (x + 1, false)
        } else {
          (x, y) = (x + 1, y - 1)
        }
      } else {
        if y == 3 {
          (x, isUp) = (x + 1, true)
        } else if x == 0 {
          (y, isUp) = (y + 1, true)
        } else {
          (x, y) = (x - 1, y + 1)
        }
      }
    }
    for number in 0..<16 {
      #expect(Int(BlockOrder.zigzag[number]) == places[number])
    }
  }

  @Test func `blocks are numbered as in figure 6-10`() {
    let figure = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
    for row in 0..<4 {
      for column in 0..<4 {
        let block = figure[row][column]
        #expect(BlockOrder.place(block) == 4 * row + column)
      }
    }
  }

  @Test func `the QP of chroma is that of table 8-15`() {
    for parameter in 0..<30 { #expect(Quantizer.chroma(parameter) == parameter) }
    let others = [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37]
    #expect((30...PictureQuality.worst).map(Quantizer.chroma) == others)
  }
}
