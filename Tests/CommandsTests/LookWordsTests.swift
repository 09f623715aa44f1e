// SPDX-License-Identifier: MIT
import Commands
import Testing

/// What command lines with looks mean, read without starting the program.
@Suite struct LookWordsTests {
  private struct Refused: Error { let text: String }

  /// The meaning of a line, and its warnings.
  private func read(_ line: String) throws -> (meaning: String, warnings: [String]) {
    switch CommandLineReading(line.split(separator: " ").map(String.init)) {
    case .options(let meaning, let warnings, _): return (meaning, warnings)
    case .refused(let text), .text(let text): throw Refused(text: text)
    }
  }

  private func refusal(_ line: String) -> String {
    do {
      _ = try read(line)
      return ""
    } catch { return (error as? Refused)?.text ?? "" }
  }

  private func help(_ line: String) throws -> String {
    guard case .text(let text) = CommandLineReading(line.split(separator: " ").map(String.init))
    else { throw Refused(text: line) }
    return text
  }

  // MARK: The view of a look

  @Test(
    arguments: ["render", "film -o x.mp4", "watch", "plan"],
    [("spiral", "track"), ("brass", "wheels"), ("sun", "radial"), ("tutorial", "radial")])
  func `a look chooses its view`(command: String, look: (name: String, view: String)) throws {
    let short = try read("\(command) a.wav --look \(look.name)")
    let long = try read("\(command) a.wav --view \(look.view) --look \(look.name)")
    #expect(short.meaning == long.meaning)
    #expect(short.warnings.isEmpty)
  }

