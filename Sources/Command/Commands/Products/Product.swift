// SPDX-License-Identifier: MIT

/// What a command makes of a track: a sequence of images, one image, a stream of frames, a film.
///
/// It is settled from what was typed, before anything is opened: an output that cannot be made is
/// refused at once.
protocol Product: Sendable {
  /// What it shows.
  var drawing: DrawingRequest { get }

  /// Opens and reads the track, and makes the product.
  func make() throws(Diagnostic)

  /// Opens and reads the track, and says what ``make()`` would do.
  ///
  /// - Throws: as ``make()``; a usage error for a product that cannot be planned.
  func plan() throws(Diagnostic) -> [Fact]

  /// How to continue an interrupted run: the line to type, and its options. `nil` for products that
  /// are made anew.
  var resumption: (line: String, options: DrawingOptions)? { get }
}

extension Product {
  var resumption: (line: String, options: DrawingOptions)? { nil }

  func plan() throws(Diagnostic) -> [Fact] {
    throw Diagnostic(
      "plan previews image sequences, pictures and films, not raw frames",
      hint: "name a folder, a picture or a film with -o, or use render", status: .usage)
  }
}
