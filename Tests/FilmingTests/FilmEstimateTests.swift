// SPDX-License-Identifier: MIT
import Filming
import Foundation
import Pipeline
import Platform
import TestSupport
import Testing
import Views

/// What films take, foretold from some of their pictures.
@Suite struct FilmEstimateTests {
  @Test(arguments: ["line", "halo", "bloom"])
  func `the size of a film is foretold from its look, for both encoders`(look: String) throws {
    let track = try ShortTrack(sampleFrames: 352_800) { request in
      request = RunRequest(RadialView.self, of: request.track.input, look: look) { picture, _ in
        (picture.width, picture.height) = (320, 180)
      }
    }
    let own = FilmRequest("mp4", sound: "none")
    let film = try track.film(try FilmRecipe(own)).measured()
    let size = try TemporaryFolder.with { folder in
      let path = try folder.write([], "a.mp4")
      _ = try FilmWriter(film, nil, jobs: 2).write(to: .file(path: path)) { true }
      return try Data(contentsOf: URL(filePath: path)).count
    }
    #expect(abs(film.bytes - size) < size / 4, "\(film.bytes) and \(size)")
    let other = try track.film(try FilmRecipe(own.throughFFmpeg)).measured()
    #expect(other.bytes < film.bytes && 2 * other.bytes > film.bytes)
    // Kinds that are not coded here keep the table.
    let lossless = track.film(try FilmRecipe(FilmRequest("mp4", nil, .lossless)))
    #expect(try lossless.measured().bytes == lossless.bytes)
  }
}
