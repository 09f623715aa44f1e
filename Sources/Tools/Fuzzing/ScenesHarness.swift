// SPDX-License-Identifier: MIT
internal import Rendering

/// Chunks of a scene stream: whatever they are, they take no more memory than their bytes account for.
enum ScenesHarness {
  static let harness = Harness(
    name: "scenes", longestInput: 4096, words: ["\u{1}\u{0}b", "\u{1}\u{0} \u{1}"], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    var decoder = SceneStreamDecoder(bytes, imageCount: 1)
    while (try? decoder.readFrame()) == true {
      let count = decoder.items.reduce(decoder.items.count) { $0 + $1.elements.count }
      try law(count <= bytes.count, "\(count) items and elements of \(bytes.count) bytes")
    }
  }
}
