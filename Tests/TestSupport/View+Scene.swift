// SPDX-License-Identifier: MIT
public import Drawing
public import Views

extension View {
  /// What the view shows now, on a canvas as the options and the settings have it.
  public func scene(_ options: Options, _ settings: PictureSettings) throws -> Scene {
    let canvas = Canvas(
      width: settings.width, height: settings.height, shortSideInPoints: options.shortSideInPoints)
    guard let canvas else { throw NoCanvas() }
    var scene = Scene(canvas: canvas, background: settings.background)
    draw(into: &scene)
    return scene
  }
}

private struct NoCanvas: Error {}
