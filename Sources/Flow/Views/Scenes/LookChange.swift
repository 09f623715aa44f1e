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

    /// The place of the figure of some options.
    package init(_ options: some ViewOptions, _ context: ViewContext) {
      center = options.isDisc ? context.composition.center : .origin
    }
  }

  private let wipe: SceneChange

  /// How long it takes, in seconds.
  private static let length = 0.75

  /// A change that begins with the picture of a tick.
  package init(atTick tick: Int, rate: Rate) {
    wipe = SceneChange(opening: tick..<tick + max(rate.count(seconds: LookChange.length), 1))
  }

  /// Whether the new picture alone is shown at a tick.
  package func isOver(atTick tick: Int) -> Bool { tick >= wipe.ticks.upperBound }

  /// Shows the new picture in as much of the old one as it has opened at a tick.
  package func open(_ new: Scene, at place: Place, in scene: inout Scene, atTick tick: Int) {
    // The sheets have the same pixels, and maybe other points.
    let factor = new.canvas.pixelsPerPoint / scene.canvas.pixelsPerPoint
    var upper = Scene(canvas: scene.canvas, background: new.background)
    upper.items = factor == 1 ? new.items : new.items.map { $0.scaled(by: factor, about: .origin) }
    upper.items.insert(.ground(new.background, scene.canvas), at: 0)
    let heart = Heart(Point(x: place.center.x * factor, y: place.center.y * factor))
    scene.reveal(upper, by: wipe, atTick: tick, from: heart, to: heart)
  }
}
