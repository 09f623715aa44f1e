// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Signal
internal import Views

extension LooksCommand {
  /// The most seconds of a film of all looks, and those of a track whose bars are not known.
  private static let (longest, usual) = (24, 16)

  /// Makes a film in which a part of the track moves in all looks, with its sound.
  func film(_ input: String) throws(Diagnostic) {
    let looks = try shown(input)
    let sheet = try sheet(count: looks.count)
    var first = try drawing(looks[0], input, sheet.size)
    (first.options.output, first.options.existing) = (output, existing)
    first.options.report = report
    // The delays of GIF are hundredths of a second.
    first.options.frames.rate = FileKind(of: output)?.container == .gif ? Rate(25) : Rate(30)
    // With scenes the bars of the song are found.
    first.view.scenes = .auto
    let file = try FilmFile(first, FilmOptions())
    try file.checkSources()
    let ffmpeg = try file.recipe.helper()
    let shared = SharedReadings(coverSide: sheet.cell.height)
    try file.write(with: ffmpeg) { () throws(Diagnostic) in
      try first.film(file.recipe, copyingWith: ffmpeg, sharing: shared) {
        (run) throws(Diagnostic) in
        let part = part(of: run)
        guard !part.isEmpty else { return run }
        let tiles = try tiles(looks, input, sheet.cell, part, run.schedule.rate, shared)
        return run.showing(
          TilesFigure(tiles, on: sheet), on: self.sheet(sheet, naming: looks), frames: part)
      }
    }
  }

  /// A sheet with the names of the looks, and without their pictures.
  func sheet(
    _ sheet: ContactSheet, naming looks: [Tile]
  ) -> Scene {
    var scene = sheet.scene(on: Color(red: 0x17, green: 0x17, blue: 0x1A))
    for (index, look) in looks.enumerated() {
      sheet.add(
        name: look.name(among: looks), at: index,
        Color(red: 0xE8, green: 0xE6, blue: 0xE0), to: &scene)
    }
    return scene
  }

  /// The frames that are shown: those that the user asks for, or else eight bars.
  private func part(of run: ReadRun) -> Range<Int> {
    let (count, rate) = (run.schedule.frameCount, run.schedule.rate)
    let most = rate.count(seconds: Double(LooksCommand.longest))
    if start == .zero, duration == nil {
      let rate = Double(rate.numerator) / Double(rate.denominator)
      if let part = run.structure?.chosenPart(of: count, atMost: most, at: rate) { return part }
    }
    let usual = rate.count(seconds: Double(LooksCommand.usual))
    return 0..<min(duration == nil ? usual : most, count)
  }

  /// The scenes of the looks in some frames, in cells of a size.
  private func tiles(
    _ looks: [Tile], _ input: String, _ cell: PixelSize,
    _ frames: Range<Int>, _ rate: Rate, _ shared: SharedReadings
  ) throws(Diagnostic) -> [SceneSequence] {
    let progress = Progress(
      Progress.Stage(noun: "looks", total: looks.count, microseconds: 0), report)
    defer { progress.finish() }
    var tiles: [SceneSequence] = []
    for look in looks {
      var request = try drawing(look, input, cell).request()
      (request.rate, request.shared) = (rate, shared)
      request.selection = .range(first: frames.lowerBound, last: frames.upperBound - 1)
      do { tiles.append(try ReadRun(request) { _ in Interruption.signal == nil }.scenes) } catch {
        throw Diagnostic(error)
      }
      progress.advance()
    }
    return tiles
  }
}
