// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Decoding
import Drawing
import Foundation
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Views
import Writing

/// Pictures of a track by the library alone, drawn by a view that the program does not know.
@Suite struct ReadRunTests {
  /// Zero crossings of each tick of a track of 60 ticks a second.
  private static let counts = [0, 10, 20, 30, 7, 0, 40, 3, 1, 12]

  /// A square wave at 6000 Hz with these crossings in its first channel, and none in its second.
  private func write(_ folder: TemporaryFolder) throws -> String {
    var isPositive = true
    var samples: [Int16] = []
    for count in ReadRunTests.counts {
      for index in 0..<100 {
        if index < count { isPositive.toggle() }
        samples += [isPositive ? 9000 : -9000, 9000]
      }
    }
    return try folder.write(Tone(sampleRate: 6000, channels: 2, samples: samples).wave, "t.wav")
  }

  private func request(
    _ folder: TemporaryFolder, _ adjust: (inout RunRequest) -> Void = { _ in }
  ) throws -> RunRequest {
    var request = RunRequest(CrossingsView.self, of: try write(folder))
    adjust(&request)
    return request
  }

  private func files(
    _ render: ReadRun, _ kind: OutputKind, _ folder: TemporaryFolder
  ) throws -> [String: [UInt8]] {
    let pattern = FramePattern(folder: folder.path(kind.name), fileExtension: kind.name)
    let job = SequenceSettings(
      input: "t.wav", facts: render.facts, frameCount: render.schedule.frameCount)
    let writer = try FrameSequenceWriter(
      FrameFolder(pattern: pattern, existing: .keep), job: job, frames: render.frames)
    try RenderPipeline(scenes: render.scenes, renderer: kind.renderer, writer: writer)
      .run(render.frames, jobs: 2) { _ in true }
    try writer.finish()
    return try folder.frames(in: kind.name)
  }

