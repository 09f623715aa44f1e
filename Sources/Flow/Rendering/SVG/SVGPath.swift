// SPDX-License-Identifier: MIT
package import Drawing
internal import Text

/// The `d` attribute of a path.
package enum SVGPath {
  /// Appends the part of a path that is not written yet, with a number of decimals.
  package static func append(
    _ path: Path, from known: Path = Path(), places: Int = 3, to text: inout [UInt8]
  ) {
    var (point, arc) = (known.points.count, known.arcs.count)
    var last = known.verbs.last
    for verb in path.verbs[known.verbs.count...] {
      switch verb {
      case .move: text.append(UInt8(ascii: "M"))
      // Repeated command letters are left out.
      case .line: text.append(UInt8(ascii: last == .line ? " " : "L"))
      case .arc:
        let radius = DecimalText.text(path.arcs[arc].radius, places: places)
        text += "A\(radius) \(radius) 0 0 \(path.arcs[arc].sweep.degrees > 0 ? 1 : 0) ".utf8
        arc += 1
      case .close: text.append(UInt8(ascii: "Z"))
      }
      if verb != .close {
        append(path.points[point], places: places, to: &text)
        point += 1
      }
      last = verb
    }
  }

  /// The offset after the first line of a chain of lines, and that of its end point; `start` is
  /// `nil` if there are no more lines. `nil` for a text without a line.
  static func endOfFirstLine(_ text: [UInt8]) -> (end: Int, start: Int?)? {
    guard let line = text.firstIndex(of: UInt8(ascii: "L")) else { return nil }
    // "M0 0L1 1 2 2": the second space ends the point, unless it is the last.
    let spaces = text.indices[line...].lazy.filter { text[$0] == UInt8(ascii: " ") }.prefix(2)
    guard spaces.count == 2, let end = spaces.last else { return (text.count, nil) }
    return (end, line + 1)
  }

  private static func append(_ point: Point, places: Int, to text: inout [UInt8]) {
    DecimalText.append(point.x, places: places, to: &text)
    text.append(UInt8(ascii: " "))
    DecimalText.append(point.y, places: places, to: &text)
  }
}
