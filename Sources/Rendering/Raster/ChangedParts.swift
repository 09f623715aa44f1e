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

    fileprivate func meets(_ columns: Columns) -> Bool {
      columns.first <= last && columns.last >= first
    }
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
  private var columns: [Columns] = []

  /// The first column in which an edge may lie, and the one after the last.
  fileprivate struct Columns {
    let first, last: Int
    /// Whether it does lie in all of them in these rows, and not only elsewhere.
    let areExact: Bool
  }

  /// Rows that are looked at together.
  private static let step = 8

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
    for index in open {
      let edge = edges[Int(index)]
      guard edge.change != .none else {
        columns.append(edge.columns)
        continue
      }
      let place = edge.columns(in: lines)
      columns.append(place)
      include(Part(first: place.first, last: place.last))
    }
    guard !all.isEmpty else { return }
    var isGrown = true
    while isGrown {
      isGrown = false
      for place in columns.indices {
        guard var near = all.first(where: { $0.meets(columns[place]) }) else { continue }
        if !columns[place].areExact {
          columns[place] = edges[Int(open[place])].columns(in: lines)
          guard let met = all.first(where: { $0.meets(columns[place]) }) else { continue }
          near = met
        }
        let (first, last) = (columns[place].first, columns[place].last)
        if first < near.first || last > near.last {
          include(Part(first: first, last: last))
          isGrown = true
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
    where part.meets(columns[place]) {
      indices.append(index)
    }
    indices.sort()
    for index in indices { chosen.append(edges[Int(index)]) }
  }
}

extension AreaScanner.Edge {
  /// The columns in which it lies.
  fileprivate var columns: ChangedParts.Columns {
    ChangedParts.Columns(
      first: Int(min(top.x, bottom.x)), last: Int(max(top.x, bottom.x)) + 1, areExact: false)
  }

  /// The columns in which it lies in some rows.
  fileprivate func columns(in rows: Range<Int>) -> ChangedParts.Columns {
    let isLevel = top.y == bottom.y
    let start = isLevel ? top.x : x(at: Double(rows.lowerBound))
    let end = isLevel ? bottom.x : x(at: Double(rows.upperBound))
    return ChangedParts.Columns(
      first: Int(min(start, end)), last: Int(max(start, end)) + 1, areExact: true)
  }
}
