// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Synthesis
internal import Views

/// The screen of the tutorial's app: the sum of all tones at the top, and below it the wave and the
/// two dials of each tone.
///
/// Sizes in the app: the sum is 40 points narrower than the screen and 125 points high, below the
/// 20 points of the status bar. A tone's wave is 220 by 125; its dials, 220 by 220, begin 145 and
/// 355 points below its top, which is 605 points above the bottom of the screen; each tone is
/// centred in a quarter of the width. The app has four tones in landscape only, so the rest was
/// chosen here: up to three tones share the width; more are in rows, and everything is smaller if
/// there is not enough space.
///
/// - Source: Gladman, AudioSynthesis at `93b193b`, `ViewController.swift`, `ToneWidget.swift`,
///   `NumericDial.swift` and its layers.
struct TutorialTonesFigure: Figure {
  private var items: [Item] = []
  private let track: ToneTrack
  private let masterWidth: Int
  private let scale: Double
  private var dials: [ToneBank.Tone] = []
  /// The index of the wave's item, for the sum and each tone.
  private var waves: [Int] = []
  /// The index of the arc of each dial; its title and its number follow.
  private var arcs: [(frequency: Int, velocity: Int)] = []

  private static let waveHeight = 125, toneWidth = 220
  /// The width of a tone's column, and the height from its top to the bottom of the screen.
  private static let columnWidth = 256.0, columnHeight = 605.0
  /// The top of the sum, and the top of everything below it.
  private static let masterTop = 20.0, tonesTop = 163.0
  private static let dialTops = (frequency: 145.0, velocity: 355.0)
  private static let yellow = Color(red: 255, green: 255, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)
  private static let lightGray = Color(red: 170, green: 170, blue: 170)
  /// The centre of a dial, and the radius of its arcs.
  private static let dialMiddle = 110.0, dialRadius = 90.0
  /// The cap height of the system font at 24 points, and the baselines of two lines around the
  /// middle.
  private static let capHeight = 17.0, baselines = (-6.0, 22.5)

  init(options: TonesOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    self.track = ToneTrack(track, context)
    let count = self.track.timeline.segments.count
    let sides = (Double(context.picture.width), Double(context.picture.height))
    let points = 768 / min(sides.0, sides.1)
    let (width, height) = (sides.0 * points, sides.1 * points)
    masterWidth = max(Int(width) - 40, 1)

    // As large as possible, up to the size of the app.
    let room = height - Self.tonesTop
    func scale(rows: Int) -> Double {
      let columns = Double((count + rows - 1) / rows)
      return min(
        width / (columns * Self.columnWidth),
        room / (Double(rows) * Self.columnHeight), 1)
    }
    var rows = 1
    for more in 1...count where scale(rows: more) > scale(rows: rows) { rows = more }
    self.scale = scale(rows: rows)
    let columns = (count + rows - 1) / rows

    let corner = Point(
      x: (width / 2).rounded(.down) - Double(masterWidth / 2) - width / 2,
      y: Self.masterTop - height / 2)
    addWave("master", at: corner, width: Double(masterWidth), scale: 1)
    for tone in 0..<count {
      let column = (Double(tone % columns) + 0.5) * width / Double(columns)
      let row = Double(rows - tone / columns)
      addTone(
        tone,
        at: Point(
          x: column - Double(Self.toneWidth) / 2 * self.scale - width / 2,
          y: height / 2 - row * Self.columnHeight * self.scale))
    }
    show(.zero)
  }

  private mutating func addWave(_ name: String, at corner: Point, width: Double, scale: Double) {
    var ground = Path()
    let (height, radius) = (Double(Self.waveHeight) * scale, 10 * scale)
    for (x, y, start) in [
      (radius, radius, 180.0), (width - radius, radius, 270), (width - radius, height - radius, 0),
      (radius, height - radius, 90),
    ] {
      ground.arc(
        center: Point(x: x, y: y), radius: radius, start: .degrees(start), sweep: .degrees(90))
    }
    ground.close()
    add(.fill(ground, .black), name, at: corner)
    waves.append(items.count)
    add(.fill(Path(), Self.yellow), name, at: corner)
    items[items.count - 1].data = [DataAttribute("name", name)]
  }

