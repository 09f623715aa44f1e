// SPDX-License-Identifier: MIT
import Decoding
import TestSupport
import Testing

@Suite struct OpeningTests {
  /// Damaged files, and libsndfile's own words for what is wrong with them.
  private static let damaged = [
    ("adpcm-0.wav", "Invalid bit width"), ("fmt-0.wav", "Short 'fmt ' chunk"),
    ("format-ffff.wav", "Malformed 'fmt ' chunk"), ("data-before-fmt.wav", "No 'data' chunk"),
  ]

  @Test func `why a file is not opened has nothing to do with other files`() async {
    // libsndfile keeps the reason in one place for all threads.
    await withTaskGroup(of: Void.self) { group in
      for (name, words) in Self.damaged {
        group.addTask {
          for _ in 0..<200 {
            let path = Repository.fixture("Corrupt/Audio/\(name)")
            let error = #expect(throws: DecodingError.self) { _ = try AudioInput.open(path) }
            guard case .damaged(path, 0, let reason)? = error, reason.contains(words) else {
              Issue.record("\(name): \(String(describing: error))")
              return
            }
          }
        }
      }
    }
  }
}
