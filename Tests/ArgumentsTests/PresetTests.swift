// SPDX-License-Identifier: MIT
import Testing

@testable import Arguments

/// Options in files.
@Suite struct PresetTests {
  private func read(_ text: String) throws -> [Preset] {
    try Preset.read(Array(text.utf8), path: "band/mine.txt", home: "/home/ana")
  }

  private func line(_ arguments: String, _ text: String) throws -> Line {
    let words = GivenWords(
      arguments.split(separator: " ").map(String.init), presets: try read(text))
    return Line(words, of: Painter.paint.description)
  }

  @Test(
    arguments: [
      ("jobs 4", "jobs", "4"), ("--jobs=4", "jobs", "4"), ("  jobs  =  4  \r", "jobs", "4"),
      ("title The Night # One", "title", "The Night # One"), ("title 'A  b '", "title", "A  b "),
      ("title \"It's\"", "title", "It's"), ("title '", "title", "'"), ("title ''", "title", ""),
      ("title=", "title", ""), ("title = = b", "title", "= b"), ("overwrite", "overwrite", nil),
      ("logo ./a b.png", "logo", "band/a b.png"), ("logo ../a.png", "logo", "band/../a.png"),
      ("logo ~/a.png", "logo", "/home/ana/a.png"), ("logo '~/a.png'", "logo", "~/a.png"),
      ("logo .a", "logo", ".a"), ("logo ~", "logo", "~"), ("ink #ff8800", "ink", "#ff8800"),
      ("\u{FEFF}jobs 4", "jobs", "4"), ("a\tb", "a", "b"),
    ] as [(String, String, String?)])
  func `a line is a name and a value`(line: String, name: String, text: String?) throws {
    let presets = try read(line)
    #expect(presets == [Preset(name: name, text: text, origin: "band/mine.txt:1")])
  }

  @Test func `comments and empty lines count as lines, and are nothing else`() throws {
    let presets = try read("# one\n\n   # two\n\t\njobs 4\n#")
    #expect(presets.map(\.origin) == ["band/mine.txt:5"])
    #expect(try read("").isEmpty && read("\n\n").isEmpty)
  }

  @Test(
    arguments: [
      ("./a,b,./c", "band/a,b,band/c"), ("~/a,../c", "/home/ana/a,band/../c"),
      ("'./a,./c'", "./a,./c"), ("", nil),
    ] as [(String, String?)])
  func `each part of a list of files is a name in the folder`(text: String, value: String?) throws {
    let line = Array("scenes \(text)\nlogo ./a,./c".utf8)
    let presets = try Preset.read(
      line, path: "band/mine.txt", home: "/home/ana", lists: ["scenes"])
    #expect(presets.map(\.text) == [value, "band/a,./c"])
  }

  @Test func `bytes that are not UTF-8 stay as they are`() throws {
    let bytes = Array("logo a".utf8) + [0xFF]
    let presets = try Preset.read(bytes, path: "f", home: nil)
    #expect(presets[0].text?.unicodeScalars.last?.value == 0x10_FEFF)
  }

  @Test(arguments: ["-j 4", "--", "= 4", "---jobs 4", "jobs\0"])
  func `a line without a long name is refused with its place`(line: String) throws {
    #expect(throws: Preset.Fault.self) { try read("jobs 2\n\(line)\n") }
    do { _ = try read("jobs 2\n\(line)\n") } catch let fault as Preset.Fault {
      #expect(fault.origin == "band/mine.txt:2" && !fault.hint.isEmpty)
    }
  }

  @Test func `what is typed counts more than what a file has`() throws {
    let mixed = try line("a --format svg", "format png\njobs 3\noverwrite\n")
    #expect(mixed.text(of: "format") == "svg" && mixed.text(of: "jobs") == "3")
    #expect(mixed.given == ["format", "jobs", "overwrite"] && mixed.typed == ["format"])
    #expect(mixed.presets.map(\.name) == ["jobs", "overwrite"])
    // Lines that are shown have what was typed; the file is read again.
    #expect(mixed.options(without: []) == ["--format=svg"])
    #expect(mixed.arguments(without: ["jobs"]) == ["a", "--format", "svg"])
    #expect(
      mixed.rewritten(for: Painter.paint.description, without: []) == ["a", "--format", "svg"])
  }

  @Test func `options that the command lacks are passed over, and help needs no file`() throws {
    let mixed = try line("a", "nothing 4\njobs 3")
    #expect(mixed.passedOver.map(\.name) == ["nothing"] && mixed.given == ["jobs"])
    let help = try line("a --help", "format no\njobs")
    #expect(help.given.isEmpty && help.error == nil)
    #expect(help.withoutPresets(["jobs"]).given.isEmpty)
  }

  @Test func `an error in a file names its line`() throws {
    func error(_ text: String) throws -> UsageError? {
      let words = GivenWords(["a"], presets: try read(text))
      do {
        _ = try Parser(Painter.paint).parse(
          Line(words, of: Painter.paint.description), into: Painter.paint.defaults)
      } catch { return error }
      return nil
    }
    #expect(try error("jobs 4\nformat svg") == nil)
    #expect(
      try error("\nformat no").map { "\($0)" }
        == "band/mine.txt:2: invalid argument 'no' for '--format': no such choice")
    #expect(
      try error("jobs").map { "\($0)" }
        == "band/mine.txt:1: option '--jobs' requires an argument")
    #expect(
      try error("overwrite yes").map { "\($0)" }
        == "band/mine.txt:1: option '--overwrite' doesn't allow an argument, but got 'yes'")
  }

  @Test func `files are found among the arguments before they are parsed`() {
    func files(_ line: String) -> [String] {
      GivenWords(line.split(separator: " ").map(String.init)).values(of: "options", atLeast: 3)
    }
    #expect(files("a --options x --opt=y --option z") == ["x", "y", "z"])
    #expect(files("--op x --optional x -- --options x").isEmpty)
    #expect(files("a --options") == [] && files("a --options --overwrite") == [])
    #expect(files("--options=") == [""])
    #expect(GivenWords(["a", "-h"]).asksForHelp && !GivenWords(["--", "-h"]).asksForHelp)
  }
}
