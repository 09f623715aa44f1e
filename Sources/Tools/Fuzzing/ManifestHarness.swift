// SPDX-License-Identifier: MIT
internal import Rendering
internal import Writing

/// Manifests of sequences: what is read as one is written with the same bytes.
enum ManifestHarness {
  static let harness = Harness(name: "manifest", longestInput: 4096, words: words, check: check)

  private static let words = [
    "radial-audio/sequence/1", "schema", "pattern", "input", "frameCount", "\"job\": {",
    " },\n  \"frames\": [\n", "] }\n", "\"................\",\n", "\"----------------\",\n",
    "\"0123456789abcdef\" \n", "\"ghijklmnopqrstuv\",\n", "frame-%06d.png", "\": null", "<svg",
    "</svg>",
  ]

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    _ = ImageIntegrity.isWholeSVG(bytes)
    let (manifest, start): (SequenceManifest, Int)
    do { (manifest, start) = try SequenceManifest.parse(bytes) } catch { return }
    try law(manifest.head.elementsEqual(bytes[..<start]), "the head is written as it was read")
    _ = FramePattern(folder: ".", printfName: manifest.pattern)
    let tail = Array(SequenceManifest.tail.utf8)
    let hasTail = bytes[start...].suffix(tail.count).elementsEqual(tail)
    let rows = Array(bytes[start...].dropLast(hasTail ? tail.count : 0))
    let records: [FrameRecord]
    do { records = try manifest.records(ofRows: rows, from: 0) } catch { return }
    let lines = manifest.rows(records, from: 0)
    try law(lines.count == rows.count, "lines have one length")
    for start in stride(from: 0, to: rows.count, by: SequenceManifest.rowLength) {
      let line = start..<start + SequenceManifest.rowLength
      try law(
        lines[line] == rows[line] || isTorn(rows[line]), "the lines are written as they were read")
    }
    try law(
      (try? manifest.records(ofRows: lines, from: 0)) == records,
      "lines are read as they were meant")
  }

  /// Whether a line is made of parts of several, as a run that was killed may leave it.
  private static func isTorn(_ line: ArraySlice<UInt8>) -> Bool {
    let kinds = line.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "."): byte
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): 0
      case UInt8(ascii: "g")...UInt8(ascii: "v"): 1
      default: nil
      }
    }
    return Set(kinds).count > 1
  }
}
