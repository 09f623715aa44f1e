// SPDX-License-Identifier: MIT
import Arguments
import Pipeline
import TestSupport
import Testing
import Views

@testable import Commands

/// What the pictures of each command look like if nothing is typed.
@Suite struct StyleTests {
  private func drawing<Drawing: DrawingCommand>(
    _ command: Drawing.Type, _ words: [String]
  ) throws -> DrawingRequest {
    guard case .command(let command as Drawing, _) = try command.read(GivenWords(words)) else {
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
    let usual = ["strata", "yellow", "tags", "tags", "tags"]
    #expect(try style(drawing(FilmCommand.self, ["a.wav"])) == usual)
    #expect(try style(drawing(PageCommand.self, ["a.wav"])) == usual)
    #expect(try style(drawing(WatchCommand.self, ["a.wav"])) == usual)
    #expect(
      try style(drawing(RenderCommand.self, ["a.wav"])) == ["line", "", "none", "none", "none"])
  }

  @Test func `readings are drawn by the look that needs levels alone`() throws {
    for name in ["a.readings", "b/A.READINGS"] {
      let film = try drawing(FilmCommand.self, [name])
      #expect(style(film) == ["line", "", "tags", "tags", "tags"])
      #expect(
        film.line(for: RenderCommand.self, without: [])
          == "radial-audio render \(name) --cover tags --scenes auto --subtitle tags --title tags")
    }
    let typed = try drawing(FilmCommand.self, ["a.readings", "--look", "strata"])
    #expect(style(typed) == ["strata", "", "tags", "tags", "tags"])
  }

  @Test func `films, pages and windows have scenes, where the look can and nothing else is typed`()
    throws
  {
    func scenes<Drawing: DrawingCommand>(_ command: Drawing.Type, _ words: String...) throws
      -> SceneChoice
    {
      try drawing(command, ["a.wav"] + words).view.scenes
    }
    #expect(try scenes(FilmCommand.self) == .auto && scenes(PageCommand.self) == .auto)
    #expect(
      try scenes(WatchCommand.self) == .auto && scenes(FilmCommand.self, "--look", "sun") == .auto)
    #expect(try scenes(FilmCommand.self, "--scenes", "none") == .none)
    #expect(try scenes(FilmCommand.self, "--look", "tutorial") == .none)
    #expect(try scenes(FilmCommand.self, "--view", "gauge") == .none)
    #expect(try scenes(RenderCommand.self) == .none && scenes(PosterCommand.self) == .none)
    #expect(try scenes(RenderCommand.self, "--scenes", "auto") == .auto)
  }

  @Test func `what is typed counts: a look has its own colours`() throws {
    let sun = try drawing(FilmCommand.self, ["a.wav", "--look", "sun", "--title", "none"])
    #expect(style(sun) == ["sun", "", "none", "tags", "tags"])
    let strata = try drawing(FilmCommand.self, ["a.wav", "--look", "strata"])
    #expect(style(strata) == ["strata", "", "tags", "tags", "tags"])
    let dusk = try drawing(FilmCommand.self, ["a.wav", "--palette", "dusk", "--cover", "auto"])
    #expect(style(dusk) == ["strata", "dusk", "tags", "tags", "auto"])
    let track = try drawing(FilmCommand.self, ["a.wav", "--view", "track"])
    #expect((track.view as? TrackViewOptions)?.look.name == "rings")
    #expect(track.view.appearance?.palette == nil)
  }

  @Test func `a look without a place for words has none`() throws {
    let tutorial = try drawing(FilmCommand.self, ["a.wav", "--look", "tutorial"])
    #expect(style(tutorial) == ["tutorial", "", "none", "none", "none"])
    // Rings have no place for a cover.
    #expect(
      try style(drawing(PosterCommand.self, ["a.wav"])) == ["", "", "tags", "tags", "none"])
  }

  @Test func `a line for another command draws the same`() throws {
    let film = try drawing(FilmCommand.self, ["a.wav"])
    #expect(
      film.line(for: RenderCommand.self, without: [])
        == "radial-audio render a.wav --cover tags --look strata --palette yellow --scenes auto "
        + "--subtitle tags --title tags")
    #expect(film.line(for: WatchCommand.self, without: []) == "radial-audio watch a.wav")
    let render = try drawing(RenderCommand.self, ["a.wav"])
    let same =
      "radial-audio film a.wav --cover none --look line --scenes none --subtitle none --title none"
    #expect(render.line(for: FilmCommand.self, without: []) == same)
    let read = try drawing(
      FilmCommand.self, same.split(separator: " ").dropFirst(2).map(String.init))
    #expect(style(read) == style(render))
    #expect(
      try drawing(RenderCommand.self, ["a.wav", "--look", "sun", "--title", "x"])
        .line(for: FilmCommand.self, without: [])
        == "radial-audio film a.wav --look sun --title x --cover none --scenes none "
        + "--subtitle none")
  }
}
