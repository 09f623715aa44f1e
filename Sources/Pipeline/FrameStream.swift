// SPDX-License-Identifier: MIT
public import Rendering

/// Ticks to views to scenes to raw frames, one after the other, for whoever wants them in order.
///
/// One task draws them all: it draws what changes from one frame to the next, and costs less than
/// what is done with the frames.
public struct FrameStream: Sendable {
  /// What the frames show.
  public let scenes: SceneSequence
  /// What the bytes of a frame mean.
  public let format: RawFormat

  /// A stream of its parts.
  public init(scenes: SceneSequence, format: RawFormat) {
    self.scenes = scenes
    self.format = format
  }

  /// Draws frames and hands out the bytes of each, which are whole before `write` is called.
  ///
  /// `progress` is told of each frame that was written; its `false` stops.
  ///
  /// - Precondition: the frames are some of the schedule's.
  /// - Throws: ``PipelineError/readings(folder:_:)``, ``PipelineError/interrupted``, and what `write`
  ///   throws.
  public func run(
    _ frames: Range<Int>, write: (Span<UInt8>) throws(PipelineError) -> Void,
    progress: () -> Bool
  ) throws(PipelineError) {
    var renderer = RawFrameRenderer(format)
    var cursor = SceneSequence.Cursor(scenes, from: frames.lowerBound)
    for frame in frames {
      renderer.draw(try cursor.scene(ofFrame: frame))
      try write(renderer.bytes.span)
      guard progress() else { throw .interrupted }
    }
  }
}
