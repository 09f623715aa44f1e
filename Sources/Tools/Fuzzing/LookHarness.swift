// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal
internal import Views

/// Looks as JSON: what is wrong has a place, and what is read draws finite pictures, of which a part equals the
/// whole.
enum LookHarness {
  static let harness = Harness(
    name: "look", longestInput: 8192,
    words: [
      LookFile.schema, "\"schema\"", "\"name\"", "\"parameters\"", "\"default\"", "\"range\"",
      "\"values\"", "\"layers\"", "\"domain\"", "\"mark\"", "\"area\"", "\"line\"", "\"ray\"",
      "\"dot\"", "\"ring\"", "\"turn\"", "\"past\"", "\"head\"", "\"once\"", "\"columns\"",
      "\"bands\"", "\"count\"", "\"track\"", "\"turns\"", "\"spiral\"", "\"ahead\"", "\"trail\"",
      "\"speed\"", "\"curve\"", "\"petal\"", "\"smooth\"", "\"twin\"", "level", "level(", "share(",
      "pile(",
      "usual", "bar", "cycle", "turn",
      "\"older\"", "\"every\"", "\"when\"", "\"hit\"", "\"for\"", "\"side\"", "\"each\"",
      "\"softer\"", "\"mirror\"", "\"whole\"", "\"radius\"", "\"gradient\"", "\"color\"",
      "\"opacity\"", "\"show\"", "\"rotate\"", "\"times\"", "\"camera\"", "average", "peak",
      "heart", "newest", "other.average", "number", "age", "hash(", "noise(", "mix(", "if(",
      "pick(", "ramp(", "tint(", "root(", "grow(", "^0.125", "1e308", "-", "/ 0", "% 0",
    ], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let file: LookFile
    do { file = try LookFile(json: bytes) } catch {
      try law(!error.faults.isEmpty, "a look that cannot be read has a fault")
      try law(error.faults.count <= 5, "at most five faults are told")
      return
    }
    try law(file.text == bytes, "the text of a look is what was read")
    guard file.layerCount <= 16 else { return }
    let random = InputNumbers(bytes)
    var picture = PictureSettings()
    if let look = RadialView.look(of: file) {
      var options = RadialOptions()
      look.apply(&picture, &options)
      options.turn = .ticks(TickCount(16))
      try check(options, picture, random)
    } else if let look = TrackView.look(of: file) {
      var options = TrackViewOptions()
      look.apply(&picture, &options)
      options.turn = .ticks(TickCount(16))
      try check(options, picture, random)
    }
  }

  private static func check(
    _ options: some ViewOptions, _ picture: PictureSettings, _ random: InputNumbers
  ) throws(BrokenLaw) {
    guard (try? options.check()) != nil else { return }
    var picture = picture
    (picture.width, picture.height) = (64, 36)
    try draw(options.look.figure, options, picture, random)
  }

  private static let tickCount = 40
  /// The most bands that a look reads.
  private static let bandCount = 64

  /// Draws a made-up track as a whole, and its last tick alone.
  private static func draw<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _: SomeFigure.Type, _ options: Options, _ picture: PictureSettings, _ random: InputNumbers
  ) throws(BrokenLaw) {
    var random = random
    var track = ReadingTrack<SomeFigure.Reading>(
      format: StreamFormat(sampleRate: 60, channelCount: 2),
      clock: TickClock(sampleRate: 60, rate: .sixty))
    let scene: Scene
    do {
      for _ in 0..<tickCount {
        func level() -> Decibels { Decibels(-Double(random.pick(Array(0..<60)))) }
        let levels = StereoLevels(
          left: ChannelLevel(peak: level(), average: level()),
          right: ChannelLevel(peak: level(), average: level()))
        let bands = (0..<bandCount).map { _ in
          SIMD2<Float>(Float(level().value), Float(level().value))
        }
        guard let reading = BandLevels(levels: levels, bands: bands) as? SomeFigure.Reading else {
          throw BrokenLaw("a look of a file reads levels and bands")
        }
        try track.append(reading)
      }
      let context = ViewContext(picture: picture)
      let figure = try SomeFigure(options: options, track: track, context: context)
      let last = tickCount - 1
      var (whole, part) = (figure, figure)
      for tick in 0...last { try whole.advance(to: tick) }
      for tick in figure.firstTick(shownAfterTick: last)..<last { try part.skip(to: tick) }
      try part.advance(to: last)
      scene = drawn(whole, picture)
      try law(scene.items == drawn(part, picture).items, "a part is not as the whole")
    } catch let error as BrokenLaw { throw error } catch {
      // How many elements there are may depend on the sheet.
      if case FigureError.usage(let fault) = error, "\(fault)".contains(", and can be from ") {
        return
      }
      throw BrokenLaw("a look that was read is drawn: \(error)")
    }
    for item in scene.items {
      guard case .fill(let path, _) = item.shape else { continue }
      let isFinite = path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
      try law(isFinite, "\(item.name) has a point that is no number")
    }
  }

  private static func drawn(_ figure: some Figure, _ picture: PictureSettings) -> Scene {
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: 432)
    else { preconditionFailure("a small sheet") }
    var scene = Scene(canvas: canvas, background: picture.background)
    figure.draw(into: &scene)
    return scene
  }
}
