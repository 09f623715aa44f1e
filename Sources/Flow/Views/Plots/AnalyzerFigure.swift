// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Text

/// A spectrum analyzer: bars with caps, below them the level of the last seconds, above
/// them the figures.
struct AnalyzerFigure: Figure {
  private let track: ReadingTrack<AnalyzerReading>
  private let tickRate: Rate
  /// The indices of the channels; equal if there is only one level.
  private let channels: (left: Int, right: Int)
  /// The level of digital silence.
  private let floor: Decibels
  private let layout: AnalyzerLayout
  private let palette: AnalyzerColors
  /// The grid and its labels.
  private let axes: [Item]
  private let words: [Item]

  /// The bars and their caps; `nil` before the first tick.
  private var spectrum: SpectrumReading?
  /// The levels of the last seconds.
  private var history: LevelHistory
  /// The displayed levels and pitch.
  private var shownLevel: LevelHistory.Level?
  private var shownPitch: PitchReading?

  static func traits(for options: PlotsOptions) -> FigureTraits {
    FigureTraits("analyzer", drawsLive: true)
  }

  /// A reading for each tick.
  static func analysis(
    for options: PlotsOptions, of request: AnalysisRequest
  ) -> Analysis<AnalyzerReading> {
    .analyzer(
      channels: request.channels, ballistics: request.ballistics, floor: request.floor,
      placement: request.placement)
  }

  /// A picture with its axes only.
  init(options: PlotsOptions, track: ReadingTrack<AnalyzerReading>, context: ViewContext) {
    self.track = track
    tickRate = context.tickRate
    (channels, floor) = (context.channels, context.floor)
    history = LevelHistory(seconds: options.history.count, tickRate: context.tickRate)
    palette = AnalyzerColors(
      own: options.ownAccent, context.palette, background: context.picture.background)
    let composition = context.composition
    words = composition.lettering(
      in: WordColors(
        palette.ink(0.85), on: context.picture.background, plate: context.palette?.background))
    let canvas = context.canvas(shortSideInPoints: options.shortSideInPoints)
    layout = AnalyzerLayout(canvas, in: composition.room(on: canvas))
    axes = AnalyzerFigure.axes(
      layout, palette, seconds: history.seconds, areTwo: channels.left != channels.right)
  }

  /// Reads what the picture shows after a tick and did not show before.
  mutating func advance(to tick: Int) throws(SystemError) {
    spectrum = try track.reading(ofTick: tick).spectrum
    try history.advance(to: tick, reading: level)
    // Figures that change every frame cannot be read: levels stay for a tenth of a second, the pitch
    // for a quarter.
    if let ticks = ticks(shownFrom: tick, timesASecond: 10, isFirst: shownLevel == nil) {
      shownLevel = try LevelHistory.loudest(of: ticks, reading: level)
    }
    if let ticks = ticks(shownFrom: tick, timesASecond: 4, isFirst: shownPitch == nil) {
      shownPitch = try pitch(upTo: ticks)
    }
  }

  /// The ticks of a figure that changes `count` times a second; `nil` if it does not change at this
  /// tick.
  private func ticks(
    shownFrom tick: Int, timesASecond count: Int, isFirst: Bool
  ) -> Range<Int>? {
    let hold = max(tickRate.numerator / tickRate.denominator / count, 1)
    guard isFirst || tick % hold == 0 else { return nil }
    let last = tick - tick % hold
    return max(last + 1 - hold, 0)..<last + 1
  }

  /// The strongest pitch of some ticks. If they have none, that of as many ticks before them, up to
  /// half a second back, so that a note does not flicker.
  private func pitch(upTo ticks: Range<Int>) throws(SystemError) -> PitchReading {
    for step in 0..<2 {
      let start = ticks.lowerBound - step * ticks.count
      var strongest = PitchReading.none
      for tick in max(start, 0)..<max(start + ticks.count, 0) {
        let pitch = try track.reading(ofTick: tick).pitch
        if pitch.strength >= strongest.strength { strongest = pitch }
      }
      if strongest.frequency > 0 { return strongest }
    }
    return .none
  }

  private func level(atTick index: Int) throws(SystemError) -> LevelHistory.Level {
    let reading = try track.reading(ofTick: index)
    return LevelHistory.Level(left: reading.left, right: reading.right)
  }

  func draw(into scene: inout Scene) {
    scene.addLayer("grid") { $0.items += axes }
    scene.addLayer("spectrum", appendSpectrum)
    scene.addLayer("history", appendHistory)
    scene.addLayer("figures", appendFigures)
    scene.items += words
  }

