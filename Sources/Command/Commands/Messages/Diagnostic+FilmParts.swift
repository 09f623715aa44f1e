// SPDX-License-Identifier: MIT
internal import Filming
internal import JSON
internal import Platform
internal import Writing

extension Diagnostic {
  /// The error that parts of a film in `count` parts are missing, and with them some frames.
  init(missing parts: ClosedRange<Int>, of count: Int, _ frames: Range<Int>) {
    let (first, last) = (parts.lowerBound, parts.upperBound)
    // Notes that somebody has made up may give a part none.
    let lost =
      frames.isEmpty
      ? "missing"
      : "missing, with frames \(frames.lowerBound) to \(frames.upperBound - 1)"
    if first == last {
      self.init(
        "part \(first) of \(count) is \(lost)", hint: "make it with --shard \(first)/\(count)",
        status: .badData)
    } else {
      self.init(
        "parts \(first) to \(last) of \(count) are \(lost)",
        hint: "make each with --shard, such as --shard \(first)/\(count)", status: .badData)
    }
  }
}

extension FilmPartFault {
  /// What is wrong, worded to follow the name of the file.
  var words: String {
    switch self {
    case .noFile: "is missing, and only its note is there"
    case .noNote: "is not known to be a part of a film: its note, which ends in .json, is missing"
    case .badNote(let error): "is not the note of a part: \(error)"
    case .damaged: "is damaged or incomplete"
    case .differs(let differences):
      "is a part of another film: "
        + SequenceSettings.Difference.causes(of: differences).map(\.description)
        .joined(separator: "; ")
    case .otherPart(let found, let wanted): "is part \(found), not \(wanted)"
    case .otherCount(let found, let wanted): "is one of \(found) parts, not of \(wanted)"
    case .repeats(let path): "is the same part as \(path)"
    case .lineBreak: "has a line break in its name, which ffmpeg cannot read in a list"
    case .unreadable(let error): "\(error)"
    }
  }

  /// What to do.
  var hint: String? {
    switch self {
    case .noFile, .damaged: "make it again with --shard and --overwrite"
    case .noNote, .badNote: "name the parts that --shard has made; each has its note beside it"
    case .differs: "use the same input and options for all parts, or --overwrite to make it again"
    case .otherPart: "name another file, or use --overwrite to make it again"
    case .otherCount(let found, _): "use the parts of one number, such as \(found), for all"
    case .repeats: "move one of them away"
    case .lineBreak: "rename it and its note"
    case .unreadable(let error): error.readingHint
    }
  }

  /// The exit status.
  var status: ExitStatus {
    if case .unreadable = self { .ioError } else { .badData }
  }
}