  @Test func `a view of a reading of its own is drawn as SVG`() throws {
    try TemporaryFolder.with { folder in
      let request = try request(folder)
      let render = try ReadRun(request)
      let files = try files(render, .svg, folder)
      #expect(files.count == 10)
      for (index, count) in ReadRunTests.counts.enumerated() {
        let file = try #require(files["frame-\(index, digits: 6).svg"])
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("data-crossings=\"\(count)\""))
        // Eight bars at the most, of which the newest is as high as it counts crossings.
        let bars = text.matches(of: /<path fill="#ff0000" d="M[^"]*Z"/)
        #expect(bars.count == min(index + 1, 8))
        let place = min(index, 7) * 25 - 100
        let top = "\(50 - count).000"
        #expect(text.contains("d=\"M\(place).000 \(top)L\(place + 25).000 \(top) "))
      }
    }
  }

  @Test func `the same view is drawn as PNG`() throws {
    try TemporaryFolder.with { folder in
      let request = try request(folder)
      let files = try files(ReadRun(request), .png, folder)
      #expect(files.count == 10)
      // The first tick crosses nothing, so it has no bar.
      for (name, file) in files where !name.hasSuffix("000000.png") {
        let image = try PNGImage(bytes: file, path: "a frame").bitmap
        #expect((image.width, image.height) == (200, 100))
        func count(_ rows: Range<Int>, _ red: UInt8, _ green: UInt8) -> Int {
          (rows.lowerBound * 200..<rows.upperBound * 200)
            .count { image.pixels[4 * $0] == red && image.pixels[4 * $0 + 1] == green }
        }
        // The bars stand on the lower edge; the number is 16 high and stands on row 30.
        #expect(count(90..<100, 255, 0) > 0 && count(0..<50, 255, 0) == 0)
        #expect(count(13..<31, 0, 0) > 8 && count(32..<100, 0, 0) == 0)
        #expect(image.pixels[0] == 255)
      }
    }
  }

  @Test(arguments: [OutputKind.png, .svg])
  func `one picture in memory is the file of its frame`(kind: OutputKind) throws {
    try TemporaryFolder.with { folder in
      let request = try request(folder)
      let files = try files(ReadRun(request), kind, folder)
      let render = try ReadRun(RunRequest(CrossingsView.self, of: folder.path("t.wav")))
      for frame in [9, 0, 4] {
        let name = "frame-00000\(frame).\(kind.name)"
        #expect(try render.picture(ofFrame: frame, as: kind) == files[name])
      }
      let paper = RunRequest(CrossingsView.self, of: folder.path("t.wav"), look: "paper") {
        (picture, options) in
        (picture.width, picture.height) = (20, 10)
        options.color = .black
      }
      let small = try ReadRun(paper)
      let blank = try small.picture(ofFrame: 0, as: .svg)
      #expect(String(decoding: blank, as: UTF8.self).contains("width=\"20\" height=\"10\""))
      // The picture of frame 1 has a bar in it, of the colour that was asked for.
      #expect(!String(decoding: blank, as: UTF8.self).contains("#ff0000"))
    }
  }

  @Test func `what decides the bytes is told, the view as well`() throws {
    try TemporaryFolder.with { folder in
      let request = try request(folder) { request in
        request.rate = Rate(30)
        request.channels = ChannelPair(1, 0)
      }
      let render = try ReadRun(request)
      let facts = render.facts.map { "\($0.name) \($0.text ?? "none")" }
      #expect(
        facts == [
          "audio none", "sample-rate 6000", "sample-frames 1000", "ticks 10", "channels 1,0",
          "fps 30", "background #ffffff", "view crossings",
        ])
      #expect(render.frames == 0..<5)
      #expect(render.measures.isEmpty)
      #expect(render.silence == nil)
    }
  }

  @Test func `the default view is told by its measures alone`() throws {
    try TemporaryFolder.with { folder in
      var request = try request(folder)
      request.view = RadialOptions.curves
      let render = try ReadRun(request)
      #expect(render.facts.map(\.name).suffix(3) == ["background", "max-peak", "max-average"])
      #expect(render.measures.map(\.name) == ["max-peak", "max-average"])
    }
  }

  @Test func `a part of the frames is the same as in the whole`() throws {
    try TemporaryFolder.with { folder in
      let whole = try request(folder)
      var part = whole
      part.selection = .range(first: 8, last: 8)
      let scene = { (request: RunRequest) throws -> Scene in
        let render = try ReadRun(request)
        var cursor = SceneSequence.Cursor(render.scenes, from: render.frames.lowerBound)
        var scene = try cursor.scene(ofFrame: render.frames.lowerBound)
        for frame in render.frames.dropFirst() where frame <= 8 {
          scene = try cursor.scene(ofFrame: frame)
        }
        return scene
      }
      #expect(try scene(whole) == scene(part))
      #expect(try scene(part).items.count == 9)
    }
  }

  @Test func `what cannot be drawn is refused before or after the reading`() throws {
    try TemporaryFolder.with { folder in
      func error(
        bars: Int = 8, _ adjust: (inout RunRequest) -> Void
      ) throws -> PipelineError? {
        var options = CrossingsView.Options()
        options.bars = TickCount(bars)
        var request = try request(folder, adjust)
        request.view = options
        return #expect(throws: PipelineError.self) {
          try ReadRun(request)
        }
      }
      let path = folder.path("t.wav")
      let stereo = StreamFormat(sampleRate: 6000, channelCount: 2)
      #expect(
        try error { $0.channels = ChannelPair(0, 2) }
          == .request(.noSuchChannel(.number(2), stereo), path: path))
      let selection = FrameSelection.range(first: 10, last: nil)
      #expect(
        try error { $0.selection = selection }
          == .request(.noSuchFrames(selection, count: 10), path: path))
      #expect(
        try error(bars: 1) { _ in } == .usage(.contradiction("--bars 1 is no plot")))
      let rate = try #require(Rate(100_000_000))
      #expect(
        try error { $0.rate = rate }
          == .request(.tooManyFrames(16_666_667, rate: rate), path: path))
      #expect(
        try error { $0.track.input = folder.path("none") }
          == .decoding(.cannotOpen(path: folder.path("none"), .notFound)))
    }
  }

  @Test func `the reading can be stopped`() throws {
    try TemporaryFolder.with { folder in
      let request = try request(folder)
      #expect(throws: PipelineError.interrupted) {
        try ReadRun(request) { _ in false }
      }
    }
  }
}

