// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// One ink: a body where both channels are loud, rays for the louder one, fine rays for its peaks,
/// and a beating heart.
struct SunFigure: RunningFigure {
  private static let stack = Stack(share: 0.66)
  /// The number of rays of the whole circle, or fewer if a turn has fewer cells.
  private static let rayCount = 120

  var track: RadialTrack
  private let length: Double
  private let ink, heart: Color
  private let ring: Ring
  private let cells: PairCells
  private let rays, fineRays: [Sector]
  private(set) var turns: Turns
  private var body, rayPath, finePath: Path

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .yellow
    let track = try RadialTrack(options, track, context, palette, coverRadius: 56, hasRipples: true)
    self.track = track
    length = track.length
    ink = palette.ink
    heart = palette == .yellow ? ink : palette.accent
    let arc = FigureArc(options)
    ring = Ring(options.loud, rim: 60, reach: 154, playhead: -9, arc, scale: length)
    turns = track.turns()
    cells = PairCells(count: turns.cellCount, arc)
    let count = min(Int(Double(SunFigure.rayCount) * arc.sweep / 360), cells.count)
    let directions = (0..<count).map { arc.clock(Double($0) + 0.5, of: count) }
    rays = directions.map { Sector($0, halfWidth: 0.8) }
    let fineWidth = options.loud == .outside ? 0.24 : 0.3
    fineRays = directions.map { Sector($0, halfWidth: fineWidth) }
    body = cells.outline(ring)
    (rayPath, finePath) = (Path(), Path())
    for ray in rays { ray.add(at: ring.rim, to: &rayPath) }
    for ray in fineRays { ray.add(at: ring.rim, to: &finePath) }
  }

  var newestLayers: Set<String> { ["body", "rays", "fine-rays"] }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    turns.advance(to: tick, loudness)
    cells.update(&body, ring, turns) { left, right in
      min(SunFigure.stack.body(left), SunFigure.stack.body(right))
    }
    for side in Side.allCases {
      updateRay(cells.place(ofCell: turns.head, side) * rays.count / cells.count)
    }
  }

  /// Updates a ray to the loudest of its slots, in either channel.
  private mutating func updateRay(_ ray: Int) {
    var (body, whole) = (0.0, 0.0)
    for place in firstPlace(ofRay: ray)..<firstPlace(ofRay: ray + 1) {
      let (left, right) = cells.loudness(at: place, of: turns)
      body = max(body, SunFigure.stack.body(left), SunFigure.stack.body(right))
      whole = max(whole, SunFigure.stack.whole(left), SunFigure.stack.whole(right))
    }
    rays[ray].move(from: ring.rim, to: ring.radius(body), in: &rayPath, at: 4 * ray)
    // The fine ray begins inside the other one, so that there is no gap between them.
    let overlap = whole > 0 ? 0.3 * length * (ring.reach > 0 ? -1 : 1) : 0
    fineRays[ray].move(
      from: ring.radius(body) + overlap, to: ring.radius(whole), in: &finePath, at: 4 * ray)
  }

  func draw(into scene: inout Scene) {
    scene.add(body, ink, "body")
    scene.add(rayPath, ink, "rays")
    scene.add(finePath, ink, "fine-rays")
    scene.items.append(ring.circle(width: 0.75 * length, ink))
    scene.items += track.playheads(
      cells.playheads(turns, ring, radius: 2.6 * length), [ink, ink], roundHeart: true)
    scene.items += track.heartDisc(7, 48, heart)
    track.complete(&scene)
  }

  /// The first slot of a ray; for the ray after the last, the end of the slots.
  private func firstPlace(ofRay ray: Int) -> Int {
    (ray * cells.count + rays.count - 1) / rays.count
  }
}
