// SPDX-License-Identifier: MIT
public import Rendering
internal import Views

/// What changes the pictures of a stream while they are shown, such as a file that somebody edits.
public protocol SceneEdits: AnyObject, Sendable {
  /// Scenes that replace those of the stream, from this frame on; `nil` if nothing has changed. It may wait until
  /// the frame is due.
  func change(before frame: Int) -> SceneSequence?

  /// A line that is shown over the picture.
  var note: String? { get }
}

/// Renders raw frames in order: from ticks to a view to scenes to bytes.
///
/// A single task draws them all: it draws only what changes from one frame to the next, which costs
/// less than encoding the frames.
public struct FrameStream: Sendable {
  /// The scenes of the frames.
  public let scenes: SceneSequence
  /// The pixel format of the frames.
  public let format: RawFormat

  /// How many ticks new scenes see in a frame: 10 ms of work.
  private static let pace = 600

  /// A stream of its parts.
  public init(scenes: SceneSequence, format: RawFormat) {
    self.scenes = scenes
    self.format = format
  }

  /// Draws frames and hands the renderer that has the bytes of each to `write`.
  ///
  /// `progress` is called after each frame that was written; it returns `false` to stop. New scenes of `edits` are shown
  /// when their figure has seen what it depends on; until then the old ones go on. All have one size.
  ///
  /// - Returns: the scenes that were shown last, or come next.
  /// - Precondition: the frames are some of the schedule's.
  /// - Throws: ``PipelineError/readings(folder:_:)``, ``PipelineError/interrupted``, and what `write`
  ///   throws.
  @discardableResult
  public func run(
    _ frames: Range<Int>, edits: (any SceneEdits)? = nil,
    write: (RawFrameRenderer) throws(PipelineError) -> Void,
    progress: () -> Bool
  ) throws(PipelineError) -> SceneSequence {
    var shown = scenes
    var renderer = RawFrameRenderer(format)
    var cursor = SceneSequence.Cursor(scenes, from: frames.lowerBound)
    var coming: (scenes: SceneSequence, cursor: SceneSequence.Cursor)?
    for frame in frames {
      if let scenes = edits?.change(before: frame) {
        coming = (scenes, SceneSequence.Cursor(scenes, from: frame))
      }
      let ticks = scenes.schedule.ticksShown(byFrame: frame)
      if try coming?.cursor.catchUp(to: ticks, most: FrameStream.pace) == true, let next = coming {
        (shown, cursor) = next
        coming = nil
      }
      var scene = try cursor.scene(ofFrame: frame)
      if let note = edits?.note { scene.show(note: note) }
      renderer.draw(scene)
      try write(renderer)
      guard progress() else { throw .interrupted }
    }
    return coming?.scenes ?? shown
  }
}
