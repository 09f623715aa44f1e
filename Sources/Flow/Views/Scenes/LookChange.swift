// SPDX-License-Identifier: MIT
package import Drawing
package import Signal

/// The change of a show that goes on to another look, or to other colours: the new picture opens out of
/// the heart of the old one, as scenes do.
package struct LookChange: Sendable {
  /// The place of a picture on its own canvas.
  package struct Place: Sendable {
    /// The heart of its figure, in points.
    let center: Point
    /// How far the figure reaches from there; `nil` if it may fill the sheet.
    let reach: Double?

    /// The place of the figure of some options; a figure that is not a disc fills its sheet.
    package init(_ options: some ViewOptions, _ context: ViewContext, fillsSheet: Bool) {
      let composition = context.composition
      center = options.isDisc ? composition.center : .origin
      reach = options.isDisc && !fillsSheet ? Composition.figureReach * composition.scale : nil
    }
  }

  private let wipe: Wipe

  /// How long it takes, in seconds.
  private static let length = 0.75

  /// A change that begins with the picture of a tick.
  package init(atTick tick: Int, rate: Rate) {
    wipe = Wipe(opening: tick..<tick + max(rate.count(seconds: LookChange.length), 1))
  }

  /// Whether the new picture alone is shown at a tick.
  package func isOver(atTick tick: Int) -> Bool { tick >= wipe.ticks.upperBound }

  /// Shows the new picture in as much of the old one as it has opened at a tick.
  package func open(_ new: Scene, at place: Place, in scene: inout Scene, atTick tick: Int) {
    // The sheets have the same pixels, and maybe other points.
    let factor = new.canvas.pixelsPerPoint / scene.canvas.pixelsPerPoint
    var upper = Scene(canvas: scene.canvas, background: new.background)
    upper.items = factor == 1 ? new.items : new.items.map { $0.scaled(by: factor, about: .origin) }
    let center = Point(x: place.center.x * factor, y: place.center.y * factor)
    let sheet = scene.canvas.reach(from: center)
    scene.open(
      upper, on: new.background, center: center, radius: wipe.radius(atTick: tick, reach: sheet),
      reach: place.reach.map { $0 * factor } ?? sheet)
  }
}
