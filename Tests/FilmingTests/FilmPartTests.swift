// SPDX-License-Identifier: MIT
import Filming
import Hashing
import Testing

/// Notes of parts that somebody has made up.
@Suite struct FilmPartTests {
  private func part(frameCount: Int, fps: String) throws -> FilmPart {
    var text = Array(
      """
      { "schema": "radial-audio/film-part/1", "input": "a.wav", "part": 1, "parts": 1,
        "firstFrame": 0, "frames": \(frameCount), "frameCount": \(frameCount), "bytes": 1,
        "flashes": 0, "flashesAt": 0, "hash": "0123456789abcdef", "job": {"fps": "\(fps)"}
      """.utf8)
    let hash = ContentHash(of: text).text
    text += Array(",\n  \"checksum\": \"\(hash)\" }\n".utf8)
    return try FilmPart(note: text, at: "/nowhere/part.mp4")
  }

  @Test func `a note of a film that is longer than a clock counts does not trap, but is refused`()
    throws
  {
    #expect(try part(frameCount: 10_000_000, fps: "30000/1001").frames.count == 10_000_000)
    #expect(try part(frameCount: 8, fps: "1/1000000000").frames.count == 8)
    for (count, fps) in [(10, "1/1000000000"), (10_000_000, "1/1000000000"), (9, "0")] {
      do {
        _ = try part(frameCount: count, fps: fps)
        Issue.record("\(count) frames at \(fps) were taken")
      } catch let error as FilmError {
        #expect("\(error)".contains("285 years"), "\(error)")
      }
    }
  }
}
