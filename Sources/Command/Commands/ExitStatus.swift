// SPDX-License-Identifier: MIT
internal import Arguments

/// The exit statuses, following the BSD convention `sysexits.h`.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case usage = 64
  case badData = 65
  case noInput = 66
  case helperAbsent = 69
  case internalError = 70
  case cannotCreate = 73
  case ioError = 74
  case unfinished = 75
  case hangup = 129
  case interrupt = 130
  case alarm = 142
  case terminated = 143

  /// Its meaning, for the manual.
  var meaning: String {
    switch self {
    case .success:
      "Success. A track without samples is not an error. The first input that fails sets the status."
    case .usage: "The command line is wrong."
    case .badData:
      "The audio is damaged or unknown, the constants or the logo are not usable, the parts of a film are "
        + "damaged or not all of one film, or verify found damaged or foreign frames."
    case .noInput: "An input is missing or cannot be read."
    case .helperAbsent:
      "The input or the film needs ffmpeg, which was not found, cannot be started or lacks a codec; or watch "
        + "needs a player or a screen."
    case .internalError:
      "An internal error of this program, or an error of ffmpeg while it made a film."
    case .cannotCreate: "An output cannot be created, or exists already."
    case .ioError: "Reading or writing failed; the disk may be full."
    case .unfinished:
      "verify: some frames are not rendered or not compared yet, which render --existing keep does. render: another "
        + "run is writing these frames."
    case .hangup: "Ended by SIGHUP, after cleaning up."
    case .interrupt: "Ended by SIGINT (Ctrl-C), after cleaning up."
    case .alarm: "Ended by SIGALRM, a timer that its caller set, after cleaning up."
    case .terminated: "Ended by SIGTERM, after cleaning up."
    }
  }

  /// `Exit status: 0 success, …`, for the help of a command with these statuses.
  static func line(_ others: [ExitStatus]) -> String {
    "Exit status: "
      + ([.success] + others).map { "\($0.rawValue)\u{A0}\($0.brief)" }.joined(separator: ", ")
      + "."
  }

  /// Its meaning in a few words.
  private var brief: String {
    switch self {
    case .success: "success"
    case .usage: "wrong command line"
    case .badData: "damaged or unusable input"
    case .noInput: "no such input"
    case .helperAbsent: "ffmpeg is needed"
    case .internalError: "an internal error"
    case .cannotCreate: "output exists or cannot be made"
    case .ioError: "disk or memory failed"
    case .unfinished: "frames not rendered yet"
    case .hangup, .alarm, .terminated: "ended by a signal"
    case .interrupt: "interrupted"
    }
  }

  /// All of them, for help and the manual.
  static var rows: [HelpRow] { allCases.map { HelpRow("\($0.rawValue)", $0.meaning) } }

  /// Whether a signal ended the run.
  var isInterruption: Bool { rawValue > 128 }

  /// The status after a signal that requests the end.
  init(signal: Int32) { self = ExitStatus(rawValue: 128 + signal) ?? .terminated }
}
