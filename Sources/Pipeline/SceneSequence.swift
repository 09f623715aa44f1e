// SPDX-License-Identifier: MIT
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
  /// What is shown faintly, and until which tick.
  private var sketch: (items: [Item], tick: Int)?

  /// The scenes of a figure before its first tick, on an empty template.
  ///
  /// - Precondition: the figure can be advanced to each tick of the schedule.
  public init(schedule: FrameSchedule, figure: any Figure, template: Scene) {
    self.schedule = schedule
    self.figure = figure
    self.template = template
  }

  /// Draws the sketch of the figure, if frames from this one on show it.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  mutating func drawSketch(before frame: Int) throws(PipelineError) {
    guard let sketch = figure.sketch, schedule.ticksShown(byFrame: frame) <= sketch.tick else {
      return
    }
    var figure = figure
    do throws(SystemError) {
      for tick in figure.firstTick(shownAfterTick: sketch.tick)...sketch.tick {
        try figure.advance(to: tick)
      }
    } catch { throw .readings(error) }
    var scene = template
    figure.draw(into: &scene)
    let items = scene.items.filter(sketch.has).map { item in
      var item = item
      item.paint = item.paint.tinted(sketch.strength, on: background)
      item.data = []
      item.name = "sketch"
      return item
    }
    self.sketch = (items, sketch.tick)
  }

  /// Adds what is shown faintly after so many ticks, below what the figure has drawn of it.
  private func addSketch(to scene: inout Scene, ticks: Int) {
    guard let sketch, ticks <= sketch.tick, let layers = figure.sketch else { return }
    let place = scene.items.firstIndex(where: layers.has) ?? scene.items.count
    scene.items.insert(contentsOf: sketch.items, at: place)
  }

  /// The colour of the background.
  public var background: Color { template.background }

  /// What the figure shows before its first tick.
  public var blank: Scene {
    var scene = template
    figure.draw(into: &scene)
    return scene
  }

  /// How many ticks before its last one the picture of a frame depends on.
  func ticksBehind(frame: Int) -> Int {
    let shown = schedule.ticksShown(byFrame: frame)
    return shown == 0 ? 0 : shown - figure.firstTick(shownAfterTick: shown - 1)
  }

  /// Makes the scenes of frames in ascending order.
  public struct Cursor {
    private let sequence: SceneSequence
    private var figure: any Figure
    /// The ticks that the figure has seen or may skip.
    private var shown = 0

    /// A cursor for frames from the given one on.
    public init(_ sequence: SceneSequence, from frame: Int) {
      self.sequence = sequence
      figure = sequence.figure
      let ticks = sequence.schedule.ticksShown(byFrame: frame)
      if ticks > 0 { shown = figure.firstTick(shownAfterTick: ticks - 1) }
    }

    /// The scene of a frame; frames are requested in ascending order.
    ///
    /// - Throws: ``PipelineError/readings(folder:_:)``.
    public mutating func scene(ofFrame frame: Int) throws(PipelineError) -> Scene {
      let end = sequence.schedule.ticksShown(byFrame: frame)
      while shown < end {
        do { try figure.advance(to: shown) } catch { throw .readings(error) }
        shown += 1
      }
      var scene = sequence.template
      scene.data = [
        DataAttribute("frame", "\(frame)"), DataAttribute("time", sequence.time(ofFrame: frame)),
      ]
      figure.draw(into: &scene)
      sequence.addSketch(to: &scene, ticks: end)
      return scene
    }
  }

  /// The start time of a frame, in seconds with nine decimals.
  private func time(ofFrame frame: Int) -> String {
    DecimalText.seconds(nanoseconds: schedule.rate.nanoseconds(ofEvent: frame))
  }
}
