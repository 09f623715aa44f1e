// SPDX-License-Identifier: MIT
import Rendering
import TestSupport
import Testing
import Text
import Writing

/// The names of frames.
@Suite struct FramePatternTests {
  @Test(arguments: [
    ("out/frame-%06d.png", "out/frame-000007.png"), ("%d.png", "7.png"), ("%1d.svg", "7.svg"),
    ("%3d.png", "007.png"), ("####.png", "0007.png"), ("a##b", "a07b.png"),
    ("x%%y-%02d.PNG", "x%y-07.PNG"), ("#%02d.png", "#07.png"), ("/%02d", "/07.png"),
    ("100%%/%02d.png", "100%/07.png"), ("100%/%02d.png", "100%/07.png"),
    ("50% off/%02d.png", "50% off/07.png"),
    ("a#b/%02d.png", "a#b/07.png"), ("../f/%02d.svg", "../f/07.svg"), ("%02d.tar", "07.tar.png"),
  ])
  func `a pattern names frames`(text: String, path: String) throws {
    let pattern = try FramePattern(parsing: text, fileExtension: "png")
    #expect(pattern.path(ofFrame: 7) == path)
    #expect(FramePattern.isPattern(text))
  }

  @Test(
    arguments: [
      ("frame.png", .noNumber), ("out/.png", .noNumber), ("a#.png", .noNumber),
      ("100%%.png", .noNumber), ("%d-%d.png", .severalNumbers), ("##-%d.png", .severalNumbers),
      ("##a##", .severalNumbers), ("%x.png", .badConversion), ("%", .noNumber),
      ("%6.png", .badConversion), ("%-6d.png", .badConversion), ("%065d.png", .tooManyDigits(65)),
      ("%1000d.png", .tooManyDigits(1000)), ("%99999999999999999999d", .tooManyDigits(nil)),
      (String(repeating: "#", count: 65), .tooManyDigits(65)),
      (String(repeating: "x", count: 245) + "%d.png", .nameTooLong(256)),
      (String(repeating: "ü", count: 90) + "%070d", .tooManyDigits(70)),
      (String(repeating: "ü", count: 96) + "%064d.svg", .nameTooLong(260)),
      ("%٣d.png", .badConversion),
      ("%d/frame.png", .numberInFolder), ("####/%d.png", .numberInFolder), ("", .unusable),
      (String(repeating: "#", count: 65) + ".png", .tooManyDigits(65)),
    ] as [(String, FramePattern.ParseError)])
  func `what is no pattern is refused`(text: String, error: FramePattern.ParseError) {
    #expect(throws: error) { try FramePattern(parsing: text, fileExtension: "png") }
  }

  @Test(arguments: [
    ("f/\u{301}%d.png", "f", "\u{301}7.png"), ("%d\u{301}.png", ".", "7\u{301}.png"),
    ("a\u{301}/##\u{301}", "a\u{301}", "07\u{301}.png"),
    ("%%\u{301}%d.svg", ".", "%\u{301}7.svg"), ("/\u{301}%d.svg", "/", "\u{301}7.svg"),
  ])
  func `a combining mark hides nothing before it`(
    text: String, folder: String, name: String
  ) throws {
    let pattern = try FramePattern(parsing: text, fileExtension: "png")
    #expect(Array(pattern.folder.unicodeScalars) == Array(folder.unicodeScalars))
    #expect(
      Array(pattern.name(ofFrame: 7).unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test func `bytes that are not UTF-8 count as one each`() throws {
    // 240 bytes, each of which is four in the text.
    let name = RawText.text([UInt8](repeating: 0xFF, count: 240))
    #expect(try FramePattern(parsing: name + "%d.png", fileExtension: "png").folder == ".")
  }

  @Test func `no file name has a NUL in it`() {
    #expect(throws: FramePattern.ParseError.unusable) {
      try FramePattern(parsing: "a\0%d.png", fileExtension: "png")
    }
  }

  @Test(arguments: ["frames", "out/", ".", "50% off/frames", "a#b", "png", "%d/frames"])
  func `a folder is no pattern`(text: String) {
    #expect(!FramePattern.isPattern(text))
  }

  @Test func `the image extension is that of the last part`() {
    #expect(FramePattern.kind(of: "a.svg/b.PNG") == .png)
    #expect(FramePattern.kind(of: "a.svg/b") == nil)
    #expect(FramePattern.kind(of: "a.svgz") == nil)
  }

  @Test(arguments: ["%d.png", "frame-%06d.png", "0%03d0.png", "##.svg", "7%d7.png"])
  func `names lead back to their frames`(text: String) throws {
    let pattern = try FramePattern(parsing: text, fileExtension: "png")
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let limit = [10, 100, 1000, 10_000_000].randomElement(using: &generator) ?? 1
      let frame = Int.random(in: 0..<limit, using: &generator)
      #expect(pattern.frame(named: pattern.name(ofFrame: frame)) == frame)
    }
  }

  @Test(arguments: [
    "frame-00001.png", "frame-0000001.png", "frame-00000a.png", "frame--00001.png", "frame-.png",
    "frame-+00001.png", "frame-000001.svg", "Frame-000001.png", ".frame-000001.png",
    "frame-000001.png.bak", "", "frame-99999999999999999999.png",
  ])
  func `other files are no frames`(name: String) {
    #expect(FramePattern(folder: "f", fileExtension: "png").frame(named: name) == nil)
  }

  @Test(arguments: [
    ("a/%03d.png", "a/%03d.png"), ("####.png", "%04d.png"), ("5%%/%d.png", "5%%/%d.png"),
    ("5%/50% off %d.png", "5%%/50%% off %d.png"),
    ("a%%b%02d.svg", "a%%b%02d.svg"), ("/%d.png", "/%d.png"),
  ])
  func `a pattern is told as printf takes it, and read again`(text: String, printf: String) throws {
    let pattern = try FramePattern(parsing: text, fileExtension: "png")
    #expect(pattern.printfPattern == printf)
    #expect(try FramePattern(parsing: printf, fileExtension: "png") == pattern)
  }

  @Test(arguments: ["100%", "100%%", "50% off", "50%/", "a#b", "f", "50% off/f"])
  func `a name without a place for a number is that of a folder`(text: String) {
    #expect(!FramePattern.isPattern(text))
  }

  @Test(arguments: ["%5", "f-%06", "%x", "f%d", "50% ##", "%065d"])
  func `a place for a number, or what was to be one, makes a pattern`(text: String) {
    #expect(FramePattern.isPattern(text))
  }
}
