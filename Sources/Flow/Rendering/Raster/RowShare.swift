// SPDX-License-Identifier: MIT

/// The rows of tiles that a renderer draws: all, or every n-th of the stripes that a picture is cut
/// into, so that several renderers can draw one picture at the same time.
///
/// The pixels of a row do not depend on which other rows are drawn.
struct RowShare: Sendable {
  private let index, count: Int

  static let all = RowShare(0, of: 1)

  /// Rows of tiles in a stripe: narrow, so that all shares have about as much to do, wherever a
  /// picture changes, and wide, so that few edges of shapes lie in two of them.
  private static let stripe = 8

  init(_ index: Int, of count: Int) { (self.index, self.count) = (index, count) }

  /// Whether it has a row of tiles.
  @inline(__always)
  func holds(_ row: Int) -> Bool { count == 1 || row / RowShare.stripe % count == index }
}
