// SPDX-License-Identifier: MIT
public import Drawing
internal import Signal
internal import Text
public import Views

/// What the frames of a track show, before they become files.
public struct SceneSequence<SomeView: View>: Sendable {
  /// Which ticks each frame shows.
  public let schedule: FrameSchedule

  private let levels: LevelTrack
  private let view: SomeView
  private let sheet: Scene

  /// The scenes of a track, from a view that has seen no tick yet and an empty sheet.
  ///
  /// - Precondition: there is a reading for each tick of the schedule.
  public init(levels: LevelTrack, schedule: FrameSchedule, view: SomeView, sheet: Scene) {
    precondition(levels.count == schedule.tickCount)
    self.levels = levels
    self.schedule = schedule
    self.view = view
    self.sheet = sheet
  }

  /// How many ticks the picture after tick `index` depends on.
  func ticksBehind(tick index: Int) -> Int { index + 1 - view.firstTick(shownAfterTick: index) }

  /// How many ticks the picture of a frame depends on.
  func ticksBehind(frame: Int) -> Int {
    let shown = schedule.ticksShown(byFrame: frame)
    return shown == 0 ? 0 : ticksBehind(tick: shown - 1)
  }

  /// Makes the scenes of frames in ascending order.
  struct Cursor {
    private let sequence: SceneSequence
    private var view: SomeView
    /// The ticks that the view has seen, or need not see.
    private var shown = 0

    /// A cursor for frames from the given one on.
    init(_ sequence: SceneSequence, from frame: Int) {
      self.sequence = sequence
      view = sequence.view
      let ticks = sequence.schedule.ticksShown(byFrame: frame)
      if ticks > 0 { shown = view.firstTick(shownAfterTick: ticks - 1) }
    }

    /// The scene of a frame that is not before the last one.
    mutating func scene(ofFrame frame: Int) -> Scene {
      let end = sequence.schedule.ticksShown(byFrame: frame)
      while shown < end {
        view.advance(sequence.levels[shown])
        shown += 1
      }
      var scene = sequence.sheet
      scene.data = [
        DataAttribute("frame", "\(frame)"), DataAttribute("time", sequence.time(ofFrame: frame)),
      ]
      view.draw(into: &scene)
      return scene
    }
  }

  /// When a frame begins, in seconds with nine decimals.
  private func time(ofFrame frame: Int) -> String {
    DecimalText.seconds(nanoseconds: schedule.rate.nanoseconds(ofEvent: frame))
  }
}
