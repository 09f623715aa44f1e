// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Fonts
import Pipeline
import Signal
import TestSupport
import Testing
import Views

/// The end of a film: the sleeve of the song.
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

  /// The items of the card in a frame.
  private func card(_ run: ReadRun, _ frame: Int) throws -> [Item] {
    try scene(run, frame).items.filter { $0.name == "card" }
  }

  @Test(arguments: ["strata", "sun", "halo", "letters"])
  func `strips come from left to right, and then stand still`(look: String) throws {
    let run = try run(look)
    let last = try #require(run.frames.last)
    // It begins 5 to 8 s before the end, and stands still for half of that.
    let first = try #require(try (last - 600...last).first { try !card(run, $0).isEmpty })
    #expect((300...480).contains(last - first))
    #expect(try scene(run, last - 149).items == scene(run, last).items)
    var (before, counts) = ([Item](), [Int]())
    for frame in first...last - 149 {
      let items = try card(run, frame)
      #expect(items.starts(with: before))
      let lefts = Set(items.compactMap { $0.clip?.points.map(\.x).min() })
      if items != before { counts.append(lefts.count) }
      before = items
    }
    let strips = look == "letters" ? 1 : try #require(run.structure).sections.count
    #expect(counts == Array(1...strips))
    var cursor = SceneSequence.Cursor(run.scenes, from: first - 30)
    for frame in first - 30...first + 30 {
      #expect(try cursor.scene(ofFrame: frame) == scene(run, frame), "frame \(frame)")
    }
  }

  @Test func `a strip is as wide as the root of its part's length, and there are at most sixteen`()
    throws
  {
    try TemporaryFolder.with { folder in
      func widths(_ lengths: [Int]) throws -> [Double] {
        var (text, begin) = ("", 0)
        for (index, length) in lengths.enumerated() {
          text += "\(begin)\t\(begin + length)\t\(["A", "B", "C"][index % 3]) \(index % 3 + 1)\n"
          begin += length
        }
        let labels = try folder.write(Array(text.utf8), "song.txt")
        let run = try run { $1.structurePath = labels }
        let edges = Set(
          try card(run, try #require(run.frames.last)).compactMap { $0.clip?.points.map(\.x).min() }
        )
        let inner = edges.sorted().dropFirst()
        // From edge to edge of a sheet of 768 points.
        return zip(inner + [384], [-384] + inner).map { $0 - $1 }
      }
      let few = try widths([9, 81, 9])
      #expect(few.count == 3)
      for (width, share) in zip(few, [0.2, 0.6, 0.2]) { #expect(abs(width / 768 - share) < 0.01) }
      #expect(try widths((0..<24).map { $0 == 5 ? 30 : 3 }).count == 16)
      // Two parts are the whole song as one picture.
      #expect(try widths([40, 59]).count == 1)
    }
  }

  @Test func `below are the title and the facts of the song, which can be read`() throws {
    for (size, palette) in [
      ((320, 180), Palette.yellow), ((180, 320), .dusk), ((200, 200), .press),
    ] {
      let run = try self.run { request, options in
        (request.picture.width, request.picture.height) = size
        options.colors.palette = .named("", palette)
        (options.colors.title, options.colors.subtitle) = (.text("A title"), .text("Somebody"))
      }
      let scene = try scene(run, try #require(run.frames.last))
      let lowest = scene.items.filter { $0.name == "card" }.compactMap {
        $0.clip?.points.map(\.y).max()
      }
      let strips = try #require(lowest.max())
      let ground = try #require(scene.items.last { $0.name == "ground" })
      for name in ["title", "subtitle"] {
        let word = try #require(scene.items.last { $0.name == name })
        guard case .stroke(let path, _) = word.shape, case .color(let ink) = word.paint,
          case .color(let below) = ground.paint
        else {
          Issue.record("\(name) is no line in a colour")
          continue
        }
        #expect(ink.contrast(to: below) >= 4.5)
        let half = scene.canvas.heightInPoints / 2
        #expect(path.points.allSatisfy { strips < $0.y && $0.y < half })
        #expect(path.points.allSatisfy { abs($0.x) < scene.canvas.widthInPoints / 2 })
      }
      // The words of the scene before are gone: no letters are cut.
      #expect(scene.items.filter { $0.name == "title" }.count == 1)
    }
  }

  @Test func `the poster in parts is the card, also on a ground of its own and of silence`() throws
  {
    func poster(
      _ input: String = Repository.fixture("demo.flac"),
      _ change: (inout PictureSettings) -> Void = { _ in }
    ) throws -> Scene {
      let run = try ReadRun(
        RunRequest(TrackView.self, of: input, look: "parts") { picture, options in
          (picture.width, picture.height) = (320, 180)
          options.colors.title = .text("A title")
          change(&picture)
        })
      return try scene(run, try #require(run.frames.last))
    }
    let film = try run { $1.colors.title = .text("A title") }
    let card = try scene(film, try #require(film.frames.last))
    // The title covers the first part, and is none itself.
    let strips = Set(card.items.filter { $0.name == "card" }.map(\.clip))
    #expect(strips.count == film.structure?.sections.count)
    let wanted = try self.run {
      $1.colors.title = .text("A title")
      $1.colors.palette = .yellow
    }
    #expect(try poster().items == scene(wanted, try #require(wanted.frames.last)).items)
    #expect(try poster().items != card.items)
    let red = try poster { $0.givenBackground = Color(red: 200, green: 0, blue: 0) }
    let grounds = Set(red.items.filter { $0.name == "ground" }.map(\.paint))
    #expect(grounds == [.color(Color(red: 200, green: 0, blue: 0))])
    try TemporaryFolder.with { folder in
      let silence = Tone(sampleRate: 8000, channels: 1, samples: [Int16](repeating: 0, count: 8000))
      let path = try folder.write(silence.wave, "silence.wav")
      #expect(try poster(path).items.contains { $0.name == "title" })
    }
  }

  @Test func `a poster in parts of no sound is its ground`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Tone(sampleRate: 8000, channels: 1, samples: []).wave, "none.wav")
      let run = try ReadRun(RunRequest(TrackView.self, of: path, look: "parts"))
      #expect(run.scenes.blank.items.isEmpty && run.scenes.background == Palette.yellow.background)
    }
  }

  @Test func `what labels say is a fact of the frames`() throws {
    try TemporaryFolder.with { folder in
      func facts(_ beat: String) throws -> [String] {
        let labels = try folder.write(
          Array("0\t40\tA 1\n40\t99\tB 2\n0\t0\t1\n\(beat)\t\(beat)\t2\n".utf8), "song.txt")
        return try run { $1.structurePath = labels }.facts.map { "\($0)" }
      }
      // The tempo is written on the sleeve.
      let facts = try [facts("0.5"), facts("0.6"), facts("0.5")]
      #expect(facts[0] != facts[1] && facts[0] == facts[2])
    }
  }

  @Test func `beats hours apart are no tempo`() throws {
    try TemporaryFolder.with { folder in
      let labels = try folder.write(
        Array("0\t40\tA 1\n40\t99\tB 2\n0\t0\t1\n13000\t13000\t2\n".utf8), "song.txt")
      let run = try run { $1.structurePath = labels }
      #expect(try !card(run, try #require(run.frames.last)).isEmpty)
    }
  }

  @Test(.enabled(if: FontChain.library != nil, "HarfBuzz is not installed"))
  func `no letter of a fact is a box, whatever letters the title has`() throws {
    let run = try run {
      $1.colors.title = .text("A")
      $1.colors.font = .file(Repository.fixture("Fonts/blocks.ttf"))
    }
    guard case .outlines(let words) = run.words.typeface else {
      Issue.record("the words are strokes")
      return
    }
    let keys = (0..<12).flatMap { tonic in
      [true, false].map { "\(SongMeasures.Key(tonic: tonic, isMajor: $0))" }
    }
    for character in (keys + ["120 bpm", "3:45", "67:89", "8 parts"]).joined() {
      #expect(words.word(String(character)) != ShapedWords.box, "\(character)")
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
