// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Text

/// The screen of the tutorial's app: three labels, the spectrum in blue, and over it the rolling
/// plot in red.
///
/// - Source: SingletonAudioManager at `299beb9`; AudioKit 4.3, `AKNodeFFTPlot` and
///   `AKNodeOutputPlot`; EZAudio, `EZAudioPlot` and `EZAudioUtilities`.
struct TutorialPlotsFigure: Figure {
  private let track: ReadingTrack<TutorialPlotsReading>
  private let tickRate: Rate
  /// The newest reading; `nil` in the first tenth of a second, without plots.
  private var newest: TutorialPlotsReading?
  /// How many readings there were.
  private var count = 0
  /// The values of the rolling plot, and the index of the first one's reading.
  private var levels: [Float] = []
  private var first = 0

  /// Points in the spectrum's plot, twice as many as it has values: the others are 0.
  static let fftCount = 1024
  /// Points in the rolling plot.
  static let rollingCount = 512

  // The labels are stacked at the top, below 20 points for the status bar; the plots fill the rest.
  private static let labelTop = 20.0, labelHeight = 20.5, plotTop = 81.5
  /// The baseline within a label, and the cap height of the system font at 17 points.
  private static let baseline = 16.3, capHeight = 12.0
  private static let fftGain = 100.0, rollingGain = 2.0
  /// The greatest distance of a point from its axis, in points; far beyond any canvas.
  private static let farthest = 100_000.0

  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)

  static func traits(for options: PlotsOptions) -> FigureTraits {
    FigureTraits("plots of the tutorial", drawsLive: true)
  }

  /// A reading for each tenth of a second.
  static func analysis(
    for options: PlotsOptions, of request: AnalysisRequest
  ) -> Analysis<TutorialPlotsReading> { .tutorialPlots(channels: request.channels) }

  init(options: PlotsOptions, track: ReadingTrack<TutorialPlotsReading>, context: ViewContext) {
    self.track = track
    tickRate = context.tickRate
  }

  /// Shows the readings that have ended.
  ///
  /// The rolling plot copies its ring buffer before it drops the oldest value. So once it is full,
  /// it lacks the newest one.
  mutating func advance(to tick: Int) throws(SystemError) {
    let count = track.readings(endedBy: tick, of: tickRate)
    guard count > self.count else { return }
    self.count = count
    let end = count > Self.rollingCount ? count - 1 : count
    let start = max(end - Self.rollingCount, 0)
    levels.removeFirst(min(start - first, levels.count))
    first = start
    while first + levels.count < end {
      levels.append(try track.reading(ofTick: first + levels.count).rms)
    }
    newest = try track.reading(ofTick: count - 1)
  }

  func draw(into scene: inout Scene) {
    let (width, height) = (scene.canvas.widthInPoints, scene.canvas.heightInPoints)
    let (left, top) = (-width / 2, -height / 2)
    scene.addLayer("labels") { appendLabels(top: top, to: &$0) }
    guard let newest else { return }
    let plotHeight = height - Self.plotTop
    let half = (plotHeight / 2).rounded(.down)

    var spectrum = Path()
    Self.append(
      newest.fft, count: Self.fftCount, scale: 2 * half * Self.fftGain,
      from: Point(x: left, y: height / 2), width: width, to: &spectrum)
    spectrum.close()
    scene.addLayer("fft") { append(spectrum, Self.blue, "fft", to: &$0) }

    var rolling = Path()
    for scale in [half * Self.rollingGain, -half * Self.rollingGain] {
      Self.append(
        levels, count: Self.rollingCount, scale: scale,
        from: Point(x: left, y: top + Self.plotTop + half), width: width, to: &rolling)
    }
    rolling.close()
    scene.addLayer("rolling") { append(rolling, Self.red, "rolling", to: &$0) }
  }

  /// Left-aligned labels, the widest one centred on the screen: the storyboard has a centred stack
  /// of three left-aligned labels.
  private func appendLabels(top: Double, to scene: inout Scene) {
    let labels = [
      ("Frequency", "frequency", newest?.trackerFrequency ?? 200),
      ("Amplitude", "amplitude", newest?.trackerAmplitude ?? 0),
      ("FFT Frequency", "fft-frequency", newest?.fftFrequency ?? 0),
    ].map { title, name, value in
      let number = DecimalText.text(value, places: 2)
      return (text: "\(title) : \(number)", name: name, number: number)
    }
    let size = Self.capHeight
    let width = labels.map { StrokeFont.width($0.text, size: size) }.max() ?? 0
    for (index, label) in labels.enumerated() {
      let y = top + Self.labelTop + Self.labelHeight * Double(index)
      let place = Point(x: -width / 2, y: y + Self.baseline)
      var item = Item.stroke(
        StrokeFont.path(label.text, size: size, at: place), width: size / 8, .black)
      item.data = [DataAttribute("name", label.name), DataAttribute("value", label.number)]
      scene.items.append(item)
    }
  }

  /// Appends a plot of `count` points above an axis, or below it if the scale is negative: the
  /// scaled values, then zeros. The first and the last point are on the axis, the last one a step
  /// before the right edge.
  private static func append(
    _ values: [Float], count: Int, scale: Double, from origin: Point, width: Double,
    to path: inout Path
  ) {
    for index in 0..<count {
      let isInside = index > 0 && index < count - 1 && index < values.count
      let height = isInside ? Double(values[index]) * scale : 0
      let held = min(max(height, -farthest), farthest)
      let point = Point(x: origin.x + Double(index) * width / Double(count), y: origin.y - held)
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
  }

  /// Appends a filled path with an outline of one point.
  private func append(_ path: Path, _ color: Color, _ name: String, to scene: inout Scene) {
    var item = Item.fill(path, color)
    item.data = [DataAttribute("name", name)]
    scene.items.append(item)
    scene.items.append(.stroke(path, width: 1, color))
  }
}
