// SPDX-License-Identifier: MIT
// Stage 4, Rendering: scenes become the bytes of image files.
public import Drawing

/// Turns scenes into the bytes of image files, one after the other.
///
/// A renderer may keep what it drew last to draw the next scene faster; its bytes are a function
/// of the scene alone. It is a value: each task has its own.
public protocol FrameRenderer: Sendable {
  /// A renderer that has drawn nothing yet.
  init()

  /// Bytes of memory that a renderer takes for the pixels of a scene, all but a few; 0 where it has
  /// none.
  static func memory(for scene: Scene) -> Int

  /// Puts the whole file of a scene in place of what `bytes` held.
  mutating func render(_ scene: Scene, into bytes: inout [UInt8])
}

extension FrameRenderer {
  /// None.
  public static func memory(for scene: Scene) -> Int { 0 }
}
