// SPDX-License-Identifier: MIT

/// The code tables of CAVLC, each code as its length and its bits.
///
/// - Source: ITU-T H.264, tables 9-4, 9-5, 9-7, 9-8, 9-9 and 9-10.
enum CodeTables {
  /// A code: its length in the high byte, its bits in the low one. Longer codes begin with zeros.
  typealias Code = UInt16

  /// coeff_token, by the class of nC (0 to 1, 2 to 3, 4 to 7, 8 and more; −1), and there by
  /// 4 · TotalCoeff + TrailingOnes.
  static let tokens: [Code] = tokenWords.flatMap { words in
    var rest = codes(words)[...]
    return (0..<17).flatMap { total in
      (0..<4).map { ones in ones > total ? 0 : rest.popFirst() ?? 0 }
    }
  }
  /// The places of a class in ``tokens``.
  static let tokenStride = 68

  /// total_zeros of blocks of 4×4, by 16 · (TotalCoeff − 1) + total_zeros.
  static let zeros = zeroWords.flatMap { padded(codes($0), to: 16) }
  /// total_zeros of the DC levels of chroma, by 4 · (TotalCoeff − 1) + total_zeros.
  static let chromaZeros = ["1 01 001 000", "1 01 00", "1 0"].flatMap { padded(codes($0), to: 4) }
  /// run_before, by 16 · (min(zerosLeft, 7) − 1) + run_before.
  static let runs = runWords.flatMap { padded(codes($0), to: 16) }

  /// level_prefix and level_suffix as one code, its length in the low byte, by levelCode and, in strides,
  /// by suffixLength.
  static let levels: [UInt32] = (0...6).flatMap { suffixLength in
    (0..<levelStride).map { code in
      level(code, suffixLength).map { UInt32($0.bits) << 8 | UInt32($0.length) } ?? 0
    }
  }
  /// How many of these there are for each suffixLength.
  static let levelStride = 64

  /// The code for a levelCode: 9.2.2.1, the other way round; `nil` if this profile has none.
  static func level(_ code: Int, _ suffixLength: Int) -> (bits: Int, length: Int)? {
    let escape = suffixLength == 0 ? 30 : 15 << suffixLength
    if suffixLength == 0, code < 14 { return (1, code + 1) }
    if suffixLength == 0, code < 30 { return (16 + code - 14, 19) }
    if code < escape {
      let suffix = code & (1 << suffixLength - 1)
      return (1 << suffixLength + suffix, code >> suffixLength + 1 + suffixLength)
    }
    // level_prefix 15 has a suffix of 12 bits; a longer prefix is not for this profile.
    return code - escape < 4096 ? (4096 + code - escape, 28) : nil
  }

  /// The code numbers of coded_block_pattern by pattern: luma in the low four bits, chroma above.
  static let intraPatterns = inverse(intraPatternOrder)
  static let interPatterns = inverse(interPatternOrder)

  private static func codes(_ words: String) -> [Code] {
    words.split(whereSeparator: \.isWhitespace).map {
      Code($0.utf8.count) << 8 | (Code($0, radix: 2) ?? 0)
    }
  }

  private static func padded(_ codes: [Code], to count: Int) -> [Code] {
    codes + [Code](repeating: 0, count: count - codes.count)
  }

  private static func inverse(_ order: [Int]) -> [Int] {
    var numbers = [Int](repeating: 0, count: order.count)
    for (number, pattern) in order.enumerated() { numbers[pattern] = number }
    return numbers
  }

