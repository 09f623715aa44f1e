// SPDX-License-Identifier: MIT
internal import Drawing

extension AreaScanner {
  /// Redraws the coverage in some rows where edges were added or removed, marks the pixels that
  /// differ as damaged, and forgets all figures.
  ///
  /// A chain is a run of edges in a row in which each shares a column with the next. The coverage
  /// of a pixel depends only on the chain that touches it and on the winding number to the left of
  /// that chain. So each chain with an added or removed edge is redrawn as a whole, and the result
  /// is the same as that of ``scan(_:into:)``, to the last bit.
  mutating func rescan(
    _ rule: Item.FillRule, rows: [Range<Int>], of coverage: inout Coverage, _ damage: inout Damage
  ) {
    defer { removeAll() }
    guard let first = rows.first, let last = rows.last, low.x <= high.x else { return }
    // A chain also touches the column after its last edge.
    let columns = CellBox.cells(from: low.x, to: high.x + 2, count: width)
    coverage.grow(
      toHold: Coverage.tiles(
        holding: CellBox(columns: columns, rows: first.lowerBound..<last.upperBound)))
    for rows in rows {
      sortByRow(rows)
      active.removeAll(keepingCapacity: true)
      for y in rows where share.holds(y / Coverage.tileHeight) {
        _ = activate(y)
        if active.contains(where: { $0.change != .none }) { resweep(rule, y, &coverage, &damage) }
      }
    }
  }

  /// Redraws the changed chains in a row.
  private mutating func resweep(
    _ rule: Item.FillRule, _ y: Int, _ coverage: inout Coverage, _ damage: inout Damage
  ) {
    // The winding numbers of the old and of the new figures.
    var (known, winding) = (0, 0)
    var index = 0
    while index < active.count {
      let first = index
      var end = Int(active[index].high) + 1
      var isChanged = known != winding
      var (knownNet, net) = (0.0, 0.0)
      while index < active.count, Int(active[index].low) <= end {
        let piece = active[index]
        end = max(end, Int(piece.high) + 1)
        isChanged = isChanged || piece.change != .none
        let wound = Double(piece.winding) * (piece.bottom - piece.top)
        if piece.change != .new { knownNet += wound }
        if piece.change != .old { net += wound }
        index += 1
      }
      known += AreaScanner.whole(knownNet)
      let after = winding + AreaScanner.whole(net)
      if isChanged {
        // The gap up to the next chain has changed from inside to outside, or the other way round.
        let isTurned = index < active.count && known != after
        let next = isTurned ? Int(active[index].low) : end + 1
        chain.removeAll(keepingCapacity: true)
        for piece in active[first..<index] where piece.change != .old { chain.append(piece) }
        row.begin(Int(active[first].low)..<min(next, width))
        let last = sweep(chain, from: winding, rule)
        row.reach(Double(min(next, width)), isInside: rule.isInside(last))
        row.end()
        row.replace(in: &coverage, y: y, &damage)
      }
      winding = after
    }
  }
}
