// SPDX-License-Identifier: MIT
internal import Text

/// Why a text is not a label file of beats and sections, or a line of it is not used. Lines are counted
/// from 1.
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
/// and a rank from 1 for the softest up to 99, such as `B 3`. Sections of the same name are alike. Without a
/// rank, it is that of the first of the name that has one, else 1. Behind a rank there may be a ``Shot`` in which films
/// show the section, such as `B 3 corner`; without a rank it is a part of the name. Empty lines, those that begin with
/// `#`, and those with `\`, in which Audacity keeps ranges of frequencies, do not count.
///
/// - Source: Audacity manual, *Importing and Exporting Labels*.
public enum LabelFile {
  /// The name of a section, and what is behind it.
  private typealias Label = (name: String, rank: Int?, shot: Shot?)

  /// The greatest number of a beat.
  public static let maxBeatsInBar = 32
  /// The greatest rank: a greater number, such as a year, is a part of the name.
  public static let maxRank = 99
  /// The most labels of a file.
  public static let maxLabels = 1_000_000

  /// The text of a structure; six decimals.
  public static func text(_ structure: SongStructure) -> String {
    var lines: [(begin: Double, end: Double, label: String)] = structure.beats.map {
      ($0.time, $0.time, "\($0.number)")
    }
    lines += structure.sections.map {
      let shot = $0.shot.map { " \($0.rawValue)" } ?? ""
      return ($0.begin, $0.end, "\(LineText.escaped($0.name)) \($0.rank + 1)\(shot)")
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

  /// The structure that a text describes; see ``read(_:)``.
  ///
  /// - Throws: ``LabelFileError``.
  public static func structure(_ text: String) throws(LabelFileError) -> SongStructure {
    try read(text).structure
  }

  /// The structure that a text describes, and the lines of it that are not used. Labels may come in any
  /// order. A section that begins before the one before it ends cuts it short; between sections there may
  /// be gaps.
  ///
  /// - Throws: ``LabelFileError`` if there are lines, and none can be used.
  public static func read(
    _ text: String
  ) throws(LabelFileError) -> (structure: SongStructure, unused: UnusedLines<LabelFileError>?) {
    var beats: [SongStructure.Beat] = []
    var regions: [(begin: Double, end: Double, label: Label)] = []
    var unused: UnusedLines<LabelFileError>?
    for (index, line) in TextLines(text).enumerated() {
      let line = line.trimmed
      guard let first = line.first, first != "#", first != "\\" else { continue }
      do throws(LabelFileError) {
        guard beats.count + regions.count < maxLabels else { throw .tooManyLabels(line: index + 1) }
        let (begin, end, label) = try fields(Substring(line), line: index + 1)
        if begin == end {
          beats.append(SongStructure.Beat(time: begin, number: try beat(label, line: index + 1)))
        } else {
          regions.append((begin, end, try self.label(label, line: index + 1)))
        }
      } catch { unused = UnusedLines(adding: error, to: unused) }
    }
    if beats.isEmpty, regions.isEmpty, let unused { throw unused.first }
    beats.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    regions.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    return (SongStructure(beats: beats, sections: sections(regions)), unused)
  }

  /// The times and the label of a line, with tabs between, or with spaces if somebody typed it.
  private static func fields(
    _ text: Substring, line: Int
  ) throws(LabelFileError) -> (begin: Double, end: Double, label: Substring) {
    // By scalars: a space before a combining mark is a space.
    let fields = text.unicodeScalars.split(maxSplits: 2) { $0 == "\t" || $0 == " " }
      .map(Substring.init)
    guard fields.count == 3 else {
      throw fields.count == 2 && Double(fields[1]) != nil
        ? .noName(line: line) : .notThreeFields(line: line)
    }
    let begin = try time(fields[0], line: line)
    let end = try time(fields[1], line: line)
    guard begin <= end else { throw .endBeforeBegin(line: line) }
    return (begin, end, Substring(fields[2].unicodeScalars.drop { $0.properties.isWhitespace }))
  }

  /// Seconds, to the microsecond; with a comma in some countries.
  private static func time(_ field: Substring, line: Int) throws(LabelFileError) -> Double {
    let text = String(field.prefix(40).map { $0 == "," ? "." : $0 })
    guard let time = Double(text), (0...1e6).contains(time) else {
      throw .notATime(String(field.prefix(40)), line: line)
    }
    return (time * 1e6).rounded() / 1e6
  }

  private static func beat(_ label: Substring, line: Int) throws(LabelFileError) -> Int {
    guard let place = Int(label), (1...maxBeatsInBar).contains(place) else {
      throw .notABeat(String(label.prefix(40)), line: line)
    }
    return place
  }

  /// The name of a section, as ``text(_:)`` writes it, its rank if the last word is one, and its shot if that is behind
  /// a rank.
  private static func label(_ field: Substring, line: Int) throws(LabelFileError) -> Label {
    var words = field.unicodeScalars.split { $0 == " " || $0 == "\t" }.map(Substring.init)
    guard let last = words.last else { throw .noName(line: line) }
    func rank(_ word: Substring) -> Int? {
      Int(word).flatMap { (1...maxRank).contains($0) ? $0 - 1 : nil }
    }
    var (found, shot) = (words.count > 1 ? rank(last) : nil, Shot?.none)
    if words.count > 2, let known = Shot(rawValue: last.lowercased()),
      let before = rank(words[words.count - 2])
    {
      (found, shot) = (before, known)
      words.removeLast()
    }
    if found != nil { words.removeLast() }
    return (LineText.escaped(words.joined(separator: " ")), found, shot)
  }

  private static func sections(
    _ regions: [(begin: Double, end: Double, label: Label)]
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
        rank: region.label.rank ?? ranks[region.label.name] ?? 0, shot: region.label.shot)
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
