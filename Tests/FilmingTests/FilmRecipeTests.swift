// SPDX-License-Identifier: MIT
import Filming
import Testing

/// What films are made of, before anything is read.
@Suite struct FilmRecipeTests {
  @Test(arguments: FilmContainer.all.filter { ["mp4", "mpegts"].contains($0.name) })
  func `a container without transparency refuses it, whatever the codec is`(
    container: FilmContainer
  ) {
    for codec in [nil] + container.codecs.map(Optional.some) {
      var request = FilmRequest(container)
      (request.codec, request.isTransparent) = (codec, true)
      let refusal = FilmError.refused(.notTransparent(container.name))
      #expect(throws: refusal) { try FilmRecipe(request) }
    }
  }

  @Test func `an MP3 is not copied unasked into a film for uploads`() {
    #expect(!FilmContainer.default.copies("mp3", onRequest: false))
    #expect(FilmContainer.default.copies("mp3", onRequest: true))
    #expect(FilmContainer.default.copies("aac", onRequest: false))
    #expect(!FilmContainer.default.copies("alac", onRequest: true))
  }
}
