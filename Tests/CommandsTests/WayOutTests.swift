// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// How names, tags, lyrics and labels of others leave the program.
@Suite struct WayOutTests {
  /// What commands a terminal, reorders, breaks or hides, what ends a quotation in each format, and what
  /// is no Unicode: the private scalar is the program's form of the byte 0xFF.
  private static let hostile =
    "a\u{1B}]0;x\u{7}\u{9B}31m\u{202E}b\u{2066}c\u{200F}\u{2028}\u{200B}\u{FEFF}\u{AD}\n\r\t\u{B}\u{7F}"
    + "\"\u{301}'\u{301}<img src=x onerror=e()>\u{338}&amp;\\$(id)`id`,;%s %d\u{10FEFF}"

  private static let bytes: [UInt8] = hostile.unicodeScalars.flatMap { scalar in
    scalar.value == 0x10_FEFF ? [0xFF] : Array(String(scalar).utf8)
  }

  /// A WAV file whose tags are hostile.
  private static let wave = sound(tagged: String(hostile.dropLast()))

  /// A WAV file whose tags are this text.
  private static func sound(tagged text: String) -> [UInt8] {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let padded = bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      return Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: padded.count >> (8 * $0)) }
        + padded
    }
    // Tags are Unicode, or Latin-1.
    let tag = Array(text.utf8) + [0]
    let bare = Tone(noise: 3, sampleFrames: 88_200).wave
    let list = chunk(
      "LIST", ["INAM", "IART", "IPRD", "IGNR"].reduce(Array("INFO".utf8)) { $0 + chunk($1, tag) })
    return chunk("RIFF", bare[8..<36] + list + bare[36...])
  }

  /// The command lines, without the program's name; NAME is the hostile one without its extension.
  static let lines = [
    "plan NAME.wav --title auto --lyrics auto --structure NAME.txt",
    "plan NAME.wav --title auto --lyrics auto --structure NAME.txt --json",
    "plan NAME.wav -o NAME.mp4 --options NAME.options",
    "plan NAME.wav -o NAME.mp4 --options NAME.options --json",
    "plan NAME.wav --cover NAME.none", "plan NAME.wav --cover NAME.none --progress json",
    "meter NAME.wav -d 1 --add lyrics --lyrics NAME.lrc",
    "meter NAME.wav -d 1 --add lyrics --lyrics NAME.lrc --format json",
    "meter NAME.wav -d 1 --add section --structure NAME.txt",
    "meter NAME.wav NAME.none --output-dir NAME.d --overwrite",
    "loudness NAME.wav NAME.txt", "loudness NAME.wav --format csv",
    "loudness NAME.wav --format json",
    "loudness NAME.wav plain.wav --format html", "loudness NAME.wav --format svg",
    "page NAME.wav -d 1 -o -",
    "page NAME.wav plain.wav -d 1 --output-dir out --overwrite",
    "poster NAME.wav --look rings --title auto -o - --format svg",
    "render NAME.wav --at 1 --title auto --lyrics auto -o - --format svg",
    "render NAME.wav -d 0.1 --size 64x64 -o f.d --overwrite", "verify f.d", "verify NAME.wav",
    "looks NAME.wav -d 2 -o looks.png --overwrite",
    "plan NAME.wav -o NAME.mp4 --print-command", "film NAME.none", "film NAME.d", "film NAME NAME",
    "film NAME.wav --look NAME", "film NAME.wav --NAME", "NAME", "film NAME.m3u", "film NAME*",
    "normalize NAME.wav", "normalize NAME.wav NAME.none", "palette NAME",
    "palette cover:NAME.none", "synth NAME.lrc", "loudness NAME.wav -o NAME.none/x.csv",
  ]

  private func files(in folder: TemporaryFolder) throws {
    func write(_ content: [UInt8], _ end: String) throws {
      try folder.write(content, rawName: Self.bytes + Array(end.utf8))
    }
    try write(Self.wave, ".wav")
    try folder.write(Self.wave, "plain.wav")
    // A line of text has no line breaks, and no tabs between fields.
    let breaks = "\n\r\t\u{B}\u{2028}\u{10FEFF}".unicodeScalars
    let words = Self.hostile.unicodeScalars.filter { !breaks.contains($0) }.flatMap {
      Array(String($0).utf8)
    }
    try write(Array("[00:00.10]".utf8) + words + [10], ".lrc")
    try write(Array("0\t1\t".utf8) + words + Array(" 1\n1\t2\tB 2\n".utf8), ".txt")
    try write(Array("title ".utf8) + words + [10], ".options")
    try write([0x23, 10], ".m3u")
  }

  private func run(_ line: String, in folder: TemporaryFolder) throws -> CommandResult {
    var run = Inside.command(
      line.split(separator: " ").map { String($0).replacing("NAME", with: Self.hostile) })
    run.folder = folder.path
    return try run.run()
  }

  /// The scalars that no line for people or tables may have.
  private func troubles(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .lineSeparator, .paragraphSeparator: true
      default:
        scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
          || scalar == "\u{FFFD}" && !text.contains("<")
      }
    }
  }

  @Test(arguments: lines)
  func `nothing that a name or a tag says is done by a terminal or by a reader`(
    line: String
  ) throws {
    try TemporaryFolder.with { folder in
      try files(in: folder)
      // What some lines read is made by others.
      if line.hasPrefix("verify") {
        for line in Self.lines where line.hasPrefix("render") { _ = try run(line, in: folder) }
      }
      let result = try run(line, in: folder)
      #expect(result.status < 128)
      let written = outputs(in: folder).map { String(validating: $0, as: UTF8.self) }
      let said = String(validating: result.bytes, as: UTF8.self)
      for text in [said, result.errors] + written {
        let text = try #require(text, "is no UTF-8")
        if text.hasPrefix("{") {
          #expect(troubles(in: text.replacing("\u{FFFD}", with: "")).isEmpty)
          try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        } else if text.hasPrefix("<!doctype") || text.hasPrefix("<svg") {
          #expect(troubles(in: text.replacing("\u{FFFD}", with: "")).isEmpty)
          #expect(!text.contains("<img src=x"))
        } else {
          #expect(troubles(in: text).isEmpty, "\(text.prefix(2000).debugDescription)")
        }
        if text.hasPrefix("<svg") {
          let parser = XMLParser(data: Data(text.utf8))
          #expect(parser.parse(), "\(String(describing: parser.parserError))")
        }
      }
      if let said, !said.isEmpty,
        line.contains("csv") || line.hasPrefix("meter") && said.hasPrefix("frame,")
      {
        let rows = said.split(separator: "\n").map(fields)
        #expect(rows.count > 1 && Set(rows).count == 1, "\(said.prefix(300))")
      }
    }
  }

  /// How many fields a row of CSV has; 0 if a quotation mark stands where none may be.
  private func fields(_ row: Substring) -> Int {
    var count = 1
    var isQuoted = false
    for scalar in row.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() } else if scalar == ",", !isQuoted { count += 1 }
    }
    return isQuoted ? 0 : count
  }

  /// The texts among the files that a command has made, but for names that Foundation cannot spell.
  private func outputs(in folder: TemporaryFolder) -> [[UInt8]] {
    let ends = ["html", "csv", "json", "svg"]
    let paths = FileManager.default.enumerator(
      at: URL(filePath: folder.path), includingPropertiesForKeys: nil)
    return (paths?.compactMap { $0 as? URL } ?? []).filter { ends.contains($0.pathExtension) }
      .compactMap { try? Array(Data(contentsOf: $0)) }
  }

  @Test func `a page with hostile tags has the elements of one with plain tags`() throws {
    try TemporaryFolder.with { folder in
      try files(in: folder)
      try folder.write(Self.sound(tagged: "Night Drive"), "other.wav")
      for options in [
        "page FILE -d 1 -o - --title auto --subtitle x", "loudness FILE --format html",
        "loudness FILE FILE --format html",
      ] {
        let elements = try ["NAME.wav", "other.wav"].map { name in
          let result = try run(options.replacing("FILE", with: name), in: folder)
          #expect(result.status == 0, "\(result.errors)")
          return result.text.matches(of: /<[a-zA-Z!\/][a-zA-Z]*/).map { String($0.output) }
            .filter { !["<p", "</p", "<span", "</span", "<b", "</b"].contains($0) }
        }
        #expect(elements[0].count > 5 && elements[0] == elements[1], "\(options)")
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sh)))
  func `a printed command has the words of exactly this file`() throws {
    try TemporaryFolder.with { folder in
      try files(in: folder)
      let line = try run("plan NAME.wav -o NAME.mp4 --print-command", in: folder).text
      let script =
        "show() { for word; do printf '%s\\0' \"$word\"; done; }; radial-audio() { show \"$@\"; }; "
        + "ffmpeg() { show \"$@\"; }; "
      let sh = try InstalledTool.bash.run(["-c", script + line.replacing(" | ", with: " ; ")])
      let words = sh.bytes.split(separator: 0).map(Array.init)
      #expect(words.contains(Self.bytes + Array(".wav".utf8)), "\(line)")
      #expect(words.contains(Self.bytes + Array(".mp4".utf8)), "\(line)")
    }
  }
}
