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
      ViewContext(colors: palette, words: words, picture: picture))
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

  /// How far an item may reach in a direction, in whatever direction it points itself.
  private func reach(_ item: Item, _ direction: Point) -> Double {
    func along(_ point: Point) -> Double { point.x * direction.x + point.y * direction.y }
    let points = item.path.points
    guard item.origin != .origin else { return points.map(along).max() ?? -.infinity }
    return along(item.origin)
      + (points.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0)
  }

  @Test(
    arguments: [(1920, 1080), (1080, 1080), (1080, 1920), (480, 270), (700, 600)],
    WordPlace.allCases + [nil])
  func `words are beside the dials and beside the plots`(
    size: (width: Int, height: Int), place: WordPlace?
  ) throws {
    let isWide = 4 * size.width > 5 * size.height
    // From the figure to the words.
    let direction =
      switch place {
      case .above: Point(x: 0, y: -1)
      case .side where isWide: Point(x: -1, y: 0)
      default: Point(x: 0, y: 1)
      }
    let back = Point(x: -direction.x, y: -direction.y)
    let long = String(repeating: "A long title ", count: 9)
    for words in [
      Captions(title: "Song", subtitle: "Band", place: place), Captions(title: long, place: place),
    ] {
      for scene in [try gauge(size, words: words), try plots(size, words: words)] {
        let written = scene.items.filter { ["title", "subtitle"].contains($0.name) }
        #expect(written.count == (words.subtitle == nil ? 1 : 2))
        let near = -(try #require(written.map { reach($0, back) }.max()))
        let half = Point(x: scene.canvas.widthInPoints / 2, y: scene.canvas.heightInPoints / 2)
        for item in scene.items where !written.contains(item) {
          #expect(reach(item, direction) < near, "\(item.name) of \(scene.items.count) items")
          let limit = abs(back.x) * half.x + abs(back.y) * half.y
          #expect(reach(item, back) <= limit, "\(item.name)")
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
}
