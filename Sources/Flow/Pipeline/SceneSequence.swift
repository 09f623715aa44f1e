// SPDX-License-Identifier: MIT
internal import Analysis
public import Drawing
internal import Platform
internal import Signal
internal import Text
public import Views

/// The scenes of a track, frame by frame.
public struct SceneSequence: Sendable {
  /// Which ticks each frame shows.
  public let schedule: FrameSchedule

  private let figure: any Figure
  private let template: Scene
  /// What is to come, if some frames show it.
  private var sketch: Sketch?
  private let lyrics: Lyrics?

  /// The lyrics of the song, and when the first frame begins in it, in seconds.
  struct Lyrics: Sendable {
    private var shown: ShownLyrics
    private let begin: Double

    init(_ shown: ShownLyrics, begin: Double) { (self.shown, self.begin) = (shown, begin) }

    /// The moment of the track whose line a frame shows.
    func moment(ofFrame frame: Int, _ rate: Rate) -> Double {
      SongLyrics.moment(ofEvent: frame, of: rate, from: begin)
    }

    /// Puts the line of a scene's moment into it.
    mutating func show(in scene: inout Scene) { shown.show(in: &scene) }
  }

  /// The scenes of a figure before its first tick, on an empty template.
  ///
  /// - Precondition: the figure can be advanced to each tick of the schedule.
  public init(schedule: FrameSchedule, figure: any Figure, template: Scene) {
    self.init(schedule: schedule, figure: figure, template: template, lyrics: nil)
  }

  init(schedule: FrameSchedule, figure: any Figure, template: Scene, lyrics: Lyrics?) {
    (self.schedule, self.figure) = (schedule, figure)
    (self.template, self.lyrics) = (template, lyrics)
  }

  /// Sketches what is to come, if frames from this one on show it.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  mutating func addSketch(before frame: Int) throws(PipelineError) {
    let ticks = schedule.ticksShown(byFrame: frame)
    do { sketch = try figure.sketch(shownAfter: ticks) } catch { throw .readings(error) }
  }

  /// The items of the sketch as it is now.
  private func items(of sketch: Sketch?) -> [Item] {
    guard let sketch else { return [] }
    var scene = template
    sketch.figure.draw(into: &scene)
    return scene.items.filter { sketch.layers.contains($0.name) }.map { item in
      var item = item
      switch sketch.tone {
      case .faint(let strength): item.paint = item.paint.tinted(strength, on: background)
      case .flat(let color): (item.paint, item.opacity) = (.color(color), 1)
      }
      (item.name, item.data, item.grows) = ("sketch", [], false)
      return item
    }
  }

  /// The colour of the background.
  public var background: Color { template.background }

  /// What the figure shows before its first tick.
  public var blank: Scene {
    var scene = template
    figure.draw(into: &scene)
    var lyrics = lyrics
    lyrics?.show(in: &scene)
    return scene
  }

  /// The pictures in its scenes, each once.
  public var images: [PlacedImage] {
    var scene = template
    figure.drawAll(into: &scene)
    var images: [PlacedImage] = []
    for case .image(let image) in scene.items.map(\.shape)
    where !images.contains(where: { $0.bitmap == image.bitmap }) { images.append(image) }
    return images
  }

  /// How many ticks before its last one the picture of a frame depends on.
  func ticksBehind(frame: Int) -> Int {
    let shown = schedule.ticksShown(byFrame: frame)
    return shown == 0 ? 0 : shown - figure.firstTick(shownAfterTick: shown - 1)
  }

  /// The first tick that the picture after tick `index` depends on.
  func firstTick(shownAfterTick index: Int) -> Int { figure.firstTick(shownAfterTick: index) }

  /// Makes the scenes of frames in ascending order.
  public struct Cursor: Sendable {
    private let sequence: SceneSequence
    private var figure: any Figure
    private var sketch: Sketch?
    private var sketchItems: [Item]
    private var lyrics: Lyrics?
    /// The ticks that the figure has seen or may skip.
    private var shown = 0

    /// A cursor for frames from the given one on.
    public init(_ sequence: SceneSequence, from frame: Int) {
      self.sequence = sequence
      (figure, sketch, lyrics) = (sequence.figure, sequence.sketch, sequence.lyrics)
      sketchItems = sequence.items(of: sketch)
      let ticks = sequence.schedule.ticksShown(byFrame: frame)
      if ticks > 0 { shown = figure.firstTick(shownAfterTick: ticks - 1) }
    }

    /// A cursor whose figure sees the ticks from this one on, the first one of which it depends on.
    init(_ sequence: SceneSequence, fromTick tick: Int) {
      self.init(sequence, from: 0)
      shown = tick
    }

    /// The colour of the background.
    var background: Color { sequence.background }

    /// Sees at most `most` ticks, up to the one that the next scene shows last; returns whether it has
    /// seen all before that one.
    mutating func catchUp(to end: Int, most: Int) throws(PipelineError) -> Bool {
      let goal = min(end - 1, shown + most)
      while shown < goal { try see(isDrawn: false) }
      return shown >= end - 1
    }

    /// Sees the next tick, after which something is drawn or not; the sketch does as well.
    private mutating func see(isDrawn: Bool) throws(PipelineError) {
      do throws(SystemError) {
        if isDrawn { try figure.advance(to: shown) } else { try figure.skip(to: shown) }
        if let first = sketch?.firstTick {
          if isDrawn {
            try sketch?.figure.advance(to: first + shown)
          } else {
            try sketch?.figure.skip(to: first + shown)
          }
        }
      } catch { throw .readings(error) }
      shown += 1
      if let last = sketch?.lastTick, shown > last { sketch = nil }
    }

    /// Leaves out the ticks that a later frame does not depend on.
    public mutating func skip(to frame: Int) {
      let ticks = sequence.schedule.ticksShown(byFrame: frame)
      guard ticks > 0, sequence.figure.firstTick(shownAfterTick: ticks - 1) > shown else { return }
      self = Cursor(sequence, from: frame)
    }

    /// The scene of a frame; frames are requested in ascending order.
    ///
    /// - Throws: ``PipelineError/readings(folder:_:)``.
    public mutating func scene(ofFrame frame: Int) throws(PipelineError) -> Scene {
      try scene(ofFrame: frame, after: sequence.schedule.ticksShown(byFrame: frame))
    }

    /// The scene of a frame that shows the ticks before `end`.
    mutating func scene(ofFrame frame: Int, after end: Int) throws(PipelineError) -> Scene {
      let isSketchNew = shown < end && (sketch == nil || sketch?.firstTick != nil)
      // Of many ticks only the last one is drawn.
      while shown < end { try see(isDrawn: shown == end - 1) }
      if isSketchNew || sketch == nil { sketchItems = sequence.items(of: sketch) }
      var scene = sequence.template
      scene.data = [
        DataAttribute("frame", "\(frame)"), DataAttribute("time", sequence.time(ofFrame: frame)),
      ]
      scene.moment = lyrics?.moment(ofFrame: frame, sequence.schedule.rate)
      figure.draw(into: &scene)
      if let sketch {
        let place = scene.items.firstIndex { sketch.layers.contains($0.name) }
        scene.items.insert(contentsOf: sketchItems, at: place ?? scene.items.count)
      }
      lyrics?.show(in: &scene)
      return scene
    }
  }

  /// The start time of a frame, in seconds with nine decimals.
  private func time(ofFrame frame: Int) -> String {
    DecimalText.seconds(nanoseconds: schedule.rate.nanoseconds(ofEvent: frame))
  }
}
