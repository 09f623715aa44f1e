// SPDX-License-Identifier: MIT
import Drawing
import Filming
import Foundation
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// All ways to make a film see the same flashes.
@Suite struct FlashRouteTests {
  /// Nine seconds of a tone that is gated twelve times a second, red on black.
  private static func run(
    _ folder: TemporaryFolder, isTransparent: Bool = false, _ selection: FrameSelection = .all
  ) throws -> ReadRun {
    let samples = (0..<9 * 8000).map { frame -> Int16 in
      let isOn = frame * 24 / 8000 % 2 == 0
      let phase: Double = 2 * .pi * 330 * Double(frame) / 8000
      return isOn ? Int16(28_000 * sin(phase)) : 0
    }
    let input = try folder.write(
      Tone(sampleRate: 8000, channels: 1, samples: samples).wave, "a.wav")
    let red = Color(red: 255, green: 0, blue: 0)
    var request = RunRequest(RadialView.self, of: input, look: "halo") { picture, options in
      (picture.width, picture.height) = (64, 36)
      if isTransparent { picture.givenBackground = Color.none }
      options.appearance?.palette = .mixed([.black, red, red, red])
      options.frame = .bleed
    }
    request.selection = selection
    return try ReadRun(request)
  }

  private static func flashes(_ film: Film, _ path: String) throws -> Flashes {
    let ffmpeg = film.isMuxed ? try FFmpeg.find() : nil
    try? FileManager.default.removeItem(atPath: path)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    return try FilmWriter(film, ffmpeg, jobs: 2).write(to: .file(path: path)) { true }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg makes films"))
  func `each way to make a film sees its red flashes`() throws {
    try TemporaryFolder.with { folder in
      let run = try Self.run(folder)
      let own = Film(run, try FilmRecipe(FilmRequest("mp4", sound: "none")), .none)
      let flashes = try Self.flashes(own, folder.path("own.mp4"))
      #expect(flashes.share > 0.02, "\(flashes)")
      #expect(try own.foretoldFlashes()?.share == flashes.share)
      var requests = ["gif", "apng", "webp"].map { FilmRequest($0) }
      requests += [
        FilmRequest("mp4", sound: "none").throughFFmpeg,
        FilmRequest("mp4", "x264-444", sound: "none"),
        FilmRequest("matroska", "x264-rgb", sound: "none"),
        FilmRequest("matroska", sound: "none"), FilmRequest("mov", "prores", sound: "none"),
      ]
      for request in requests {
        let film = Film(run, try FilmRecipe(request), .none)
        let path = folder.path("a." + request.container.fileExtensions[0])
        #expect(try Self.flashes(film, path) == flashes, "\(request)")
      }
      let clear = Film(
        try Self.run(folder, isTransparent: true),
        try FilmRecipe(FilmRequest("mov", sound: "none", isTransparent: true)), .none)
      #expect(try abs(Self.flashes(clear, folder.path("b.mov")).share - flashes.share) < 0.01)
    }
  }

  @Test func `the parts of a film, and the film that is joined from them, see its flashes`() throws
  {
    try TemporaryFolder.with { folder in
      let recipe = try FilmRecipe(FilmRequest("mp4", sound: "none"))
      let whole = Film(try Self.run(folder), recipe, .none)
      let flashes = try Self.flashes(whole, folder.path("whole.mp4"))
      let ofPart = try FilmRecipe(FilmRequest("mp4", sound: "none").ofPart)
      let parts = try (1...2).map { index in
        let run = try Self.run(folder, .shard(index: index, count: 2))
        return try Self.flashes(Film(run, ofPart, .none), folder.path("\(index).mp4"))
      }
      #expect(parts.contains(flashes) && parts.allSatisfy { $0.share <= flashes.share }, "\(parts)")
    }
  }
}
