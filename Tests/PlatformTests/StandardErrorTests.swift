// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Testing

@Suite struct StandardErrorTests {
  @Test func `a noisy library is not heard, and messages are`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let other = FileHandle.standardError
      for _ in 0..<2 {
        let value = StandardError.silenced(if: true) {
          other.write(Data("noise\n".utf8))
          StandardError.write("message\n")
          return 7
        }
        precondition(value == 7)
        other.write(Data("afterwards\n".utf8))
        StandardError.silenced(if: false) { other.write(Data("allowed\n".utf8)) }
      }
    }
    let once = "message\nafterwards\nallowed\n"
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == once + once)
  }
}
