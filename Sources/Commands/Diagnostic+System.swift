// SPDX-License-Identifier: MIT
// Hints for what the system refuses or breaks off.
internal import Platform

extension Diagnostic {
  /// The end that a signal has asked for, and how to go on where frames are left to go on with.
  static func interruption(hint: String? = nil) -> Diagnostic {
    Diagnostic(
      "interrupted" + (hint == nil ? "" : "; every frame that is there is whole"), hint: hint,
      status: Interruption.signal.map(ExitStatus.init(signal:)) ?? .internalError)
  }

  /// The end of a recording, of which all rows up to the signal were handed out.
  static func interruption(keeping rowCount: Int, _ path: String) -> Diagnostic {
    guard path != "-" else { return interruption() }
    let end = interruption()
    let diagnostic = Diagnostic(
      "\(end.message); \(path) has every row up to here, \(rowCount) in all", status: end.status)
    Interruption.setExitMessage(diagnostic.text)
    return diagnostic
  }

  /// The hint where memory is short.
  static let memoryHint = "raise the limit of memory, ulimit -v or that of the container"

  /// The hint where too few files may be open.
  static let openFilesHint = "raise the number of open files: ulimit -n"
}

/// What is being written when the system refuses.
enum WritingPurpose {
  /// The first look at the folder of the frames.
  case folder
  /// A frame, after others.
  case frame
  /// The data of a command, before there is any.
  case newFile
  /// The data of a command.
  case file
}

extension SystemError {
  /// Whether something has run out or broken down: the fault lies neither in what was asked for nor
  /// in the input.
  var isShortage: Bool {
    let shortages: [SystemError] = [
      .noSpace, .overQuota, .tooManyFiles, .tooManyFilesInAll, .noMemory, .deviceFailure,
    ]
    return shortages.contains(self)
  }

  /// What to do where an input cannot be read.
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

  /// What to do where an output cannot be written; `nil` where the error says all there is.
  func hint(ofWriting purpose: WritingPurpose) -> String? {
    let isFrame = purpose == .frame
    switch self {
    case .noSpace:
      return "make room on the disk\(isFrame ? " and go on with --resume" : ""), "
        + "or choose another with -o; df and df -i show what is full"
    case .overQuota:
      return "your share of the disk is full: remove files, or choose another disk with -o"
    case .readOnly: return "what is there is read-only; choose another place with -o"
    case .noPermission: return "you may not write there; choose another place with -o"
    case .tooManyFiles:
      return Diagnostic.openFilesHint + (isFrame ? ", or use fewer --jobs" : "")
    case .notFound where purpose == .newFile: return "make the folder first, or choose another"
    case .notFound where purpose != .folder: return "the folder was removed or renamed meanwhile"
    case .isDirectory where isFrame: return "a folder has the name of a frame: move it away"
    case .notFolder where isFrame: return "the folder was replaced by a file meanwhile"
    default: return readingHint
    }
  }
}
