// SPDX-License-Identifier: MIT
import Analysis
import Decoding
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Levels as text: a line with the ballistics, the tick rate, the sample rate and the channels, then
/// a line for each tick. A kind of input that the program does not know.
private struct LevelLines: LevelSource {
  let ballistics: String
  let fall: Double?
  let tickRate: Rate
  let format: StreamFormat
  private var lines: ArraySlice<Substring>

  init(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let words = lines[0].split(separator: " ").map(String.init)
    (ballistics, fall) = (words[1], Double(words[2]))
    tickRate = (try? Rate(parsing: words[3])) ?? .sixty
    format = StreamFormat(sampleRate: Int(words[4]) ?? 1, channelCount: Int(words[5]) ?? 1)
    self.lines = lines.dropFirst()
  }

  mutating func next() -> [Decibels]? {
    lines.popFirst()?.split(separator: " ").compactMap { Double($0).map { Decibels($0) } }
  }
}

/// The input that has the levels.
private struct LevelInput: Input, ~Copyable {
  let content: InputContent
  let format: StreamFormat
  let expectedFrameCount: Int? = nil

  init(_ levels: LevelLines) { (content, format) = (.readings(levels), levels.format) }

  mutating func read(into block: inout AudioBlock) { block.truncate(to: 0) }
}

extension InputKind {
  fileprivate static let levels = InputKind { _, start in
    start.starts(with: "levels ".utf8)
  } open: { (file) throws(DecodingError) in
    LevelInput(LevelLines(try file.bytes(at: 0, file.count)))
  }
}

/// Pictures of levels without samples.
@Suite struct LevelsInputTests {
  /// Two seconds of sound that swells and fades, twice on the left.
  private func write(_ folder: TemporaryFolder) throws -> String {
    var samples: [Int16] = []
    for index in 0..<12_000 {
      let sign: Double = index / 7 % 2 == 0 ? 1 : -1
      samples += [
        Int16(sign * Double(index % 6000)), Int16(-sign * Double(12_000 - index)),
      ]
    }
    return try folder.write(Tone(sampleRate: 6000, channels: 2, samples: samples).wave, "t.wav")
  }

  /// Meters a track into a file of levels.
  private func meter(
    _ path: String, _ ballistics: Ballistics, _ folder: TemporaryFolder
  ) throws -> String {
    var track = try Track(TrackRequest(input: path))
    let fall = ballistics.fall.map { "\($0)" } ?? "-"
    var text = "levels \(ballistics.name) \(fall) 60 6000 2\n"
    _ = try track.read(ballistics.levels(floor: .silence), progress: { _ in true }) { levels in
      text += levels.map { "\($0.value)" }.joined(separator: " ") + "\n"
    }
    return try folder.write(Array(text.utf8), "t.levels")
  }

  private func request(
    _ view: any ViewOptions, of input: String, _ ballistics: Ballistics
  ) -> RunRequest {
    var track = TrackRequest(input: input)
    track.kinds = [.levels] + InputKind.all
    var request = RunRequest(view, of: track)
    request.picture.ballistics = ballistics
    return request
  }

  @Test(arguments: [Ballistics.tick, .avaudioplayer, .petal(fall: 33)])
  func `a view of levels draws them as it draws the sound`(ballistics: Ballistics) throws {
    try TemporaryFolder.with { folder in
      let sound = try write(folder)
      let levels = try meter(sound, ballistics, folder)
      // What the bass is cannot be known from levels.
      var (radial, track) = (RadialOptions(), TrackViewOptions())
      (radial.pulse, track.pulse) = (Share(0), Share(0))
      for view in [radial, RadialOptions.curves, track, GaugeOptions()] as [any ViewOptions] {
        let expected = try ReadRun(request(view, of: sound, ballistics))
        let found = try ReadRun(request(view, of: levels, ballistics))
        #expect(found.schedule == expected.schedule && found.measures == expected.measures)
        for frame in [0, 1, 60, 119] {
          #expect(
            try found.picture(ofFrame: frame, as: .svg)
              == expected.picture(ofFrame: frame, as: .svg))
        }
      }
    }
  }

  @Test func `what needs samples, or other levels, says so`() throws {
    try TemporaryFolder.with { folder in
      let levels = try meter(write(folder), .petal(fall: 20), folder)
      func error(
        _ view: any ViewOptions, _ ballistics: Ballistics = .petal(),
        _ adjust: (inout RunRequest) -> Void = { _ in }
      ) -> String? {
        var request = request(view, of: levels, ballistics)
        adjust(&request)
        do {
          _ = try ReadRun(request)
          return nil
        } catch { return "\(error)" }
      }
      let needsSamples = "\(levels): has levels but no samples, which are needed here"
      #expect(error(RadialOptions.curves) == nil)
      #expect(error(PlotsOptions()) == needsSamples)
      #expect(error(CrossingsView.Options()) == needsSamples)
      #expect(error(RadialOptions.curves) { $0.track.duration = TimePosition(parsing: "1") } != nil)
      #expect(
        error(RadialOptions.curves, .tick)
          == "\(levels): has levels of the ballistics 'petal' that fall by 20 dB/s, but this run "
          + "has 'tick'")
      #expect(
        error(RadialOptions.curves) { $0.track.tickRate = .ten }
          == "\(levels): has levels of 60 ticks a second, but this run has 10")
      var track = try Track(request(RadialOptions.curves, of: levels, .petal()).track)
      #expect(throws: PipelineError.metering(.needsSamples, path: levels)) {
        try track.readSamples(from: 0) { _ in true }
      }
    }
  }

  @Test func `without their kind they are no sound`() throws {
    try TemporaryFolder.with { folder in
      let levels = try meter(write(folder), .tick, folder)
      #expect(throws: PipelineError.self) { _ = try Track(TrackRequest(input: levels)) }
    }
  }
}
