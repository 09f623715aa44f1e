// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Foundation
import Fuzzing
import LoudnessReports
import Pages
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// Pages that a program makes with the library.
@Suite struct PageTests {
  /// A look of a view, and an input that it can draw.
  struct Drawn: Sendable, CustomStringConvertible {
    let view: any View.Type
    let look: String

    var description: String { "\(view.name) \(look)" }

    var request: RunRequest { request(view) }

    private func request<SomeView: View>(_ view: SomeView.Type) -> RunRequest {
      let instrument = view.scoreKind.map { "Instruments/\($0).json" }
      var request = RunRequest(
        view, of: Repository.fixture(instrument ?? "Audio/demo.flac"), look: look
      ) { picture, _ in (picture.width, picture.height) = (320, 180) }
      request.selection = .range(first: 30, last: 660)
      return request
    }

    static let all = ViewCatalog.all.flatMap { view in
      looks(of: view).map { Drawn(view: view, look: $0) }
    }

    private static func looks<SomeView: View>(of view: SomeView.Type) -> [String] {
      view.looks.map(\.name)
    }
  }

  @Test(arguments: Drawn.all)
  func `the scenes of a page are those of the frames, with any number of jobs`(
    drawn: Drawn
  ) throws {
    let run = try ReadRun(drawn.request)
    let page = Page(run, .none)
    let scenes = try page.scenes(jobs: 2)
    #expect(try page.scenes(jobs: 1).chunks == scenes.chunks)
    try #require(scenes.chunks.count == 2)
    let images = scenes.images.map(\.bitmap)
    for (chunk, first) in zip(scenes.chunks, [30, 630]) {
      var decoder = SceneStreamDecoder(try Inflation.bytes(chunk), imageCount: images.count)
      var cursor = SceneSequence.Cursor(run.scenes, from: first)
      for frame in first..<min(first + Page.framesInChunk, 661) {
        #expect(try decoder.readFrame())
        let items = try cursor.scene(ofFrame: frame).items
        let isSame = decoder.items == items.map { StreamedItem($0, images: images) }
        try #require(isSame, "frame \(frame)")
      }
      #expect(try !decoder.readFrame())
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sha256sum)))
  func `the page runs what it was made with, and nothing else`() throws {
    try TemporaryFolder.with { folder in
      let page = try Page(Drawn(view: RadialView.self, look: "line").request, sound: .none)
      let bytes = try document(of: page)
      let text = String(decoding: bytes, as: UTF8.self)
      for (name, start, end) in [
        ("script", "<script>", "</script>"), ("style", "<style>", "</style>"),
      ] {
        let from = try #require(text.range(of: start, options: .backwards)).upperBound
        let to = try #require(text[from...].range(of: end)).lowerBound
        let hash = try hash(String(text[from..<to]), in: folder)
        #expect(
          text.contains("\(name)-src 'sha256-\(hash)'"),
          "change the hash of the \(name) in Page.hashes to \(hash)")
      }
      #expect(text.contains("default-src 'none'"))
      #expect(!text.contains("http://") && !text.contains("https://"))
      for bytes in [PageList([]).document, PageTests.loudness] {
        let page = String(decoding: bytes, as: UTF8.self)
        let from = try #require(page.range(of: "<style>")).upperBound
        let to = try #require(page.range(of: "</style>")).lowerBound
        let hash = try hash(String(page[from..<to]), in: folder)
        #expect(page.contains("style-src 'sha256-\(hash)'"), "\(hash)")
      }
    }
  }

  /// A page about the loudness of a track of silence.
  private static let loudness: [UInt8] = {
    let silence = ProgrammeSummary(floor: .silence)
    let track = LoudnessReport.Track(
      name: "a.wav", seconds: 0, format: StreamFormat(sampleRate: 48_000, channelCount: 1),
      summary: silence, course: LoudnessCourse(mostColumns: 2), title: nil, artist: nil, album: nil)
    var bytes: [UInt8] = []
    LoudnessReport([track], all: silence, target: .r128, faults: [], generator: "a test")
      .write { bytes += $0 }
    return bytes
  }()

  private func hash(_ text: String, in folder: borrowing TemporaryFolder) throws -> String {
    let path = try folder.write(text, "text")
    let printed = try InstalledTool.sha256sum.run([path]).text.prefix(64)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
      UInt8(printed.dropFirst(index).prefix(2), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }

  /// What may be one `Character` with a character of HTML before or behind it.
  private static let joining = (0...0x10_FFFF).compactMap(Unicode.Scalar.init).filter {
    "<\($0)".count == 1 || "\($0)<".count == 1
  }

  private static func hasLivingMarks(_ document: [UInt8]) -> Bool {
    document.indices.contains { place in
      document[place] == UInt8(ascii: "<")
        && (document[place + 1] >= 0x80 || document[place + 1] == UInt8(ascii: "\""))
    }
  }

  /// Some of the scalars with characters of HTML between them.
  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView("x".unicodeScalars)
    for scalar in scalars { text += [scalar, "<", scalar, "\"", scalar, ">", scalar] }
    text.append("x")
    return String(text)
  }

  @Test func `no scalar keeps a character of HTML alive in a title or in the list`() throws {
    let joining = PageTests.joining
    try #require(joining.contains("\u{D4E}") && joining.contains("\u{301}"))
    // Names of files are shorter than lines of words.
    let isLost = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .format }
    let lines = joining.chunks(ofCount: 20).map { (PageTests.text($0), false) }
    let names = joining.filter(isLost).chunks(ofCount: 6).map { (PageTests.text($0), true) }
    try #require(!names.isEmpty)
    try TemporaryFolder.with { folder in
      let wave = Tone(noise: 5, sampleRate: 8000, sampleFrames: 800).wave
      for (text, isName) in lines + names {
        let input = try folder.write(wave, isName ? "\(text).wav" : "tone.wav")
        var request = RunRequest(RadialView.self, of: input, look: "line") { picture, options in
          (picture.width, picture.height) = (32, 18)
          if !isName {
            (options.colors.title, options.colors.subtitle) = (.text(text), .text(text))
          }
        }
        request.selection = .range(first: 0, last: 1)
        let bytes = try document(of: Page(request, sound: .none))
        let facts = try #require(PageFacts(page: bytes))
        // Marks that cannot be seen may be left out.
        func seen(_ text: String) -> [Unicode.Scalar] {
          text.unicodeScalars.filter { !isLost($0) && !$0.properties.isDefaultIgnorableCodePoint }
        }
        #expect(seen(facts.title) == seen(text))
        #expect(seen(facts.artist) == (isName ? [] : seen(text)))
        #expect(!PageTests.hasLivingMarks(bytes))
        let list = PageList([.init(file: "\(text).html", facts: facts)]).document
        #expect(!PageTests.hasLivingMarks(list))
      }
    }
  }

  private func document(of page: Page) throws -> [UInt8] {
    var document: [UInt8] = []
    try page.write(page.scenes(jobs: 1)) { document += $0 }
    return document
  }

  @Test func `a list has the titles, the addresses and the colours of its pages`() throws {
    func page(_ title: String, _ others: String = "") -> [UInt8] {
      Array(
        "<meta name=\"generator\" content=\"radial-audio\">\n\(others)<title>\(title)</title>".utf8)
    }
    func meta(_ name: String, _ value: String) -> String {
      "<meta name=\"\(name)\" content=\"\(value)\">\n"
    }
    #expect(PageFacts(page: Array("<title>A</title>".utf8)) == nil)
    #expect(PageFacts(page: page("")) == nil)
    #expect(PageFacts(page: []) == nil)
    let common =
      meta("author", "Q &amp; R") + meta("album", "&lt;Rain&gt;") + meta("theme-color", "#1f0515")
      + meta("ink", "#ffe3ea")
    let first = try #require(
      PageFacts(page: page("A &amp; &amp;lt; B - Q &amp; R", common + meta("seconds", "61.5"))))
    #expect(first.title == "A & &lt; B" && first.artist == "Q & R" && first.album == "<Rain>")
    #expect(first.seconds == 61.5 && first.ink == Color(parsing: "#ffe3ea"))
    let second = try #require(PageFacts(page: page("C", common + meta("seconds", "3600"))))
    let list = PageList([
      .init(file: "a b#.html", facts: first), .init(file: "<c>.html", facts: second),
    ])
    let text = String(decoding: list.document, as: UTF8.self)
    #expect(text.contains("<title>&lt;Rain&gt; - Q &amp; R</title>"))
    #expect(text.contains("<body bgcolor=\"#1f0515\" text=\"#ffffff\" link=\"#ffffff\""))
    #expect(text.contains("<h1><font color=\"#ffe3ea\">&lt;Rain&gt;</font></h1>"))
    #expect(text.contains("<small>2 tracks, 1:01:01</small>"))
    #expect(
      text.contains(
        "<a href=\"a%20b%23.html\">A &amp; &amp;lt; B</a><time>1:01</time></li>\n"
          + "<li><a href=\"%3Cc%3E.html\">C</a><time>1:00:00</time>"))
    #expect(!text.contains("<img"))
  }

  @Test func `a list of pages that differ names each artist, and is black without a palette`()
    throws
  {
    let pages = [("A", "Q"), ("B", "R")].map { title, artist in
      PageList.Entry(
        file: "\(title).html",
        facts: PageFacts(
          page: Array(
            "<meta name=\"generator\" content=\"radial-audio\">\n<meta name=\"author\" content=\"\(artist)\">\n<title>\(title) - \(artist)</title>"
              .utf8)))
    }
    let text = String(decoding: PageList(pages).document, as: UTF8.self)
    #expect(text.contains("<title>Tracks</title>") && text.contains("bgcolor=\"#000000\""))
    #expect(text.contains("A<small>Q</small></a>") && text.contains("B<small>R</small></a>"))
    let unknown = PageList([.init(file: "<x>.html", facts: nil)])
    #expect(String(decoding: unknown.document, as: UTF8.self).contains(">&lt;x&gt;.html</a></li>"))
  }
}

extension Array {
  fileprivate func chunks(ofCount count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
