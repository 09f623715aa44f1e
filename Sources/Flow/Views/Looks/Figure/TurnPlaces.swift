// SPDX-License-Identifier: MIT
internal import Drawing

/// The places of a layer in a turn: which cells each shows, and in which directions it is.
struct TurnPlaces: Sendable {
  /// A shape of the layer: the whole circle, or one half or two.
  struct Shape: Sendable {
    let parts: [Part]
    let suffix: String
  }

  /// The channels that meet in the whole circle, or the one of a half.
  struct Part: Sendable {
    let channels: [LookChannel]
    /// `nil` for the whole circle.
    let half: Side?
  }

  /// Places in a turn, or in a half.
  let count: Int
  /// Cells in a turn.
  let cells: Int
  /// The shapes, the lowest first.
  let shapes: [Shape]
  /// Degrees from one place to the next, of a whole circle.
  let step: Double
  let arc: FigureArc
  /// The directions of the ends of places, in the whole circle; or the edges of those in the right half.
  let directions: [Point]
  private let isPair: Bool

  /// The places of a layer for a layout.
  init(_ side: LookSide, columns: Int, cells: Int, _ context: LookContext) {
    let (layout, arc) = (context.layout, context.arc)
    (self.cells, self.arc) = (cells, arc)
    isPair = layout == .pair
    count = max(min(Int(Double(columns) * (columns < cells ? arc.sweep / 360 : 1)), cells), 1)
    shapes = TurnPlaces.shapes(side, layout, mean: context.mean)
    let isMirror = layout == .mirror
    step = (isMirror ? 180 : 360) / Double(count)
    let count = count
    directions =
      isMirror
      ? (0...count).map { Angle.clock(arc.clockInHalf(Double($0), of: count)).direction }
      : (1...count).map {
        arc.isWhole
          ? Angle.clock(arc.clock(Double($0), of: count)).direction
          : arc.direction(ofPoint: $0 - 1, of: count)
      }
  }

  /// The shapes of a side in a layout.
  static func shapes(
    _ side: LookSide, _ layout: FigureLayout, mean: LookChannel
  ) -> [Shape] {
    let isMirror = layout == .mirror
    func shape(_ channels: [LookChannel], _ suffix: String = "") -> Shape {
      guard isMirror else {
        return Shape(parts: [Part(channels: channels, half: nil)], suffix: suffix)
      }
      let parts = channels.map { Part(channels: [$0], half: $0 == .left ? .left : .right) }
      return Shape(parts: parts, suffix: suffix)
    }
    return switch (side, layout) {
    case (.left, _): [shape([.left])]
    case (.right, _): [shape([.right])]
    case (.each, _) where mean != .mean: [shape([mean], mean.suffix)]
    case (.each, _): [shape([.left], "-left"), shape([.right], "-right")]
    case (.softer, .mirror), (.softer, .whole): []
    case (.mean, .mirror):
      [
        Shape(
          parts: [Side.right, .left].map { Part(channels: [.mean], half: $0) }, suffix: "")
      ]
    case (.louder, .mirror): [shape([.right, .left])]
    case (.mean, _), (.louder, .whole): [shape([mean])]
    default: [shape([.left, .right])]
    }
  }

  /// The place of a channel's cell.
  func place(ofCell cell: Int, _ channel: LookChannel) -> Int {
    slot(ofCell: cell, channel) * count / cells
  }

  /// The cell of a channel in a slot: cells as they lie on the sheet.
  private func cell(inSlot slot: Int, _ channel: LookChannel) -> Int {
    isPair && channel == .right ? (slot + cells - cells / 2) % cells : slot
  }

  private func slot(ofCell cell: Int, _ channel: LookChannel) -> Int {
    isPair && channel == .right ? (cell + cells / 2) % cells : cell
  }

  /// Puts the elements of some channels at a place, some turns ago, into a list.
  func fill(
    _ elements: inout [LookElement], at place: Int, _ channels: [LookChannel],
    of turns: Turns, pass: Int
  ) {
    elements.removeAll(keepingCapacity: true)
    let first = (place * cells + count - 1) / count
    let end = ((place + 1) * cells + count - 1) / count
    for channel in channels {
      for slot in first..<max(end, first + 1) {
        let cell = cell(inSlot: slot, channel)
        var element = LookElement(turns[cell, pass: pass], channel)
        let other: LookChannel =
          channel == .mean ? .mean : channel == .left ? .right : .left
        element.other = other.part(of: turns[self.cell(inSlot: slot, other), pass: pass].levels)
        (element.i, element.n) = (Double(cell * count / cells), Double(count))
        (element.at, element.step) = (element.i / element.n, step)
        (element.older, element.isNewest) = (Double(pass), cell == turns.head)
        elements.append(element)
      }
    }
  }

  /// The direction of a place in cells from the beginning of the turn, turned on by some degrees.
  func direction(_ place: Double, turnedBy angle: Double, _ half: Side?) -> Point {
    let turned = place + angle * Double(count) / (half == nil ? 360 : 180)
    if let half {
      let point = Angle.clock(arc.clockInHalf(turned, of: count)).direction
      return half == .right ? point : point.mirrored
    }
    guard !arc.isWhole else { return Angle.clock(arc.clock(turned, of: count)).direction }
    // On a part of the circle, what has come to its end goes on at its beginning.
    let rest = (turned - 1) - Double(count) * ((turned - 1) / Double(count)).rounded(.down)
    return Angle.clock(arc.clock(rest, of: max(count - 1, 1))).direction
  }

  /// The direction of an edge in a half.
  func edge(_ index: Int, _ half: Side) -> Point {
    half == .right ? directions[index] : directions[index].mirrored
  }
}

extension TurnPlaces {
  /// The first cell of a channel at a place.
  func cell(at place: Int, _ channel: LookChannel) -> Int {
    cell(inSlot: (place * cells + count - 1) / count, channel)
  }
}

extension LookLayer {
  /// The centre of an element by its x and y, or by its radius in a direction.
  func center(_ values: LookValues, _ direction: Point, _ length: Double) -> Point {
    guard channels[.x] == nil, channels[.y] == nil else {
      return Point(x: values.x * length, y: values.y * length)
    }
    return direction * (values.to * length)
  }
}