extension String.StringInterpolation {
  /// A number with at least so many digits.
  fileprivate mutating func appendInterpolation(_ number: Int, digits: Int) {
    let text = "\(number)"
    appendLiteral(String(repeating: "0", count: digits - text.count) + text)
  }
}

/// Readings that do not stay in memory.
@Suite struct LargeReadingTests {
  /// A view of readings that are all alike, and so large that some go into a file.
  enum LargeView: View {
    struct Options: ViewOptions {
      typealias Drawn = LargeView
      var look = LargeView.looks[0]
      static let table: [Option<Options>] = []
    }

    static let name = "large"
    static let summary = "nothing"
    static let looks = [Look<Options>("empty", "nothing", LargeFigure.self)]
  }

  struct LargeFigure: Figure {
    struct Reading: PackedReading {
      init() {}
      init(unpacking bytes: Span<UInt8>) {}
      func pack(into bytes: inout [UInt8]) { bytes += [UInt8](repeating: 7, count: 24_000) }
    }

    private struct Source: Analyzer {
      mutating func consume(_ run: Span<Float>) -> Bool { true }
      mutating func endTick(emit: (Reading) -> Void) { emit(Reading()) }
      mutating func finish(emit: (Reading) -> Void) {}
    }

    static func analysis(
      for options: LargeView.Options, of request: AnalysisRequest
    ) -> Analysis<Reading> {
      Analysis { _ in Source() }
    }

    init(options: LargeView.Options, track: ReadingTrack<Reading>, context: ViewContext) {}

    mutating func advance(to tick: Int) throws(SystemError) {
      if tick == 3 { throw .deviceFailure }
    }
    func draw(into scene: inout Scene) {}
  }

  @Test func `readings that cannot be read end the run at their frame`() throws {
    let clock = TickClock(sampleRate: 60, rate: .sixty)
    let track = ReadingTrack<LargeFigure.Reading>(
      format: StreamFormat(sampleRate: 60, channelCount: 1), clock: clock)
    let canvas = try #require(Canvas(width: 10, height: 10, shortSideInPoints: 10))
    let scenes = SceneSequence(
      schedule: FrameSchedule(rate: .sixty, clock: clock, sampleFrames: 9),
      figure: LargeFigure(options: LargeView.Options(), track: track, context: ViewContext()),
      template: Scene(canvas: canvas, background: .black))
    var cursor = SceneSequence.Cursor(scenes, from: 0)
    for frame in 0..<3 { _ = try cursor.scene(ofFrame: frame) }
    let expected = PipelineError.readings(folder: TemporaryFile.defaultFolder, .deviceFailure)
    #expect(throws: expected) { try cursor.scene(ofFrame: 3) }
    let disk = FileSystem(availableBytes: nil, availableFiles: nil, blockSize: 1)
    #expect(throws: expected) {
      try scenes.estimate(0..<9, as: SVGFrameRenderer.self, on: disk)
    }
  }

  @Test func `readings that fit nowhere end the run with the name of their folder`() async throws {
    await #expect(processExitsWith: .success) {
      try TemporaryFolder.with { folder in
        setenv("TMPDIR", "/nowhere", 1)
        let samples = [Int16](repeating: 9, count: 60 * 4200)
        let path = try folder.write(
          Tone(sampleRate: 3600, channels: 1, samples: samples).wave, "t.wav")
        let error = #expect(throws: PipelineError.self) {
          try ReadRun(RunRequest(LargeView.Options(), of: TrackRequest(input: path)))
        }
        guard error == .readings(folder: "/nowhere", .notFound) else { exit(1) }
      }
    }
  }
}
