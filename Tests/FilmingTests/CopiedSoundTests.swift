// SPDX-License-Identifier: MIT
import Decoding
import Filming
import Pipeline
import Signal
import TestSupport
import Testing

/// Which sound could be copied, before ffmpeg is asked about its codec.
@Suite struct CopiedSoundTests {
  private let wave = Tone(noise: 3, channels: 3, sampleFrames: 4410).wave

  /// What the film of a file answers.
  private func obstacle(
    _ bytes: [UInt8], _ request: FilmRequest = FilmRequest("mp4"),
    chooses: Bool = false, adjust: (inout RunRequest) -> Void = { _ in }
  ) throws -> CopyObstacle? {
    try TemporaryFolder.with { folder in
      let path = try folder.write(bytes, "a.wav")
      let recipe = try FilmRecipe(request)
      var open = try OpenFilm(ShortTrack.request(path, adjust), recipe, choosesChannels: chooses)
      let run = try open.run.read { _ in true }
      let obstacle = open.copyObstacle(run)
      // Without an obstacle, its codec is the question, which nobody answers here.
      let copied = open.copy(of: run, by: nil) { _ in true }
      #expect(copied.failure == obstacle ?? .codec(nil))
      // A copy that was asked for is refused for the same reason; a film that may be encoded is not.
      var copying = request
      copying.sound = .copy
      var asked = try OpenFilm(
        ShortTrack.request(path, adjust), FilmRecipe(copying),
        choosesChannels: chooses)
      let again = try asked.run.read { _ in true }
      do throws(FilmError) {
        let film = try asked.film(of: again, copyingWith: nil)
        #expect(obstacle == nil && !film.sound.isNone)
      } catch {
        #expect(obstacle.map { .refused(.uncopied($0)) } == error)
      }
      #expect(try !open.film(of: run, copyingWith: nil).sound.isNone)
      return obstacle
    }
  }

  @Test func `all of a whole file that is drawn can be copied`() throws {
    #expect(try obstacle(wave) == nil)
    #expect(try obstacle(wave) { $0.rate = Rate(7) } == nil)
  }

  @Test func `a part cannot be copied, however it was chosen`() throws {
    let time = try #require(TimePosition(parsing: "0.05"))
    #expect(try obstacle(wave) { $0.track.start = time } == .part)
    #expect(try obstacle(wave) { $0.track.duration = time } == .part)
    #expect(try obstacle(wave) { $0.selection = .range(first: 0, last: 4) } == .part)
    #expect(try obstacle(wave) { $0.selection = .range(first: 0, last: 5) } == nil)
    #expect(try obstacle(wave) { $0.selection = .shard(index: 1, count: 1) } == nil)
    #expect(try obstacle(wave) { $0.selection = .shard(index: 1, count: 2) } == .part)
  }

  @Test func `channels that are chosen cannot be copied, nor more than the sound may have`() throws
  {
    #expect(try obstacle(wave, chooses: true) == .channels)
    let many = Tone(noise: 3, channels: 9, sampleFrames: 4410).wave
    let most = Tone(noise: 3, channels: 8, sampleFrames: 4410).wave
    #expect(try obstacle(many) == .moreChannels)
    #expect(try obstacle(most) == nil)
    // The first obstacle is told.
    #expect(try obstacle(many, chooses: true) == .channels)
    #expect(try obstacle(many, chooses: true) { $0.selection = .last } == .part)
  }

  @Test func `samples without a header cannot be copied`() throws {
    let format = try #require(
      HeaderlessSamples(sampleRate: 44_100, channelCount: 3, sampleFormat: .s16le))
    #expect(try obstacle(wave) { $0.track.headerless = format } == .headerless)
  }
}

extension Result {
  /// The error.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
