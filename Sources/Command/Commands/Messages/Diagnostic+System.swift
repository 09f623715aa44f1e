// SPDX-License-Identifier: MIT
// Hints for system errors.
internal import Platform

extension Diagnostic {
  /// The end requested by a signal, with a hint how to continue if there is something left.
  static func interruption(hint: String? = nil) -> Diagnostic {
    Diagnostic(
      "interrupted" + (hint == nil ? "" : "; all frames so far are complete"), hint: hint,
      status: Interruption.signal.map(ExitStatus.init(signal:)) ?? .internalError)
  }

  /// The diagnostic with the line that continues; if it cannot be typed, `change` is what to add to it.
  static func interruption(line: String?, _ change: String = "") -> Diagnostic {
    interruption(
      hint: line.map { "to continue: " + $0 }
        ?? "to continue, run the same command again" + change)
  }

  /// The end of a recording; all rows up to the signal were written.
  static func interruption(
    keeping rowCount: Int, _ path: String, _ report: ReportOptions
  ) -> Diagnostic {
    guard path != "-" else { return interruption() }
    let end = interruption()
    let diagnostic = Diagnostic(
      "\(end.message); \(path) has every row up to here, \(rowCount) in all", status: end.status)
    report.setExitMessage(diagnostic)
    return diagnostic
  }

  /// The hint for a lack of memory.
  static let memoryHint = "raise the limit of memory (ulimit -v, or the container's)"

  /// The hint for something else in place of ffmpeg.
  static let otherHelperHint = "install ffmpeg, or put one that works first on the PATH"

  /// The hint for an ffmpeg that does not start.
  static let helperHint = "check that ffmpeg -version works; if memory is limited, raise ulimit -v"

  /// The hint for too many open files.
  static let openFilesHint = "raise the number of open files: ulimit -n"
}

/// What is being written when an error occurs.
enum WritingPurpose {
  /// The folder of the frames, before rendering.
  case folder
  /// A frame during rendering.
  case frame
  /// The output of a command, before it has data.
  case newFile
  /// The output of a command.
  case file
}

extension SystemError {
  /// Whether a resource ran out or failed: neither the command line nor the input is wrong.
  var isShortage: Bool {
    let shortages: [SystemError] = [
      .noSpace, .overQuota, .tooManyFiles, .tooManyFilesInAll, .noMemory, .deviceFailure,
    ]
    return shortages.contains(self)
  }

  /// The hint for an input that cannot be read.
  var readingHint: String? {
    switch self {
    case .tooManyFiles: Diagnostic.openFilesHint
    case .tooManyFilesInAll: "the machine has too many files open; end other programs"
    case .noMemory: Diagnostic.memoryHint
    case .fileTooLarge: "raise the limit for the size of files: ulimit -f"
    case .deviceFailure: "the disk or its connection fails; the system's log says more"
    default: nil
    }
  }

  /// The hint for an output that cannot be written; `nil` if the error is enough.
  func hint(ofWriting purpose: WritingPurpose) -> String? {
    let isFrame = purpose == .frame
    switch self {
    case .noSpace:
      return "free space on the disk\(isFrame ? " and continue with --existing keep" : ""), "
        + "or choose another with -o; df and df -i show what is full"
    case .overQuota:
      return "your share of the disk is full: remove files, or choose another disk with -o"
    case .readOnly: return "what is there is read-only; choose another place with -o"
    case .noPermission: return "you may not write there; choose another place with -o"
    case .tooManyFiles:
      return Diagnostic.openFilesHint + (isFrame ? ", or use fewer --jobs" : "")
    case .notFound where purpose == .newFile: return "create the folder first, or choose another"
    case .notFound where purpose != .folder: return "the folder was removed or renamed meanwhile"
    case .isDirectory where isFrame: return "a folder has the name of a frame: move it away"
    case .notFolder where isFrame: return "the folder was replaced by a file meanwhile"
    default: return readingHint
    }
  }
}
