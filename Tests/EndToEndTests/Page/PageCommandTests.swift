// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import JSON
import TestSupport
import Testing

/// What is typed for pages, and what is answered.
@Suite struct PageCommandTests {
  private let noise = Tone(noise: 77, sampleRate: 8000, sampleFrames: 8000).wave

  @Test(arguments: [
    (
      ["-o", "a.mp4"], "'a.mp4' is not a name for a page",
      "radial-audio film /no/such/track.wav --output a.mp4"
    ),
    (["-o", "a.svg"], "'a.svg' is not a name for a page", "end it in .html"),
    (["--at", "3"], "unrecognized option '--at'", "hint: "),
    (["--sound", "opus"], "invalid argument 'opus' for '--sound'", "auto, embed, link, aac"),
  ])
  func `what cannot be is refused before the track is read`(
    words: [String], message: String, hint: String
  ) throws {
    let result = try Program.command(["page", "/no/such/track.wav"] + words).run()
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains(hint), "\(result.errors)")
  }

  @Test func `a page has the name of its track, and replaces nothing unasked`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "my song.wav")
      func page(_ words: String...) throws -> CommandResult {
        var command = Program.command(["page", "my song.wav", "--sound", "none"] + words)
        command.folder = folder.path
        return try command.run()
      }
      let first = try page()
      #expect(first.status == 0, "\(first.errors)")
      #expect(first.errors.hasPrefix("radial-audio: 1.000 s in my song.html: "))
      let text = try String(contentsOfFile: folder.path("my song.html"), encoding: .utf8)
      #expect(text.contains("<title>my song</title>"))
      #expect(!text.contains("<audio"))
      let second = try page()
      #expect(second.status == 73 && second.errors.contains("exists already"))
      #expect(try page("--overwrite", "--jobs", "1").status == 0)
      #expect(try String(contentsOfFile: folder.path("my song.html"), encoding: .utf8) == text)
      #expect(try page("-o", "-", "-q").text == text)
    }
  }

  @Test func `words in options and names cannot leave their place in the page`() throws {
    try TemporaryFolder.with { folder in
      let name = ":script><img src=x onerror=alert(1)>&\".wav"
      try folder.write(noise, name)
      func page(_ words: String...) throws -> String {
        try Program.succeed(
          Program.command(
            ["page", folder.path(name), "--sound", "none", "-o", "-", "-q"] + words)
        ).text
      }
      let named = try page()
      #expect(!named.contains("<img"))
      #expect(named.contains("<b>:script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&quot;</b>"))
      let titled = try page("--title", "</script><!--<b>", "--subtitle", "A & B")
      #expect(titled.contains("<title>&lt;/script&gt;&lt;!--&lt;b&gt; - A &amp; B</title>"))
      #expect(titled.contains("aria-label=\"&lt;/script&gt;&lt;!--&lt;b&gt;: a moving picture"))
      #expect(!titled.contains("<!--"))
      for text in [named, titled] { #expect(text.split(separator: "</script>").count == 4) }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `the progress of a page counts reading, sound and pictures, and ends with them`() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(noise, "a.wav")
      let run = try Program.succeed(
        Program.command(
          [
            "page", path, "-d", "1", "--fps", "30", "--progress", "json", "-o",
            folder.path("p.html"),
          ]
        ))
      let lines = try run.errors.split(separator: "\n").map {
        try JSONValue(parsing: Array($0.utf8))
      }
      let ends = lines.filter { $0["progress"]?.string == "end" }
      #expect(ends.map { $0["stage"]?.string } == ["sample frames", "sound", "finishing"])
      #expect(ends.map { $0["frame"]?.integer } == [8000, 8000, 30])
      #expect(ends.map { $0["total"]?.integer } == [8000, 8000, 30])
      #expect(ends.allSatisfy { $0["eta_s"]?.integer == 0 })
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `plan says what a page will be, and about how large`() throws {
    try TemporaryFolder.with { folder in
      let demo = Repository.fixture("Audio/demo.flac"), output = folder.path("p.html")
      func plan(_ words: String...) throws -> JSONValue {
        try JSONValue(
          parsing: Program.succeed(
            Program.command(["plan", demo, "-o", output, "--json", "-q"] + words)
          ).bytes)
      }
      let loud = try plan("--fps", "120")
      #expect(!FileManager.default.fileExists(atPath: output))
      #expect(loud["frames"]?.integer == 2880 && loud["exists"] == false)
      #expect(loud["sound"]?.string == "encoded as AAC")
      _ = try Program.succeed(Program.command(["page", demo, "-o", output, "--fps", "120", "-q"]))
      let size = try folder.bytes("p.html").count
      let expected = try #require(loud["bytes"]?.integer)
      #expect((size * 2 / 3...size * 3 / 2).contains(expected), "\(expected) for \(size)")
      let silent = try plan("--sound", "none", "--fps", "120")
      #expect(silent["soundBytes"]?.integer == 0 && silent["exists"] == true)
      #expect(silent["pictureBytes"]?.integer == loud["pictureBytes"]?.integer)
    }
  }

  @Test func `a silent track has a page, and a track without samples has none`() throws {
    try TemporaryFolder.with { folder in
      var silence = Tone(noise: 1, sampleRate: 8000, sampleFrames: 8000)
      for index in silence.samples.indices { silence.samples[index] = 0 }
      let silent = try folder.write(silence.wave, "silent.wav")
      #expect(
        try Program.run("page", silent, "--sound", "none", "-o", folder.path("s.html")).status == 0)
      let empty = try folder.write(Tone(noise: 1, sampleFrames: 0).wave, "empty.wav")
      let result = try Program.run("page", empty, "-o", folder.path("e.html"))
      #expect(result.status == 65 && result.errors.contains("there is no frame to draw"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("e.html")))
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)))
  func `sound is in the page as it is, as AAC, or by its name`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "a.wav")
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "a.wav", "a.mp3"], in: folder)
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "a.wav", "a.flac"], in: folder)
      func page(_ words: [String]) throws -> String {
        try Program.succeed(
          Program.command(
            ["page"] + words.map { $0.hasPrefix("a.") ? folder.path($0) : $0 }
              + ["-o", folder.path("p.html"), "--overwrite"]))
        return try String(contentsOfFile: folder.path("p.html"), encoding: .utf8)
      }
      func sound(of page: String) throws -> [UInt8] {
        let start = try #require(page.range(of: "id=\"audio\">")).upperBound
        let end = try #require(page[start...].range(of: "<")).lowerBound
        return Array(try #require(Data(base64Encoded: String(page[start..<end]))))
      }
      try InstalledTool.ffmpeg.run(["-v", "error", "-i", "a.wav", "a.m4a"], in: folder)
      let m4a = try page(["a.m4a"])
      #expect(m4a.contains("\"sound\":\"audio/mp4\""))
      #expect(try sound(of: m4a) == folder.bytes("a.m4a"))
      let mp3 = try page(["a.mp3", "--sound", "embed"])
      #expect(mp3.contains("\"sound\":\"audio/mpeg\""))
      #expect(try sound(of: mp3) == folder.bytes("a.mp3"))
      let flac = try page(["a.flac", "--sound", "embed"])
      #expect(flac.contains("\"sound\":\"audio/flac\""))
      #expect(try sound(of: flac) == folder.bytes("a.flac"))
      for (words, count) in [
        (["a.flac"], 8000), (["a.mp3"], 8000), (["a.m4a", "-s", "0.25", "-d", "0.5"], 4000),
      ] {
        let coded = try page(words)
        #expect(coded.contains("\"sound\":\"audio/mp4\""))
        try folder.write(try sound(of: coded), "out.m4a")
        let decoded = try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", "out.m4a", "-ac", "1", "-f", "s16le", "-"], in: folder)
        // AAC has whole blocks of 1024; players that keep its edit list play the exact part.
        #expect((count..<count + 1024).contains(decoded.bytes.count / 2), "\(words)")
      }
      let linked = try page(["a.flac", "--sound", "link"])
      #expect(linked.contains("<audio id=\"sound\" preload=\"auto\" src=\"a.flac\">"))
      #expect(!linked.contains("id=\"audio\""))
      let part = try Program.run(
        "page", folder.path("a.mp3"), "-d", "0.5", "--sound", "link", "-o", folder.path("q.html"))
      #expect(part.status == 64)
      #expect(part.errors.contains("takes the whole file as it is, and this is a part of one"))
    }
  }

  @Test func `an album becomes pages and a list of them`() throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("album"), withIntermediateDirectories: true)
      for name in ["02 Rain & Snow.wav", "01 Sun.wav"] { try folder.write(noise, "album/\(name)") }
      var command = Program.command(
        ["page", "album", "--output-dir", "pages", "--sound", "none", "-q"])
      command.folder = folder.path
      try Program.succeed(command)
      let list = String(decoding: try folder.bytes("pages/index.html"), as: UTF8.self)
      let first = try #require(list.range(of: "<a href=\"01%20Sun.html\">Sun</a>")).lowerBound
      let second = try #require(
        list.range(of: "<a href=\"02%20Rain%20%26%20Snow.html\">Rain &amp; Snow</a>")
      ).lowerBound
      #expect(first < second && list.contains("<title>Tracks</title>") && !list.contains("<img"))
      try FileManager.default.removeItem(atPath: folder.path("pages/index.html"))
      var rest = command
      rest.arguments.append("--existing=keep")
      try Program.succeed(rest)
      #expect(String(decoding: try folder.bytes("pages/index.html"), as: UTF8.self) == list)
      let logo = try Data(contentsOf: URL(filePath: Repository.fixture("demo-logo.png")))
      try folder.write(Array(logo), "album/cover.png")
      var covered = command
      covered.arguments[covered.arguments.count - 4] = "covered"
      try Program.succeed(covered)
      #expect(
        String(decoding: try folder.bytes("covered/index.html"), as: UTF8.self)
          .contains("<img src=\"data:image/png;base64,\(logo.base64EncodedString())\""))
      let again = try command.run()
      #expect(again.status == 73 && again.errors.contains("this and 2 other outputs exist already"))
    }
  }
}
