// SPDX-License-Identifier: MIT
internal import Drawing

/// What the radial view shows of a track, fed tick by tick.
protocol RadialFigure: Sendable {
  /// A figure before its first tick.
  init(_ options: RadialOptions, _ context: ViewContext, _ scale: LevelScale)

  /// The first tick that the picture after tick `index` depends on.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Takes in the next tick.
  mutating func advance(to tick: Int, _ levels: StereoLevels)

  /// What is painted, bottom first.
  func draw(into scene: inout Scene)
}
