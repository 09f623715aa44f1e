// SPDX-License-Identifier: MIT
// Stage 4, Rendering: scenes become the bytes of frames. A new kind of image is a `FrameRenderer` and a
// row of `OutputKind`; raw frames are cases of `RawFormat`.
public import Drawing

/// Turns scenes into the bytes of image files, one after another.
///
/// A renderer may keep its last picture to draw the next one faster, but the bytes depend only on
/// the scene. It is a value type, so each task has its own.
public protocol FrameRenderer: Sendable {
  /// A renderer that has drawn nothing yet.
  init()

  /// About how many bytes of memory a renderer needs for the pixels of a scene; 0 if it has no
  /// pixels.
  static func memory(for scene: Scene) -> Int

  /// Replaces `bytes` by the whole file of a scene.
  mutating func render(_ scene: Scene, into bytes: inout [UInt8])
}

extension FrameRenderer {
  /// 0: no pixels.
  public static func memory(for scene: Scene) -> Int { 0 }
}
