// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// The tracks waiting for their run of this program, and those running.
struct TrackQueue {
  /// A track with its command line.
  struct Track {
    let input, output: String
    /// The arguments after the program's own name.
    let line: [String]
  }

  private let tracks: [Track]
  private let report: ReportOptions
  private let progress: Progress
  private var running: [TrackRun] = []
  private var next = 0
  private var failures: [(index: Int, diagnostic: Diagnostic)] = []

  init(_ tracks: [Track], _ report: ReportOptions) {
    self.tracks = tracks
    self.report = report
    progress = Progress(
      Progress.Stage(noun: "tracks", total: tracks.count, microseconds: 0), report)
  }

  /// Runs all of them, `slots` at a time; returns the errors, in the order of the tracks.
  ///
  /// - Throws: when a signal has requested the end, after all runs have ended.
  mutating func run(_ slots: Int) throws(Diagnostic) -> [Diagnostic] {
    defer { progress.finish() }
    var isEnding = false
    while true {
      while Interruption.signal == nil, running.count < slots, next < tracks.count { begin() }
      if running.isEmpty { break }
      if Interruption.signal != nil, !isEnding {
        isEnding = true
        // The runs end by force one second after the signal.
        Interruption.extendGrace(to: 2 * Interruption.grace + 1)
        for run in running { run.process.terminate() }
      }
      let wanted = running.map { ($0.messages.rawValue, FileDescriptor.Purpose.reading) }
      guard let ready = try? FileDescriptor.waitForAny(wanted, milliseconds: 100) else { continue }
      for (run, isReady) in zip(running, ready) where isReady && run.readHasEnded() { end(run) }
      progress.advance(by: 0)
    }
    guard Interruption.signal == nil else { throw .interruption() }
    return failures.sorted { $0.index < $1.index }.map(\.diagnostic)
  }

  private mutating func begin() {
    let track = tracks[next]
    do throws(SystemError) { running.append(try TrackRun(next, track.line)) } catch {
      let fault = Diagnostic(
        "\(track.input): the program cannot be started for it: \(error)", hint: error.readingHint,
        status: .ioError)
      failures.append((next, fault))
      progress.advance()
    }
    next += 1
  }

  /// Handles the end of a run.
  private mutating func end(_ run: TrackRun) {
    running.removeAll { $0 === run }
    let track = tracks[run.index]
    let ending = run.wait()
    // The runs' own messages about the interruption are dropped: this process reports it.
    if Interruption.signal != nil, ending != .exited(0) { return }
    let report = TrackReport(run.text)
    progress.makeRoom()
    StandardError.write(report.remarks)
    if ending == .exited(0) {
      self.report.note("\(track.input): \(track.output)")
    } else {
      failures.append((run.index, report.diagnostic(ending, track.input)))
    }
    progress.advance()
  }
}

/// A run of this program for one track.
///
/// A class because its contents cannot be copied, but arrays copy.
private final class TrackRun {
  /// The index of the track.
  let index: Int
  private(set) var process: Subprocess
  let messages: FileDescriptor
  private(set) var text: [UInt8] = []

  init(_ index: Int, _ line: [String]) throws(SystemError) {
    self.index = index
    let pipe = try Pipe()
    let nothing = try FileDescriptor.reading("/dev/null")
    // The standard output of such a run is for the user.
    process = try Subprocess(
      Machine.program, arguments: line, input: nothing, output: .duplicating(1),
      errors: pipe.writer)
    messages = pipe.intoReader()
  }

  /// Reads the messages of the run; returns whether it has ended.
  func readHasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var span = bytes.mutableSpan
    guard let count = try? messages.read(into: &span), count > 0 else { return true }
    text += bytes.prefix(count)
    return false
  }

  /// Waits for the end.
  func wait() -> Subprocess.Ending { (try? process.wait()) ?? .exited(-1) }
}

/// The messages of a run on standard error.
private struct TrackReport {
  /// All whole lines but the error.
  private(set) var remarks = ""
  private var message: String?
  private var hint: String?

  init(_ text: [UInt8]) {
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      if let rest = line.rest(after: "\(ProgramText.name): error: ") {
        message = rest
      } else if message != nil, hint == nil, let rest = line.rest(after: "hint: ") {
        hint = rest
      } else {
        remarks += line + "\n"
      }
    }
  }

  /// The error.
  func diagnostic(_ ending: Subprocess.Ending, _ input: String) -> Diagnostic {
    switch ending {
    case .killed(let signal):
      Diagnostic(
        "\(input): its run was killed by signal \(signal)",
        hint: "the system may have run out of memory: try --jobs 1",
        status: .internalError)
    case .exited(let status):
      Diagnostic(
        message ?? "\(input): its run ended with status \(status)", hint: hint,
        status: ExitStatus(rawValue: status) ?? .internalError)
    }
  }
}

extension Substring {
  fileprivate func rest(after start: String) -> String? {
    utf8.starts(with: start.utf8) ? String(utf8.dropFirst(start.utf8.count)) : nil
  }
}
