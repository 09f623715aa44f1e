// SPDX-License-Identifier: MIT
public import Rendering

/// Renders raw frames in order: from ticks to a view to scenes to bytes.
///
/// A single task draws them all: it draws only what changes from one frame to the next, which costs
/// less than encoding the frames.
public struct FrameStream: Sendable {
  /// The scenes of the frames.
  public let scenes: SceneSequence
  /// The pixel format of the frames.
  public let format: RawFormat

  /// A stream of its parts.
  public init(scenes: SceneSequence, format: RawFormat) {
    self.scenes = scenes
    self.format = format
  }

  /// Draws frames and hands the renderer that has the bytes of each to `write`.
  ///
  /// `progress` is called after each frame that was written; it returns `false` to stop.
  ///
  /// - Precondition: the frames are some of the schedule's.
  /// - Throws: ``PipelineError/readings(folder:_:)``, ``PipelineError/interrupted``, and what `write`
  ///   throws.
  public func run(
    _ frames: Range<Int>, write: (RawFrameRenderer) throws(PipelineError) -> Void,
    progress: () -> Bool
  ) throws(PipelineError) {
    var renderer = RawFrameRenderer(format)
    var cursor = SceneSequence.Cursor(scenes, from: frames.lowerBound)
    for frame in frames {
      renderer.draw(try cursor.scene(ofFrame: frame))
      try write(renderer)
      guard progress() else { throw .interrupted }
    }
  }
}
