// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Text

/// A track as the figures of the radial view draw it: its levels on a scale, and around the figure
/// the playheads, the logo and the words.
struct RadialTrack: Sendable {
  /// The name of the rings that spread from hits.
  static let nameOfRipples = "ripple"

  /// The levels at the ends of the scale.
  private(set) var scale: LevelScale
  /// Whole ticks in a turn of a continuous figure.
  let ticksInTurn: Int
  /// The colours of what is sketched.
  let sketchTone: Sketch.Tone
  /// A factor for all lengths.
  let length: Double
  /// The readings at the ends of the scale, the turn, and what a silent track looks like.
  let findings: Findings
  /// The levels of the newest tick.
  private(set) var newest: StereoLevels?
  /// Whether the end leads into the beginning.
  var isLoop: Bool { readings.isLoop }
  /// Whether the figure is a sketch: it has the fullest turn first, and then nothing where the track
  /// has sound.
  var isSketch = false
  /// How far the heart of the figure is open, from 0 to 1.
  private(set) var heart = 0.0
  /// The level of the bass, from 0 to 1.
  private(set) var bass = 0.0

  private let readings: ReadingTrack<StereoLevels>
  private var pulse: Pulse
  private var ripples: Ripples?
  private let fullestTurn: FullestTurn
  /// How many ticks before the first one a turn begins.
  private let phase: Int
  /// The scale of sound that is still arriving.
  private var adaptive: AdaptiveScale?
  /// How many ticks of it were silent, up to the newest one.
  private var silentTicks = 0
  private let longestPause: Int
  private let channels: (left: Int, right: Int)
  private let center: Point
  private let coverRadius: Double
  private let rotation: Angle?
  private let isMirrored: Bool
  private let arc: FigureArc
  private let words: [Item]
  private let covers: [Item]
  private let logo: Item?

  /// A track before its first tick, in the colours of a palette; `ink` is the colour of the words,
  /// if it is another, `coverRadius` the radius of the cover, and `coverCenters` its positions, in
  /// points of the figure. Its hits may be found, and the figure may fill the sheet.
  init(
    _ options: RadialOptions, _ readings: ReadingTrack<StereoLevels>, _ context: ViewContext,
    _ palette: Palette?, ink: Color? = nil, coverRadius: Double, coverCenters: [Point] = [.origin],
    findsHits: Bool = false, fillsSheet: Bool = false
  ) throws(FigureError) {
    self.readings = readings
    self.coverRadius = coverRadius
    let background = context.picture.background
    // On a ground that is not known, light ghosts of dark figures would be brighter than these.
    sketchTone =
      palette.flatMap {
        background.alpha == 255 ? .flat(background.tinted($0.ramp[6], 0.55)) : nil
      } ?? .faint(0.3)
    channels = context.channels
    // Over another picture they would end at the frame.
    if findsHits, options.hasRipples, options.number(LookParameter.pulse.name) > 0,
      background.alpha == 255
    {
      ripples = Ripples(at: context.tickRate)
    }
    if readings.isLive, options.scale.isMeasured {
      let adaptive = AdaptiveScale(options.scale, tickRate: context.tickRate)
      (self.adaptive, scale) = (adaptive, adaptive.scale)
    } else {
      scale = try LevelScale(options.scale, track: readings, context: context)
    }
    var lockedTurn: LockedTurn?
    switch options.turn {
    case .length(let length): ticksInTurn = length.ticks(at: context.tickRate)
    case .ticks(let ticks): (ticksInTurn, lockedTurn) = (ticks.count, options.loopedTurn)
    case .lock:
      let lock: TurnLock
      do {
        lock = try Turn.locked(to: readings, on: scale, of: context.structure)
      } catch { throw .readings(error) }
      ticksInTurn = max(Int(lock.ticks.rounded()), 1)
      lockedTurn = LockedTurn(lock.fit, ticks: Double(ticksInTurn), at: context.tickRate)
    case nil: ticksInTurn = TurnLength(seconds: 6).ticks(at: context.tickRate)
    }
    longestPause = TurnLength(seconds: 1).ticks(at: context.tickRate)
    do throws(SystemError) {
      pulse = try Pulse(of: readings, context, strength: options.number(LookParameter.pulse.name))
      phase =
        if case .lock? = options.turn {
          try RadialTrack.phase(of: readings, ticksInTurn: ticksInTurn)
        } else { 0 }
      let (held, scale, phase, pause) = (
        ticksInTurn + options.heldTicks, scale, phase, longestPause
      )
      fullestTurn = try readings.found("\(held), \(phase), \(pause) on \(scale)") {
        () throws(SystemError) in
        try FullestTurn(
          of: readings, on: scale, ticksInTurn: held, phase: phase, longestPause: pause)
      }
    } catch { throw .readings(error) }
    findings = Findings(
      measures: scale.measures,
      silentFigure: readings.count > 0 && scale.isSilent ? "the figure is a circle" : nil,
      lockedTurn: lockedTurn,
      fullestTurnEnd: fullestTurn.fullestTurnEnd)
    let composition = context.composition
    (length, center) = (composition.scale, composition.center)
    rotation = options.rotation == 0 ? nil : .degrees(options.rotation)
    (isMirrored, arc) = (options.isMirrored, FigureArc(options))
    words = composition.lettering(
      in: WordColors(
        ink ?? (palette ?? .paper).ink, on: background, plate: context.palette?.background),
      overFigure: true, fillsSheet: fillsSheet)
    covers = coverCenters.compactMap { [length] in
      context.coverItem(radius: coverRadius * length, center: $0)
    }
    logo = context.logoItem(
      width: options.number("logo-width") * length,
      anchor: Anchor(x: options.number("logo-x"), y: options.number("logo-y")))
  }

