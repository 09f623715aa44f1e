// SPDX-License-Identifier: MIT

/// The parts of a figure around its changed edges, a few rows at a time. In these rows, no other
/// edge shares a column with an edge of a part.
///
/// So all changes lie within the parts, and the other edges matter only for the winding number to
/// the left of each part.
struct ChangedParts: Sendable {
  /// One part.
  struct Part {
    /// The first column that one of its edges touches, and the column after the last.
    var first, last: Int
    /// The winding number to its left.
    var winding = 0

    static let everything = Part(first: 0, last: .max)

    fileprivate func meets(_ columns: Columns) -> Bool {
      columns.first <= last && columns.last >= first
    }
  }

  /// The parts in the rows that ``next(_:)`` returned.
  private(set) var all: [Part] = []

  /// The remaining rows.
  private var rows = 0..<0
  private var lines = 0..<0
  /// Linked lists: the first edge that begins in each step of rows, and for each edge the next one.
  private var heads: [Int32] = []
  private var links: [Int32] = []
  private var firstStep = 0
  /// The edges in the current rows, and their columns.
  private var open: [Int32] = []
  private var columns: [Columns] = []

  /// The first column that an edge may touch, and the one after the last.
  fileprivate struct Columns {
    let first, last: Int
    /// Whether they are those of the current rows, not of the whole edge.
    let areExact: Bool
  }

  /// How many rows are searched together.
  private static let step = 8

  /// Starts a search in some rows.
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

  /// Moves on to the next rows with changes; returns `nil` at the end.
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
      // The gap between two parts has changed from inside to outside, or the other way round.
      all.removeAll(keepingCapacity: true)
      all.append(.everything)
    }
  }

  /// Adds a part, and joins it with those that it meets.
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

  /// Sets the winding number to the left of each part; returns `false` if the change alters one.
  private mutating func setWindings(_ edges: [AreaScanner.Edge]) -> Bool {
    // No edge crosses the left side of a part, so any height will do.
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

  /// Replaces `chosen` by the edges of a part, in the order of adding.
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
  /// The columns that it may touch.
  fileprivate var columns: ChangedParts.Columns {
    ChangedParts.Columns(
      first: Int(min(top.x, bottom.x)), last: Int(max(top.x, bottom.x)) + 1, areExact: false)
  }

  /// The columns that it touches in some rows.
  fileprivate func columns(in rows: Range<Int>) -> ChangedParts.Columns {
    let isLevel = top.y == bottom.y
    let start = isLevel ? top.x : x(at: Double(rows.lowerBound))
    let end = isLevel ? bottom.x : x(at: Double(rows.upperBound))
    return ChangedParts.Columns(
      first: Int(min(start, end)), last: Int(max(start, end)) + 1, areExact: true)
  }
}
