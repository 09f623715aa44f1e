// SPDX-License-Identifier: MIT
public import Drawing

/// The room and the colours that a terminal has for a picture.
public struct TerminalScreen: Sendable, Hashable {
  /// Cells across and down; positive.
  public var columns, rows: Int
  /// The size of a cell in pixels; positive.
  public var cellWidth = 10, cellHeight = 20
  /// Whether cells can have any colour of 24 bits, and not only those of the table of 256.
  public var hasTrueColor = false
  /// The colour behind its text.
  public var ground = Color.black

  /// A terminal of cells of 10 by 20 pixels, with 256 colours on black.
  ///
  /// - Precondition: both are positive.
  public init(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0)
    (self.columns, self.rows) = (columns, rows)
  }

  /// The cells that a picture may have: the command above it, and the note and the prompt below it, stay
  /// visible. It does not touch the right edge, where terminals begin a new line.
  var pictureCells: (columns: Int, rows: Int) { (max(columns - 1, 1), max(rows - 3, 1)) }
}