  /// The grid and its labels, for one channel or two.
  private static func axes(
    _ layout: AnalyzerLayout, _ palette: AnalyzerColors, seconds: Int, areTwo: Bool
  ) -> [Item] {
    var axes = Axes(layout)
    axes.addSpectrum()
    axes.addRolling(seconds: seconds, areTwo: areTwo)
    return [
      .stroke(axes.lines, width: layout.hairline, palette.ink(0.12)),
      .stroke(axes.text, width: AnalyzerLayout.axisHeight / 8, palette.ink(0.6)),
    ]
  }

  private func appendSpectrum(to scene: inout Scene) {
    let plot = layout.spectrum
    var (bars, caps) = (Path(), Path())
    if let spectrum {
      for band in 0..<SpectrumBands.count {
        let x = layout.x(ofBar: band)
        let (bar, cap) = (spectrum.bars[band], spectrum.caps[band])
        let (top, mark) = (layout.y(ofLevel: Double(bar)), layout.y(ofLevel: Double(cap)))
        if top < plot.bottom {
          bars.add(
            .rectangle(x: x, y: top, width: layout.barWidth, height: plot.bottom - top))
        }
        if mark < plot.bottom {
          let height = AnalyzerLayout.capHeight
          caps.add(
            .rectangle(x: x, y: mark - height, width: layout.barWidth, height: height))
        }
      }
    }
    var item = Item(.fill(bars, .disjoint), palette.paint(in: plot))
    item.data = [DataAttribute("name", "fft")]
    scene.items.append(item)
    scene.items.append(.disjoint(caps, palette.caps))
  }

  /// The averages on top of the peaks: the left channel above the middle, the right one below.
  private func appendHistory(to scene: inout Scene) {
    func band(_ meter: ChannelLevel.Meter, strength: Double) -> Item {
      var path = Path()
      append(history.levels.map(\.left), meter, upward: true, to: &path)
      append(history.levels.map(\.right), meter, upward: false, to: &path)
      let (edge, core) = (palette.accent(strength), palette.accent(strength * 0.35))
      return Item(
        .fill(path, .disjoint),
        .linear(
          from: Point(x: 0, y: layout.rolling.top), to: Point(x: 0, y: layout.rolling.bottom),
          [GradientStop(0, edge), GradientStop(0.5, core), GradientStop(1, edge)]))
    }
    scene.items.append(band(.peak, strength: 0.4))
    var item = band(.average, strength: 1)
    item.data = [DataAttribute("name", "rolling")]
    scene.items.append(item)
  }

  /// Appends one channel's levels as steps.
  private func append(
    _ levels: [ChannelLevel], _ meter: ChannelLevel.Meter, upward: Bool, to path: inout Path
  ) {
    let plot = layout.rolling
    let sign = upward ? -1.0 : 1
    var outline = levels.indices.map { index in
      Point(
        x: plot.right - plot.width * history.age(ofLevel: index),
        y: plot.middle + sign * layout.reach(ofLevel: levels[index][meter].value))
    }
    guard let first = outline.first, let last = outline.last else { return }
    outline[0].x = history.isFull ? plot.left : first.x
    outline.append(Point(x: plot.right, y: last.y))
    let axis = plot.middle + sign * layout.hairline / 2
    path.add(
      .polygon(
        [Point(x: outline[0].x, y: axis)] + outline + [Point(x: plot.right, y: axis)]))
  }

  /// The levels on the right, and the pitch on the left if there is one.
  private func appendFigures(to scene: inout Scene) {
    guard let shownLevel, let shownPitch else { return }
    let size = AnalyzerLayout.figureHeight
    let (upper, lower) = (layout.headline - AnalyzerLayout.noteHeight + size, layout.headline)
    func append(
      _ text: String, size: Double, x: Double, y: Double, _ anchor: StrokeFont.Anchor,
      _ data: [DataAttribute]
    ) {
      let path = StrokeFont.path(text, size: size, at: Point(x: x, y: y), anchor: anchor)
      // Large letters look best in a lighter weight.
      let pen = size > AnalyzerLayout.figureHeight ? size / 11 : size / 8
      var item = Item.stroke(path, width: pen, palette.ink(0.85))
      item.data = data
      scene.items.append(item)
    }

    var levels = [("L", channels.left, shownLevel.left.average, upper)]
    if channels.left == channels.right {
      levels = [("", channels.left, shownLevel.left.average, lower)]
    } else {
      levels.append(("R", channels.right, shownLevel.right.average, lower))
    }
    for (name, channel, level, y) in levels {
      let number = DecimalText.text(level.value, places: 1)
      let text = level > floor ? AnalyzerFigure.typeset(number) : "−−.−"
      append(
        "\(name) \(text) dB", size: size, x: layout.spectrum.right,
        y: y, .end,
        [
          DataAttribute("name", "level"), DataAttribute("channel", "\(channel)"),
          DataAttribute("value", number),
        ])
    }

    guard shownPitch.frequency > 0 else { return }
    let note = Note(hertz: shownPitch.frequency)
    let hertz = DecimalText.text(shownPitch.frequency, places: 2)
    let left = layout.spectrum.left
    append(
      note.name, size: AnalyzerLayout.noteHeight, x: left, y: lower, .start,
      [DataAttribute("name", "note"), DataAttribute("value", note.name)])
    append(
      "\(AnalyzerFigure.typeset(note.centsText)) cents", size: size,
      x: left + AnalyzerLayout.noteWidth, y: upper, .start,
      [DataAttribute("name", "cents"), DataAttribute("value", note.centsText)])
    append(
      "\(hertz) Hz", size: size, x: left + AnalyzerLayout.noteWidth, y: lower, .start,
      [DataAttribute("name", "frequency"), DataAttribute("value", hertz)])
  }

