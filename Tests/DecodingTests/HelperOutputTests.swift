// SPDX-License-Identifier: MIT
import Decoding
import TestSupport
import Testing

/// Programs in place of ffmpeg, and files in which ffmpeg finds no sound.
@Suite struct HelperOutputTests {
  @Test(
    .enabled(if: InstalledTool.areInstalled(.sh)),
    arguments: [
      "head -c 100000 /dev/urandom", "echo 'Pulling the image of the container...'; yes", "yes",
    ])
  func `a program in place of ffmpeg that writes no sound is not waited for`(script: String) throws
  {
    try TemporaryFolder.with { folder in
      try folder.writeProgram("#!/bin/sh\nPATH=/usr/bin:/bin\n\(script)\n", "ffmpeg")
      let box: [UInt8] = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + Array(repeating: 0, count: 500)
      let path = try folder.write(box, "song.m4a")
      let place = HelperEnvironment(searchPath: folder.path, temporaryFolder: folder.path)
      let error = DecodingError.helperUnusable(path: path, executable: folder.path("ffmpeg"))
      #expect(throws: error) { try Reading(path, place) }
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled), arguments: ["silent.mp4", "silent.mkv"])
  func `a film without sound is not called damaged`(name: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path(name)
      try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "color=d=0.2:s=32x32", path])
      #expect(throws: DecodingError.noSound(path: path)) { try Reading(path) }
      #expect(throws: DecodingError.noSound(path: "standard input")) {
        try readThroughPipe(bytes(ofFile: path))
      }
    }
  }
}
