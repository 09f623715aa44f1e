// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Rendering
public import Signal
internal import Text
public import Writing

/// All parts of one film, in order.
public struct FilmParts: Sendable {
  /// The parts: there is at least one.
  public let parts: [FilmPart]
  /// The frames of the film a second.
  public let rate: Rate

  /// What determines the pictures of all of them.
  public var settings: SequenceSettings { parts[0].settings }

  /// The size of their files in bytes.
  public var bytes: Int { parts.map(\.bytes).reduce(0, +) }

  /// Where the film flashes most.
  package var flashes: Flashes {
    parts.map(\.flashes).max { $0.share < $1.share } ?? Flashes(share: 0, seconds: 0)
  }

  /// The value of one of the facts.
  func fact(_ name: String) -> String? { settings.text(of: name) }

  /// The width and the height of pictures that the program has coded itself, in pixels.
  ///
  /// - Throws: ``FilmError/part(path:_:)`` if the notes do not say it.
  var size: (width: Int, height: Int) {
    get throws(FilmError) {
      let sides = (fact("size") ?? "").split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2,
        let canvas = Canvas(width: sides[0], height: sides[1], shortSideInPoints: 1)
      else {
        throw .part(path: parts[0].path, .damaged)
      }
      return RawFormat.planar(.subsampled).size(of: canvas)
    }
  }

  /// Puts parts in order, and makes sure that they are all parts of one film, and whole. Of parts of
  /// several films, those of the film that most of them belong to are right.
  ///
  /// - Precondition: there are parts.
  /// - Throws: ``FilmError/part(path:_:)``, ``FilmError/partsMissing(_:of:frames:)``.
  public init(_ unordered: [FilmPart]) throws(FilmError) {
    let parts = unordered.sorted { ($0.index, $0.path) < ($1.index, $1.path) }
    let kinds = Dictionary(grouping: parts) { Kind(of: $0) }
    let most = kinds.values.map(\.count).max()
    guard let model = parts.first(where: { kinds[Kind(of: $0)]?.count == most }) else {
      preconditionFailure("no parts")
    }
    guard let rate = model.rate else { throw .part(path: model.path, .damaged) }
    (self.parts, self.rate) = (parts, rate)
    var last: FilmPart?
    for part in parts {
      try part.checkFilm(model.settings, of: model.count)
      guard !part.path.utf8.contains(UInt8(ascii: "\n")) else {
        throw .part(path: part.path, .lineBreak)
      }
      if let last, last.index == part.index {
        throw .part(path: part.path, .repeats(path: last.path))
      }
      try FilmParts.checkGap(after: last, before: part.index, of: model)
      last = part
    }
    try FilmParts.checkGap(after: last, before: model.count + 1, of: model)
    for part in parts { try part.check() }
  }

  /// What the parts of one film have in common.
  private struct Kind: Hashable {
    private let count: Int
    private let facts: [SequenceSettings.Fact]

    init(of part: FilmPart) { (count, facts) = (part.count, part.settings.facts) }
  }

  /// Throws if there are frames between a part and the one with this number.
  private static func checkGap(
    after last: FilmPart?, before index: Int, of model: FilmPart
  ) throws(FilmError) {
    let (first, end) = ((last?.index ?? 0) + 1, index - 1)
    guard first <= end else { return }
    let frames = (last?.frames.upperBound ?? 0)..<model.frames(ofPart: end).upperBound
    throw .partsMissing(first...end, of: model.count, frames: frames)
  }

  /// The list for ffmpeg. It has the length of each part, which the files have in milliseconds only.
  package var list: [UInt8] {
    func microseconds(_ frame: Int) -> Int { (rate.nanoseconds(ofEvent: frame) + 500) / 1000 }
    var text = Array("ffconcat version 1.0\n".utf8)
    for part in parts {
      let length = microseconds(part.frames.upperBound) - microseconds(part.frames.lowerBound)
      text += Array("file 'file:".utf8)
      for byte in RawText.bytes(part.path) {
        text += byte == UInt8(ascii: "'") ? Array(#"'\''"#.utf8) : [byte]
      }
      text += Array("'\nduration \(length)us\n".utf8)
    }
    return text
  }
}

extension FilmPart {
  /// Makes sure that it is a part of a film in `count` parts.
  ///
  /// - Throws: ``FilmError/part(path:_:)``.
  public func checkFilm(_ film: SequenceSettings, of count: Int) throws(FilmError) {
    let differences = film.differences(fromFound: settings)
    guard differences.isEmpty else { throw .part(path: path, .differs(differences)) }
    guard self.count == count else {
      throw .part(path: path, .otherCount(self.count, wanted: count))
    }
  }
}
