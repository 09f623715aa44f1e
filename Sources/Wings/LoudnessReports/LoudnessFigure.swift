// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Views

/// Momentary, short-term and integrated loudness over the time of a programme, its range in a strip
/// below, marks where the true peak is too high, and the figures above. It grows while the track plays;
/// the last frame is the report.
struct LoudnessFigure: Figure {
  private let track: ReadingTrack<ShownLoudness>
  private let colors: LoudnessColors
  private let target: ProgrammeTarget
  private let words, axes: [Item]
  private var curves: LoudnessCurves
  private let columnCount: Int
  private var newest: ShownLoudness?
  private var isWhole = false
  private var greatest: (momentary: Decibels, shortTerm: Decibels, truePeak: Decibels)

  static func traits(for options: LoudnessOptions) -> FigureTraits { FigureTraits("loudness") }

  /// A reading for each tick.
  static func analysis(
    for options: LoudnessOptions, of request: AnalysisRequest
  ) -> Analysis<ShownLoudness> { .shownLoudness(floor: request.floor) }

  /// The axes alone.
  init(options: LoudnessOptions, track: ReadingTrack<ShownLoudness>, context: ViewContext) {
    self.track = track
    let floor = context.floor
    target = ProgrammeTarget(level: options.target)
    greatest = (floor, floor, floor)
    colors = LoudnessColors(context.palette, on: context.picture.background)
    let composition = context.composition
    words = composition.lettering(
      in: WordColors(
        colors.ink(0.9), on: context.picture.background, plate: context.palette?.background))
    let canvas = context.canvas(shortSideInPoints: options.shortSideInPoints)
    columnCount = max(min(track.count, 720), 1)
    let layout = LoudnessLayout(
      in: composition.room(on: canvas), columnCount: Double(columnCount),
      seconds: Double(track.count) / context.tickRate.perSecond)
    curves = LoudnessCurves(layout: layout, floor: floor)
    axes = layout.axes(colors, target: target)
  }

  /// All of the past is in the picture.
  func firstTick(shownAfterTick index: Int) -> Int { 0 }

  mutating func advance(to tick: Int) throws(SystemError) {
    let reading = try track.reading(ofTick: tick)
    newest = reading
    isWhole = tick + 1 == track.count
    greatest.momentary = max(greatest.momentary, reading.momentary)
    greatest.shortTerm = max(greatest.shortTerm, reading.greatestShortTerm)
    greatest.truePeak = max(greatest.truePeak, reading.truePeak)
    let place = tick * columnCount / max(track.count, 1)
    let column = LoudnessColumn(reading)
    guard place < curves.columns.count else { return curves.columns.append(column) }
    curves.columns[place].append(column)
  }

  func draw(into scene: inout Scene) {
    scene.addLayer("blocks") { $0.items.append(curves.blocks(colors)) }
    scene.addLayer("axes") { $0.items += axes }
    scene.addLayer("curves") {
      $0.items += isWhole ? curves.lines(colors) : curves.growingLines(colors)
    }
    scene.addLayer("figures") { $0.items += numbers }
    scene.items += words
  }

  private var numbers: [Item] {
    guard let newest else { return [] }
    func level(_ level: Decibels) -> Double? { level > curves.floor ? level.value : nil }
    let numbers = LoudnessNumber.all(
      integrated: level(newest.integrated), range: newest.range,
      momentary: level(greatest.momentary), shortTerm: level(greatest.shortTerm),
      truePeak: level(greatest.truePeak), target: target)
    return numbers.enumerated().flatMap { curves.layout.items(of: $1, at: $0, colors) }
  }
}

extension Item {
  /// For a reader of the SVG: what it shows, and its value as text.
  func telling(_ name: String, _ value: String? = nil) -> Item {
    var item = self
    item.data =
      [DataAttribute("name", name)] + (value.map { [DataAttribute("value", $0)] } ?? [])
    return item
  }
}
