// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Pictures without a named file: in the terminal, drawn as it answers, and else in the file.
@Suite(.enabled(if: InstalledTool.areInstalled(.setsid), "setsid is not installed"))
struct TerminalTests {
  private static let demo = Repository.fixture("Audio/demo.flac")

  /// What terminals answer.
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[?62;c"
  private static let plain = "\u{1B}[?65;1;9c"

  /// Runs a command on a terminal in a folder of its own; gives what was shown after the question, what
  /// was said, and the files.
  private func run(
    _ words: [String], answering answer: String?, on terminal: PlayedTerminal? = nil,
    environment: [String: String?] = [:]
  ) throws -> (shown: String, result: CommandResult, files: Set<String>) {
    try TemporaryFolder.with { folder in
      let terminal = try terminal ?? PlayedTerminal()
      var command = Program.command(words)
      (command.folder, command.environment) = (folder.path, environment)
      let (shown, result) = try terminal.run(command, answering: answer)
      #expect(terminal.isOrdinary)
      // The terminal driver writes \r\n for \n.
      let text = String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n")
      let end = text.range(of: "\u{1B}[c")?.upperBound ?? text.startIndex
      return (String(text[end...]), result, Set(folder.names()))
    }
  }

  @Test(arguments: [
    (kitty, "\u{1B}_Ga=T,f=100,q=2,m=1;iVBOR"), (plain, "\u{1B}[38;2;"),
  ])
  func `a poster is drawn as the terminal answers, and no file is made`(
    answer: String, start: String
  ) throws {
    let (shown, result, files) = try run(["poster", Self.demo], answering: answer)
    #expect(result.ending == .exited(0))
    #expect(shown.hasPrefix(start), "\(shown.prefix(60).debugDescription)")
    #expect(shown.hasSuffix("\n"))
    #expect(files.isEmpty)
    #expect(
      result.errors.hasSuffix("; to keep it: radial-audio poster \(Self.demo) -o demo.png\n"),
      "\(result.errors)")
  }

  @Test func `kitty gets the file of the same size, in pieces`() throws {
    let (shown, _, _) = try run(
      ["render", Self.demo, "--at", "2", "--size", "320x180"], answering: Self.kitty)
    let pieces = shown.split(separator: "\u{1B}_G").map { piece in
      piece.split(separator: ";")[1].split(separator: "\u{1B}")[0]
    }
    #expect(pieces.count > 2 && pieces.allSatisfy { $0.count <= 4096 })
    let png = Data(base64Encoded: pieces.joined())
    try TemporaryFolder.with { folder in
      let path = folder.path("a.png")
      try Program.succeed(
        Program.command(["render", Self.demo, "--at", "2", "--size", "320x180", "-o", path]))
      #expect(png.map { Array($0) } == (try folder.bytes("a.png")))
    }
  }

  @Test(arguments: ["", "x\n", "\u{1B}[?c\u{1B}[?;;5;99999999999999999999c\u{1B}P>|\u{1B}_G;OK"])
  func `a terminal that answers nothing or nonsense gets blocks soon`(answer: String) throws {
    let (shown, result, files) = try run(
      ["poster", Self.demo], answering: answer.isEmpty ? nil : answer)
    #expect(shown.contains("▀"))
    #expect(result.ending == .exited(0) && files.isEmpty)
    #expect(Sanitizer.active != nil || result.seconds < 10)
  }

  @Test func `within tmux no picture is asked for, since it would become the title`() throws {
    let terminal = try PlayedTerminal()
    var command = Program.command(["poster", Self.demo])
    command.environment = ["TMUX": "/tmp/tmux-0/default,1,0"]
    let (shown, _) = try terminal.run(command, answering: Self.plain)
    let text = String(decoding: shown, as: UTF8.self)
    #expect(!text.contains("\u{1B}_") && text.contains("▀"))
  }

  @Test(arguments: [
    (["--show", "none"], [:]), (["--overwrite"], [:]), (["--format", "png"], [:]),
    (["-o", "demo.png"], [:]), (["-o", "demo.png", "--show", "kitty"], [:]),
    ([], ["TERM": "dumb"]), ([], ["LC_ALL": "de_DE.ISO-8859-1"]),
  ])
  func `the file is made on a terminal that shows nothing, and where it is asked for`(
    words: [String], environment: [String: String]
  ) throws {
    let (shown, result, files) = try run(
      ["poster", Self.demo, "--size", "200x200"] + words, answering: Self.plain,
      environment: environment)
    #expect(result.ending == .exited(0), "\(result.errors)")
    #expect(shown.isEmpty && files == ["demo.png"])
  }

  @Test func `a part of a sequence is never shown, and one frame of it is`() throws {
    let words = ["render", Self.demo, "--size", "64x64"]
    #expect(try run(words + ["--frames", "0-1"], answering: Self.kitty).files == ["frames"])
    let sheet = try run(words + ["--contact-sheet", "3x2"], answering: Self.kitty)
    #expect(sheet.shown.hasPrefix("\u{1B}_Ga=T") && sheet.files.isEmpty)
    #expect(sheet.result.errors.contains("6 of "), "\(sheet.result.errors)")
    #expect(sheet.result.errors.contains("--contact-sheet 3x2 -o demo-sheet.png"))
  }

  @Test func `a window of ten by three cells has a picture too`() throws {
    let terminal = try PlayedTerminal(columns: 10, rows: 3, width: 0, height: 0)
    for words in [["poster", Self.demo], ["looks", Self.demo, "-d", "1"]] {
      let (shown, result, _) = try run(words, answering: Self.plain, on: terminal)
      #expect(result.ending == .exited(0) && shown.contains("▀"), "\(result.errors)")
    }
  }

  @Test(arguments: ["kitty", "blocks"])
  func `a chosen way goes into a pipe`(way: String) throws {
    let result = try Program.run("poster", Self.demo, "--size", "90x90", "--show", way)
    #expect(result.status == 0)
    let starts = ["kitty": "\u{1B}_G", "blocks": "\u{1B}["]
    #expect(result.text.hasPrefix(try #require(starts[way])))
  }

  @Test func `Ctrl-C during the question restores the terminal`() throws {
    let (shown, result, files) = try run(["poster", Self.demo], answering: "\u{3}")
    #expect(result.ending == .exited(130))
    #expect(!shown.contains("▀") && files.isEmpty)
  }

  @Test func `all looks are shown in rows, with their names below`() throws {
    let (shown, result, files) = try run(["looks", Self.demo, "-d", "2"], answering: Self.kitty)
    #expect(result.ending == .exited(0) && files.isEmpty)
    let text = shown.replacing(/\u{1B}_G[^\u{1B}]*\u{1B}\\/, with: "")
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.first == ["line", "sun", "bloom"], "\(rows)")
    #expect(rows.joined().contains("analyzer") && !rows.joined().contains("plots tutorial"))
    #expect(
      result.errors.hasSuffix(
        " looks; to keep them: radial-audio looks \(Self.demo) --duration 2 -o demo-looks.png\n"),
      "\(result.errors)")
  }
}
