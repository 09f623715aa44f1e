// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Instruments
import Signal
import Synthesis
import TestSupport
import Testing
import Views

/// Pictures of tones.
struct TonesRun {
  var picture = PictureSettings()
  var options = TonesOptions()
  var bank: ToneBank
  var rate = Rate.sixty
  var begin = 0
  var words = Captions()

  /// A run of a look, at 60 ticks a second.
  init(_ look: String, _ bank: ToneBank) throws {
    self.bank = bank
    try #require(TonesView.looks.first { $0.name == look }).apply(&picture, &options)
  }

  /// A view before its first tick.
  func view() throws -> any Figure<TonesOptions> {
    let format = StreamFormat(sampleRate: 48_000, channelCount: 2)
    return try options.figure(
      of: ReadingTrack<NoReading>(
        format: format, clock: TickClock(sampleRate: 48_000, rate: rate)),
      ViewContext(
        score: Instrument(.tones(bank)), begin: begin, words: words, picture: picture,
        request: AnalysisRequest(tickRate: rate)))
  }

  /// What the picture after a tick shows.
  func scene(afterTick tick: Int) throws -> Scene {
    var view = try view()
    try view.advance(to: tick)
    return try scene(view)
  }

  /// What a view shows.
  func scene(_ view: any Figure<TonesOptions>) throws -> Scene {
    try view.scene(options, picture)
  }

  /// Tones of any kind, and what happens to them in the first seconds.
  static func bank(seed: UInt64) -> ToneBank {
    var random = SeededGenerator(seed: seed)
    let tones = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      ToneBank.Tone(
        frequency: Double(Int.random(in: 0...127, using: &random)),
        velocity: Double(Int.random(in: 0...127, using: &random)))
    }
    let events = (0..<30).map { _ in
      let glide = Bool.random(using: &random) ? Double.random(in: 0...3, using: &random) : 0
      return ToneBank.Event(
        time: .random(in: 0...12, using: &random),
        tone: .random(in: tones.indices, using: &random),
        frequency: Bool.random(using: &random) ? .random(in: 0...127, using: &random) : nil,
        velocity: .random(in: 0...127, using: &random), glide: glide)
    }
    return ToneBank(tones: tones, events: events)
  }
}

extension Scene {
  /// The shape that shows something of a name, by its `data-name`.
  func shown(_ name: String) throws -> Item {
    try #require(items.first { $0.data.contains(DataAttribute("name", name)) })
  }

  /// What the items of a name show.
  func values(ofTone tone: Int, _ name: String) -> [String] {
    items.filter {
      $0.name == "tone-\(tone)" && $0.data.contains(DataAttribute("name", name))
    }.flatMap { $0.data.filter { $0.name == "value" }.map(\.value) }
  }
}
