// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Platform
import Views

/// The figure of a look that the program does not have: a column for each channel, as high as its
/// peak is loud, on the scale of the radial view.
struct ColumnsFigure: Figure {
  private let track: ReadingTrack<StereoLevels>
  private let scale: LevelScale
  private let ink: Color
  private var peaks = [0.0, 0]

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    self.track = track
    scale = try LevelScale(options.scale, track: track, context: context)
    ink = context.palette?.ink ?? .black
  }

  var findings: Findings { Findings(measures: scale.measures) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = scale.loudness(of: try track.reading(ofTick: tick))
    peaks = [loudness.left.peak, loudness.right.peak]
  }

  func draw(into scene: inout Scene) {
    for (index, peak) in peaks.enumerated() {
      let column = Path.rectangle(
        x: 100 * Double(index - 1), y: 100 - 200 * peak, width: 100, height: 200 * peak)
      var item = Item.fill(column, ink)
      item.name = index == 0 ? "left" : "right"
      scene.items.append(item)
    }
  }
}
