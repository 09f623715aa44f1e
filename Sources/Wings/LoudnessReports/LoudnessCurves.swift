// SPDX-License-Identifier: MIT
internal import Analysis
package import Drawing
internal import Signal

/// The curves of a programme's loudness in a layout.
package struct LoudnessCurves: Sendable {
  package let layout: LoudnessLayout
  var columns: [LoudnessColumn] = []
  let floor: Decibels
  /// The true peak above which there are marks, in dBTP.
  package var greatestPeak = ProgrammeTarget.r128.peak

  /// The area below the momentary loudness.
  package var momentary: Path {
    guard !columns.isEmpty else { return Path() }
    let points = columns.indices.flatMap { index -> [Point] in
      let y = layout.y(ofLevel: columns[index].momentary.value)
      return [
        Point(x: layout.x(ofColumn: index), y: y), Point(x: layout.x(ofColumn: index + 1), y: y),
      ]
    }
    return .polygon(
      [Point(x: layout.plot.left, y: layout.plot.bottom)] + points
        + [Point(x: points[points.count - 1].x, y: layout.plot.bottom)])
  }

  /// The line of the short-term loudness, from its least to its greatest level in each column.
  package var shortTerm: Path {
    var last = -Double.infinity
    return line { column in
      let ends = column.shortTerm
      guard ends.upperBound > floor else { return [] }
      let (low, high) = (ends.lowerBound.value, ends.upperBound.value)
      let levels =
        low == high ? [low] : abs(last - low) < abs(last - high) ? [low, high] : [high, low]
      last = levels[levels.count - 1]
      return levels.map(layout.y(ofLevel:))
    }
  }

  /// The line of the integrated loudness so far.
  package var integrated: Path {
    line { $0.integrated > floor ? [layout.y(ofLevel: $0.integrated.value)] : [] }
  }

  /// The line of the loudness range so far.
  package var range: Path { line { [layout.y(ofRange: $0.range)] } }

  /// The columns whose true peak is too high.
  package var columnsWithPeaks: [Int] {
    columns.indices.filter { columns[$0].truePeak.value > greatestPeak }
  }

  /// A line through some heights at the end of each column; it is broken where there are none.
  private func line(_ heights: (LoudnessColumn) -> [Double]) -> Path {
    var (path, isDown) = (Path(), false)
    for (index, column) in columns.enumerated() {
      let heights = heights(column)
      for y in heights {
        let place = Point(x: layout.x(ofColumn: index + 1), y: y)
        if isDown { path.line(to: place) } else { path.move(to: place) }
        isDown = true
      }
      isDown = !heights.isEmpty
    }
    return path
  }
}

extension LoudnessCurves {
  /// The curves of a track, a unit wide for each column, and `height` units high.
  package init(of track: LoudnessReport.Track, height: Double) {
    let box = LoudnessLayout.Box(left: 0, top: 0, right: track.course.length, bottom: height)
    self.init(
      layout: LoudnessLayout(
        plot: box, strip: box, columnCount: track.course.length, seconds: track.seconds),
      columns: track.course.columns, floor: .silence)
  }

  /// What lies below the axes.
  func blocks(_ colors: LoudnessColors) -> Item {
    Item(.fill(momentary, .disjoint), .color(colors.momentary)).telling("momentary")
  }

  /// What lies on the axes; `scale` is that of the pens.
  func lines(_ colors: LoudnessColors, scale: Double = 1) -> [Item] {
    var marks = Path()
    for index in columnsWithPeaks { marks.add(layout.mark(ofColumn: index, scale: scale)) }
    return [
      .stroke(shortTerm, width: 1.3 * scale, colors.shortTerm).telling("short-term"),
      .stroke(integrated, width: 2 * scale, colors.integrated).telling("integrated"),
      .stroke(range, width: 1.3 * scale, colors.ink(0.75)).telling("range"),
      .fill(marks, colors.warning).telling("true-peak"),
    ]
  }

  /// The lines while they grow: each line without the last column, which changes still, and its end beside
  /// it, so that only that is drawn again.
  func growingLines(_ colors: LoudnessColors) -> [Item] {
    var before = self
    before.columns.removeLast(min(columns.count, 1))
    return zip(lines(colors), before.lines(colors)).flatMap { whole, settled in
      guard case .stroke(let path, let width) = whole.shape,
        case .stroke(let known, _) = settled.shape
      else { return [whole] }
      var (line, end) = (settled, whole)
      line.grows = true
      (end.data, end.shape) = ([], .stroke(path.end(from: known), width: width))
      return [line, end]
    }
  }
}

extension Path {
  /// What goes on where another one ends, which is the start of this one.
  fileprivate func end(from known: Path) -> Path {
    var end = Path()
    for index in max(known.points.count - 1, 0)..<points.count {
      let isFirst = end.points.isEmpty || verbs[index] == .move
      if isFirst { end.move(to: points[index]) } else { end.line(to: points[index]) }
    }
    return end
  }
}
