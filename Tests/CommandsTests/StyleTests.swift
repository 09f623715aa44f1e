// SPDX-License-Identifier: MIT
import Arguments
import Pipeline
import TestSupport
import Testing
import Views

@testable import Commands

/// What the pictures of each command look like if nothing is typed.
@Suite struct StyleTests {
  private func drawing<Made: Output>(
    _ command: Made.Type, _ words: [String]
  ) throws -> DrawingRequest {
    let read = try DrawnCommand<Made>.read(GivenWords(words))
    guard case .command(let command as DrawnCommand<Made>, _) = read else {
      throw Unread()
    }
    return command.drawing
  }

  private struct Unread: Error {}

  private func style(_ drawing: DrawingRequest) -> [String] {
    let appearance = drawing.view.appearance
    return [
      (drawing.view as? RadialOptions)?.look.name ?? "", appearance?.palette?.argumentText ?? "",
      appearance?.title.argumentText ?? "", appearance?.subtitle.argumentText ?? "",
      appearance?.cover.argumentText ?? "",
    ]
  }

  @Test
  func `films, pages and windows show layers on yellow, with the words and the cover of the file`()
    throws
  {
    let usual = ["strata", "yellow", "auto", "tags", "tags"]
    #expect(try style(drawing(FilmOutput.self, ["a.wav"])) == usual)
    #expect(try style(drawing(PageOutput.self, ["a.wav"])) == usual)
    #expect(try style(drawing(WatchOutput.self, ["a.wav"])) == usual)
    #expect(
      try style(drawing(RenderOutput.self, ["a.wav"])) == ["line", "", "none", "none", "none"])
  }

  @Test func `readings are drawn by the look that needs levels alone`() throws {
    for name in ["a.readings", "b/A.READINGS"] {
      let film = try drawing(FilmOutput.self, [name])
      #expect(style(film) == ["line", "", "auto", "tags", "tags"])
      #expect(
        film.line(for: RenderOutput.self, without: [])
          == "radial-audio render \(name) --cover tags --scenes auto --subtitle tags --title auto")
    }
    let typed = try drawing(FilmOutput.self, ["a.readings", "--look", "strata"])
    #expect(style(typed) == ["strata", "yellow", "auto", "tags", "tags"])
  }

  @Test func `films, pages and windows have scenes, where the look can and nothing else is typed`()
    throws
  {
    func scenes<Made: Output>(_ command: Made.Type, _ words: String...) throws
      -> SceneChoice
    {
      try drawing(command, ["a.wav"] + words).view.scenes
    }
    #expect(try scenes(FilmOutput.self) == .auto && scenes(PageOutput.self) == .auto)
    #expect(
      try scenes(WatchOutput.self) == .auto && scenes(FilmOutput.self, "--look", "sun") == .auto)
    #expect(try scenes(FilmOutput.self, "--scenes", "none") == .none)
    #expect(try scenes(FilmOutput.self, "--look", "tutorial") == .none)
    #expect(try scenes(FilmOutput.self, "--view", "gauge") == .none)
    #expect(try scenes(RenderOutput.self) == .none && scenes(PosterOutput.self) == .none)
    #expect(try scenes(RenderOutput.self, "--scenes", "auto") == .auto)
  }

  @Test func `what is typed counts: a look has its own colours`() throws {
    let sun = try drawing(FilmOutput.self, ["a.wav", "--look", "sun", "--title", "none"])
    #expect(style(sun) == ["sun", "", "none", "tags", "tags"])
    let strata = try drawing(FilmOutput.self, ["a.wav", "--look", "strata"])
    #expect(style(strata) == ["strata", "yellow", "auto", "tags", "tags"])
    let dusk = try drawing(FilmOutput.self, ["a.wav", "--palette", "dusk", "--cover", "auto"])
    #expect(style(dusk) == ["strata", "dusk", "auto", "tags", "auto"])
    let track = try drawing(FilmOutput.self, ["a.wav", "--view", "track"])
    #expect((track.view as? TrackViewOptions)?.look.name == "rings")
    #expect(track.view.appearance?.palette == nil)
  }

  /// What a command draws with a line: the values of its options, and the style.
  private func settings<Made: Output>(
    _ command: Made.Type, _ words: [String]
  ) throws -> [String] {
    let drawing = try drawing(command, words)
    return style(drawing) + [drawing.view.scenes.argumentText]
      + drawing.allSettings(drawing.options, drawing.view).map { "\($0)" }
  }

  /// Types the default of each option, one after the other.
  private func nameDefaults<Made: Output>(_ command: Made.Type) throws {
    let usual = try settings(command, ["a.wav"])
    let first = try drawing(command, ["a.wav"])
    let view = first.options.view.name
    let look = (first.view as? RadialOptions)?.look.name ?? "rings"
    let palette = first.view.appearance?.palette?.argumentText
    var lines = [["--view", view], ["--look", look], ["--view", view, "--look", look]]
    if let palette {
      lines += [["--palette", palette], ["--look", look, "--palette", palette]]
    }
    for name in ["title", "subtitle", "cover", "scenes"]
    where !first.view.unusedOptions.contains(name) {
      let text =
        switch name {
        case "title": first.view.appearance?.title.argumentText
        case "subtitle": first.view.appearance?.subtitle.argumentText
        case "cover": first.view.appearance?.cover.argumentText
        default: first.view is RadialOptions ? first.view.scenes.argumentText : nil
        }
      if let text { lines.append(["--\(name)", text]) }
    }
    for setting in first.allSettings(first.options, first.view) {
      // `--idle` is for pipes alone.
      guard !["", "on", "off"].contains(setting.value), setting.name != "idle" else { continue }
      lines.append(["--\(setting.name)=\(setting.value)"])
    }
    for words in lines {
      let typed: [String]
      do { typed = try settings(command, ["a.wav"] + words) } catch let error as Diagnostic {
        // What is for pipes, or goes with other options, is refused, whatever its value.
        #expect(words[0].contains("=") && error.status == .usage, "\(Made.outline.name) \(words)")
        continue
      }
      #expect(typed == usual, "\(Made.outline.name) \(words)")
    }
    #expect(lines.count > 12, "\(lines)")
  }

  @Test func `an option that is typed with its default changes nothing`() throws {
    try nameDefaults(FilmOutput.self)
    try nameDefaults(PageOutput.self)
    try nameDefaults(WatchOutput.self)
    try nameDefaults(RenderOutput.self)
    try nameDefaults(PosterOutput.self)
  }

  @Test(arguments: ["none", "transparent", "#ff000080"])
  func `pictures that are laid over others have no words and no scenes, unless these are typed`(
    background: String
  ) throws {
    func check<Made: Output>(
      _ command: Made.Type, _ words: [String] = []
    ) throws {
      let words = ["a.wav", "--background", background] + words
      let overlay = try drawing(command, words)
      #expect(style(overlay) == ["strata", "yellow", "none", "none", "tags"])
      #expect(overlay.view.scenes == SceneChoice.none)
      let typed = try drawing(
        command, words + ["--title", "tags", "--subtitle", "x", "--scenes", "auto"])
      #expect(style(typed) == ["strata", "yellow", "tags", "x", "tags"])
      #expect(typed.view.scenes == .auto)
      let line = try #require(overlay.line(for: RenderOutput.self, without: []))
      let ground = background.hasPrefix("#") ? "'\(background)'" : background
      let output = words.contains("-o") ? " --output a.mov" : ""
      #expect(
        line == "radial-audio render a.wav --background \(ground)\(output) --cover tags "
          + "--look strata --palette yellow")
    }
    let movie = ["-o", "a.mov"]
    try check(FilmOutput.self, movie)
    try check(PageOutput.self)
    try check(WatchOutput.self)
    let letters = try drawing(
      FilmOutput.self, ["a.wav", "--background", background, "--look", "letters"] + movie)
    #expect(letters.view.appearance?.title == .automatic)
    let opaque = try drawing(FilmOutput.self, ["a.wav", "--background", "red"])
    #expect(style(opaque) == ["strata", "yellow", "auto", "tags", "tags"])
    let poster = try drawing(PosterOutput.self, ["a.wav", "--background", background])
    #expect(style(poster) == ["", "", "tags", "tags", "none"])
  }

  @Test func `a look without a place for words has none`() throws {
    let tutorial = try drawing(FilmOutput.self, ["a.wav", "--look", "tutorial"])
    #expect(style(tutorial) == ["tutorial", "", "none", "none", "none"])
    // Rings have no place for a cover.
    #expect(
      try style(drawing(PosterOutput.self, ["a.wav"])) == ["", "", "tags", "tags", "none"])
  }

  @Test func `a line for another command draws the same`() throws {
    let film = try drawing(FilmOutput.self, ["a.wav"])
    #expect(
      film.line(for: RenderOutput.self, without: [])
        == "radial-audio render a.wav --cover tags --look strata --palette yellow --scenes auto "
        + "--subtitle tags --title auto")
    #expect(film.line(for: WatchOutput.self, without: []) == "radial-audio watch a.wav")
    let render = try drawing(RenderOutput.self, ["a.wav"])
    let same =
      "radial-audio film a.wav --cover none --look line --scenes none --subtitle none --title none"
    #expect(render.line(for: FilmOutput.self, without: []) == same)
    // Films of this look are yellow, and its images blue.
    #expect(
      try drawing(RenderOutput.self, ["a.wav", "--look", "strata"])
        .line(for: FilmOutput.self, without: [])?.contains(" --palette lagoon ") == true)
    let read = try drawing(
      FilmOutput.self, same.split(separator: " ").dropFirst(2).map(String.init))
    #expect(style(read) == style(render))
    #expect(
      try drawing(RenderOutput.self, ["a.wav", "--look", "sun", "--title", "x"])
        .line(for: FilmOutput.self, without: [])
        == "radial-audio film a.wav --look sun --title x --cover none --scenes none "
        + "--subtitle none")
  }
}