  /// How many ticks before the first one a turn begins, so that no beat lies across its seam: six
  /// ticks before the place in the turn where the bass rises most; 0 where it rises everywhere alike.
  private static func phase(
    of track: ReadingTrack<StereoLevels>, ticksInTurn count: Int
  ) throws(SystemError) -> Int {
    guard track.count >= 2 * count, !track.isLoop else { return 0 }
    var rises = [Double](repeating: 0, count: count)
    var last = LevelRange.gate
    for tick in 0..<track.count {
      let level = max(try track.reading(ofTick: tick).bass.value, LevelRange.gate)
      rises[tick % count] += max(level - last, 0)
      last = level
    }
    // Over five ticks.
    let sums = rises.indices.map { place in
      (-2...2).reduce(0) { $0 + rises[(place + $1 + 2 * count) % count] }
    }
    guard let largest = sums.indices.max(by: { sums[$0] < sums[$1] }),
      sums[largest] > 1.5 * sums.reduce(0, +) / Double(count)
    else { return 0 }
    return (6 - largest + 2 * count) % count
  }

  /// Turns of the track without ticks.
  func turns(passCount: Int) -> Turns {
    Turns(
      ticksInTurn: ticksInTurn, phase: phase, passCount: passCount, atMost: RadialTrack.mostCells)
  }

  /// The most cells of a turn: more would be closer than pixels in a figure of 2292 across, and take
  /// seconds to draw.
  static let mostCells = 7200

  /// The hits from which rings spread, the newest first; `nil` if none are looked for: over another picture, in
  /// posters, and where the heart does not beat.
  var hits: [Ripples.Hit]? { ripples?.rings }

  /// The levels of the next tick.
  mutating func levels(ofTick tick: Int) throws(SystemError) -> StereoLevels {
    let levels = try readings.reading(ofTick: tick)
    newest = levels
    if readings.isLive { adapt(to: levels) }
    (heart, bass) = try pulse.openings(
      atTick: tick, loudness: { [scale] in scale.loudness(of: $0).mean.average })
    ripples?.advance(to: tick % (readings.loopCount ?? .max), opening: heart)
    return levels
  }

  /// Follows sound that is still arriving.
  private mutating func adapt(to levels: StereoLevels) {
    adaptive?.include(levels)
    if let adaptive { scale = adaptive.scale }
    pulse.adapt(to: levels)
    silentTicks = scale.loudness(of: levels) == .silent ? silentTicks + 1 : 0
  }

  /// The loudness of the next tick; `nil` in a silence that leaves the figure as it is.
  mutating func loudness(ofTick tick: Int) throws(SystemError) -> ScaledLevels? {
    if isSketch {
      if tick >= ticksInTurn { return fullestTurn.rests(at: tick - ticksInTurn) ? nil : .silent }
      let place = place(ofTick: tick)
      return (0..<readings.count).contains(place)
        ? scale.loudness(of: try readings.reading(ofTick: place)) : .silent
    }
    let levels = try levels(ofTick: tick)
    // Of a silence that is still arriving, nobody knows how long it will be: its first second is
    // drawn.
    return fullestTurn.rests(at: tick) || silentTicks > longestPause
      ? nil : scale.loudness(of: levels)
  }

  /// The tick whose readings a tick of the figure shows: its own, except in a sketch.
  func place(ofTick tick: Int) -> Int {
    guard isSketch else { return tick }
    return fullestTurn.fullestTurn * ticksInTurn + (tick + phase) % ticksInTurn - phase
  }

  /// The first tick that a figure of the last `window` ticks depends on after tick `index`.
  func firstTick(of window: Int, shownAfterTick index: Int) -> Int {
    let first = fullestTurn.firstTick(of: window, before: index)
    return ripples.map { min(first, max(index - $0.memory, 0)) } ?? first
  }

  /// The tick from which on the track only fades, or is silent; `nil` if it does so for a second at
  /// most.
  var end: Int? { fullestTurn.end }

  /// The last tick after which something is left to be sketched; `nil` for an empty track.
  var lastTickOfSketch: Int? { readings.count == 0 ? nil : fullestTurn.firstFullTick }

  /// The newest levels of a channel, for readers of an SVG.
  func data(of side: Side) -> [DataAttribute] {
    let channel = DataAttribute("channel", "\(side == .left ? channels.left : channels.right)")
    guard let newest else { return [channel] }
    let level = side == .left ? newest.left : newest.right
    return [
      channel,
      DataAttribute("peak-dbfs", DecimalText.text(level.peak.value, places: 6)),
      DataAttribute("average-dbfs", DecimalText.text(level.average.value, places: 6)),
    ]
  }

  /// Completes a scene that contains a figure about the origin: adds its mirror image, turns it, adds
  /// cover and logo over it, moves all to their position, and adds the words.
  func complete(_ scene: inout Scene) {
    if isMirrored {
      scene.items = scene.items.flatMap { $0.name == "heart" ? [$0] : [$0, $0.mirrored] }
    }
    if let rotation {
      for index in scene.items.indices {
        let own = scene.items[index].rotation?.degrees ?? 0
        scene.items[index].rotation = .degrees(own + rotation.degrees)
      }
    }
    scene.items += covers
    if let logo { scene.items.append(logo) }
    for index in scene.items.indices { scene.items[index].origin = center }
    scene.items += words
  }
}
