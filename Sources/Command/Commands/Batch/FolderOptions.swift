// SPDX-License-Identifier: MIT
internal import Arguments
internal import Text

/// How folders among the inputs are searched, and what becomes of files that cannot be read.
struct FolderOptions {
  var isRecursive = false
  var skipsUnreadable = false

  static let table: [Option<FolderOptions>] = [
    .flag(
      "recursive", into: \.isRecursive, affects: .nothing,
      help: "Include the audio files in subfolders."),
    .flag(
      "skip-unreadable", into: \.skipsUnreadable, affects: .nothing,
      help:
        "End with 0 even if some inputs are missing, damaged or not audio; they are left out and "
        + "listed all the same."),
  ]

  /// Lists the inputs that were left out, and ends the run with the status of the first of them, unless
  /// unreadable ones may be skipped.
  func tell(_ faults: [Diagnostic], of count: Int, _ report: ReportOptions) throws(Diagnostic) {
    guard let first = faults.first else { return }
    for fault in faults { report.warn("\(fault.message); left out") }
    let sum = "\(faults.count) of \(counted(count, "input")) left out"
    guard skips(faults) else { throw Diagnostic(sum, status: first.status) }
    report.warn(sum)
  }

  /// Whether these errors are all of inputs that may be skipped.
  func skips(_ faults: [Diagnostic]) -> Bool {
    skipsUnreadable && faults.allSatisfy { [.badData, .noInput].contains($0.status) }
  }
}

extension Diagnostic {
  /// The error of a run none of whose inputs can be read: that of the only one, or of all of them, each
  /// of which is listed.
  static func nothingRead(_ faults: [Diagnostic], _ report: ReportOptions) -> Diagnostic {
    guard faults.count != 1 else { return faults[0] }
    for fault in faults { report.warn(fault.message) }
    return Diagnostic(
      "\(faults.count) of \(faults.count) inputs left out: nothing could be read",
      status: faults[0].status)
  }
}
