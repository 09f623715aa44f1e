// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments

/// How channels count for loudness.
struct WeightingOptions {
  var isDualMono = false
  var factors: ChannelFactors?

  static let names = ["dual-mono", "weights"]

  static let table: [Option<WeightingOptions>] = Option.section(
    "Sound",
    [
      .flag(
        "dual-mono", into: \.isDualMono, affects: .nothing,
        help: "Measure a mono file as it sounds from two loudspeakers: 3 LU louder."),
      .value(
        "weights", "LIST", into: \.factors, affects: .nothing,
        help:
          "How much the power of each channel counts for loudness, such as 1,1,1,0,1.41,1.41. By "
          + "default as in BS.1770: 1, 1.41 for surround, 0 for low-frequency effects."),
    ])

  var weighting: ChannelWeighting {
    factors.map { .factors($0.values) } ?? (isDualMono ? .dualMono : .layout)
  }
}

/// A factor for each channel.
struct ChannelFactors: ArgumentValue {
  let values: [Double]

  init(argument: String) throws(ArgumentValueError) {
    var values: [Double] = []
    for word in argument.listParts {
      guard let value = Double(word), (0...100).contains(value) else {
        throw ArgumentValueError(
          "'\(word)' is not a factor",
          hint: "write numbers from 0 to 100, such as 1,1,1,0,1.41,1.41")
      }
      values.append(value)
    }
    guard values.contains(where: { $0 > 0 }) else {
      throw ArgumentValueError("no channel counts", hint: "write a factor above 0 for one of them")
    }
    self.values = values
  }

  var argumentText: String { values.map(\.argumentText).joined(separator: ",") }
}
