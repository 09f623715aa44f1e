// SPDX-License-Identifier: MIT
internal import Commands

/// Datagrams of OSC: what is read of one is also read of a datagram that is written of it.
enum OSCHarness {
  static let harness = Harness(
    name: "osc", longestInput: 4096,
    words: [
      "#bundle\0", "\0\0\0\0\0\0\0\u{1}", "/radial-audio/look\0\0", "/radial-audio/palette\0\0\0",
      "/radial-audio/look/next\0", "/previous", ",s\0\0", ",f\0\0", ",ifsbhtdScrmTFNI[]\0\0\0",
      "sun\0", "dusk\0\0\0\0", "\0\0\0\u{14}",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard let messages = try? OSCMessage.messages(in: bytes[...]) else { return }
    try law(4 * messages.count <= bytes.count, "each message has bytes of its own")
    for message in messages {
      try law(message.address.hasPrefix("/"), "\(message.address) is an address")
      var types = ","
      var values: [UInt8] = []
      for argument in message.arguments {
        switch argument {
        case .number(let number):
          types += "d"
          let pattern = number.bitPattern
          values += (0..<8).map { UInt8(truncatingIfNeeded: pattern >> (56 - 8 * $0)) }
        case .text(let text):
          types += "s"
          values += padded(text)
        case .other: types += "N"
        }
      }
      let again = try? OSCMessage.messages(
        in: (padded(message.address) + padded(types) + values)[...])
      // NaN is no equal of itself.
      try law(
        again.map(String.init(reflecting:)) == String(reflecting: [message]),
        "\(message) reads back")
    }
  }

  private static func padded(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
  }
}
