// SPDX-License-Identifier: MIT
import Decoding
import TestSupport
import Testing

@Suite struct OpeningTests {
  /// Damaged files, and libsndfile's own words for what is wrong with them.
  private static let damaged = [
    ("bits-0.wav", "unimplemented format"), ("fmt-0.wav", "Short 'fmt ' chunk"),
    ("cut-in-fmt.w64", "in W64 file"), ("data-before-fmt.wav", "in WAV file"),
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
