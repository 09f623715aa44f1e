// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import LoudnessReports
import TestSupport
import Testing

/// The reports of `loudness`: pages in HTML, SVG and PDF.
@Suite struct LoudnessReportTests {
  private static let hostile = "</title><script>alert(1)</script>\" onload=\"x&amp;音"

  /// Runs in a folder with `a.wav`, `b.wav` and `c.wav`, each softer than the one before it.
  private func withAlbum<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    try TemporaryFolder.with { folder in
      for (name, level) in [("a", -9.0), ("b", -23), ("c", -30)] {
        try folder.write(
          TestSound([(level, 4), (level - 8, 2)], hertz: 997).wave, "\(name).wav")
      }
      return try body(folder)
    }
  }

  private func loudness(
    _ words: String..., in folder: borrowing TemporaryFolder, status: Int32 = 0
  ) throws -> String {
    var run = Inside.command(["loudness", "-q"] + words)
    run.folder = folder.path
    let result = try run.run()
    #expect(result.status == status, "\(words): \(result.errors)")
    return result.errors
  }

  private func text(_ name: String, in folder: borrowing TemporaryFolder) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test func `the page of a track has its figures, its curves and what R 128 says`() throws {
    try withAlbum { folder in
      _ = try loudness("b.wav", "-o", "b.html", in: folder)
      let page = try text("b.html", in: folder)
      #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">") && page.hasSuffix("</html>\n"))
      for curve in ["momentary", "short-term", "integrated", "range", "peaks"] {
        #expect(page.contains("<path class=\"\(curve)\" d=\""), "\(curve)")
      }
      _ = try loudness("b.wav", "-o", "b.csv", in: folder)
      let row = try text("b.csv", in: folder).split(separator: "\n")[1].split(separator: ",")
      for cell in row[2...6] {
        let figure = String(format: "%.1f", try #require(Double(cell))).replacing("-", with: "−")
        #expect(page.contains("<b>\(figure)</b>"), "\(figure)")
      }
      #expect(page.contains("<dt>Integrated</dt>") && page.contains("<dt>Peak to loudness</dt>"))
      #expect(page.contains("prefers-color-scheme: dark") && page.contains("@media print"))
      #expect(!page.contains("<script") && !page.contains("http:"))
      #expect(!page.contains("https:"))
    }
  }

  @Test(arguments: [
    (-23.0, "good", "Met: −23 LUFS ±0.2"), (-22.4, "bad", "0.6 LU too loud, which is allowed live"),
    // What shows -22.8 LUFS is within 0.2 LU.
    (-22.77, "good", "Met: −23 LUFS ±0.2"), (-22.73, "bad", "0.3 LU too loud"),
    (-33, "bad", "10.0 LU too quiet"), (-0.5, "bad", "true peak 0.5 dB too high"),
  ])
  func `the verdict is that of EBU R 128`(level: Double, kind: String, words: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(level, 4)]).wave, "a.wav")
      _ = try loudness("a.wav", "-o", "a.html", in: folder)
      let page = try text("a.html", in: folder)
      let row = try #require(
        page.split(separator: "\n").first { $0.contains("<dt>EBU R 128</dt>") })
      #expect(row.contains("class=\"\(kind)\"") && row.contains(words), "\(row)")
    }
  }

  @Test func `an album has a row for each track, and the figures of all`() throws {
    try withAlbum { folder in
      _ = try loudness("a.wav", "b.wav", "c.wav", "-o", "all.html", "--target", "-14", in: folder)
      _ = try loudness("a.wav", "b.wav", "c.wav", "-o", "all.csv", "--target", "-14", in: folder)
      let page = try text("all.html", in: folder)
      let table = try text("all.csv", in: folder).split(separator: "\n").dropFirst()
      #expect(page.components(separatedBy: "<tr role=\"row\">").count == 1 + 1 + 3)
      #expect(page.contains("<h1>Tracks</h1>"))
      for row in table {
        let cells = row.split(separator: ",")
        let integrated = try #require(Double(cells[2]))
        let shown = String(format: "%.1f", integrated).replacing("-", with: "−")
        #expect(page.contains("<b>\(shown)</b>"), "\(shown)")
        #expect(page.contains(cells[9].replacing("\"", with: "")))
      }
    }
  }

  @Test(arguments: ["html", "svg", "pdf"])
  func `any number of jobs writes the same bytes, to a file and to standard output`(
    format: String
  ) throws {
    if format == "pdf" { try InstalledTool.rsvgConvert.require() }
    try withAlbum { folder in
      for jobs in ["1", "4"] {
        _ = try loudness(
          "a.wav", "b.wav", "c.wav", "-o", "\(jobs).\(format)", "-j", jobs, in: folder)
      }
      let bytes = try folder.bytes("1.\(format)")
      #expect(try folder.bytes("4.\(format)") == bytes)
      var run = Inside.command(["loudness", "a.wav", "b.wav", "c.wav", "-f", format, "-q"])
      run.folder = folder.path
      #expect(try Inside.succeed(run).bytes == bytes)
    }
  }

  @Test func `words of tags and of names stay words`() throws {
    try InstalledTool.xmllint.require()
    try InstalledTool.ffmpeg.require()
    try withAlbum { folder in
      let name = "'\"><img src=x onerror=y>&.flac"
      try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "a.wav", "-metadata", "title=\(Self.hostile)", "-metadata",
          "artist=\(Self.hostile)", name,
        ], in: folder)
      try folder.write("not a sound", "<b>bad&.wav")
      for file in ["x.html", "x.svg"] {
        let errors = try loudness(name, "b.wav", "<b>bad&.wav", "-o", file, in: folder, status: 65)
        #expect(errors.contains("left out"))
        let page = try text(file, in: folder)
        for start in ["<script", "<img", "<b>bad"] { #expect(!page.contains(start), "\(file)") }
        #expect(file == "x.svg" || page.contains("&lt;b&gt;bad&amp;.wav: "))
      }
      try InstalledTool.xmllint.run(["--noout", "x.svg"], in: folder)
      // XML but for the elements that HTML does not close.
      let page = try text("x.html", in: folder).replacing(/<meta [^>]*>/, with: "")
        .replacing("<!doctype html>", with: "")
      try folder.write(page, "x.xml")
      try InstalledTool.xmllint.run(["--noout", "x.xml"], in: folder)
    }
  }

  @Test func `sound and its readings have the same curves and figures`() throws {
    try withAlbum { folder in
      var run = Inside.command(["meter", "a.wav", "-o", "a.readings", "-q"])
      run.folder = folder.path
      try Inside.succeed(run)
      for format in ["html", "svg"] {
        _ = try loudness("a.wav", "-o", "sound.\(format)", in: folder)
        _ = try loudness("a.readings", "-o", "readings.\(format)", in: folder)
      }
      #expect(
        try text("readings.html", in: folder).replacing("a.readings", with: "a.wav")
          == text("sound.html", in: folder))
      func curves(_ name: String) throws -> [Substring] {
        try text(name, in: folder).split(separator: "\n").filter { $0.contains("data-name") }
      }
      #expect(try curves("readings.svg") == curves("sound.svg"))
    }
  }

  @Test func `a long track has a page no larger than a short one, with all maxima`() throws {
    try TemporaryFolder.with { folder in
      func page(seconds: Double) throws -> String {
        let sound = TestSound(
          levels: [([-30], seconds), ([-3], 0.5), ([-30], seconds)], hertz: 100, sampleRate: 1000)
        try folder.write(sound.wave, "a.wav")
        _ = try loudness("a.wav", "-o", "a.html", "--overwrite", in: folder)
        return try text("a.html", in: folder)
      }
      let (short, long) = (try page(seconds: 70), try page(seconds: 1500))
      #expect(long.utf8.count < 2 * short.utf8.count)
      // The short loud passage is in its column of the curve, as high as in the short track.
      func top(_ page: String) throws -> Double {
        let path = try #require(page.firstMatch(of: /class="momentary" d="([^"]*)"/)).output.1
        let numbers = path.split { "MLZ ".contains($0) }.compactMap { Double($0) }
        return stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }.min() ?? .nan
      }
      #expect(try top(short) == top(long))
    }
  }

  @Test func `another program draws the sheet, and reads the pages of the PDF`() throws {
    try InstalledTool.rsvgConvert.require()
    try withAlbum { folder in
      let tracks = Array(repeating: "b.wav", count: 30)
      var run = Inside.command(["loudness", "-q", "-o", "all.svg"] + tracks)
      run.folder = folder.path
      try Inside.succeed(run)
      let drawn = try InstalledTool.rsvgConvert.run(["--zoom", "0.25", "all.svg"], in: folder)
      #expect(drawn.bytes.starts(with: [0x89, 0x50]))
      run.arguments[3] = "all.pdf"
      try Inside.succeed(run)
      let pdf = try folder.bytes("all.pdf")
      #expect(pdf.starts(with: Array("%PDF-".utf8)))
      // 30 rows are too many for two sheets of A4.
      let text = String(decoding: pdf, as: UTF8.self)
      #expect(text.contains("/Count 3"))
    }
  }

  @Test(arguments: ["html", "svg"])
  func `silence, six channels and no sound at all have a page`(format: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(TestSound([(nil, 1)]).wave, "silent.wav")
      let six = TestSound(levels: [((0..<6).map { $0 == 3 ? nil : -20 }, 1)])
      try folder.write(six.wave, "six.wav")
      for (name, words) in [
        ("silent", ["It has no loudness"]), ("six", ["6 channels", "LFE: silent"]),
      ] {
        _ = try loudness("\(name).wav", "-o", "\(name).\(format)", in: folder)
        let page = try text("\(name).\(format)", in: folder)
        #expect(!page.contains("nan") && !page.contains("−160"))
        if format == "html" { #expect(words.allSatisfy(page.contains), "\(name)") }
      }
      _ = try loudness("six.wav", "-d", "0", "-o", "none.\(format)", in: folder)
    }
  }

  @Test(arguments: [
    (
      ["-o", "a.png"], 64, "'a.png' is not a name for a loudness report",
      "end it in .html .svg .pdf"
    ),
    (["-o", "a.html", "-f", "pdf"], 64, "'a.html' is not a name for PDF", ".pdf"),
    (["-o", "there.html"], 73, "exists", "--overwrite"),
    (["-o", "none/a.svg"], 73, "none/a.svg", "hint"),
  ])
  func `what cannot be written is refused, and nothing is written`(
    words: [String], status: Int32, message: String, hint: String
  ) throws {
    try withAlbum { folder in
      try folder.write("there", "there.html")
      let names = folder.names()
      var run = Inside.command(["loudness", "a.wav"] + words)
      run.folder = folder.path
      let result = try run.run()
      #expect(result.status == status)
      #expect(result.errors.contains(message) && result.errors.contains(hint), "\(result.errors)")
      #expect(folder.names() == names)
      #expect(try text("there.html", in: folder) == "there")
    }
  }
}
