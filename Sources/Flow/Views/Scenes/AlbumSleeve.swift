// SPDX-License-Identifier: MIT
public import Drawing

/// The sleeve of an album: one flower of all tracks, a strip for each of them, and below it the words.
public struct AlbumSleeve {
  private var tracks: [Sleeve.AlbumTrack] = []

  /// A sleeve without tracks.
  public init() {}

  /// Adds the next track: its picture, the place of the figure in it, and its length in seconds. All pictures are of
  /// one size.
  public mutating func add(_ scene: Scene, _ figure: Composition, seconds: Double) {
    tracks.append(Sleeve.AlbumTrack(scene: scene, figure: figure, seconds: seconds))
  }

  /// The sheet with a title, in the colours of a palette.
  ///
  /// - Precondition: there are tracks.
  public func scene(_ words: Captions, _ palette: Palette) -> Scene {
    var scene = Scene(canvas: tracks[0].scene.canvas, background: palette.background)
    scene.title = words.title ?? ""
    scene.items = Sleeve([], words, on: scene.canvas).picture(of: tracks, in: palette)
    return scene
  }
}
