// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Filming
import Foundation
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Films that a program makes with the library.
@Suite struct FilmTests {
  /// A film of a track in pictures of 1080x1080 pixels; it keeps each pixel.
  private func makeFilm(_ input: String, _ output: String) throws -> Film {
    let request = RunRequest(RadialView.self, of: input, look: "sun") { picture, _ in
      (picture.width, picture.height) = (1080, 1080)
    }
    let recipe = try FilmRecipe(FilmRequest(.matroska))
    let film = try Film(request, recipe)
    try film.write(to: output)
    return film
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes and reads films"))
  func `a film that a program makes has the frames of its run and its sound`() throws {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 5, sampleRate: 48_000, channels: 2, sampleFrames: 24_000)
      let input = try folder.write(tone.wave, "tone.wav")
      let film = try makeFilm(input, folder.path("film.mkv"))
      let pixels = try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "film.mkv", "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "rgb24",
          "-",
        ],
        in: folder
      ).bytes
      let size = 3 * 1080 * 1080
      #expect(film.run.frames == 0..<30)
      #expect(pixels.count == 30 * size)
      let last = try film.run.picture(ofFrame: 29)
      #expect(try PNGImage(bytes: last, path: "a frame").bitmap.rgb == Array(pixels.suffix(size)))
      let sound = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "film.mkv", "-map", "0:a", "-f", "s16le", "-"], in: folder)
      #expect(sound.bytes.count == 4 * 24_000)
      #expect(folder.names() == ["film.mkv", "tone.wav"])
      // Nothing is replaced unasked.
      #expect(throws: FilmError.cannotOpen(path: folder.path("film.mkv"), .exists)) {
        try film.write(to: folder.path("film.mkv"))
      }
    }
  }

  @Test func `what a film cannot be is refused before its input is opened`() throws {
    var request = RunRequest(RadialView.self, of: "nothere.wav")
    request.rate = Rate(60)
    #expect(throws: FilmError.refused(.rate(try #require(Rate(60))))) {
      try Film(request, FilmRecipe(FilmRequest(.gif)))
    }
    (request.picture.width, request.picture.height) = (15, 15)
    var hevc = FilmRequest(.matroska)
    hevc.codec = .named("h265")
    #expect(throws: FilmError.refused(.tooSmall(.named("h265")))) {
      try Film(request, FilmRecipe(hevc))
    }
  }
}

extension Bitmap {
  /// The pixels without their alpha.
  fileprivate var rgb: [UInt8] {
    pixels.indices.filter { $0 % 4 != 3 }.map { pixels[$0] }
  }
}
