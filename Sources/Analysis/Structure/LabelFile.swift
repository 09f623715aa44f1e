// SPDX-License-Identifier: MIT
internal import Text

/// Why a text is not a label file of beats and sections. Lines are counted from 1.
public enum LabelFileError: Error, Hashable, Sendable {
  /// The line does not have a begin, an end and a label, with tabs between.
  case notThreeFields(line: Int)
  /// This is not a time: seconds from 0 up to a million.
  case notATime(String, line: Int)
  /// The label ends before it begins.
  case endBeforeBegin(line: Int)
  /// A point has the number of a beat in its bar, from 1 to ``LabelFile/maxBeatsInBar``, and not this.
  case notABeat(String, line: Int)
  /// A section has no name.
  case noName(line: Int)
  /// There are more labels than ``LabelFile/maxLabels``.
  case tooManyLabels(line: Int)
}

extension LabelFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .notThreeFields(let line):
      "line \(line) is not a begin, an end and a label with tabs between"
    case .notATime(let text, let line):
      "line \(line): '\(LineText.escaped(text))' is not a time in seconds, from 0 to 1000000"
    case .endBeforeBegin(let line): "line \(line) ends before it begins"
    case .notABeat(let text, let line):
      "line \(line): '\(LineText.escaped(text))' is not the number of a beat in its bar, "
        + "from 1 to \(LabelFile.maxBeatsInBar)"
    case .noName(let line): "line \(line): the section has no name"
    case .tooManyLabels(let line):
      "line \(line): there are more than \(LabelFile.maxLabels) labels"
    }
  }
}

/// A structure as a label file of Audacity, which people can see and edit beside the sound: lines
/// `begin`, `end`, `label` with tabs between, times in seconds.
///
/// A beat is a point, labelled with its number in the bar. A section is a region; its label is a name
/// and a rank from 1 for the softest, such as `B 3`. Sections of the same name are alike. Without a
/// rank, it is that of the first of the name that has one, else 1. Empty lines, those that begin with
/// `#`, and those with `\`, in which Audacity keeps ranges of frequencies, do not count.
///
/// - Source: Audacity manual, *Importing and Exporting Labels*.
public enum LabelFile {
  /// The greatest number of a beat.
  public static let maxBeatsInBar = 32
  /// The most labels of a file.
  public static let maxLabels = 1_000_000

  /// The text of a structure; six decimals.
  public static func text(_ structure: SongStructure) -> String {
    var lines: [(begin: Double, end: Double, label: String)] = structure.beats.map {
      ($0.time, $0.time, "\($0.number)")
    }
    lines += structure.sections.map {
      ($0.begin, $0.end, "\(LineText.escaped($0.name)) \($0.rank + 1)")
    }
    // Sections before the beats at the same time.
    lines.sort { ($0.begin, $1.end) < ($1.begin, $0.end) }
    return lines.map {
      let (begin, end) = (
        DecimalText.text($0.begin, places: 6), DecimalText.text($0.end, places: 6)
      )
      return "\(begin)\t\(end)\t\($0.label)\n"
    }.joined()
  }

  /// The structure that a text describes. Labels may come in any order. A section that begins before
  /// the one before it ends cuts it short; between sections there may be gaps.
  ///
  /// - Throws: ``LabelFileError``.
  public static func structure(_ text: String) throws(LabelFileError) -> SongStructure {
    var beats: [SongStructure.Beat] = []
    var regions: [(begin: Double, end: Double, label: (name: String, rank: Int?))] = []
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard let first = line.first, first != "#", first != "\\" else { continue }
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { throw .notThreeFields(line: number) }
      let begin = try time(fields[0], line: number)
      let end = try time(fields[1], line: number)
      guard begin <= end else { throw .endBeforeBegin(line: number) }
      guard beats.count + regions.count < maxLabels else { throw .tooManyLabels(line: number) }
      if begin == end {
        guard let place = Int(fields[2]), (1...maxBeatsInBar).contains(place) else {
          throw .notABeat(String(fields[2]), line: number)
        }
        beats.append(SongStructure.Beat(time: begin, number: place))
      } else {
        regions.append((begin, end, try label(fields[2], line: number)))
      }
    }
    beats.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    regions.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    return SongStructure(beats: beats, sections: sections(regions))
  }

  /// Seconds, to the microsecond.
  private static func time(_ field: Substring, line: Int) throws(LabelFileError) -> Double {
    guard let time = Double(field), (0...1e6).contains(time) else {
      throw .notATime(String(field), line: line)
    }
    return (time * 1e6).rounded() / 1e6
  }

  /// The name of a section, and its rank if the last word is one.
  private static func label(
    _ field: Substring, line: Int
  ) throws(LabelFileError) -> (name: String, rank: Int?) {
    let words = field.split(separator: " ")
    guard let last = words.last else { throw .noName(line: line) }
    if words.count > 1, let rank = Int(last), (1...maxLabels).contains(rank) {
      return (words.dropLast().joined(separator: " "), rank - 1)
    }
    return (words.joined(separator: " "), nil)
  }

  private static func sections(
    _ regions: [(begin: Double, end: Double, label: (name: String, rank: Int?))]
  ) -> [SongStructure.Section] {
    var ranks: [String: Int] = [:]
    for region in regions where ranks[region.label.name] == nil {
      ranks[region.label.name] = region.label.rank
    }
    return regions.indices.compactMap { index in
      let region = regions[index]
      let next = index + 1 < regions.count ? regions[index + 1].begin : region.end
      let end = min(region.end, next)
      guard region.begin < end else { return nil }
      return SongStructure.Section(
        begin: region.begin, end: end, name: region.label.name,
        rank: region.label.rank ?? ranks[region.label.name] ?? 0)
    }
  }
}

extension SongStructure {
  /// A structure of known beats and sections. The tempo is that of the middle distance of beats, or of
  /// the mean one if all are within 20 ms of a steady row.
  init(beats: [Beat], sections: [Section]) {
    let distances = zip(beats.dropFirst(), beats).map { $0.time - $1.time }
    let mean = distances.mean
    let isSteady =
      beats.count > 2
      && beats.enumerated().allSatisfy { abs($1.time - beats[0].time - Double($0) * mean) <= 0.02 }
    let distance = isSteady ? mean : distances.median
    self.init(
      tempo: distance > 1e-3 ? (6000 / distance).rounded() / 100 : nil, isSteady: isSteady,
      beats: beats, sections: sections)
  }
}
