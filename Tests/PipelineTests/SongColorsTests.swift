// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Pipeline
import Signal
import TestSupport
import Testing
import Views

/// Pictures in the colours of their song.
@Suite struct SongColorsTests {
  private func request(
    _ input: String = Repository.fixture("demo.flac"),
    _ change: (inout RadialOptions) -> Void = { _ in }
  ) -> RunRequest {
    RunRequest(RadialView.self, of: input, look: "strata") { picture, options in
      (picture.width, picture.height) = (160, 90)
      options.colors.palette = .song
      change(&options)
    }
  }

  @Test func `they are those of all of the song, with or without scenes, labels and parts`() throws
  {
    let song = try TrackRequest(input: Repository.fixture("demo.flac")).song()
    let wanted = Palette(song: song)
    // It is in C.
    #expect(song.measures?.key == SongMeasures.Key(tonic: 0, isMajor: true))
    let film = try ReadRun(request { $0.scenes = .auto })
    #expect(film.colors == wanted && film.scenes.background == wanted.background)
    #expect(try ReadRun(request()).colors == wanted)
    var part = request()
    part.track.start = try #require(TimePosition(parsing: "70"))
    part.track.duration = TimePosition(parsing: "5")
    #expect(try ReadRun(part).colors == wanted)
    part.isFresh = true
    #expect(try ReadRun(part).colors == wanted)
    try TemporaryFolder.with { folder in
      let labels = try folder.write(Array("0\t20\tA\n20\t99\tB 2\n".utf8), "song.txt")
      let described = try ReadRun(
        request {
          $0.scenes = .auto
          $0.structurePath = labels
        })
      #expect(described.colors == wanted && described.sceneCount == 2)
    }
    var ground = request()
    ground.picture.givenBackground = .black
    let run = try ReadRun(ground)
    #expect(run.colors == wanted && run.scenes.background == .black)
  }

  @Test func `sound that comes only once has none`() {
    #expect {
      _ = try ReadRun(request("-"))
    } throws: {
      guard case .request(.songUnknown, _)? = $0 as? PipelineError else { return false }
      return true
    }
  }
}
