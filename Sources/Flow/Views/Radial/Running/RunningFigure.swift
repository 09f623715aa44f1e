// SPDX-License-Identifier: MIT
internal import Platform

/// What the figures have in common whose turns overwrite each other.
protocol RunningFigure: Figure {
  /// The track.
  var track: RadialTrack { get set }
  /// How many ticks of its turns it shows.
  var tickCount: Int { get }
  /// The names of the layers of the newest turn, which can be sketched.
  var newestLayers: Set<String> { get }
}

extension RunningFigure {
  static var drawsLive: Bool { true }

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    track.firstTick(of: tickCount, shownAfterTick: index)
  }

  /// The fullest turn of the track, cell by cell until the figure has drawn over it.
  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    guard !newestLayers.isEmpty, let lastTick = track.lastTickOfSketch, ticks <= lastTick else {
      return nil
    }
    var figure = self
    figure.track.isSketch = true
    for tick in 0..<track.ticksInTurn - 1 { try figure.skip(to: tick) }
    try figure.advance(to: track.ticksInTurn - 1)
    return Sketch(
      figure, layers: newestLayers, lastTick: lastTick, firstTick: track.ticksInTurn,
      tone: track.sketchTone)
  }
}
