// SPDX-License-Identifier: MIT
public import Rendering

extension ReadRun {
  /// The bytes of the image file of a frame, counted from 0; the same as in a rendered sequence.
  ///
  /// This is for one picture, or a few that are far apart; ``RenderPipeline`` draws many pictures
  /// in a fraction of the time.
  ///
  /// - Precondition: the frame is in the ``schedule``.
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  public func picture(
    ofFrame frame: Int, as kind: OutputKind = .png
  ) throws(PipelineError) -> [UInt8] {
    precondition((0..<schedule.frameCount).contains(frame), "there is no frame \(frame)")
    var cursor = SceneSequence.Cursor(scenes, from: frame)
    var renderer = kind.renderer.init()
    var bytes: [UInt8] = []
    renderer.render(try cursor.scene(ofFrame: frame), into: &bytes)
    return bytes
  }
}