  @Test(arguments: [
    "--accent red --look analyzer", "--look=analyzer --accent red", "--look analyzer --acc red",
  ]) func `a look chooses its view among options of this view`(words: String) throws {
    #expect(
      try read("render a.wav \(words)").meaning
        == read("render a.wav --view plots --look analyzer --accent red").meaning)
  }

  @Test func `the view that is typed keeps its own look of the name`() throws {
    let reading = try read("render a.wav --look tutorial --accent red --view plots")
    #expect(
      reading.meaning == (try read("render a.wav --view plots --look tutorial").meaning))
  }

  @Test(arguments: [
    (
      "render a.wav --view gauge --look spiral", "--look spiral is not a look of the view 'gauge'",
      "write --view track, or choose from studio, tutorial"
    ),
    (
      "film a.wav --view track --look tutorial",
      "--look tutorial is not a look of the view 'track'",
      "write --view radial (or gauge, plots, tones, wheels), or choose from rings, "
        + "spiral, one-line, moth, harmony, parts, layers"
    ),
  ])
  func `a look of another view than the typed one is refused with both ways out`(
    line: String, message: String, hint: String
  ) {
    #expect(refusal(line) == "radial-audio: error: \(message)\nhint: \(hint)\n")
  }

  @Test func `a look that no view has is answered with those of the typed view, one a line`() {
    let lines = refusal("render a.wav --view gauge --look sun-dial").split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1] == "hint: choose from studio, tutorial")
    #expect(lines[2].hasPrefix("  studio    ") && lines[2].hasSuffix("."))
    #expect(lines[3].hasPrefix("  tutorial  As "))
  }

  @Test func `the look that was meant is not drowned in a list`() {
    let lines = refusal("film a.wav --look spirall").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("hint: did you mean 'spiral'? Otherwise choose from line, "))
  }

  @Test(arguments: ["--look Sun", "--view Gauge", "--look RINGS", "--palette Dusk"])
  func `names are taken in capital letters`(words: String) {
    func reading(_ line: String) -> CommandLineReading {
      CommandLineReading(line.split(separator: " ").map(String.init))
    }
    guard case .options(let capital, let warnings, _) = reading("film a.wav \(words)"),
      case .options(let small, _, _) = reading("film a.wav \(words.lowercased())")
    else {
      Issue.record("\(words) is refused")
      return
    }
    #expect(capital == small && warnings.isEmpty)
  }

  @Test func `a view that is typed as a look is named as a view`() {
    #expect(
      refusal("film a.wav --look gauge")
        == "radial-audio: error: --look gauge: 'gauge' is a view\n"
        + "hint: write --view gauge; its looks are studio, tutorial\n")
  }

  @Test func `an unknown look without a view is answered with all looks, each once`() {
    let lines = refusal("film a.wav --look zzzzzz").split(separator: "\n")
    #expect(lines[1].hasPrefix("hint: choose from line, tutorial, sun"))
    let names = lines.dropFirst(2).map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(names.count == 27 && Set(names).count == 27)
  }

  @Test(arguments: ["--view gauge", "--look studio"])
  func `the line of another command keeps the options of the view after those that it lacks`(
    view: String
  ) {
    let words = "\(view) --mark -9:-3:red"
    #expect(
      refusal("render a.wav -o a.mp4 --existing keep \(words)").hasSuffix(
        "hint: type radial-audio film a.wav \(words) -o a.mp4\n"))
  }

  // MARK: Options without an effect

  @Test(arguments: [
    (
      "render a.wav --view radial --look tutorial", "--palette dusk", "--look tutorial",
      "--look line, sun, bloom"
    ),
    (
      "film a.wav --look sun", "--layout pair", "--look sun", "--look bloom, ink, corona, orbit"
    ),
    ("watch a.wav --look orbit", "--sweep 90", "--look orbit", "--look line, sun"),
    ("plan a.wav --look tutorial", "--title x", "--look tutorial", "--look line, sun, bloom"),
    ("poster a.wav", "--logo no.png", "--look rings", "--look spiral"),
    ("poster a.wav --look moth", "--turn 3", "--look moth", "--look rings, spiral"),
    (
      "render a.wav --view gauge --look tutorial", "--floor -90", "--look tutorial", "--look studio"
    ),
    ("render a.wav --view gauge --look tutorial", "--title x", "--look tutorial", "--look studio"),
    ("plan a.wav -o x.mp4", "--max-peak 3", "--look strata", "--look tutorial"),
    ("plan a.wav -o x.html", "--max-peak 3", "--look strata", "--look tutorial"),
    ("film a.wav --view gauge", "--frame bleed", "--view gauge", "--view radial, track"),
    ("film a.wav --view plots", "--logo no.png", "--view plots", "--view radial, track"),
    ("render a.wav --look spiral", "--scenes auto", "--view track", "--view radial"),
    ("render a.wav", "--accent red", "--view radial", "--view plots"),
  ])
  func `an option without an effect is a warning with a way out, and counts as not given`(
    line: String, option: String, cause: String, way: String
  ) throws {
    let reading = try read("\(line) \(option)")
    let name = option.prefix { $0 != " " }
    #expect(reading.warnings.count == 1)
    let text = reading.warnings.first ?? ""
    #expect(
      text.hasPrefix(
        "radial-audio: warning: \(name) changes nothing with \(cause)\nhint: leave it out, or choose "
          + way), "\(text)")
    // What plan has read for another command stays in its own.
    if !line.hasPrefix("plan") {
      #expect(try read(line).meaning == reading.meaning)
    }
  }

  @Test(arguments: ["--ballistics petal", "--floor -90", "--channels 1,0"])
  func `an option that no look of a view uses can only be left out`(option: String) throws {
    let reading = try read("film t.json --view tones \(option)")
    let name = option.prefix { $0 != " " }
    #expect(
      reading.warnings == [
        "radial-audio: warning: \(name) changes nothing with --look scope\nhint: leave it out\n"
      ])
    #expect(try read("film t.json --view tones").meaning == reading.meaning)
    #expect(try !help("film --view tones --help").contains("\(name) "))
  }

  @Test func `each option without an effect has its own warning`() throws {
    let line = "render a.wav --view gauge --look tutorial --title x --subtitle y --palette dusk"
    #expect(try read(line).warnings.count == 3)
    #expect(try read("render a.wav --look sun --title x --palette dusk").warnings.isEmpty)
  }

  @Test(arguments: [
    ("render a.wav --look bloom --palette hazel", "write --look FOLDER/iris.json:hazel"),
    ("render a.wav --look bloom --layout twin", "--layout twin is not for --look bloom"),
    (
      "film a.wav --look letters --scenes halo,sun",
      "--look letters takes no turns with the looks of --scenes"
    ),
    ("render a.wav --view gauge --set trail=2", "option '--set' belongs to the view 'radial'"),
    ("render a.wav --look sun --set trail=2", "'trail=2' for '--set': the look sun has no 'trail'"),
    ("render a.wav --look sun --set rims=2", "did you mean 'rim'?"),
    (
      "render a.wav --look sun --set rim=300", "hint: rim is from 0 to 210 pt"
    ),
    ("render a.wav --look sun --set rim", "there is no '='"),
    ("render a.wav --look sun:nosuch", "the look sun has no variant 'nosuch'"),
    ("render a.wav --look halo:inside", "the look halo has no variant 'inside'"),
    ("render a.wav --look line --trail 2", "write --set trail=N"),
    ("render a.wav --look line --line-width 2", "write --set pen=POINTS"),
    ("render a.wav --look line --stroke red", "write --set stroke=COLOR"),
    ("render a.wav --look sun --loud inside", "write --look NAME:inside"),
    ("render a.wav --look sun --pulse 0", "write --set pulse=SHARE"),
    ("render a.wav --look tutorial --no-spokes", "write --set spokes=0"),
    ("render a.wav --look line --inner-radius 3", "write --set inner=POINTS"),
    ("render a.wav --look line --outer-radius 3", "write --set outer=POINTS"),
    ("render a.wav --view gauge --turn 2", "option '--turn' belongs to the view 'radial'"),
    ("render a.wav --view gauge --palette nosuch", "'nosuch' for '--palette': no such palette"),
    ("render a.wav --palette nosuch", "'nosuch' for '--palette': no such palette"),
    ("render a.wav --view gauge --title x --stork red", "unrecognized option '--stork'"),
    ("poster a.wav --storke red", "unrecognized option '--storke'"),
  ])
  func `words that contradict each other, and wrong ones, are refused`(
    line: String, message: String
  ) {
    #expect(refusal(line).contains(message), "\(refusal(line))")
  }

  // MARK: Help

  @Test(arguments: [
    "render --look sun --help", "render --help --look sun",
    "render --look sun --view radial --help",
    "help render --look sun",
  ])
  func `help with a look has its own options and defaults`(line: String) throws {
    let help = try help(line)
    #expect(help.contains("[default: sun]") && help.contains("[default: petal]"))
    #expect(help.contains("width of the logo. 0.001 to 100000 pt; by default 92.\n"))
    #expect(help.contains("\n      --palette NAME|COLORS|FILE"))
    #expect(help.contains("\n  rim         radius of silence. 0 to 210 pt; by default 60.\n"))
    #expect(help.contains("\n  variants    sun:inside.\n"))
    #expect(!help.contains("\n      --layout "))
    #expect(
      help.contains(
        #/\nWithout effect in the look sun, but in these:\n  tutorial +--max-peak, --max-average, --normalization\n/#
      ))
    #expect(help.contains(#/\n  radial +Peak/#) && !help.contains(#/\n  track +The/#))
  }

  @Test
  func
    `help without a look describes the default look and names all looks, and looks describes them`()
    throws
  {
    let help = try help("film --help")
    let list = try self.help("looks --help")
    #expect(help.contains("[default: strata]") && help.contains("[default: yellow]"))
    #expect(help.contains(#/\n  tutorial +--max-peak, /#))
    for view in [
      ("radial", "line"), ("track", "rings"), ("gauge", "studio"), ("loudness", "report"),
      ("plots", "analyzer"), ("tones", "scope"), ("wheels", "brass"),
    ] {
      #expect(try list.contains(Regex("\\n  \(view.0) +[A-Z].*\\n    \(view.1) +[A-Z]")))
      #expect(try help.contains(Regex("[ \\n]\(view.1)[,\\]]")))
    }
    #expect(!help.contains("outer circle, for"))
  }

  @Test func `help with a look of another view is that of its view`() throws {
    let help = try help("render --look spiral --help")
    #expect(help.contains("[default: spiral]") && help.contains("--logo FILE.png"))
    #expect(!help.contains("--reference") && !help.contains(#/\n  gauge +Level/#))
  }

  @Test(arguments: ["", " --look sun", " --look tutorial", " --view track", " --view gauge"])
  func `help calls the ends of the scale soft and loud, which is right for every look`(
    words: String
  ) throws {
    let help = try help("render\(words) --help").split(whereSeparator: { " \n".contains($0) })
      .joined(separator: " ")
    #expect(!help.contains("LOW is the outer circle") && !help.contains("on the outer circle"))
    if !words.contains("gauge") { #expect(help.contains("LOW is the soft end, HIGH the loud one")) }
    let isRadial = !words.contains("--view")
    #expect(help.contains("which is outside except with --look tutorial.") == isRadial)
  }

  // MARK: Words of other programs

  @Test(arguments: [
    ("film a.wav --no-sound", "write --sound none"), ("film a.wav --mute", "write --sound none"),
    ("film a.wav -an", "write --sound none"),
    ("film a.wav --sound off", "write --sound none for a silent film"),
    ("film a.wav --repeat", "write --loop to let the last frame lead into the first"),
  ])
  func `a word for a silent or an endless film has its answer`(line: String, hint: String) {
    #expect(refusal(line).hasSuffix("\nhint: \(hint)\n"), "\(refusal(line))")
  }

  @Test func `watch shows no shards`() {
    #expect(refusal("watch a.wav --shard 1/2").contains("unrecognized option '--shard'"))
  }
}
