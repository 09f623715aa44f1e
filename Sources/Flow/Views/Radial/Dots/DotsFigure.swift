// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// A lamp panel: a column of lamps for every few ticks, the left channel down the left side, the
/// right one down the right side. The average lights a column from the centre outward; the peak is
/// one more lamp.
struct DotsFigure: RunningFigure {
  var track: RadialTrack
  private let length: Double
  private let arc: FigureArc
  private let accent: Color
  private var turns: Turns<ScaledLevels>
  /// The panel, then for each side its columns and their peak lamps.
  private var items: [Item] = []
  /// The lamps that are on in the columns of each side.
  private var lamps: [Lamps]

  /// How many lamps of a column are on, and the row of the peak lamp if it is beyond them.
  struct Lamps: Sendable, Hashable {
    let lit: Int
    let peak: Int?
  }

  private static let rowCount = 8
  private static let radius = 99.0
  private static let rowHeight = 13.8
  private static let columnCount = 60
  /// The share of a column for the average; the rest is for peaks.
  private static let averageShare = 0.86

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .lamps
    let track = try RadialTrack(options, track, context, palette, coverRadius: 64)
    self.track = track
    length = track.length
    arc = FigureArc(options)
    // The final background behind a transparent picture is unknown; most are dark.
    let isOverlay = context.palette == nil && context.picture.background.alpha < 255
    let on = isOverlay ? Color(rgb: 0xFFFFFF) : palette.ink
    let off = context.picture.background.tinted(on, 0.3)
    accent = palette.accent
    turns = track.turns(atMost: Int(Double(DotsFigure.columnCount) * arc.sweep / 360))
    lamps = Array(repeating: Lamps(lit: 0, peak: nil), count: 2 * turns.cellCount)
    var panel = Path()
    for side in Side.allCases {
      for column in 0..<turns.cellCount {
        for row in 0..<DotsFigure.rowCount {
          let point = place(column, side, radius: DotsFigure.radius(ofRow: row))
          panel.move(to: point)
          panel.line(to: point)
        }
      }
    }
    items.append(.stroke(panel, width: 2.2 * length, off))
    items[0].name = "lamps"
    for side in Side.allCases {
      for (meter, color) in [("average", on), ("peak", accent)] {
        var column = Item.fill(Path(), color)
        column.name = "\(meter)-\(side.rawValue)"
        items += Array(repeating: column, count: turns.cellCount)
      }
    }
  }

  var tickCount: Int { turns.tickCount }

  var newestLayers: Set<String> { ["average-left", "average-right", "peak-left", "peak-right"] }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    turns.advance(to: tick, loudness)
    for (index, side) in Side.allCases.enumerated() {
      let new = DotsFigure.lamps(side.part(of: turns[turns.head, pass: 0]))
      let column = index * turns.cellCount + turns.head
      guard lamps[column] != new else { continue }
      lamps[column] = new
      let item = 1 + 2 * index * turns.cellCount + turns.head
      items[item].shape = discs(side, rows: 0..<new.lit)
      items[item + turns.cellCount].shape = discs(side, rows: new.peak.map { $0..<$0 + 1 } ?? 0..<0)
    }
  }

  func draw(into scene: inout Scene) {
    scene.items += items
    let playheads = Side.allCases.map { side in
      Path.circle(center: place(max(turns.head, 0), side, radius: 81), radius: 2.6 * length)
    }
    scene.items += track.playheads(playheads, [accent, accent])
    scene.items += track.heartDisc(6, 68, accent)
    track.complete(&scene)
  }

  /// The lamps for a loudness.
  static func lamps(_ loudness: ScaledLevel) -> Lamps {
    func count(_ value: Double) -> Int { Int(Double(rowCount) * value + 0.5) }
    let average = averageShare * loudness.average
    let lit = count(average)
    let peak = count(max(loudness.peak, average)) - 1
    return Lamps(lit: lit, peak: peak >= lit ? peak : nil)
  }

  /// The lamps in the newest column of a side.
  private func discs(_ side: Side, rows: Range<Int>) -> Item.Shape {
    var path = Path()
    for row in rows {
      let radius = DotsFigure.radius(ofRow: row)
      path.add(
        .circle(
          center: place(turns.head, side, radius: radius),
          radius: min(0.0245 * radius, 5.2) * length))
    }
    return .fill(path, .nonzero)
  }

  private static func radius(ofRow row: Int) -> Double { radius + rowHeight * (Double(row) + 0.5) }

  /// The point where a column of a side crosses a circle.
  private func place(_ column: Int, _ side: Side, radius: Double) -> Point {
    let degrees = arc.clockInHalf(Double(column) + 0.5, of: turns.cellCount)
    return Angle.clock(side == .left ? -degrees : degrees).direction * (radius * length)
  }
}

extension Palette {
  /// The colours of the panel: graphite and orange on grey.
  static let lamps = Palette(
    background: Color(rgb: 0xE8E4DA), ink: Color(rgb: 0x26241F), ink2: Color(rgb: 0xEE4B1C),
    accent: Color(rgb: 0xEE4B1C), ramp: paper.ramp)
}
