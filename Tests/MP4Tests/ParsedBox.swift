// SPDX-License-Identifier: MIT
import TestSupport

/// A box of a file, found without the writer.
struct ParsedBox {
  let type: String
  /// Where its content is in the file: what follows its type, or its size of 64 bits.
  let content: Range<Int>
  let children: [ParsedBox]
  private let file: [UInt8]

  /// The bytes before the children of a box that has some.
  private static let heads = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "dinf": 0, "stbl": 0, "udta": 0, "ilst": 0,
    "dref": 8, "stsd": 8, "avc1": 78, "meta": 4, "©nam": 0, "©ART": 0, "aART": 0, "©wrt": 0,
    "©alb": 0, "©gen": 0, "©day": 0, "©too": 0, "trkn": 0, "covr": 0,
  ]

  /// The boxes that fill a file; throws if they leave something, or reach beyond it. The last one may,
  /// since the frames are not there yet.
  static func all(of file: [UInt8]) throws -> [ParsedBox] {
    try boxes(in: 0..<file.count, of: file, isWhole: true)
  }

  private static func boxes(
    in range: Range<Int>, of file: [UInt8], isWhole: Bool = false
  ) throws -> [ParsedBox] {
    var (place, boxes) = (range.lowerBound, [ParsedBox]())
    while place < range.upperBound {
      guard place + 8 <= range.upperBound else {
        throw CommandError(description: "\(range.upperBound - place) bytes are in no box")
      }
      var size = number(file, place, 4)
      let type = String(
        String.UnicodeScalarView(file[place + 4..<place + 8].map { Unicode.Scalar($0) }))
      var start = place + 8
      if size == 1 { (size, start) = (number(file, place + 8, 8), place + 16) }
      let end = place + size
      guard end >= start, end <= range.upperBound || isWhole && type == "mdat" else {
        throw CommandError(description: "\(type) of \(size) bytes does not fit")
      }
      let children =
        try heads[type].map { try ParsedBox.boxes(in: start + $0..<end, of: file) } ?? []
      boxes.append(ParsedBox(type: type, content: start..<end, children: children, file: file))
      place = end
    }
    return boxes
  }

  /// A big-endian number in the file.
  private static func number(_ file: [UInt8], _ place: Int, _ bytes: Int) -> Int {
    file[place..<place + bytes].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number in its content.
  func number(at place: Int, bytes: Int = 4) -> Int {
    ParsedBox.number(file, content.lowerBound + place, bytes)
  }

  /// The numbers in its content from a place on.
  func numbers(from place: Int, bytes: Int = 4) -> [Int] {
    stride(from: place, to: content.count, by: bytes).map { number(at: $0, bytes: bytes) }
  }
}

extension [ParsedBox] {
  /// The box that is reached through these; throws unless there is one of each.
  func box(_ path: String) throws -> ParsedBox {
    var (boxes, found) = (self, [ParsedBox]())
    for type in path.split(separator: "/") {
      found = boxes.filter { $0.type == type }
      guard found.count == 1 else {
        throw CommandError(description: "\(found.count) boxes \(type) in \(path)")
      }
      boxes = found[0].children
    }
    return found[0]
  }
}
