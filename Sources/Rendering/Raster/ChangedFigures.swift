// SPDX-License-Identifier: MIT
internal import Drawing

extension Figures {
  /// What differs between the figures of two paths: the lines that do, each by the corner where it
  /// ends, and the rows of pixels in which they lie, before or after.
  struct Changes {
    var lines: [Bool]
    var rows: [Range<Int>] = []
  }

  /// Where the corners of a path differ from these, which are those of the last one; `nil` where
  /// more differs than the ends of straight lines.
  ///
  /// `reach` is how far from its corners something is drawn, in pixels. `isFill` closes all figures,
  /// whatever their path says.
  func changes(
    to path: Path, from last: Path, reach: Double, isFill: Bool, rowCount: Int
  ) -> Changes? {
    guard path.verbs == last.verbs, path.arcs == last.arcs, let runs = Figures.runs(path, last)
    else { return nil }
    var changes = Changes(lines: [Bool](repeating: false, count: corners.count))
    var figure = 0
    for run in runs {
      let (first, end) = (places[run.lowerBound], places[run.upperBound - 1] + 1)
      while ends[figure].corner <= first { figure += 1 }
      let start = figure == 0 ? 0 : ends[figure - 1].corner
      let after = ends[figure].corner
      let isClosed = isFill || ends[figure].isClosed
      var (low, high) = (Double.infinity, -Double.infinity)
      func include(_ corner: Corner) { (low, high) = (min(low, corner.y), max(high, corner.y)) }
      include(corners[first == start ? isClosed ? after - 1 : start : first - 1])
      for point in run {
        include(corners[places[point]])
        include(placement.pixel(path.points[point]))
      }
      // A line at each end, and for a pen the joint with the next one that is no mere point.
      var (corner, others) = (first, isFill ? 1 : 2)
      while corner < end || others > 0 {
        if corner == after, !isClosed { break }
        let place = corner < after ? corner : start + (corner - after) % (after - start)
        changes.lines[place] = true
        include(corners[place])
        corner += 1
        if corner > end, corners[place] != corners[place == start ? after - 1 : place - 1] {
          others -= 1
        }
        if corner > end + (after - start) { break }
      }
      changes.rows.append(CellBox.cells(from: low - reach, to: high + reach, count: rowCount))
    }
    changes.rows = Figures.joined(changes.rows)
    return changes
  }

  /// Moves the corners to those of a path that differs in nothing but ends of straight lines.
  mutating func move(to path: Path, from last: Path) {
    for (index, point) in path.points.enumerated() where point != last.points[index] {
      corners[places[index]] = placement.pixel(point)
    }
  }

  /// Ranges that touch as one, in ascending order.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The runs of points in which two paths of the same verbs differ, within one figure each; `nil` if
  /// one of them begins or ends an arc.
  private static func runs(_ path: Path, _ last: Path) -> [Range<Int>]? {
    var runs: [Range<Int>] = []
    let (verbs, points, known) = (path.verbs.span, path.points.span, last.points.span)
    var point = 0
    // Whether the last point is of the same figure and differs, so that its run may go on.
    var isRun = false
    var differs = false
    for verb in verbs.indices {
      switch verbs[verb] {
      case .close:
        // What follows without a move begins where this figure began.
        guard verb + 1 == verbs.count || verbs[verb + 1] == .move else { return nil }
        continue
      case .move: isRun = false
      case .arc: guard !differs, points[point] == known[point] else { return nil }
      case .line: break
      }
      differs = points[point] != known[point]
      if differs, isRun {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<point + 1
      } else if differs {
        runs.append(point..<point + 1)
      }
      isRun = differs
      point += 1
    }
    return runs
  }
}
