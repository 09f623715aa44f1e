// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform
internal import Text

/// A command for several tracks: it starts this program once for each, so that the tracks share
/// nothing and a failure of one does not affect the others.
struct BatchCommand<Single: Command>: Command {
  let inputs: [String]
  let options: BatchOptions
  let outline: BatchOutline
  let report: ReportOptions
  /// The user's limit of tracks at a time.
  let trackLimit: Int?
  let words: CommandWords
  let arguments: [String]
  /// Reads the tracks and returns the options that give them a common scale; `nil` if not
  /// requested.
  let oneScale: Scale?
  /// The options without an effect: this process warns of them, not one for each track.
  var ignored: [IgnoredOption] = []

  typealias Scale = @Sendable (_ inputs: [String]) throws(Diagnostic) -> [String]

  static var name: String { Single.name }

  static var summary: String { Single.summary }

  static var description: CommandDescription { Single.description }

  static func description(for arguments: [String]) -> CommandDescription {
    Single.description(for: arguments)
  }

  static func read(_ arguments: [String]) throws(Diagnostic) -> Invocation {
    try Single.read(arguments)
  }

  var meaning: any Sendable { arguments }

  /// A track and its output.
  private typealias Job = (input: String, output: String)

  func run() throws {
    let name = Single.name
    let again = outline.line(name, arguments, of: Single.description(for: arguments))
    let goingOn = again.map { "to continue: \($0)" } ?? "to continue, run the same command again"
    Interruption.setExitMessage(
      Diagnostic(
        "interrupted; all outputs so far are complete", hint: goingOn, status: .interrupt
      ).text)
    let start = ContinuousClock.now
    var jobs = try jobs()
    let all = jobs.count
    if options.skipsExisting { jobs.removeAll { outline.isThere($0.output, words) } }
    guard !jobs.isEmpty else {
      report.note("\(counted(all, "track")), all of which exist already")
      return
    }
    try checkLine(of: jobs[0], name)
    let extra = try oneScale?(jobs.map(\.input)) ?? []
    let made = try BatchCommand.makeFolders(of: jobs)
    defer { for folders in made.reversed() { Folder.removeEmpty(folders) } }
    let slots = min(trackLimit ?? .max, Machine.processorCount, outline.mostTracks, jobs.count)
    let ownWords =
      kept + extra
      + (outline.hasJobs ? ["--jobs=\(max(Machine.processorCount / slots, 1))"] : [])
    var queue = TrackQueue(
      jobs.map { job in
        TrackQueue.Track(
          input: job.input, output: job.output,
          line: [name] + ownWords
            + ["--output=\(job.output)", "--progress=none", "--", job.input])
      }, report)
    let failures = try queue.run(slots)
    guard let first = failures.first else {
      let skipped = all - jobs.count
      let seconds = Double(start.duration(to: .now) / .milliseconds(100)).rounded(.down) / 10
      report.note(
        "\(counted(jobs.count, "track")) in \(options.folder ?? "")"
          + (skipped > 0 ? ", \(skipped) existed already" : "") + ", \(seconds) s")
      return
    }
    for failure in failures { StandardError.write(failure.text) }
    let others = jobs.count - failures.count
    throw Diagnostic(
      "\(failures.count) of \(counted(jobs.count, "track")) failed"
        + (others > 0 ? ", the other \(others == 1 ? "one is" : "\(others) are") done" : ""),
      hint: goingOn, status: first.status)
  }

  /// The options for the runs of single tracks.
  private var kept: [String] {
    var own: Set = [
      "output-dir", "recursive", "one-scale", "skip-existing", "jobs", "progress", "quiet",
    ]
    own.formUnion(ignored.map(\.name))
    return words.options(without: oneScale == nil ? own : own.union(["scale-of"]))
  }

  /// The tracks and their outputs, with no conflicts among these or with existing files.
  private func jobs() throws(Diagnostic) -> [Job] {
    guard var folder = options.folder else { return [] }
    while folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    let tracks = try InputList(inputs, recursive: options.folders.isRecursive).tracks
    let jobs = tracks.map { track in
      Job(input: track.path, output: outline.output("\(folder)/\(track.name)", words))
    }
    // By bytes: strings in two Unicode normal forms are equal, and the names of two files.
    var inputs: [[UInt8]: String] = [:]
    for job in jobs {
      if let other = inputs.updateValue(job.input, forKey: RawText.bytes(job.output)) {
        throw Diagnostic(
          "\(other) and \(job.input) would both become \(job.output)",
          hint: "rename one, or run it separately with another --output-dir",
          status: .cannotCreate)
      }
    }
    guard words.places(of: ["overwrite", outline.remedy]).isEmpty else { return jobs }
    let present = jobs.filter { outline.isThere($0.output, words) }
    guard let first = present.first else { return jobs }
    throw Diagnostic(
      "\(first.output): exists already"
        + (present.count > 1 ? ", and \(present.count - 1) more" : ""),
      hint: "use --overwrite to replace them, or --\(outline.remedy) to make the others",
      status: .cannotCreate)
  }

  /// Creates the folders for the outputs; returns those that were created.
  private static func makeFolders(of jobs: [Job]) throws(Diagnostic) -> [[String]] {
    var made: [[String]] = []
    for job in jobs {
      let folder = Folder.parent(of: job.output)
      guard Folder.kind(of: folder) != .directory else { continue }
      do { made.append(try Folder.make(folder)) } catch {
        for folders in made.reversed() { Folder.removeEmpty(folders) }
        throw Diagnostic(
          "\(folder): cannot be used as the output folder: \(error)",
          hint: error.hint(ofWriting: .folder),
          status: error.isShortage ? .ioError : .cannotCreate)
      }
    }
    return made
  }

  /// Finds errors in the options before any track is started.
  private func checkLine(of job: Job, _ name: String) throws(Diagnostic) {
    _ = try Single.read(kept + ["--output=\(job.output)", "--", job.input])
  }
}

extension BatchOutline {
  /// The command line that makes the missing outputs; `nil` if it cannot be typed.
  ///
  /// If outputs are to be replaced, it is the same line again: old ones cannot be told from new
  /// ones.
  fileprivate func line(
    _ name: String, _ arguments: [String], of command: CommandDescription
  ) -> String? {
    let words = CommandWords(arguments, of: command)
    guard words.places(of: ["overwrite", remedy]).isEmpty else {
      return ProgramText.line([name] + arguments)
    }
    return ProgramText.line([name, "--\(remedy)"] + arguments)
  }
}
