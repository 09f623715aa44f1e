// SPDX-License-Identifier: MIT
package import Drawing

extension Scene {
  /// Shows a line of text on a plate at the lower edge of the picture, as large as it fits.
  package mutating func show(note: String) {
    let (width, most) = (canvas.widthInPoints, 11.0)
    let line = String(note.prefix(160).map { $0.isASCII ? $0 : "?" })
    let size = min(most, most * (width - 40) / max(StrokeFont.width(line, size: most), 1))
    let y = canvas.heightInPoints / 2 - 22
    let plate = Composition.Area(
      left: -width / 2, top: y - 16, right: width / 2, bottom: y + 16)
    items.append(Item.disjoint(.rectangle(plate), .black).named("note-ground"))
    let words = StrokeFont.path(
      line, size: size, at: Point(x: 0, y: y + size / 2), anchor: .middle)
    items.append(Item.stroke(words, width: size * 0.11, Color(rgb: 0xFFFFFF)).named("note"))
  }
}
