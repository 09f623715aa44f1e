// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Text

/// Momentary, short-term and integrated loudness over the time of a programme, its range in a strip
/// below, marks where the true peak is too high, and the figures above. It grows while the track plays;
/// the last frame is the report.
struct LoudnessFigure: Figure {
  private let track: ReadingTrack<ShownLoudness>
  private let layout: LoudnessLayout
  private let colors: LoudnessColors
  private let target: Double
  private let floor: Decibels
  private let words, axes: [Item]

  /// What is drawn of some ticks.
  private struct Column {
    var momentary, shortTerm, integrated, truePeak: Decibels
    var range: Double
  }
  private var columns: [Column] = []
  private var newest: ShownLoudness?
  private var greatest: (momentary: Decibels, shortTerm: Decibels, truePeak: Decibels)
  private var ended = 0

  static let nameOfReadings = "loudness"

  /// A reading for each tick.
  static func analysis(
    for options: LoudnessOptions, of request: AnalysisRequest
  ) -> Analysis<ShownLoudness> { .shownLoudness(floor: request.floor) }

  /// The axes alone.
  init(options: LoudnessOptions, track: ReadingTrack<ShownLoudness>, context: ViewContext) {
    self.track = track
    (target, floor) = (options.target, context.floor)
    greatest = (floor, floor, floor)
    colors = LoudnessColors(context.palette, on: context.picture.background)
    let composition = context.composition
    words = composition.lettering(in: colors.ink(0.9), accent: context.palette?.accent)
    let canvas = context.canvas(shortSideInPoints: options.shortSideInPoints)
    layout = LoudnessLayout(
      in: composition.room(on: canvas), columnCount: max(min(track.count, 720), 1),
      seconds: Double(track.count) / context.tickRate.perSecond)
    axes = layout.axes(colors, target: target)
  }

  /// All of the past is in the picture.
  func firstTick(shownAfterTick index: Int) -> Int { 0 }

  mutating func advance(to tick: Int) throws(SystemError) {
    let reading = try track.reading(ofTick: tick)
    newest = reading
    ended = tick + 1
    greatest.momentary = max(greatest.momentary, reading.momentary)
    greatest.shortTerm = max(greatest.shortTerm, reading.greatestShortTerm)
    greatest.truePeak = max(greatest.truePeak, reading.truePeak)
    let place = tick * layout.columnCount / max(track.count, 1)
    let column = Column(
      momentary: reading.momentary, shortTerm: reading.shortTerm, integrated: reading.integrated,
      truePeak: reading.truePeak, range: reading.range)
    guard place < columns.count else { return columns.append(column) }
    let before = columns[place]
    columns[place] = column
    columns[place].momentary = max(before.momentary, column.momentary)
    columns[place].truePeak = max(before.truePeak, column.truePeak)
  }

  func draw(into scene: inout Scene) {
    scene.addLayer("blocks", appendBlocks)
    scene.addLayer("axes") { $0.items += axes }
    scene.addLayer("curves", appendCurves)
    scene.addLayer("figures", appendFigures)
    scene.items += words
  }

  /// The momentary loudness, below the axes.
  private func appendBlocks(to scene: inout Scene) {
    var area = Path()
    if !columns.isEmpty {
      let points = columns.indices.flatMap { index -> [Point] in
        let y = layout.y(ofLevel: columns[index].momentary.value)
        return [
          Point(x: layout.x(ofColumn: index), y: y), Point(x: layout.x(ofColumn: index + 1), y: y),
        ]
      }
      area = .polygon(
        [Point(x: layout.plot.left, y: layout.plot.bottom)] + points
          + [Point(x: points[points.count - 1].x, y: layout.plot.bottom)])
    }
    scene.items.append(Item(.fill(area, .disjoint), .color(colors.momentary)).telling("momentary"))
  }

  /// What lies on the axes.
  private func appendCurves(to scene: inout Scene) {
    func line(_ name: String, _ color: Color, width: Double, _ y: (Column) -> Double?) {
      let points = columns.indices.compactMap { index in
        y(columns[index]).map { Point(x: layout.x(ofColumn: index + 1), y: $0) }
      }
      scene.items.append(Item.stroke(Path(points), width: width, color).telling(name))
    }
    func level(_ level: Decibels) -> Double? {
      level > floor ? layout.y(ofLevel: level.value) : nil
    }
    line("short-term", colors.shortTerm, width: 1.3) { level($0.shortTerm) }
    line("integrated", colors.integrated, width: 2) { level($0.integrated) }
    line("range", colors.ink(0.75), width: 1.3) { layout.y(ofRange: $0.range) }
    var marks = Path()
    for index in columns.indices where columns[index].truePeak.value > LoudnessLayout.greatestPeak {
      marks.add(layout.mark(ofColumn: index))
    }
    scene.items.append(Item.fill(marks, colors.warning).telling("true-peak"))
  }

  private func appendFigures(to scene: inout Scene) {
    guard let newest else { return }
    func text(_ level: Decibels) -> String { level > floor ? Dial.signed(level.value) : "–" }
    let isSilent = newest.integrated <= floor
    let figures: [(String, String, String, Color)] = [
      ("INTEGRATED", text(newest.integrated), "LUFS", colors.integrated),
      ("RANGE", DecimalText.text(newest.range, places: 1), "LU", colors.ink),
      ("MAX MOMENTARY", text(greatest.momentary), "LUFS", colors.ink),
      ("MAX SHORT-TERM", text(greatest.shortTerm), "LUFS", colors.shortTerm),
      (
        "TRUE PEAK",
        greatest.truePeak > floor ? Dial.signed(greatest.truePeak.value, plus: true) : "–", "dBTP",
        greatest.truePeak.value > LoudnessLayout.greatestPeak ? colors.warning : colors.ink
      ),
      (
        "GAIN TO \(Dial.number(target))",
        isSilent ? "–" : Dial.signed(target - newest.integrated.value, plus: true), "dB",
        colors.ink
      ),
    ]
    for (index, figure) in figures.enumerated() {
      scene.items += layout.figure(
        index, caption: figure.0, number: figure.1, unit: figure.2, figure.3, colors)
    }
  }
}

extension Dial {
  /// A level with one decimal and a true minus sign.
  static func signed(_ value: Double, plus: Bool = false) -> String {
    (value > 0 && plus ? "+" : "") + number(value, places: 1)
  }
}

extension Item {
  /// The same for a reader of the SVG: what it shows, and its value as text.
  func telling(_ name: String, _ value: String? = nil) -> Item {
    var item = self
    item.data =
      [DataAttribute("name", name)] + (value.map { [DataAttribute("value", $0)] } ?? [])
    return item
  }
}
