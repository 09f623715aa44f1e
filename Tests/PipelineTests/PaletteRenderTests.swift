// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Pipeline
import Rendering
import TestSupport
import Testing
import Views
import Writing

/// Palettes on their way to the pictures.
@Suite struct PaletteRenderTests {
  private let tone = Tone(sampleRate: 6000, channels: 1, samples: [9000, -9000, 9000, -9000])

  private func render(
    _ palette: PaletteChoice?, background: Color? = nil, _ folder: TemporaryFolder
  ) throws -> ReadRun {
    let path = try folder.write(tone.wave, "t.wav")
    return try ReadRun(
      RunRequest(CrossingsView.self, of: path) { picture, options in
        options.choice.palette = palette
        picture.givenBackground = background
      })
  }

  private func fact(_ name: String, of render: ReadRun) -> String? {
    render.facts.first { $0.name == name }?.text
  }

  @Test func `a palette gives the background, and the user a better one`() throws {
    try TemporaryFolder.with { folder in
      let white = Color(red: 255, green: 255, blue: 255)
      let dusk = PaletteChoice.named("dusk", .dusk)
      #expect(try render(nil, folder).scenes.background == white)
      #expect(try render(dusk, folder).scenes.background == Palette.dusk.background)
      let clear = try render(dusk, background: Color.none, folder)
      #expect(clear.scenes.background == .none)
      let svg = String(decoding: try clear.picture(ofFrame: 0, as: .svg), as: UTF8.self)
      #expect(svg.contains("<path fill=\"#ffd9a0\""))
      #expect(!svg.contains("<rect"))
      #expect(fact("background", of: clear) == "none")
    }
  }

  @Test func `the colours of a palette are facts of the frames, and its name is not`() throws {
    try TemporaryFolder.with { folder in
      let named = try render(.named("press", .press), folder)
      let file = try folder.write(Palette.press.json, "a.json")
      #expect(try render(.file(file), folder).facts == named.facts)
      #expect(fact("palette", of: named)?.hasPrefix("#f6f1e7,#00629e,#ff4b9a,#ffb511,") == true)
      #expect(fact("background", of: named) == "#f6f1e7")
      #expect(try !render(nil, folder).facts.contains { $0.name == "palette" })
    }
  }

  @Test func `a file of a palette that cannot be used ends the run`() throws {
    try TemporaryFolder.with { folder in
      func words(_ path: String) throws -> String {
        let error = #expect(throws: PipelineError.self) { try render(.file(path), folder) }
        return error?.description ?? ""
      }
      let none = folder.path("none.json")
      #expect(try words(none).hasPrefix("\(none): "))
      let wrong = try folder.write("{}", "wrong.json")
      #expect(try words(wrong) == "\(wrong): line 1, column 1: there is no 'background'")
      let large = try folder.write(String(repeating: " ", count: 65_537), "large.json")
      #expect(try words(large) == "\(large): has more than 64 KiB, so it is not a palette")
      #expect(try words(folder.path("")).contains("irectory"))
    }
  }
}
