// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Pipeline
internal import Platform
internal import Views

/// The pictures of a contact sheet while all of them move: each tick is a frame of every one.
struct TilesFigure: Figure {
  typealias Options = RadialOptions
  typealias Reading = NoReading

  private let sheet: ContactSheet?
  private var tiles: [Tile] = []

  /// The frames of one picture.
  private struct Tile: Sendable {
    let scenes: SceneSequence
    /// Begins with the first frame that is wanted, and draws what that depends on.
    var cursor: SceneSequence.Cursor?
    var scene: Scene?

    /// Goes on to a frame.
    mutating func advance(to frame: Int) throws(PipelineError) {
      var next = cursor ?? SceneSequence.Cursor(scenes, from: frame)
      scene = try next.scene(ofFrame: frame)
      cursor = next
    }
  }

  /// The scenes of several runs at the size of a cell, one in each cell of a sheet.
  init(_ scenes: [SceneSequence], on sheet: ContactSheet) {
    (self.sheet, tiles) = (sheet, scenes.map { Tile(scenes: $0) })
  }

  /// A sheet without pictures, since those of a track have figures of their own.
  init(
    options: RadialOptions, track: ReadingTrack<NoReading>, context: ViewContext
  ) throws(FigureError) { sheet = nil }

  var fillsSheet: Bool { true }

  /// Nothing, since no picture is drawn again but those that are shown.
  mutating func skip(to tick: Int) throws(SystemError) {}

  mutating func advance(to tick: Int) throws(SystemError) {
    do throws(PipelineError) {
      for index in tiles.indices { try tiles[index].advance(to: tick) }
    } catch {
      guard case .readings(_, let error) = error else { return }
      throw error
    }
  }

  func draw(into scene: inout Scene) {
    for (index, tile) in tiles.enumerated() {
      if let picture = tile.scene { sheet?.add(picture, at: index, to: &scene) }
    }
  }
}
