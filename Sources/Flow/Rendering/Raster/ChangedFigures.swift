// SPDX-License-Identifier: MIT
internal import Drawing

extension Figures {
  /// The differences between the figures of two paths: the changed lines, each by the corner where
  /// it ends, and the rows of pixels that they touch before or after.
  struct Changes {
    var lines: [Bool]
    /// The corners between which these lines run.
    var ends: [(from: Int, to: Int)] = []
    var rows: [Range<Int>] = []
    /// The points of the path that differ.
    var points: [Range<Int>]

    /// The top of the first row and the bottom of the last one.
    var heights: (Double, Double) {
      (Double(rows.first?.lowerBound ?? 0), Double(rows.last?.upperBound ?? 0))
    }
  }

  /// The differences to a new path, where these are the figures of the last one; `nil` if anything
  /// but ends of straight lines differs.
  ///
  /// `reach` is how far from a corner the pen draws, in pixels. A fill closes all figures, whatever
  /// the path says.
  func changes(
    to path: Path, from last: Path, reach: Double, isFill: Bool, rowCount: Int
  ) -> Changes? {
    guard path.verbs == last.verbs, path.arcs == last.arcs, beginsAnew, let runs = runs(path, last)
    else { return nil }
    var changes = Changes(lines: [Bool](repeating: false, count: corners.count), points: runs)
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
      // The lines at both ends change as well; a pen also redraws the joint with the next real
      // line.
      var (corner, others) = (first, isFill ? 1 : 2)
      while corner < end || others > 0 {
        if corner == after, !isClosed { break }
        let place = corner < after ? corner : start + (corner - after) % (after - start)
        if !changes.lines[place] {
          changes.lines[place] = true
          changes.ends.append((place == start ? after - 1 : place - 1, place))
        }
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

  /// Moves the changed corners to those of the new path.
  mutating func move(to path: Path, _ changes: Changes) {
    for points in changes.points {
      for index in points { corners[places[index]] = placement.pixel(path.points[index]) }
    }
  }

  /// The ranges in ascending order, with those that touch joined.
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

  /// The runs of points that differ between two paths of the same verbs, each within one figure;
  /// `nil` if one of the points is the end of an arc.
  private func runs(_ path: Path, _ last: Path) -> [Range<Int>]? {
    var runs: [Range<Int>] = []
    let (points, known) = (path.points.span, last.points.span)
    for point in points.indices where points[point] != known[point] {
      if kinds[point] == .arc { return nil }
      if let run = runs.last, run.upperBound == point, kinds[point] == .line {
        runs[runs.count - 1] = run.lowerBound..<point + 1
      } else {
        runs.append(point..<point + 1)
      }
    }
    return runs
  }
}
