// SPDX-License-Identifier: MIT
import Testing

@testable import H264

/// The codes of CAVLC beside the standard's tables.
@Suite struct CodeTableTests {
  /// The codes of one column of a table as words of 0 and 1; nothing where there is no code.
  private static func words(_ codes: ArraySlice<CodeTables.Code>) -> [String] {
    codes.map { code in
      let digits = String(code & 255, radix: 2)
      let length = Int(code >> 8)
      guard length > 0 else { return "" }
      return String(repeating: "0", count: max(length - digits.count, 0)) + digits
    }
  }

  private static let tokens = (0..<5).map {
    words(CodeTables.tokens[68 * $0..<68 * $0 + 68])
  }
  private static let zeros = (0..<15).map { words(CodeTables.zeros[16 * $0..<16 * $0 + 16]) }
  private static let chromaZeros = (0..<3).map {
    words(CodeTables.chromaZeros[4 * $0..<4 * $0 + 4])
  }
  private static let runs = (0..<7).map { words(CodeTables.runs[16 * $0..<16 * $0 + 16]) }

  @Test func `no code begins with another one`() {
    for words in Self.tokens + Self.zeros + Self.chromaZeros + Self.runs {
      for (number, word) in words.enumerated() where !word.isEmpty {
        for (other, longer) in words.enumerated() where other != number {
          #expect(!longer.hasPrefix(word), "\(words)")
        }
      }
    }
  }

  @Test func `all numbers of levels and of zeros that can be have a code, and no others`() {
    for (kind, words) in Self.tokens.enumerated() {
      for total in 0...16 {
        for ones in 0...3 {
          let isPossible = ones <= total && total <= (kind == 4 ? 4 : 16)
          #expect(words[4 * total + ones].isEmpty != isPossible, "\(kind): \(total), \(ones)")
        }
      }
    }
    for (index, words) in Self.zeros.enumerated() {
      #expect(words.count { !$0.isEmpty } == 16 - index)
    }
    for (index, words) in Self.chromaZeros.enumerated() {
      #expect(words.count { !$0.isEmpty } == 4 - index)
    }
    for (index, words) in Self.runs.enumerated() {
      #expect(words.count { !$0.isEmpty } == (index < 6 ? index + 2 : 15))
    }
  }

  /// How much of all words the codes leave, in 2⁻¹⁶.
  private static func rest(_ words: [String]) -> Int {
    65536 - words.filter { !$0.isEmpty }.reduce(0) { $0 + 65536 >> $1.count }
  }

  @Test func `the codes use all words but those that the standard leaves`() {
    // Left are words of zeros alone, and of six bits two words.
    #expect(Self.zeros.map(Self.rest) == [128] + [Int](repeating: 0, count: 14))
    #expect(Self.chromaZeros.map(Self.rest) == [0, 0, 0])
    #expect(Self.runs.map(Self.rest) == [0, 0, 0, 0, 0, 0, 32])
    #expect(Self.tokens.map(Self.rest) == [2, 8, 64, 2048, 0])
  }

  @Test(
    arguments: [
      // Table 9-5, by column: TotalCoeff, TrailingOnes.
      (0, 0, 0, "1"), (0, 1, 0, "000101"), (0, 1, 1, "01"), (0, 2, 0, "00000111"),
      (0, 2, 1, "000100"), (0, 2, 2, "001"), (0, 3, 3, "00011"), (0, 4, 3, "000011"),
      (0, 5, 3, "0000100"), (0, 6, 2, "0000000101"), (0, 13, 1, "000000000000001"),
      (0, 16, 0, "0000000000000100"), (0, 16, 3, "0000000000001000"),
      (1, 0, 0, "11"), (1, 1, 0, "001011"), (1, 1, 1, "10"), (1, 2, 2, "011"), (1, 3, 3, "0101"),
      (1, 4, 3, "0100"), (1, 5, 3, "00110"), (1, 6, 3, "001000"), (1, 15, 3, "0000000000001"),
      (1, 16, 0, "00000000000111"),
      (2, 0, 0, "1111"), (2, 1, 0, "001111"), (2, 1, 1, "1110"), (2, 2, 2, "1101"),
      (2, 3, 3, "1100"), (2, 4, 3, "1011"), (2, 5, 3, "1010"), (2, 6, 3, "1001"),
      (2, 7, 3, "1000"), (2, 16, 0, "0000000001"), (2, 16, 3, "0000000010"),
      (4, 0, 0, "01"), (4, 1, 0, "000111"), (4, 1, 1, "1"), (4, 2, 2, "001"),
      (4, 3, 3, "000101"), (4, 4, 0, "000010"), (4, 4, 3, "0000000"),
    ])
  func `the code of a number of levels is that of table 9-5`(
    kind: Int, total: Int, ones: Int, word: String
  ) {
    #expect(Self.tokens[kind][4 * total + ones] == word)
  }

