// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis
internal import Views

/// A screen of the oscilloscope: the trace of its beam, which fades with age.
struct ScopeScreen {
  /// Its position.
  let box: ScopeLayout.Box
  private var beam: Beam
  /// The colours of pieces by age, the newest first. They fade in steps, on all screens at once, so
  /// that most frames differ only at the beam.
  private let ages: [Color]
  /// The glow around the beam, if it has any, and its spot.
  private let spots: [Path]
  /// The index of the first band item in the picture; after the bands come the lines, the glow and
  /// the spot of the beam.
  private let first: Int
  /// The piece of the beam, and the step of fading, when they were last drawn.
  private var head = -1, fading = -1

  /// The brightness of the oldest piece, and the number of steps down to it.
  private static let oldest = 0.3, fadings = 10
  /// The opacity of a band.
  private static let bandOpacity = 0.3

  /// A dark screen, whose items are appended to a picture.
  init(
    _ box: ScopeLayout.Box, pen: Double, shines: Bool, _ color: Color, _ colors: ScopeColors,
    name: String, to items: inout [Item]
  ) {
    self.box = box
    let count = box.pieceCount
    beam = Beam(pieceCount: count, pieceWidth: box.width / Double(count), pen: pen)
    ages = (0...ScopeScreen.fadings).map { age in
      let faded = Double(age) / Double(ScopeScreen.fadings) * (1 - ScopeScreen.oldest)
      return color.mixed(with: colors.ground, faded)
    }
    first = items.count
    func add(_ path: Path, _ color: Color, opacity: Double) {
      var item = Item.fill(path, color)
      item.opacity = opacity
      item.name = name
      item.origin = Point(x: box.x, y: box.middle)
      items.append(item)
    }
    for opacity in [ScopeScreen.bandOpacity, 1] {
      for _ in 0..<count { add(Path(), color, opacity: opacity) }
    }
    if shines { add(Path(), color, opacity: 0.25) }
    add(Path(), color.mixed(with: colors.brightest, 0.6), opacity: 1)
    spots = (shines ? [3, 1.4] : [1.6]).map { .circle(center: .origin, radius: $0 * pen) }
  }

  /// Shows the trace up to a moment, which is not before the last one. The beam takes `sweep`
  /// seconds from the left edge to the right; its place is a pure function of the moment.
  mutating func show(
    _ moment: Moment, sweep: Int, in items: inout [Item], _ place: (Moment) -> Beam.Place
  ) {
    let count = beam.stepCount
    let steps = Double(moment.seconds * count) + moment.rest * Double(count)
    let changed = beam.go(to: Int(steps / Double(sweep))) { step in
      place(Moment(sampleFrame: step * sweep, sampleRate: count))
    }
    let (lines, bands) = (first + box.pieceCount, first)
    for piece in (changed.lowerBound...changed.upperBound + 1).map({ $0 % box.pieceCount }) {
      items[lines + piece].shape = .fill(beam.lines[piece], .nonzero)
      items[bands + piece].shape = .fill(beam.bands[piece], .nonzero)
    }
    let fading = beam.step * ScopeScreen.fadings / count
    if head != beam.head || self.fading != fading {
      (head, self.fading) = (beam.head, fading)
      for piece in max(head - box.pieceCount + 1, 0)...head {
        let first = piece * ScopeScreen.fadings / box.pieceCount
        let color = Paint.color(ages[max(fading - 1 - first, 0)])
        items[lines + piece % box.pieceCount].paint = color
        items[bands + piece % box.pieceCount].paint = color
      }
    }
    for (index, path) in spots.enumerated() {
      let place = first + 2 * box.pieceCount + index
      items[place].shape = .fill(path, .nonzero)
      items[place].origin = Point(x: box.x + beam.spot.x, y: box.middle + beam.spot.y)
    }
  }
}
