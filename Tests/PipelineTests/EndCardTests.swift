// SPDX-License-Identifier: MIT
import Drawing
import Pipeline
import Signal
import TestSupport
import Testing
import Views

/// The end of a film: a poster of the whole song.
@Suite struct EndCardTests {
  /// The demo track, and a film of it.
  private func run(
    _ look: String = "strata",
    _ change: (inout RunRequest, inout RadialOptions) throws -> Void = {
      _, _ in
    }
  ) throws -> ReadRun {
    let look = try #require(RadialView.looks.first { $0.name == look })
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    (picture.width, picture.height) = (320, 180)
    options.scenes = .auto
    var request = RunRequest(
      options, of: TrackRequest(input: Repository.fixture("demo.flac")), picture: picture)
    try change(&request, &options)
    request.view = options
    return try ReadRun(request)
  }

  private func scene(_ run: ReadRun, _ frame: Int) throws -> Scene {
    var cursor = SceneSequence.Cursor(run.scenes, from: frame)
    return try cursor.scene(ofFrame: frame)
  }

  private func names(_ run: ReadRun, _ frame: Int) throws -> Set<String> {
    Set(try scene(run, frame).items.map(\.name))
  }

  @Test(arguments: ["strata", "sun", "letters"])
  func `the last four seconds are a poster that stands still`(look: String) throws {
    let run = try run(look)
    let last = try #require(run.frames.last)
    let card = try scene(run, last)
    #expect(card.items.contains { $0.name == "card" })
    #expect(try scene(run, last - 120).items == card.items)
    // It begins where the sound ends, or four seconds before.
    let first = try #require(
      try (last - 600...last).first { try names(run, $0).contains("card") })
    #expect((120...600).contains(last - first))
    #expect(try names(run, first - 1).contains("wipe"))
    #expect(try !names(run, first - 40).contains("card"))
    // It opens finished: no colour of it is paler at first.
    #expect(try scene(run, first).items == card.items)
    let paints = Set(card.items.map(\.paint))
    let opening = try scene(run, first - 3).items.filter { $0.name == "wipe" }
    #expect(opening.count > 2 && opening.allSatisfy { paints.contains($0.paint) })
    var cursor = SceneSequence.Cursor(run.scenes, from: first - 30)
    for frame in first - 30...first + 30 {
      #expect(try cursor.scene(ofFrame: frame) == scene(run, frame), "frame \(frame)")
    }
  }

  @Test func `a part of a film has its end, and a picture without scenes has none`() throws {
    let whole = try run()
    let last = try #require(whole.frames.last)
    let part = try run { request, _ in
      request.track.start = try #require(TimePosition(parsing: "96"))
    }
    let end = try #require(part.frames.last)
    for back in [0, 60, 170, 178] {
      #expect(try scene(part, end - back).items == scene(whole, last - back).items, "\(back)")
    }
    let still = try run { $1.scenes = .none }
    #expect(try !names(still, last).contains("card"))
    let clear = try run { request, _ in
      request.picture.givenBackground = Color(red: 0, green: 0, blue: 0, alpha: 0)
    }
    #expect(try !names(clear, last).contains("card"))
    let early = try run { request, _ in
      request.track.duration = TimePosition(parsing: "50")
    }
    #expect(try !names(early, try #require(early.frames.last)).contains("card"))
    // A short film is as it would be without scenes, so parts that were made before it had a card fit.
    let short = try run { request, _ in
      request.track.input = Repository.fixture("Audio/demo.flac")
    }
    #expect(try names(short, try #require(short.frames.last)).isDisjoint(with: ["card", "ground"]))
  }

  @Test func `the card waits for a line that is sung, and covers none that has no end`() throws {
    try TemporaryFolder.with { folder in
      let plain = try run()
      let last = try #require(plain.frames.last)
      let end = Double(last + 1) / 60
      func stamp(_ time: Double) -> String {
        let thousandths = Int(time * 1000)
        let (minutes, seconds) = (thousandths / 60_000, thousandths / 1000 % 60)
        return "00:\(minutes):\(seconds).\(String("00\(thousandths % 1000)".suffix(3)))"
      }
      func film(_ text: String, _ name: String) throws -> ReadRun {
        let path = try folder.write(Array(text.utf8), name)
        return try run { $1.colors.lyrics = .file(path) }
      }
      let sung = try film(
        "1\n\(stamp(end - 12)) --> \(stamp(end - 2.5))\nla la\n", "sung.srt")
      let before = last - 158
      #expect(try names(plain, before).contains("card"))
      #expect(try names(sung, before).contains("lyrics"))
      #expect(try !names(sung, before).contains("card"))
      #expect(try names(sung, last).contains("card"))
      #expect(try !names(sung, last).contains("lyrics"))
      let open = try film("[0:01]la la\n", "open.lrc")
      #expect(try names(open, before).contains("card"))
    }
  }
}
