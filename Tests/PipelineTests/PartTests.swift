// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Pipeline
import TestSupport
import Testing
import Views

/// Parts of a track, and loops.
@Suite struct PartTests {
  /// A view in a look, with turns of a second where it has turns.
  struct Drawn: Sendable, CustomStringConvertible {
    let description: String
    let request: @Sendable (String) -> RunRequest

    init<SomeView: View>(_ view: SomeView.Type, _ look: Look<SomeView.Options>) {
      description = "\(view.name) \(look.name)"
      request = { input in
        RunRequest(view, of: input, look: look.name) { picture, options in
          (picture.width, picture.height) = (96, 64)
          if var radial = options as? RadialOptions {
            radial.turn = .length(TurnLength(seconds: 1))
            options = radial as? SomeView.Options ?? options
          }
        }
      }
    }
  }

  static let radial = RadialView.looks.map { Drawn(RadialView.self, $0) }
  static let all =
    radial + TrackView.looks.map { Drawn(TrackView.self, $0) }
    + GaugeView.looks.map { Drawn(GaugeView.self, $0) }
    + PlotsView.looks.map { Drawn(PlotsView.self, $0) }

  /// Four seconds of noise, the third of them silent.
  private static let track: Tone = {
    var tone = Tone(noise: 21, sampleRate: 12_000, sampleFrames: 48_000)
    for index in 2 * 24_000..<3 * 24_000 { tone.samples[index] = 0 }
    return tone
  }()

  private func withTrack(_ body: (String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try body(folder.write(PartTests.track.wave, "t.wav"))
    }
  }

