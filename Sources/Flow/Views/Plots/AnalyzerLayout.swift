// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// The layout of the analyzer on a canvas, in points from its centre.
struct AnalyzerLayout {
  /// The area of a plot, without its labels.
  struct Plot {
    let left, top, right, bottom: Double
    var width: Double { right - left }
    var height: Double { bottom - top }
    var middle: Double { (top + bottom) / 2 }
  }

  /// The levels from the bottom to the top of the spectrum, in dB.
  static let levels = SpectrumReading.floor...0
  /// The levels from the middle to the edges of the rolling plot, in dBFS.
  static let rollingLevels = -48.0...0
  /// The frequency labels under the spectrum, in Hz.
  static let frequencies: [(hertz: Double, label: String)] = [
    (20, "20"), (50, "50"), (100, "100"), (200, "200"), (500, "500"), (1000, "1k"), (2000, "2k"),
    (5000, "5k"), (10_000, "10k"), (20_000, "20k"),
  ]
  /// The cap heights of the note, of the other figures, and of the axis labels.
  static let noteHeight = 26.0, figureHeight = 10.0, axisHeight = 8.5
  /// The width of the note, from its left edge to what follows.
  static let noteWidth = 88.0
  /// The distance from a plot to the labels under it.
  static let axisGap = 7.0
  /// The height of a cap.
  static let capHeight = 1.6

  /// The baseline of the note.
  let headline: Double
  /// The two plots.
  let spectrum, rolling: Plot
  /// The width of a bar, without the gap next to it.
  let barWidth: Double
  /// The width of a thin line, in whole pixels.
  let hairline: Double

  private let pixel: Double
  private let bandWidth: Double

  private static let margin = 24.0, gutter = 34.0
  /// The distances from the note to the spectrum, and from there to the rolling plot.
  private static let headGap = 22.0, plotGap = 38.0
  /// The distance from the labels to what is left free for the words.
  private static let wordGap = 12.0
  /// The share of the spectrum in the height of both plots.
  private static let spectrumShare = 0.7
  /// The share of the gap in the width of a band.
  private static let gapShare = 0.16

  /// The layout on a canvas whose shorter side is 432 points, in the part that words leave free.
  init(_ canvas: Canvas, in area: Composition.Area) {
    typealias Layout = AnalyzerLayout
    let pixel = 1 / canvas.pixelsPerPoint
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    func snapped(_ place: Double, _ side: Double) -> Double {
      ((place + side / 2) / pixel).rounded() * pixel - side / 2
    }
    self.pixel = pixel
    hairline = max((0.4 / pixel).rounded(), 1) * pixel

    // If possible, bars and gaps are whole pixels wide, so that all look the same.
    let room = area.right - area.left - 2 * Layout.margin - Layout.gutter
    let count = Double(SpectrumBands.count)
    let pixels = (room / count / pixel).rounded(.down)
    if pixels >= 3 {
      bandWidth = pixels * pixel
      barWidth = (pixels - max((pixels * Layout.gapShare).rounded(), 1)) * pixel
    } else {
      bandWidth = room / count
      barWidth = bandWidth * (1 - Layout.gapShare)
    }
    let left = area.left + Layout.margin + Layout.gutter + (room - bandWidth * count) / 2
    let edges = (left: snapped(left, width), right: snapped(left, width) + bandWidth * count)

    headline = area.top + Layout.margin + Layout.noteHeight
    let top = headline + Layout.headGap
    let foot = area.bottom - (area.bottom < height / 2 ? Layout.wordGap : Layout.margin)
    let bottom = foot - Layout.axisHeight - Layout.axisGap
    let split = top + (bottom - top - Layout.plotGap) * Layout.spectrumShare
    spectrum = Plot(
      left: edges.left, top: snapped(top, height), right: edges.right,
      bottom: snapped(split, height))
    let rollingTop = snapped(split + Layout.plotGap, height)
    // Both halves and the thin line between them have heights of whole pixels.
    let half = ((bottom - rollingTop - hairline) / 2 / pixel).rounded(.down) * pixel
    rolling = Plot(
      left: edges.left, top: rollingTop, right: edges.right,
      bottom: rollingTop + 2 * half + hairline)
  }

  /// The x coordinate of a frequency in hertz.
  func x(ofFrequency hertz: Double) -> Double {
    spectrum.left + bandWidth * FrequencyScale.bands(to: hertz)
  }

  /// The left edge of a band's bar.
  func x(ofBar band: Int) -> Double {
    let gap = ((bandWidth - barWidth) / 2 / pixel).rounded(.down) * pixel
    return spectrum.left + bandWidth * Double(band) + gap
  }

  /// The y coordinate of a level in the spectrum in dB, clamped to the plot.
  func y(ofLevel level: Double) -> Double {
    spectrum.bottom - spectrum.height * AnalyzerLayout.part(level, of: AnalyzerLayout.levels)
  }

  /// The distance of a level in dBFS from the middle of the rolling plot, clamped to the plot.
  func reach(ofLevel level: Double) -> Double {
    let axis = hairline / 2
    let part = AnalyzerLayout.part(level, of: AnalyzerLayout.rollingLevels)
    return axis + (rolling.height / 2 - axis) * part
  }

  /// The nearest position, measured from a pixel edge, at which a thin line covers whole pixels.
  func sharp(_ place: Double, from edge: Double) -> Double {
    ((place - edge - hairline / 2) / pixel).rounded() * pixel + edge + hairline / 2
  }

  private static func part(_ level: Double, of range: ClosedRange<Double>) -> Double {
    let part = (level - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(part, 0), 1)
  }
}