  @Test func `where eight levels and more are around, the code says both numbers in six bits`() {
    for total in 1...16 {
      for ones in 0...min(3, total) {
        let digits = String(4 * (total - 1) + ones, radix: 2)
        let word = String(repeating: "0", count: 6 - digits.count) + digits
        #expect(Self.tokens[3][4 * total + ones] == word)
      }
    }
    #expect(Self.tokens[3][0] == "000011")
  }

  @Test func `the codes of zeros are those of tables 9-7, 9-8 and 9-9`() {
    let first = Self.zeros[0]
    #expect(first[0...2] == ["1", "011", "010"])
    // Then two of each length, the last one alone.
    for zeros in 1...15 {
      #expect(first[zeros].count == min((zeros + 1) / 2 + 2, 9), "\(zeros)")
      let ending = zeros == 15 ? "1" : zeros % 2 == 1 ? "11" : "10"
      #expect(first[zeros].hasSuffix(ending) && first[zeros].drop { $0 == "0" } == ending)
    }
    #expect(Self.zeros[1][0...4] == ["111", "110", "101", "100", "011"])
    #expect(Self.zeros[2][0...2] == ["0101", "111", "110"])
    #expect(Self.zeros[3][12] == "00000" && Self.zeros[4][11] == "00000")
    #expect(Self.zeros[5][10] == "000000" && Self.zeros[6][9] == "000000")
    #expect(Self.zeros[6][5] == "11" && Self.zeros[7][4...5] == ["11", "10"])
    #expect(Self.zeros[8][6] == "01" && Self.zeros[9][5] == "01")
    #expect(Self.zeros[10][4] == "1" && Self.zeros[11][3] == "1" && Self.zeros[12][2] == "1")
    #expect(Self.zeros[12][0...3] == ["000", "001", "1", "01"])
    #expect(Self.zeros[13][0...2] == ["00", "01", "1"] && Self.zeros[14][0...1] == ["0", "1"])
    #expect(Self.chromaZeros[0] == ["1", "01", "001", "000"])
    #expect(Self.chromaZeros[1] == ["1", "01", "00", ""])
    #expect(Self.chromaZeros[2] == ["1", "0", "", ""])
  }

  @Test func `the codes of runs are those of table 9-10`() {
    #expect(Self.runs[0][0...1] == ["1", "0"] && Self.runs[1][0...2] == ["1", "01", "00"])
    #expect(Self.runs[2][0...3] == ["11", "10", "01", "00"])
    #expect(Self.runs[3][0...4] == ["11", "10", "01", "001", "000"])
    #expect(Self.runs[4][0...5] == ["11", "10", "011", "010", "001", "000"])
    #expect(Self.runs[5][0...6] == ["11", "000", "001", "011", "010", "101", "100"])
    for run in 0...6 {
      #expect(Self.runs[6][run] == ["111", "110", "101", "100", "011", "010", "001"][run])
    }
    for run in 7...14 { #expect(Self.runs[6][run] == String(repeating: "0", count: run - 4) + "1") }
  }

  @Test func `the numbers of coded block patterns are those of table 9-4`() {
    for numbers in [CodeTables.intraPatterns, CodeTables.interPatterns] {
      #expect(numbers.sorted() == Array(0..<48))
    }
    for (number, intra, inter) in [
      (0, 47, 0), (1, 31, 16), (2, 15, 1), (3, 0, 2), (6, 29, 32), (11, 14, 15), (12, 39, 47),
      (16, 16, 14), (26, 37, 36), (31, 4, 46), (36, 24, 19), (46, 38, 38), (47, 41, 41),
    ] {
      #expect(CodeTables.intraPatterns[intra] == number, "\(number)")
      #expect(CodeTables.interPatterns[inter] == number, "\(number)")
    }
  }
}