  @Test(arguments: all)
  func `a part shows what the whole track shows at that time`(drawn: Drawn) throws {
    try withTrack { input in
      let whole = try ReadRun(drawn.request(input))
      for (start, length) in [(30, 30), (200, 40)] {
        var request = drawn.request(input)
        request.track.start = try #require(
          TimePosition(parsing: start == 30 ? "0.5" : "3.333333333"))
        request.track.duration = TimePosition(parsing: length == 30 ? "0.5" : "0.666666667")
        let part = try ReadRun(request)
        #expect(part.schedule.frameCount == length)
        for frame in [0, 1, 17, length - 1] {
          #expect(
            try part.picture(ofFrame: frame) == whole.picture(ofFrame: start + frame),
            "frame \(frame) from \(start)")
        }
      }
    }
  }

  @Test(arguments: [ScaleScope.track, .part], [false, true])
  func `a part with fewer ticks than a track of its length has is drawn`(
    scope: ScaleScope, isFresh: Bool
  ) throws {
    try TemporaryFolder.with { folder in
      // At 8000 Hz tick 62 covers the sample frames 8266 to 8399: all 134 of the part.
      let input = try folder.write(
        Tone(noise: 22, sampleRate: 8000, sampleFrames: 16_000).wave, "t.wav")
      func request(_ part: Bool) throws -> RunRequest {
        var request = RunRequest(RadialView.self, of: input, look: "sun") { picture, options in
          (picture.width, picture.height) = (96, 64)
          if part { options.scale.scope = scope }
        }
        request.isFresh = isFresh && part
        if part {
          request.track.start = try #require(TimePosition(parsing: "1.03325"))
          request.track.duration = TimePosition(parsing: "0.01675")
        }
        return request
      }
      let run = try ReadRun(try request(true))
      #expect(run.summary.sampleFrames == 134)
      #expect(run.summary.tickCount == 1)
      #expect(run.schedule.frameCount == 2)
      for frame in 0..<2 {
        let picture = try run.picture(ofFrame: frame)
        guard scope == .track, !isFresh else { continue }
        #expect(try picture == ReadRun(try request(false)).picture(ofFrame: 62))
      }
    }
  }

  @Test(arguments: radial)
  func `a fresh part begins with an empty figure`(drawn: Drawn) throws {
    try withTrack { input in
      var request = drawn.request(input)
      request.track.start = try #require(TimePosition(parsing: "1.5"))
      let usual = try ReadRun(request)
      request.isFresh = true
      let fresh = try ReadRun(request)
      #expect(fresh.schedule.frameCount == usual.schedule.frameCount)
      #expect(fresh.measures == usual.measures)
      #expect(try fresh.picture(ofFrame: 0) != usual.picture(ofFrame: 0))
    }
  }

  @Test(arguments: radial.filter { !$0.description.contains("tutorial") })
  func `the first frames show what is to come, and nothing of it is left when the turn is full`(
    drawn: Drawn
  ) throws {
    try withTrack { input in
      let run = try ReadRun(drawn.request(input))
      func sketches(_ frame: Int) throws -> Bool {
        var cursor = SceneSequence.Cursor(run.scenes, from: frame)
        return try cursor.scene(ofFrame: frame).items.contains { $0.name == "sketch" }
      }
      // What is drawn is not sketched any more: more of the sketch lies on the circle of silence.
      if drawn.description.contains("bloom") {
        func points(_ frame: Int) throws -> [Double] {
          var cursor = SceneSequence.Cursor(run.scenes, from: frame)
          let items = try cursor.scene(ofFrame: frame).items.filter { $0.name == "sketch" }
          return items.flatMap { item -> [Double] in
            guard case .fill(let path, _) = item.shape else { return [] }
            return path.points.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
          }
        }
        func silent(_ radii: [Double]) -> Int { radii.count { $0 < 62.01 } }
        #expect(try silent(points(40)) > silent(points(2)) + 60)
      }
      // A halo has the shade of the track all the time, and the others have no turns.
      let hasTurns = !["halo", "letters", "orbit", "well", "horizon", "sunflower", "clave"].contains
      {
        drawn.description.contains($0)
      }
      #expect(try sketches(0) == hasTurns)
      #expect(try !sketches(61))
    }
  }

  @Test(arguments: radial.filter { !$0.description.contains("tutorial") })
  func `a loop has whole turns, and begins with a full figure`(drawn: Drawn) throws {
    try withTrack { input in
      var request = drawn.request(input)
      request.track.duration = TimePosition(parsing: "1.6")
      request.loops = true
      let run = try ReadRun(request)
      // Two turns of 48 ticks; a halo has none.
      #expect(run.schedule.frameCount == 96)
      var cursor = SceneSequence.Cursor(run.scenes, from: 0)
      let first = try cursor.scene(ofFrame: 0)
      #expect(!first.items.contains { $0.name == "sketch" })
      // The noise at the end of the part is as loud as at its start, but its bass is not: the heart
      // has to move slowly over the seam.
      var last = SceneSequence.Cursor(run.scenes, from: 95)
      let end = try last.scene(ofFrame: 95)
      // Some have as many rings, ridges or seeds as are under way.
      let isFixed = !["well", "horizon", "sunflower", "clave"].contains {
        drawn.description.contains($0)
      }
      // Dots of an orbit that have one colour are one item.
      func count(_ scene: Scene) -> Int {
        guard drawn.description.contains("orbit") else { return scene.items.count }
        return scene.items.reduce(0) { sum, item in
          guard case .fill(let path, _) = item.shape else { return sum + 1 }
          return sum + path.verbs.count { $0 == .move }
        }
      }
      if isFixed { #expect(count(end) == count(first)) }
      func heart(_ scene: Scene) -> Double? {
        guard let item = scene.items.first(where: { $0.name == "heart" }),
          case .fill(let path, _) = item.shape
        else { return nil }
        return path.points.map(\.x).max()
      }
      if let one = heart(end), let other = heart(first) { #expect(abs(one - other) < 6) }
    }
  }

  @Test(arguments: [(9, beats: 18, turns: 1), (7, beats: 12, turns: 1), (12, beats: 24, turns: 2)])
  func `a loop of the music has a whole number of its beats`(
    seconds: Int, beats: Int, turns: Int
  ) throws {
    let demo = Repository.fixture("Audio/demo.flac")
    var request = RunRequest(RadialView.self, of: demo, look: "sun") { _, options in
      options.turn = .lock
    }
    let whole = try #require(try ReadRun(request).lockedTurn)
    request.track.start = try #require(TimePosition(parsing: "12"))
    request.track.duration = TimePosition(parsing: "\(seconds)")
    request.loops = true
    let loop = try ReadRun(request)
    // The bars of the track have 16 beats.
    let ticks = Int((whole.seconds * 60).rounded()) / 16 * beats
    #expect(whole.fit == .bars && loop.lockedTurn?.fit == .loop)
    #expect(loop.schedule.frameCount == ticks)
    #expect(loop.lockedTurn?.seconds == Double(ticks / turns) / 60)
  }

  @Test func `a figure that grows cannot loop, and says so`() throws {
    try withTrack { input in
      for drawn in PartTests.all where !drawn.description.hasPrefix("radial") {
        var request = drawn.request(input)
        request.loops = true
        #expect(throws: PipelineError.request(.cannotLoop, path: input)) {
          _ = try OpenRun(request)
        }
      }
    }
  }

  @Test func `silence of more than a second leaves the figure as it is`() throws {
    try withTrack { input in
      // 1.2 s of silence at the end.
      try TemporaryFolder.with { folder in
        var tone = PartTests.track[0..<24_000]
        tone.samples += Array(repeating: 0, count: 2 * 14_400)
        let faded = try folder.write(tone.wave, "faded.wav")
        let run = try ReadRun(
          RunRequest(RadialView.self, of: faded, look: "bloom") { picture, options in
            (picture.width, picture.height) = (96, 64)
            picture.ballistics = .tick
            options.turn = .length(TurnLength(seconds: 1))
          })
        var cursor = SceneSequence.Cursor(run.scenes, from: 119)
        func petals(_ frame: Int) throws -> [Item.Shape] {
          try cursor.scene(ofFrame: frame).items.filter { $0.name.hasPrefix("average") }.map(
            \.shape)
        }
        let before = try petals(119)
        #expect(try petals(run.schedule.frameCount - 1) == before)
      }
    }
  }
}
