// SPDX-License-Identifier: MIT

/// The parts of a figure round its changed edges, a few rows at a time: within these rows all other
/// edges are so far away that they meet none of a part in a column, nor does one that they meet.
///
/// So what changes lies within the parts, and of the other edges no more counts than how often those
/// to the left wind round a part.
struct ChangedParts: Sendable {
  /// One part.
  struct Part {
    /// The first column in which one of its edges lies, and the column after the last.
    var first, last: Int
    /// The winding number to its left.
    var winding = 0

    static let everything = Part(first: 0, last: .max)
  }

  /// The parts in the rows that ``next(_:)`` gave.
  private(set) var all: [Part] = []

  /// The rows that are still to come.
  private var rows = 0..<0
  private var lines = 0..<0
  /// For each step of rows the first of the edges that begin in it, and for each edge the next.
  private var heads: [Int32] = []
  private var links: [Int32] = []
  private var firstStep = 0
  /// The edges that lie in the rows, and the columns in which they do.
  private var open: [Int32] = []
  private var columns: [(first: Int, last: Int)] = []

  /// Rows that are looked at together.
  private static let step = 8
  private static let mostChanges = 24

  /// Starts with the edges that lie in some rows.
  mutating func begin(_ edges: [AreaScanner.Edge], _ rows: Range<Int>) {
    self.rows = rows
    firstStep = rows.lowerBound / ChangedParts.step
    heads.removeAll(keepingCapacity: true)
    let stepCount = (rows.upperBound - 1) / ChangedParts.step - firstStep + 1
    heads.append(contentsOf: repeatElement(-1, count: stepCount))
    links.removeAll(keepingCapacity: true)
    links.append(contentsOf: repeatElement(-1, count: edges.count))
    open.removeAll(keepingCapacity: true)
    let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
    for index in edges.indices where edges[index].bottom.y > top && edges[index].top.y < bottom {
      let step = max(Int(edges[index].top.y) / ChangedParts.step - firstStep, 0)
      links[index] = heads[step]
      heads[step] = Int32(index)
    }
  }

  /// Goes on to the next rows in which something changes.
  mutating func next(_ edges: [AreaScanner.Edge]) -> Range<Int>? {
    while !rows.isEmpty {
      let step = rows.lowerBound / ChangedParts.step
      lines = rows.clamped(to: 0..<(step + 1) * ChangedParts.step)
      rows = lines.upperBound..<rows.upperBound
      let top = Double(lines.lowerBound)
      open.removeAll { edges[Int($0)].bottom.y <= top }
      var next = heads[step - firstStep]
      while next >= 0 {
        open.append(next)
        next = links[Int(next)]
      }
      find(edges)
      if !all.isEmpty { return lines }
    }
    return nil
  }

  private mutating func find(_ edges: [AreaScanner.Edge]) {
    all.removeAll(keepingCapacity: true)
    columns.removeAll(keepingCapacity: true)
    var changeCount = 0
    for index in open where edges[Int(index)].change != .none { changeCount += 1 }
    guard changeCount > 0 else { return }
    for index in open { columns.append(edges[Int(index)].columns(in: lines)) }
    // Where much changes, parts are not worth their search.
    guard changeCount <= ChangedParts.mostChanges else { return all.append(.everything) }
    for (place, index) in open.enumerated() where edges[Int(index)].change != .none {
      include(Part(first: columns[place].first, last: columns[place].last))
    }
    var isGrown = true
    while isGrown {
      isGrown = false
      for (first, last) in columns {
        for part in all.indices where first <= all[part].last && last >= all[part].first {
          if first < all[part].first || last > all[part].last {
            include(Part(first: first, last: last))
            isGrown = true
            break
          }
        }
      }
    }
    if !setWindings(edges) {
      // What was inside between two parts is not any more, or the other way round.
      all.removeAll(keepingCapacity: true)
      all.append(.everything)
    }
  }

  /// Adds a part, as one with those that it meets.
  private mutating func include(_ part: Part) {
    var joined = part
    var count = 0
    for other in all {
      if other.first <= joined.last, other.last >= joined.first {
        joined.first = min(joined.first, other.first)
        joined.last = max(joined.last, other.last)
      } else {
        all[count] = other
        count += 1
      }
    }
    all.removeLast(all.count - count)
    all.append(joined)
  }

  /// Counts how often the edges to the left wind round each part; `false` if before the change they did
  /// so another number of times.
  private mutating func setWindings(_ edges: [AreaScanner.Edge]) -> Bool {
    // No edge crosses the left end of a part, so that any height will do.
    let y = Double(lines.lowerBound)
    for part in all.indices {
      var (known, winding) = (0, 0)
      for (place, index) in open.enumerated() where columns[place].last < all[part].first {
        let edge = edges[Int(index)]
        guard edge.top.y <= y, edge.bottom.y > y else { continue }
        if edge.change != .new { known += edge.winding }
        if edge.change != .old { winding += edge.winding }
      }
      guard known == winding else { return false }
      all[part].winding = winding
    }
    return true
  }

  /// Puts the edges of a part, in their order, in place of others.
  mutating func choose(
    from edges: [AreaScanner.Edge], _ part: Part, into chosen: inout [AreaScanner.Edge]
  ) {
    chosen.removeAll(keepingCapacity: true)
    var indices: [Int32] = []
    for (place, index) in open.enumerated()
    where columns[place].first <= part.last && columns[place].last >= part.first {
      indices.append(index)
    }
    indices.sort()
    for index in indices { chosen.append(edges[Int(index)]) }
  }
}

extension AreaScanner.Edge {
  /// The first column in which it lies in some rows, and the one after the last.
  fileprivate func columns(in rows: Range<Int>) -> (first: Int, last: Int) {
    guard top.y < bottom.y else {
      return (Int(min(top.x, bottom.x)), Int(max(top.x, bottom.x)) + 1)
    }
    let (start, end) = (x(at: Double(rows.lowerBound)), x(at: Double(rows.upperBound)))
    return (Int(min(start, end)), Int(max(start, end)) + 1)
  }
}
