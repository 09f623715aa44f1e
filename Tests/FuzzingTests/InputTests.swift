// SPDX-License-Identifier: MIT
import Foundation
import Fuzzing
import TestSupport
import Testing

/// The inputs that `make fuzz` starts from, and those that have once done harm, in each harness.
@Suite struct InputTests {
  @Test(arguments: Harness.all.map(\.name))
  func `every kept input keeps the laws`(name: String) throws {
    let harness = try #require(Harness.all.first { $0.name == name })
    let files = try Inputs.files(of: name)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      #expect(bytes.count <= harness.longestInput, "\(file.lastPathComponent)")
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try harness.check(bytes) }
    }
  }

  @Test(arguments: Harness.all.map(\.name))
  func `changed inputs keep the laws`(name: String) throws {
    let harness = try #require(Harness.all.first { $0.name == name })
    for (number, file) in try Inputs.files(of: name).enumerated() {
      var random = SeededGenerator(seed: UInt64(number))
      var bytes = Array(try Data(contentsOf: file))
      for change in 1...3 where !bytes.isEmpty {
        let place = Int.random(in: 0..<min(bytes.count, 200), using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
        harness.repair?(&bytes)
        #expect(throws: Never.self, "\(file.lastPathComponent), change \(change)") {
          try harness.check(bytes)
        }
      }
    }
  }

  @Test func `the dictionaries are such as libFuzzer reads`() {
    for harness in Harness.all {
      #expect(!harness.words.contains([]), "\(harness.name)")
      let lines = harness.dictionary.split(separator: "\n")
      #expect(lines.count == harness.words.count)
      #expect(lines.allSatisfy { $0.wholeMatch(of: /"(\\x[0-9a-f]{2})+"/) != nil })
    }
  }
}

/// The files in `Inputs`, beside this one.
enum Inputs {
  static func files(of harness: String) throws -> [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Inputs").appending(path: harness)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }
}
