// SPDX-License-Identifier: MIT
@testable import H264

/// Reads what ``BitWriter`` writes, by the standard's words.
struct BitReader {
  struct End: Error {}
  private let bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The payload of a NAL unit without the bytes of emulation prevention: 7.3.1.
  init(unit: [UInt8]) {
    var (payload, zeros) = ([UInt8](), 0)
    for byte in unit.dropFirst() {
      if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        payload.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    bytes = payload
  }

  /// u(n).
  mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for _ in 0..<count {
      guard place < 8 * bytes.count else { throw End() }
      value = 2 * value + Int(bytes[place / 8] >> (7 - UInt8(place % 8)) & 1)
      place += 1
    }
    return value
  }

  /// ue(v): 9.1.
  mutating func unsigned() throws -> Int {
    var zeros = 0
    while try bits(1) == 0 { zeros += 1 }
    return try 1 << zeros - 1 + bits(zeros)
  }

  /// se(v): table 9-3.
  mutating func signed() throws -> Int {
    let number = try unsigned()
    return number % 2 == 1 ? (number + 1) / 2 : -number / 2
  }

  /// The number of the code of a table that comes next.
  mutating func code(_ codes: [CodeTables.Code]) throws -> Int {
    let start = place
    for (number, code) in codes.enumerated() where code != 0 {
      place = start
      let length = Int(code >> 8)
      guard start + length <= 8 * bytes.count else { continue }
      if try bits(length) == Int(code & 255) { return number }
    }
    throw End()
  }

  /// The levels of a block in the order of the scan: 9.2.
  mutating func block(kind: Int, length: Int) throws -> [Int] {
    let token = try code(Array(CodeTables.tokens[68 * kind..<68 * kind + 68]))
    let (total, ones) = (token / 4, token % 4)
    var levels = [Int](repeating: 0, count: length)
    guard total > 0 else { return levels }
    var suffixLength = total > 10 && ones < 3 ? 1 : 0
    var values: [Int] = []
    for index in 0..<total {
      if index < ones {
        values.append(try bits(1) == 0 ? 1 : -1)
        continue
      }
      var prefix = 0
      while try bits(1) == 0 { prefix += 1 }
      var code = min(15, prefix) << suffixLength
      let size = prefix == 14 && suffixLength == 0 ? 4 : prefix >= 15 ? prefix - 3 : suffixLength
      code += try bits(size)
      if prefix >= 15, suffixLength == 0 { code += 15 }
      if prefix >= 16 { code += 1 << (prefix - 3) - 4096 }
      if index == ones, ones < 3 { code += 2 }
      values.append(code % 2 == 0 ? (code + 2) / 2 : (-code - 1) / 2)
      if suffixLength == 0 { suffixLength = 1 }
      if abs(values[index]) > 3 << (suffixLength - 1), suffixLength < 6 { suffixLength += 1 }
    }
    var left = 0
    if total < length {
      left = try code(
        kind == 4
          ? Array(CodeTables.chromaZeros[4 * total - 4..<4 * total])
          : Array(CodeTables.zeros[16 * total - 16..<16 * total]))
    }
    var number = left + total - 1
    for index in 0..<total {
      levels[number] = values[index]
      var run = 0
      if index < total - 1, left > 0 {
        let first = 16 * (min(left, 7) - 1)
        run = try code(Array(CodeTables.runs[first..<first + 16]))
        left -= run
      }
      number -= run + 1
    }
    return levels
  }
}
