// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
public import LoudnessReports
internal import Rendering
internal import Text

extension LoudnessReport {
  /// Writes the report as an HTML file, piece by piece: one that needs no script and no other file, for
  /// wide and narrow screens, in light and dark, and for paper.
  ///
  /// - Throws: what `output` throws.
  public func write<Failure>(
    to output: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    func write(_ text: String) throws(Failure) { try output(Array(text.utf8)) }
    let title = MarkupText.escaped(title)
    try write(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(Page.hashes.loudness)'; form-action 'none'; base-uri 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="\(MarkupText.escaped(generator))">
      <title>\(title): loudness</title>
      <style>\(String(decoding: PackageResources.loudness_css, as: UTF8.self))</style>
      </head>
      <body>
      <main>
      <header>
      <h1>\(title)</h1>
      \(artist.map { "<p class=\"artist\">\(MarkupText.escaped($0))</p>\n" } ?? "")<p>\(facts)</p>
      </header>

      """)
    let summary = onlyTrack?.summary ?? all
    try write(numbersText(summary))
    if let onlyTrack { try write(LoudnessChart(onlyTrack, target).figure) }
    try write(remarksText(summary))
    if onlyTrack == nil {
      try write(tableHead)
      for (index, track) in tracks.enumerated() { try write(row(index, track)) }
      try write("</tbody>\n</table>\n")
    }
    if !faults.isEmpty {
      let items = faults.map { "<li>\(MarkupText.escaped($0))</li>\n" }.joined()
      try write(
        "<section class=\"faults\">\n<h2>Not measured</h2>\n<ul>\n\(items)</ul>\n</section>\n")
    }
    try write("</main>\n<footer>\(MarkupText.escaped(method))</footer>\n</body>\n</html>\n")
  }

  private func numbersText(_ summary: ProgrammeSummary) -> String {
    let items = numbers(of: summary).map { number in
      "<div class=\"\(number.kind)\"><dt>\(LoudnessReport.sentence(number.caption))</dt>"
        + "<dd><b>\(number.text)</b> <small>\(number.unit)</small>"
        + (number.note.isEmpty ? "" : "<i>\(number.note)</i>") + "</dd></div>\n"
    }
    return "<dl class=\"numbers\">\n\(items.joined())</dl>\n"
  }

  private func remarksText(_ summary: ProgrammeSummary) -> String {
    let items = (remarks(on: summary) + [file].compactMap(\.self)).map { remark in
      let kind = remark.isGood.map { $0 ? " class=\"good\"" : " class=\"bad\"" } ?? ""
      return "<div\(kind)><dt>\(MarkupText.escaped(remark.name))</dt>"
        + "<dd>\(MarkupText.escaped(remark.text))</dd></div>\n"
    }
    return "<dl class=\"remarks\">\n\(items.joined())</dl>\n"
  }

  /// A caption of capitals as it is in a sentence: its first letter is one.
  private static func sentence(_ capitals: String) -> String {
    capitals.prefix(1) + capitals.dropFirst().lowercased()
  }

  // MARK: Tracks

  // The roles are for browsers that take a table that is shown as blocks for no table.
  private var tableHead: String {
    let heads = numbers(of: all).map { number in
      "<th scope=\"col\" role=\"columnheader\">\(LoudnessReport.sentence(number.caption))"
        + " <small>\(number.unit)</small></th>"
    }
    return """
      <table role="table">
      <caption>Tracks</caption>
      <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Track</th><th scope="col" role="columnheader">Loudness</th>\(heads.joined())<th scope="col" role="columnheader">Verdict</th></tr></thead>
      <tbody role="rowgroup">

      """
  }

  private func row(_ index: Int, _ track: Track) -> String {
    let numbers = numbers(of: track.summary).map { number in
      "<td role=\"cell\" class=\"\(number.kind)\"><span>\(LoudnessReport.sentence(number.caption))</span>"
        + "<b>\(number.text)</b><span> \(number.unit)</span></td>\n"
    }
    let verdict = target.verdict(of: track.summary)
    let kind = verdict == .peaksTooHigh || verdict == .noLoudness ? "bad" : "good"
    return """
      <tr role="row"><th scope="row" role="rowheader"><i>\(index + 1)</i><div>\(MarkupText.escaped(track.title))<small>\(MarkupText.escaped(detail(of: track)))</small></div></th>
      <td role="cell" class="curve">\(LoudnessChart(track, target).small)</td>
      \(numbers.joined())<td role="cell" class="verdict \(kind)">\(verdict.rawValue)</td></tr>

      """
  }
}

/// The curves of a track as SVG in HTML. They are stretched to the width that there is; lines and words
/// are not.
private struct LoudnessChart {
  private var curves: LoudnessCurves
  private let title: String
  private let target: ProgrammeTarget
  private let width: Double
  /// Units of the curves from top to bottom.
  private static let height = 500.0

  init(_ track: LoudnessReport.Track, _ target: ProgrammeTarget) {
    (curves, width) = (LoudnessCurves(of: track, height: Self.height), track.course.length)
    (title, self.target) = (MarkupText.escaped(track.title), target)
    curves.greatestPeak = target.peak
  }

  /// The curves with axes and a legend.
  var figure: String {
    let layout = curves.layout
    return """
      <figure>
      <svg class="plot" role="img" aria-label="Momentary, short-term and integrated loudness over time, in LUFS">
      \(grid(layout.levelMarks))\(times(isLabelled: false))\(drawn)\(targetLine)\(peaks)</svg>
      <svg class="strip" role="img" aria-label="Loudness range over time, in LU">
      \(grid(layout.rangeMarks))\(times(isLabelled: true))\(stretched(path("range", curves.range)))</svg>
      <figcaption><span class="momentary">Momentary</span> <span class="short-term">Short-term</span> <span class="integrated">Integrated</span> <span class="target">Target \(LoudnessNumber.signed(target.level)) LUFS</span> <span class="peaks">True peak above \(target.peakInWords)</span> <span class="range">Range, LU (below)</span></figcaption>
      </figure>

      """
  }

  /// The curves alone.
  var small: String {
    "<svg role=\"img\" aria-label=\"Loudness of \(title) over time\">\(drawn)\(targetLine)\(peaks)</svg>"
  }

  private var drawn: String {
    stretched(
      path("momentary", curves.momentary) + path("short-term", curves.shortTerm)
        + path("integrated", curves.integrated))
  }

  private func path(_ name: String, _ path: Path) -> String {
    var text: [UInt8] = []
    SVGPath.append(path, places: 0, to: &text)
    return "<path class=\"\(name)\" d=\"\(String(decoding: text, as: UTF8.self))\"/>"
  }

  /// Paths in units of columns and of ``height``.
  private func stretched(_ paths: String, height: Double = Self.height, _ place: String = "")
    -> String
  {
    let box = "0 0 \(DecimalText.text(width, places: 3)) \(DecimalText.text(height, places: 0))"
    return
      "<svg\(place.isEmpty ? " height=\"100%\"" : place) width=\"100%\" viewBox=\"\(box)\" preserveAspectRatio=\"none\">\(paths)</svg>\n"
  }

  private var peaks: String {
    var marks = Path()
    for column in curves.columnsWithPeaks {
      marks.add(Path([Point(x: Double(column), y: 0), Point(x: Double(column), y: 1)]))
    }
    return stretched(path("peaks", marks), height: 1, " y=\"-9\" height=\"6\"")
  }

  private static func share(_ place: Double, of whole: Double) -> String {
    DecimalText.text(100 * place / max(whole, 1e-9), places: 2) + "%"
  }

  private var targetLine: String {
    let y = Self.share(curves.layout.y(ofLevel: target.level), of: Self.height)
    return "<line class=\"target\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>\n"
  }

  private func grid(_ marks: [LoudnessLayout.AxisMark]) -> String {
    marks.map { place, text in
      let y = Self.share(place, of: Self.height)
      return
        "<line x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/><text class=\"level\" x=\"-7\" y=\"\(y)\" dy=\".35em\">\(text)</text>\n"
    }.joined()
  }

  private func times(isLabelled: Bool) -> String {
    curves.layout.timeMarks(atMost: 6).map { place, text in
      let x = Self.share(place, of: width)
      let label = isLabelled ? "<text x=\"\(x)\" y=\"100%\" dy=\"1.5em\">\(text)</text>" : ""
      return "<line x1=\"\(x)\" x2=\"\(x)\" y2=\"100%\"/>\(label)\n"
    }.joined()
  }
}