  private mutating func addTone(_ tone: Int, at corner: Point) {
    let name = "tone-\(tone)"
    addWave(name, at: corner, width: Double(Self.toneWidth) * scale, scale: scale)
    func center(_ top: Double) -> Point {
      Point(
        x: corner.x + Self.dialMiddle * scale,
        y: corner.y + (top + Self.dialMiddle) * scale)
    }
    var places: [Int] = []
    let dials = [
      ("Frequency", Self.dialTops.frequency), ("Velocity", Self.dialTops.velocity),
    ]
    for (title, top) in dials {
      let ground = Self.arc(1, width: 40, scale)
      add(.fill(ground, Self.lightGray), name, at: center(top))
      places.append(items.count)
      add(.fill(Path(), Self.blue), name, at: center(top))
      for line in [label(title, Self.baselines.0), Path()] {
        let width = Self.capHeight / 9 * scale
        add(.stroke(line, width: width, Self.blue), name, at: center(top))
      }
    }
    arcs.append((places[0], places[1]))
  }

  private mutating func add(_ item: Item, _ name: String, at origin: Point) {
    var item = item
    item.origin = origin
    item.name = name
    items.append(item)
  }

  mutating func advance(to tick: Int) { show(track.moment(afterTick: tick)) }

  func draw(into scene: inout Scene) { scene.items += items }

  /// Updates to a moment of the instrument, which is not before the last one.
  private mutating func show(_ moment: Moment) {
    let timeline = track.timeline
    let dials = timeline.segments.indices.map {
      timeline.segment(ofTone: $0, at: moment).dials(at: moment)
    }
    let last = self.dials
    guard dials != last else { return }
    self.dials = dials
    func whole(_ dials: [ToneBank.Tone]) -> [WaveRaster.Dials] {
      dials.map { (frequency: Int($0.frequency), velocity: Int($0.velocity)) }
    }
    // During a glide most frames have the same rasters.
    let (now, before) = (whole(dials), whole(last))
    let isNew = last.isEmpty || !zip(now, before).allSatisfy { $0 == $1 }
    if isNew { setWave(0, now, width: masterWidth, scale: 1) }
    for tone in dials.indices where last.isEmpty || dials[tone] != last[tone] {
      if last.isEmpty || now[tone] != before[tone] {
        setWave(tone + 1, [now[tone]], width: Self.toneWidth, scale: scale)
      }
      setDial(arcs[tone].frequency, "frequency", dials[tone].frequency)
      setDial(arcs[tone].velocity, "velocity", dials[tone].velocity)
    }
  }

  private mutating func setWave(
    _ wave: Int, _ tones: [WaveRaster.Dials], width: Int, scale: Double
  ) {
    let raster = WaveRaster(tones, width: width, height: Self.waveHeight)
    items[waves[wave]].shape = .fill(raster.path(scale: scale), .disjoint)
  }

  private mutating func setDial(_ place: Int, _ name: String, _ value: Double) {
    items[place].shape = .fill(Self.arc(value / 127, width: 30, scale), .disjoint)
    // The label in the app is one more than the number that is played.
    let number = "\(Int(value) + 1)"
    let data = [DataAttribute("name", name), DataAttribute("value", number)]
    guard items[place + 2].data != data else { return }
    items[place + 2].data = data
    items[place + 2].shape = .stroke(
      label(number, Self.baselines.1), width: Self.capHeight / 9 * scale)
  }

  private func label(_ text: String, _ baseline: Double) -> Path {
    StrokeFont.path(
      text, size: Self.capHeight * scale, at: Point(x: 0, y: baseline * scale),
      anchor: .middle)
  }

  /// From 7:30 through 12 toward 4:30, as far as the value of 0...1; a dot at 0.
  private static func arc(_ value: Double, width: Double, _ scale: Double) -> Path {
    .roundedArc(
      radius: dialRadius * scale, width: width * scale, start: .degrees(135),
      sweep: .degrees(270 * value))
  }
}
