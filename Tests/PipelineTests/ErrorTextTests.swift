// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Decoding
import Drawing
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Writing

/// What a program of the library prints where it prints an error: what `radial-audio` says.
@Suite struct ErrorTextTests {
  private func text<Result: ~Copyable>(_ body: () throws -> Result) -> String {
    do {
      _ = try body()
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func `a render that cannot be made says why, with the name of what is wrong`() throws {
    try TemporaryFolder.with { folder in
      let words = try folder.write("some words", "words.txt")
      let sound = try folder.write(
        Tone(noise: 1, sampleRate: 6000, channels: 1, sampleFrames: 6000).wave, "sound.wav")
      func said(_ input: String, _ adjust: (inout RunRequest) -> Void = { _ in }) -> String {
        var request = RunRequest(CrossingsView.Options(), of: TrackRequest(input: input))
        adjust(&request)
        return text { try ReadRun(request).frames }
      }
      #expect(said("nofile.wav") == "nofile.wav: No such file or directory")
      #expect(said(folder.path) == "\(folder.path): is a folder")
      #expect(said(words).hasPrefix("\(words): is not an audio file ("))
      #expect(
        said(sound) { $0.channels = ChannelPair(0, 2) }
          == "\(sound): has 1 channel, none with the number 2")
      #expect(
        said(sound) { $0.selection = .range(first: 70, last: nil) }
          == "\(sound): has 60 frames, none of them in 70-")
      #expect(
        said(sound) { $0.track.start = TimePosition(parsing: "1:30") ?? .zero }
          == "\(sound): ends before the part, which starts at 90 s")
      #expect(
        said(sound) { $0.track.tickRate = Rate(9000) ?? .sixty }
          == "\(sound): 9000 ticks a second are more than its 6000 sample frames")
    }
  }

  @Test func `frames of another job are told apart in the words of the command line`() throws {
    try TemporaryFolder.with { folder in
      func write(_ facts: [SequenceSettings.Fact]) throws {
        let pattern = FramePattern(folder: folder.path, fileExtension: "png")
        let job = SequenceSettings(input: "song", facts: facts, frameCount: 2)
        let frames = try FrameFolder(pattern: pattern, existing: .keep)
        let writer = try FrameSequenceWriter(frames, job: job, frames: 0..<2)
        var (renderer, picture) = (PNGFrameRenderer(), [UInt8]())
        let canvas = try #require(Canvas(width: 1, height: 1, shortSideInPoints: 1))
        renderer.render(Scene(canvas: canvas, background: .black), into: &picture)
        _ = try writer.write(picture, frame: 0)
        try writer.finish()
      }
      try write([.init("size", "160x90"), .init("logo", nil)])
      let start =
        "\(folder.path)/frame-%06d.png.json: the existing frames were rendered with other options: "
      #expect(
        text { try write([.init("size", "80x90"), .init("logo", "a.png")]) }
          == start + "--size 160x90, not 80x90; --logo not given, not a.png")
      // The view that no manifest names.
      #expect(
        text { try write([.init("size", "80x90"), .init("view", "gauge")]) }
          == start + "--view radial, not gauge")
    }
  }

  @Test(arguments: [
    (PipelineError.decoding(.empty(path: "a.wav")), "a.wav: is empty"),
    (
      .decoding(.truncated(path: "a.wav", atFrame: 7, expectedFrames: 9)),
      "a.wav: stream ends at sample frame 7 of 9"
    ),
    (
      .decoding(.helperFailed(path: "a.m4a", .exited(1), message: "no")),
      "a.m4a: ffmpeg ended with status 1 (no)"
    ),
    (
      .decoding(.cannotSpool(path: "standard input", folder: "/tmp", .noSpace)),
      "standard input: is too large to be kept in /tmp while it is read"
    ),
    (
      .metering(.notANumber(channel: 1, atFrame: 5), path: "a.wav"),
      "a.wav: the sample at sample frame 5, channel 1 is not a finite number"
    ),
    (
      .image(.tooManyPixels(path: "a.png", width: 20_000, height: 2)),
      "a.png: has 20000x2 pixels"
    ),
    (
      .constants(.unusable(.channelCountsDiffer(first: 2, next: 1)), path: "c.json"),
      "c.json: has 1 channel, but the first input has 2"
    ),
    (
      .constants(.channelsDiffer(constants: 1, track: 2), path: "c.json"),
      "c.json: has constants of 1 channel, but the track has 2"
    ),
    (
      .readings(folder: "/tmp", .noSpace),
      "/tmp: cannot store the readings of the track: No space left on device"
    ),
    (
      .writing(.framesExist(path: "f/1.png", count: 3)),
      "f/1.png: this and 2 other frames exist already"
    ),
    (
      .writing(.badManifest(path: "f.json", .otherVersion)),
      "f.json: was written by another version of radial-audio"
    ),
    (
      .request(.startBeyondEnd(.zero, length: 17.24), path: "a.wav"),
      "a.wav: ends before the part, which starts at 0 s"
    ),
    (.output(path: "-", .noSpace), "standard output: No space left on device"),
    (.output(path: "a.csv", .exists), "a.csv: the file exists already"),
    (.usage(.conflict("--a", "--b")), "'--a' and '--b' cannot be used together"),
    (.interrupted, "interrupted"),
  ])
  func `each kind of error reads as a sentence`(error: PipelineError, expected: String) {
    #expect("\(error)" == expected)
  }

  @Test func `constants that are no JSON are told with the place`() {
    #expect(
      text { try ConstantsSet(json: Array("{\n  \"schema\": ]".utf8)) }
        == "is not JSON: line 2, column 13: unexpected ']'")
    #expect(
      text { try ConstantsSet(json: Array("[]".utf8)) }
        == "line 1, column 1: the text is an array, not an object")
  }
}
