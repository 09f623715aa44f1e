// SPDX-License-Identifier: MIT
internal import Drawing

/// A figure of the radial view, updated tick by tick.
protocol RadialFigure: Sendable {
  /// A figure before its first tick.
  init(_ options: RadialOptions, _ context: ViewContext, _ scale: LevelScale)

  /// The first tick that the picture after tick `index` depends on.
  func firstTick(shownAfterTick index: Int) -> Int

  /// Updates the figure to the next tick.
  mutating func advance(to tick: Int, _ levels: StereoLevels, _ loudness: StereoLoudness)

  /// Draws the items, bottom first; `heads` are the beads at the newest tick, if it has any.
  func draw(into scene: inout Scene, _ heads: Heads)
}
