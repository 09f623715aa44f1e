// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Drawing
import Signal
import TestSupport
import Testing
import Views

/// Palettes and words of the gauges and of the plots.
@Suite struct InstrumentAppearanceTests {
  private static let dusk = Palette.dusk

  /// A view's first look after a second of the same sound, in a size, with a palette and words.
  private func scene<Options: ViewOptions, Reading: PackedReading>(
    _ options: Options, _ reading: Reading, _ size: (Int, Int), palette: Palette? = nil,
    words: Captions = Captions()
  ) throws -> Scene {
    var (picture, options) = (PictureSettings(), options)
    options.look.apply(&picture, &options)
    (picture.width, picture.height) = size
    var track = ReadingTrack<Reading>(
      format: StreamFormat(sampleRate: 48_000, channelCount: 2),
      clock: TickClock(sampleRate: 48_000, rate: .sixty))
    for _ in 0..<60 { try track.append(reading) }
    var figure = try options.figure(
      of: track,
      ViewContext(colors: palette.map(PaletteColors.common), words: words, picture: picture))
    for tick in 0..<60 { try figure.advance(to: tick) }
    return try figure.scene(options, picture)
  }

  private func gauge(
    _ size: (Int, Int), palette: Palette? = nil, words: Captions = Captions()
  ) throws -> Scene {
    let level = ChannelLevel(peak: Decibels(-3), average: Decibels(-9))
    let levels = StereoLevels(left: level, right: level)
    return try scene(GaugeOptions(), levels, size, palette: palette, words: words)
  }

  private func plots(
    _ size: (Int, Int), palette: Palette? = nil, words: Captions = Captions(),
    accent: Color? = nil
  ) throws -> Scene {
    var options = PlotsOptions()
    if let accent { options.accent = accent }
    return try scene(options, Plots.analyzer(), size, palette: palette, words: words)
  }

  /// The lowest point that an item may reach, in whatever direction it points.
  private func bottom(_ item: Item) -> Double {
    let points = item.path.points
    guard item.origin != .origin else { return points.map(\.y).max() ?? -.infinity }
    return item.origin.y + (points.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0)
  }

  @Test(arguments: [(1920, 1080), (1080, 1080), (1080, 1920), (480, 270), (700, 600)])
  func `words are below the dials and below the plots`(width: Int, height: Int) throws {
    let long = String(repeating: "A long title ", count: 9)
    for words in [Captions(title: "Song", subtitle: "Band"), Captions(title: long)] {
      for scene in [
        try gauge((width, height), words: words), try plots((width, height), words: words),
      ] {
        let written = scene.items.filter { ["title", "subtitle"].contains($0.name) }
        #expect(written.count == (words.subtitle == nil ? 1 : 2))
        let top = try #require(written.flatMap(\.path.points).map(\.y).min())
        for item in scene.items where !written.contains(item) {
          #expect(bottom(item) < top, "\(item.name) of \(scene.items.count) items")
        }
      }
    }
  }

  @Test func `a palette colours the dials and the plots`() throws {
    let size = (480, 270)
    let plain = try gauge(size)
    let scene = try gauge(size, palette: Self.dusk)
    #expect(scene.items.count == plain.items.count)
    #expect(scene.items(named: "needle").allSatisfy { $0.paint == .color(Self.dusk.ink) })
    #expect(scene.items.contains { $0.paint == .color(Self.dusk.accent) })
    #expect(!plain.items.contains { $0.paint == .color(Self.dusk.accent) })
    let bars = try plots(size, palette: Self.dusk).item("fft").paint
    guard case .linear(let start, let end, let stops) = bars else {
      Issue.record("\(bars)")
      return
    }
    #expect(start.x < end.x && start.y == end.y)
    #expect(stops.map(\.color) == Array(Self.dusk.ramp.prefix(5)))
    // The user's own accent comes first.
    let gold = Color(red: 255, green: 215, blue: 0)
    let own = try plots(size, palette: Self.dusk, accent: gold).item("fft").paint
    guard case .linear(_, _, let shades) = own else {
      Issue.record("\(own)")
      return
    }
    #expect(shades.last?.color == gold)
  }

  @Test func `a palette for the iris is refused`() throws {
    let words = ["--palette", "amber"]
    let gauge = CommandSpec(
      name: "draw", summary: "Draw.", options: GaugeOptions.table, defaults: GaugeOptions())
    let plots = CommandSpec(
      name: "draw", summary: "Draw.", options: PlotsOptions.table, defaults: PlotsOptions())
    guard case .values(let dial) = try Parser(gauge).parse(words, into: GaugeOptions()),
      case .values(let plot) = try Parser(plots).parse(words, into: PlotsOptions())
    else {
      Issue.record("no values")
      return
    }
    #expect(throws: UsageError.self) { try dial.check() }
    #expect(throws: UsageError.self) { try plot.check() }
  }
}