  /// The columns of table 9-5: for each TotalCoeff from 0 the codes for TrailingOnes from 0.
  private static let tokenWords = [
    """
    1 000101 01 00000111 000100 001 000000111 00000110 0000101 00011 0000000111 000000110
    00000101 000011 00000000111 0000000110 000000101 0000100 0000000001111 00000000110 0000000101
    00000100 0000000001011 0000000001110 00000000101 000000100 0000000001000 0000000001010
    0000000001101 0000000100 00000000001111 00000000001110 0000000001001 00000000100
    00000000001011 00000000001010 00000000001101 0000000001100 000000000001111 000000000001110
    00000000001001 00000000001100 000000000001011 000000000001010 000000000001101 00000000001000
    0000000000001111 000000000000001 000000000001001 000000000001100 0000000000001011
    0000000000001110 0000000000001101 000000000001000 0000000000000111 0000000000001010
    0000000000001001 0000000000001100 0000000000000100 0000000000000110 0000000000000101
    0000000000001000
    """,
    """
    11 001011 10 000111 00111 011 0000111 001010 001001 0101 00000111 000110 000101 0100 00000100
    0000110 0000101 00110 000000111 00000110 00000101 001000 00000001111 000000110 000000101
    000100 00000001011 00000001110 00000001101 0000100 000000001111 00000001010 00000001001
    000000100 000000001011 000000001110 000000001101 00000001100 000000001000 000000001010
    000000001001 00000001000 0000000001111 0000000001110 0000000001101 000000001100 0000000001011
    0000000001010 0000000001001 0000000001100 0000000000111 00000000001011 0000000000110
    0000000001000 00000000001001 00000000001000 00000000001010 0000000000001 00000000000111
    00000000000110 00000000000101 00000000000100
    """,
    """
    1111 001111 1110 001011 01111 1101 001000 01100 01110 1100 0001111 01010 01011 1011 0001011
    01000 01001 1010 0001001 001110 001101 1001 0001000 001010 001001 1000 00001111 0001110
    0001101 01101 00001011 00001110 0001010 001100 000001111 00001010 00001101 0001100 000001011
    000001110 00001001 00001100 000001000 000001010 000001101 00001000 0000001101 000000111
    000001001 000001100 0000001001 0000001100 0000001011 0000001010 0000000101 0000001000
    0000000111 0000000110 0000000001 0000000100 0000000011 0000000010
    """,
    """
    000011 000000 000001 000100 000101 000110 001000 001001 001010 001011 001100 001101 001110
    001111 010000 010001 010010 010011 010100 010101 010110 010111 011000 011001 011010 011011
    011100 011101 011110 011111 100000 100001 100010 100011 100100 100101 100110 100111 101000
    101001 101010 101011 101100 101101 101110 101111 110000 110001 110010 110011 110100 110101
    110110 110111 111000 111001 111010 111011 111100 111101 111110 111111
    """,
    """
    01 000111 1 000100 000110 001 000011 0000011 0000010 000101 000010 00000011 00000010 0000000
    """,
  ]

  /// Tables 9-7 and 9-8: for each TotalCoeff from 1 the codes for total_zeros from 0.
  private static let zeroWords = [
    "1 011 010 0011 0010 00011 00010 000011 000010 0000011 0000010 00000011 00000010 "
      + "000000011 000000010 000000001",
    "111 110 101 100 011 0101 0100 0011 0010 00011 00010 000011 000010 000001 000000",
    "0101 111 110 101 0100 0011 100 011 0010 00011 00010 000001 00001 000000",
    "00011 111 0101 0100 110 101 100 0011 011 0010 00010 00001 00000",
    "0101 0100 0011 111 110 101 100 011 0010 00001 0001 00000",
    "000001 00001 111 110 101 100 011 010 0001 001 000000",
    "000001 00001 101 100 011 11 010 0001 001 000000",
    "000001 0001 00001 011 11 10 010 001 000000",
    "000001 000000 0001 11 10 001 01 00001",
    "00001 00000 001 11 10 01 0001",
    "0000 0001 001 010 1 011",
    "0000 0001 01 1 001",
    "000 001 1 01",
    "00 01 1",
    "0 1",
  ]

  /// Table 9-10: for each zerosLeft from 1 the codes for run_before from 0.
  private static let runWords = [
    "1 0",
    "1 01 00",
    "11 10 01 00",
    "11 10 01 001 000",
    "11 10 011 010 001 000",
    "11 000 001 011 010 101 100",
    "111 110 101 100 011 010 001 0001 00001 000001 0000001 00000001 000000001 0000000001 00000000001",
  ]

  /// Table 9-4: the patterns by code number.
  private static let intraPatternOrder = [
    47, 31, 15, 0, 23, 27, 29, 30, 7, 11, 13, 14, 39, 43, 45, 46, 16, 3, 5, 10, 12, 19, 21, 26, 28,
    35, 37, 42, 44, 1, 2, 4, 8, 17, 18, 20, 24, 6, 9, 22, 25, 32, 33, 34, 36, 40, 38, 41,
  ]

  private static let interPatternOrder = [
    0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34,
    36, 40, 39, 43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
  ]
}
