// SPDX-License-Identifier: MIT
internal import Analysis

/// Label files of beats and sections: what was read and written reads as the same again.
enum LabelsHarness {
  static let harness = Harness(
    name: "labels", longestInput: 1024,
    words: [
      "0\t1\tA 1\n", "1.5\t1.5\t1\n", "\t", "\n", "\r\n", "# ", "\\\t", "1e6", "0.0000004", "nan",
      "-0",
      " 2", "Chorus",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let structure = try? LabelFile.structure(text)
    else { return }
    let read: SongStructure
    do { read = try LabelFile.structure(LabelFile.text(structure)) } catch {
      throw BrokenLaw("\(structure) can be read again: \(error)")
    }
    try law(read == structure, "\(read) is not \(structure)")
    for (section, next) in zip(structure.sections, structure.sections.dropFirst()) {
      try law(section.begin < section.end && section.end <= next.begin, "\(section), \(next)")
    }
  }
}
