// SPDX-License-Identifier: MIT
import Arguments
import Filming
import Foundation
import Pipeline
import Rendering
import TestSupport
import Testing
import Writing

@testable import Commands

/// What costs a row, or a file and a line: each with a small one of its own.
@Suite struct LayoutTests {
  // MARK: A limit is a row

  private static let limits: [Limit] = [
    .excludes("run", "rest"),
    Limit(
      .with(.film), ["boots", "map"], "is for films, not for OUTPUT"),
    Limit(.not(.live), ["rest"], "is for long walks"),
  ]

  private func error(_ traits: Set<Limit.Trait>, _ given: Set<String>) -> Diagnostic? {
    do throws(Diagnostic) {
      try Limit.check(
        LayoutTests.limits, traits, given: given, command: "render", output: "a.png")
      return nil
    } catch { return error }
  }

  @Test func `of several broken limits the first one is told`() {
    let boots = error([.live], ["rest", "boots", "map"])
    #expect(boots?.message == "--boots is for films, not for a.png")
    #expect(boots?.hint == "leave out --boots")
    #expect(
      error([.live], ["rest", "boots", "run"])?.message
        == "'--run' and '--rest' cannot be used together")
  }

  // MARK: A kind of file is a row

  @Test func `the end of a name says what a file is, once for all commands`() throws {
    #expect(FileKind(of: "a/b.PNG")?.image == .png)
    #expect(FileKind(of: "b.svg")?.image == .svg && FileKind(of: "b.svg")?.isFilm == false)
    #expect(FileKind(of: "x.tar.m4v")?.container?.name == "mp4")
    #expect(FileKind(of: "x.png")?.isFilm == false && FileKind(of: "x.gif")?.isFilm == true)
    #expect(FileKind(of: "x.avi")?.isFilm == true && FileKind(of: "x.avi")?.container == nil)
    #expect(FileKind(of: "x.y4m")?.raw == .y4m && FileKind(of: "x.rgb")?.raw == .rgb24)
    #expect(FileKind(of: "x.h264")?.raw == .h264 && FileKind(of: "x.h264")?.isFilm == true)
    #expect(FileKind(of: "x.jpeg")?.conversion?.source == .png)
    #expect(FileKind(of: "x.ndjson")?.meterFormat == .jsonl)
    #expect(FileKind(of: "x.readings")?.meterFormat == .readings)
    #expect(FileKind(of: "x.oga")?.sound == .ogg)
    #expect(FileKind(of: "x.html")?.isPage == true)
    #expect(FileKind(of: "png") == nil && FileKind(of: "") == nil)
  }

  @Test(arguments: ["frames", "frames.d", "x.mp4/", "a.mp4/b", "x.", "x.wav", "x.readings"])
  func `a name without a known end promises nothing`(name: String) {
    #expect(FileKind.promised(by: name) == nil)
  }

  @Test func `a folder that is called like a film promises nothing`() throws {
    try TemporaryFolder.with { folder in
      #expect(FileKind.promised(by: folder.path("x.mp4"))?.isFilm == true)
      try FileManager.default.createDirectory(
        atPath: folder.path("x.mp4"), withIntermediateDirectories: false)
      #expect(FileKind.promised(by: folder.path("x.mp4")) == nil)
    }
  }

  // MARK: An output is a type with its product

  /// The number of the frames, in a file.
  private struct FrameCount: Product {
    let drawing: DrawingRequest

    func make() throws(Diagnostic) {
      var open = try drawing.open()
      let output = try drawing.output(for: "txt")
      let run = try drawing.read(&open)
      try output.commit(Array("\(run.frames.count)\n".utf8))
    }
  }

  private enum CountOutput: Output {
    static let outline = Outline(
      name: "count", summary: "Count the frames of a track.", paragraphs: [], examples: [],
      limits: [Limit(.with(.poster), ["at"], "shows one frame")], defaultOutput: "count.txt",
      batch: BatchSpec(hasJobs: true))

    static let table = RenderOutput.table

    static func product(
      of drawing: DrawingRequest, _ own: FrameOutputOptions
    ) throws(Diagnostic) -> any Product {
      FrameCount(drawing: drawing)
    }

    static func ofEach(_ own: FrameOutputOptions) -> BatchOutput { .file("txt") }
  }

  private typealias CountCommand = DrawnCommand<CountOutput>

  private func run(_ words: [String]) throws(Diagnostic) {
    guard case .command(let command, _) = try CountCommand.read(GivenWords(words)) else { return }
    try command.run()
  }

  @Test func `a product and its command have all options of the pictures`() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write(
        Tone(noise: 1, sampleRate: 6000, sampleFrames: 3000).wave, "a.wav")
      try run([input, "-o", folder.path("n.txt"), "--fps", "30", "-q", "--view", "gauge"])
      #expect(try folder.bytes("n.txt") == Array("15\n".utf8))
      let again = #expect(throws: Diagnostic.self) {
        try run([input, "-o", folder.path("n.txt"), "-q"])
      }
      #expect(again?.status == .cannotCreate)
      let refused = #expect(throws: Diagnostic.self) { try run([input, "--at", "1"]) }
      #expect(refused?.message == "--at shows one frame")
      #expect(CountCommand.description.options.contains { $0.name == "palette" })
    }
  }

  @Test func `a command for one track takes several, if its outline says how`() throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("in"), withIntermediateDirectories: false)
      for (name, length) in [("a", 600), ("b", 1200)] {
        try folder.write(
          Tone(noise: 1, sampleRate: 6000, sampleFrames: length).wave, "in/\(name).wav")
      }
      try run([folder.path("in"), "--output-dir", folder.path("out"), "-q"])
      #expect(try folder.bytes("out/a.txt") == Array("6\n".utf8))
      #expect(try folder.bytes("out/b.txt") == Array("12\n".utf8))
    }
  }

  // MARK: Messages go where they are sent

  @Test func `a buffer takes the messages of one track, as text or as JSON`() {
    var report = ReportOptions()
    (report.buffer, report.isQuiet) = (MessageBuffer(), true)
    report.warn("line\nbreak", hint: "none")
    report.note("not said")
    #expect(report.buffer?.text == "radial-audio: warning: line\\nbreak\nhint: none\n")
    (report.buffer, report.style) = (MessageBuffer(), .json)
    report.warn("w")
    report.write(report.lines(of: Diagnostic("e", hint: "h", status: .usage)))
    #expect(
      report.buffer?.text == "{\"level\":\"warning\",\"message\":\"w\"}\n"
        + "{\"level\":\"error\",\"message\":\"e\",\"hint\":\"h\"}\n")
  }
}
