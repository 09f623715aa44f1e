// SPDX-License-Identifier: MIT
import Testing
import Views

@testable import Commands

/// What each track of a batch has of the processors.
@Suite struct BatchShareTests {
  @Test(arguments: 1...70)
  func `tracks at a time share the processors, and none is left without`(processors: Int) {
    for tracks in 1...70 {
      let share = BatchShare(of: processors, tracks: tracks)
      #expect(share.tracks == min(tracks, processors))
      #expect(share.jobs.count >= 1 && share.tracks * share.jobs.count <= processors)
      // No processor more could be given to each.
      #expect(share.tracks * (share.jobs.count + 1) > processors)
    }
  }

  @Test func `two films at a time on four processors are drawn by two each`() {
    #expect(BatchShare(of: 4, tracks: 2) == BatchShare(of: 5, tracks: 2))
    #expect(BatchShare(of: 4, tracks: 2).jobs.count == 2)
    #expect(BatchShare(of: 5000, tracks: 1).jobs.count == 1024)
  }
}
