// SPDX-License-Identifier: MIT
import TestSupport
import Testing
import Text

@Suite struct ShellTextTests {
  @Test(arguments: [
    ("plain-1.wav", "plain-1.wav"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
    ("'\u{301}", "''\\''\u{301}'"), ("=ls.wav", "'=ls.wav'"), ("a=b", "a=b"), ("~", "'~'"),
    ("a\nb c", "\"$(printf 'a\\012b c')\""), ("-'\t\\", "\"$(printf '\\055\\047\\011\\134')\""),
    ("\u{1B}1", "\"$(printf '\\0331')\""), ("é\r100%!", "\"$(printf 'é\\015100%%\\041')\""),
    ("a\u{202E}", "\"$(printf 'a\\342\\200\\256')\""),
    ("\u{85}\u{2028}", "\"$(printf '\\302\\205\\342\\200\\250')\""),
  ])
  func `a word is quoted as it needs`(text: String, word: String) throws {
    let quoted = try #require(ShellText.word(text))
    #expect(Array(quoted.unicodeScalars) == Array(word.unicodeScalars))
  }

  @Test func `what a shell takes off the end of a word cannot be typed`() {
    #expect(ShellText.word("song.wav\n") == nil)
    #expect(ShellText.line(["render", "song.wav\n", "-o", "a b"]) == nil)
    #expect(ShellText.line(["render", "song\n.wav"]) == "render \"$(printf 'song\\012.wav')\"")
  }

  @Test(arguments: [
    ("-x.wav", "./-x.wav"), ("-\u{301}x", "./-\u{301}x"), ("http:x", "./http:x"),
    ("a:\u{301}b/c", "./a:\u{301}b/c"), ("-", "./-"), ("a/b:c", "a/b:c"), ("/a:b", "/a:b"),
    ("./-x", "./-x"),
  ])
  func `a path is neither an option nor an address`(path: String, operand: String) {
    #expect(Array(ShellText.operand(path).utf8) == Array(operand.utf8))
  }

  @Test(arguments: InstalledTool.shells)
  func `every shell reads back the bytes of any name, and runs nothing`(shell: InstalledTool)
    throws
  {
    try shell.require()
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let names = Self.hostile + (0..<1000).map { _ in Self.name(using: &generator) }
    try TemporaryFolder.with { folder in
      var script = ""
      for name in names {
        let word = try #require(ShellText.word(RawText.text(name)), "seed \(seed)")
        #expect(LineText.escaped(word) == word)
        script += "printf '%s\\0' x\(word) \(word)\n"
      }
      let file = try folder.write(script, "script")
      let read = try shell.run([file], in: folder).bytes
      let expected = names.flatMap { [UInt8(ascii: "x")] + $0 + [0] + $0 + [0] }
      #expect(read == expected, "seed \(seed)")
      #expect(folder.names() == ["script"])
    }
  }

  @Test(arguments: InstalledTool.shells)
  func `the numbers of a pattern are put in, and the rest is left as it is`(shell: InstalledTool)
    throws
  {
    try shell.require()
    for (format, name) in [
      ("-x\\ty\\101-%04d.png", "-x\\ty\\101-0007.png"), ("it's!%%[a]$i\u{202E}%d\n.", nil),
      ("`id`\"$(id)\"%d", "`id`\"$(id)\"7"),
    ] {
      let word = ShellText.output(ofFormat: format, variable: "i")
      let read = try shell.run(["-c", "i=7; printf %s \(word)"]).text
      #expect(read == name ?? "it's!%[a]$i\u{202E}7\n.")
    }
  }

  /// Names that do harm where they are not quoted.
  private static let hostile = [
    "$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "\"; touch pwned; \"",
    "a\n'; touch pwned; '", "a\u{202E}$(touch pwned)`touch pwned`\"", "$(touch pwned)\u{2028}",
    "\\'; touch pwned #", "a\n\\", "%s%n%d\n.", "!!\u{85}!!", "=ls", "~root", "a=~", "{a,b}", "*",
    "-n\t", "-e", "--help\r", "\u{FEFF}", "#", "&", "<(touch pwned)", "",
  ].map { Array($0.utf8) }

  /// Random bytes and pieces that mean something to a shell, to `printf` or to a line.
  private static func name(using generator: inout SeededGenerator) -> [UInt8] {
    let pieces = [
      "'", "\"", "\\", "\n", "\t", "$", "`", "%", "!", " ", "-", "=", "~", "1", "0", "\u{301}",
      "\u{202E}", "\u{2028}", "\u{85}", "é", "$(", ")", "\u{7F}",
    ]
    let name = (0..<Int.random(in: 1...12, using: &generator)).flatMap { _ in
      Bool.random(using: &generator)
        ? [UInt8.random(in: 1...255, using: &generator)]
        : Array((pieces.randomElement(using: &generator) ?? "").utf8)
    }
    return name.last == UInt8(ascii: "\n") ? name + [UInt8(ascii: ".")] : name
  }
}