  /// A number for display, with a minus sign in place of the hyphen.
  private static func typeset(_ number: String) -> String {
    number.first == "-" ? "−" + number.dropFirst() : number
  }
}

/// The axes of the plots, as lines and as their labels.
private struct Axes {
  let layout: AnalyzerLayout
  private(set) var lines = Path()
  private(set) var text = Path()

  private var size: Double { AnalyzerLayout.axisHeight }

  init(_ layout: AnalyzerLayout) { self.layout = layout }

  mutating func addSpectrum() {
    let spectrum = layout.spectrum
    for level in stride(from: AnalyzerLayout.levels.lowerBound, through: 0, by: 12) {
      let y = layout.y(ofLevel: level)
      line(atY: y, spectrum)
      // The lowest label would touch that of the lowest frequency.
      if level > AnalyzerLayout.levels.lowerBound {
        write(level == 0 ? "0 dB" : "−\(Int(-level))", leftOf: spectrum, y)
      }
    }
    for (hertz, label) in AnalyzerLayout.frequencies {
      let x = layout.x(ofFrequency: hertz)
      line(atX: x, spectrum)
      write(label, below: spectrum, x)
    }
    // To the left of the label "20".
    write("Hz", spectrum.left - 18, spectrum.bottom + AnalyzerLayout.axisGap + size, .end)
  }

  mutating func addRolling(seconds: Int, areTwo: Bool) {
    let rolling = layout.rolling
    line(atY: rolling.middle, rolling)
    for level in [0.0, -24] {
      let reach = layout.reach(ofLevel: level)
      for y in [rolling.middle - reach, rolling.middle + reach] {
        line(atY: y, rolling)
        write(level == 0 ? "0" : "−\(Int(-level))", leftOf: rolling, y)
      }
    }
    for second in stride(from: 0, through: seconds, by: max(seconds / 5, 1)) {
      let x = rolling.right - rolling.width * Double(second) / Double(seconds)
      line(atX: x, rolling)
      write(second == 0 ? "0 s" : "−\(second)", below: rolling, x)
    }
    if areTwo {
      for (name, y) in [("L", rolling.top), ("R", rolling.bottom)] {
        write(name, rolling.right + 7, (y + rolling.middle + size) / 2, .start)
      }
    }
  }

  private mutating func line(atX x: Double, _ plot: AnalyzerLayout.Plot) {
    let x = layout.sharp(x, from: plot.left)
    lines.add(Path([Point(x: x, y: plot.top), Point(x: x, y: plot.bottom)]))
  }

  private mutating func line(atY y: Double, _ plot: AnalyzerLayout.Plot) {
    let y = layout.sharp(y, from: plot.top)
    lines.add(Path([Point(x: plot.left, y: y), Point(x: plot.right, y: y)]))
  }

  private mutating func write(
    _ label: String, _ x: Double, _ y: Double, _ anchor: StrokeFont.Anchor
  ) {
    text.add(StrokeFont.path(label, size: size, at: Point(x: x, y: y), anchor: anchor))
  }

  private mutating func write(_ label: String, leftOf plot: AnalyzerLayout.Plot, _ y: Double) {
    write(label, plot.left - 7, y + size / 2, .end)
  }

  private mutating func write(_ label: String, below plot: AnalyzerLayout.Plot, _ x: Double) {
    write(label, x, plot.bottom + AnalyzerLayout.axisGap + size, .middle)
  }
}
