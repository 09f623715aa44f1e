// SPDX-License-Identifier: MIT

/// One channel of one FLAC block: the best fixed predictor and its rest in Rice codes.
struct FLACSubframe {
  /// The samples without the zero bits that all of them end with.
  private let samples: [Int]
  /// The bits of a sample, those zeros included.
  private let bits: Int
  /// How many bits are zero at the end of every sample.
  private let wastedBits: Int
  /// Which difference of the samples is stored, 0 to 4; −1 where all the samples are equal.
  private let order: Int
  /// The differences from sample `order` on, folded to 0, 1, 2, 3 … for 0, −1, 1, −2 …
  private let rest: [Int]

  /// Chooses the predictor for the samples of a block, each of `bits` bits.
  init(samples all: [Int], bits: Int) {
    let wasted = FLACSubframe.wastedBits(of: all)
    let samples = all.map { $0 >> wasted }
    (self.samples, self.bits, wastedBits) = (samples, bits, wasted)
    guard samples.contains(where: { $0 != samples[0] }) else {
      (order, rest) = (-1, [])
      return
    }
    var best = (order: 0, sum: FLACSubframe.magnitude(samples), rest: samples)
    var differences = samples
    for order in 1..<5 where order < samples.count {
      differences = FLACSubframe.differences(differences)
      let sum = FLACSubframe.magnitude(differences)
      if sum < best.sum { best = (order, sum, differences) }
    }
    order = best.order
    rest = best.rest.map { $0 < 0 ? -2 * $0 - 1 : 2 * $0 }
  }

  /// Appends the subframe's header and samples.
  func append(to writer: inout BitWriter) {
    let width = bits - wastedBits
    writer.append(order < 0 ? 0 : 8 | order, bits: 7)
    writer.append(wastedBits > 0 ? 1 : 0, bits: 1)
    if wastedBits > 0 { writer.append(unary: wastedBits - 1) }
    guard order >= 0 else { return writer.append(samples[0], bits: width) }
    for sample in samples.prefix(order) { writer.append(sample, bits: width) }
    appendRest(to: &writer)
  }

  /// The differences, in 32 equal parts or in one, each with a Rice parameter of its own.
  ///
  /// A Rice code stores the upper bits of a value in unary and `parameter` lower ones as they are.
  private func appendRest(to writer: inout BitWriter) {
    let exponent = samples.count % 32 == 0 && samples.count >= 32 * 5 ? 5 : 0
    let length = samples.count >> exponent
    writer.append(0, bits: 2)
    writer.append(exponent, bits: 4)
    for start in stride(from: 0, to: samples.count, by: length) {
      let part = rest[max(start - order, 0)..<(start + length - order)]
      let parameter = FLACSubframe.parameter(for: part)
      writer.append(parameter, bits: 4)
      for value in part {
        writer.append(unary: value >> parameter)
        writer.append(value, bits: parameter)
      }
    }
  }

  /// The Rice parameter that suits the mean of the values.
  private static func parameter(for values: ArraySlice<Int>) -> Int {
    var sum = 0
    for value in values { sum += value }
    var parameter = 0
    while parameter < 14, values.count << (parameter + 1) <= sum { parameter += 1 }
    return parameter
  }

  /// Each sample less the one before it.
  static func differences(_ samples: [Int]) -> [Int] {
    var result = samples
    var index = samples.count - 1
    while index > 0 {
      result[index] -= result[index - 1]
      index -= 1
    }
    result.removeFirst()
    return result
  }

  /// The sum of the samples' sizes, by which predictors are compared.
  static func magnitude(_ samples: [Int]) -> Int {
    var sum = 0
    for sample in samples { sum += abs(sample) }
    return sum
  }

  /// The mean size of the second differences, in units of the lowest bit in use, for comparison.
  ///
  /// A channel's bits go with the logarithm of it, so those of two channels with the product.
  static func size(of samples: [Int]) -> Double {
    let sum = magnitude(differences(differences(samples + [0, 0])))
    return Double(sum >> wastedBits(of: samples)) / Double(samples.count) + 0.1
  }

  private static func wastedBits(of samples: [Int]) -> Int {
    var used = 0
    for sample in samples { used |= sample }
    return used == 0 ? 0 : used.trailingZeroBitCount
  }
}
