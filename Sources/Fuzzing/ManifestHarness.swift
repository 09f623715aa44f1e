// SPDX-License-Identifier: MIT
internal import Rendering
internal import Writing

/// Manifests of sequences: what is read as one is written with the same bytes.
enum ManifestHarness {
  static let harness = Harness(name: "manifest", longestInput: 4096, words: words, check: check)

  private static let words = [
    "radial-audio/sequence/1", "schema", "pattern", "input", "frameCount", "\"job\": {",
    " },\n  \"frames\": [\n", "] }\n", "\"................\",\n", "\"----------------\",\n",
    "\"0123456789abcdef\" \n", "frame-%06d.png", "\": null", "<svg", "</svg>",
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
    // Not always the same bytes: a line that was torn when a run was killed has a meaning as well.
    let lines = manifest.rows(records, from: 0)
    try law(lines.count == rows.count, "lines have one length")
    try law(
      (try? manifest.records(ofRows: lines, from: 0)) == records,
      "lines are read as they were meant")
  }
}
