// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform
internal import Text
internal import Views
internal import Writing

/// What each track of a batch gets from it.
struct BatchTrack {
  let input, output: String
  /// The scale of all tracks, if they have a common one.
  var scale: LevelScale?
  /// How many frames to draw at a time.
  var jobs: JobCount?
  var report: ReportOptions
}

/// How many tracks are made at a time, and how many frames of each: together no more than there are
/// processors.
struct BatchShare: Hashable {
  let tracks: Int
  let jobs: JobCount

  /// The share of the processors, of tracks that are made at a time if there are enough.
  init(of processors: Int, tracks: Int) {
    self.tracks = min(tracks, processors)
    jobs = JobCount(min(processors / self.tracks, 1024))
  }
}

/// A command for several tracks: a command of its own for each, so that a failure of one does not
/// affect the others.
struct BatchCommand<Single: Command>: Command {
  let inputs: [String]
  let options: BatchOptions
  let spec: BatchSpec
  let output: BatchOutput
  let existing: ExistingOutput
  let report: ReportOptions
  /// The user's limit of tracks at a time.
  let trackLimit: Int?
  let line: Line
  /// The common scale of these inputs, if they get one.
  var commonScale: (@Sendable ([String]) throws(Diagnostic) -> LevelScale?)?
  /// The options without an effect: the batch warns of them, not the command of each track.
  var ignored: [IgnoredOption] = []
  /// The command of a track.
  let single: @Sendable (BatchTrack) throws(Diagnostic) -> Single

  static var name: String { Single.name }

  static var summary: String { Single.summary }

  static var description: CommandDescription { Single.description }

  static func read(_ words: GivenWords) throws(Diagnostic) -> Invocation {
    try Single.read(words)
  }

  var meaning: any Sendable { line.arguments }

  func run() throws(Diagnostic) {
    let goingOn =
      continuation.map { "to continue: \($0)" } ?? "to continue, run the same command again"
    report.setExitMessage(
      Diagnostic(
        "interrupted; all outputs so far are complete", hint: goingOn, status: .interrupt))
    let start = ContinuousClock.now
    var jobs = try jobs()
    let whole = jobs
    if existing == .keep, !spec.goesOn { jobs.removeAll { output.exists(at: $0.output) } }
    guard !jobs.isEmpty else {
      if let list = spec.index, let folder = outputFolder, !Folder.hasEntry(list.path(in: folder)) {
        try list.write(whole, in: folder)
      }
      report.note("\(counted(whole.count, "track")), all of which exist already")
      return
    }
    // Find errors in the options before the work.
    _ = try single(BatchTrack(input: jobs[0].input, output: jobs[0].output, report: report))
    let scale = try commonScale?(jobs.map(\.input))
    let made = try BatchCommand.makeFolders(of: jobs)
    defer { for folders in made.reversed() { Folder.removeEmpty(folders) } }
    let share = BatchShare(
      of: Machine.processorCount, tracks: min(jobs.count, spec.maxTracks, trackLimit ?? .max))
    // Of whole tracks the longer ones take longer.
    let areWhole = line.given.isDisjoint(with: ["duration", "frames", "at", "shard"])
    let weights = jobs.map { areWhole ? (try? $0.size) ?? 0 : 1 }
    let work = TrackWork(weights: weights, draws: spec.draws)
    let queue = TrackQueue(jobs: jobs, work: work, report: report) {
      (job, report) throws(Diagnostic) in
      try single(
        BatchTrack(
          input: job.input, output: job.output, scale: scale, jobs: share.jobs, report: report)
      ).run()
    }
    let failures = try queue.run(share.tracks)
    if let index = spec.index, let folder = outputFolder {
      let pages = whole.filter { output.exists(at: $0.output) }
      if !pages.isEmpty { try index.write(pages, in: folder) }
    }
    guard let first = failures.first else {
      let skipped = whole.count - jobs.count
      let seconds = Double(start.duration(to: .now) / .milliseconds(100)).rounded(.down) / 10
      report.note(
        "\(counted(jobs.count, "track")) in \(options.folder ?? "")"
          + (skipped > 0 ? ", \(skipped) existed already" : "") + ", \(seconds) s")
      return
    }
    for failure in failures { report.write(report.lines(of: failure)) }
    let others = jobs.count - failures.count
    let sum =
      "\(failures.count) of \(counted(jobs.count, "track")) failed"
      + (others > 0 ? ", the other \(others == 1 ? "one is" : "\(others) are") done" : "")
    guard others > 0, options.folders.skips(failures) else {
      throw Diagnostic(sum, hint: goingOn, status: first.status)
    }
    report.warn(sum)
  }

  /// The command line that makes the missing outputs; `nil` if it cannot be typed.
  ///
  /// If outputs are to be replaced, it is the same line again: old and new ones look the
  /// same.
  private var continuation: String? {
    guard existing != .replace else { return ProgramText.line([Single.name] + line.arguments) }
    return ProgramText.line(
      [Single.name, "--existing", "keep"] + line.arguments(without: ["existing"]))
  }

  /// The folder of the outputs, without slashes at the end.
  private var outputFolder: String? {
    guard var folder = options.folder else { return nil }
    while folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder
  }

  /// The tracks and their outputs, with no conflicts among these or with existing files.
  private func jobs() throws(Diagnostic) -> [TrackQueue.Job] {
    guard let folder = outputFolder else { return [] }
    let list = try InputList(inputs, recursive: options.folders.isRecursive)
    if let remark = list.remark { report.note(remark) }
    let jobs = list.tracks.map { track in
      TrackQueue.Job(input: track.path, output: output.path("\(folder)/\(track.name)"))
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
    let index = spec.index?.path(in: folder)
    if let job = jobs.first(where: { $0.output == index }) {
      throw Diagnostic(
        "\(job.input) would become \(job.output), which is the list of all",
        hint: "rename it, or run it separately", status: .cannotCreate)
    }
    guard existing == .fail else { return jobs }
    let present =
      jobs.map(\.output).filter { output.exists(at: $0) }
      + [index].compactMap(\.self).filter(Folder.hasEntry)
    guard let first = present.first else { return jobs }
    throw Diagnostic(
      present.count == 1
        ? "\(first): exists already"
        : "\(first): this and \(counted(present.count - 1, "other output")) exist already",
      hint:
        "use --overwrite to replace them, or --existing keep to make the others",
      status: .cannotCreate)
  }

  /// Creates the folders for the outputs; returns those that were created.
  private static func makeFolders(of jobs: [TrackQueue.Job]) throws(Diagnostic) -> [[String]] {
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
}
