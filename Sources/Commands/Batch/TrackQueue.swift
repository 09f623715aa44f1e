// SPDX-License-Identifier: MIT
internal import Platform
internal import Synchronization

/// The tracks of a batch: each is a command that runs on a thread, with messages of its own.
struct TrackQueue {
  /// A track and its output.
  struct Job: Sendable {
    let input, output: String

    /// The bytes of the input, if it is a file.
    var size: Int {
      get throws(SystemError) {
        guard let file = try FileDescriptor.readingRegular(input) else { return 0 }
        return try file.status().size
      }
    }
  }

  private let jobs: [Job]
  private let work: TrackWork
  private let report: ReportOptions
  private let command: @Sendable (Job) throws(Diagnostic) -> any Command

  init(
    _ jobs: [Job], _ work: TrackWork, _ report: ReportOptions,
    command: @escaping @Sendable (Job) throws(Diagnostic) -> any Command
  ) {
    (self.jobs, self.work, self.report, self.command) = (jobs, work, report, command)
  }

  /// Runs all of them, `slots` at a time; returns the errors, in the order of the tracks.
  ///
  /// - Throws: when a signal has requested the end, after all runs have ended.
  func run(_ slots: Int) throws(Diagnostic) -> [Diagnostic] {
    let progress = Progress(
      Progress.Stage(noun: "tracks", total: jobs.count, microseconds: 0), report, work: work)
    let next = Atomic<Int>(0)
    let failures = Mutex<[(index: Int, error: Diagnostic)]>([])
    let isOver = Atomic<Bool>(false)
    let work: @Sendable () -> Void = {
      while Interruption.signal == nil {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < jobs.count else { return }
        let part = TrackWork.Part(work: self.work, index: index)
        let (remarks, error) = Progress.$track.withValue(part) { messages(of: jobs[index]) }
        part.end()
        // The batch reports the interruption itself.
        if Interruption.signal != nil, error != nil { return }
        failures.withLock { failures in
          progress.makeRoom()
          StandardError.write(remarks)
          if let error {
            failures.append((index, error))
          } else {
            report.note("\(jobs[index].input): \(jobs[index].output)")
          }
          progress.advance()
        }
      }
    }
    // The time left goes on while no track ends.
    let clock: @Sendable () -> Void = {
      while !isOver.load(ordering: .relaxed), Interruption.signal == nil {
        _ = try? FileDescriptor.waitForAny([], milliseconds: 100)
        progress.advance(by: 0)
      }
    }
    do throws(SystemError) {
      try Threads.run(beside: clock) {
        Threads.run(slots, work)
        isOver.store(true, ordering: .relaxed)
      }
    } catch { Threads.run(slots, work) }
    progress.finish()
    guard Interruption.signal == nil else { throw .interruption() }
    return failures.withLock(\.self).sorted { $0.index < $1.index }.map(\.error)
  }

  /// Runs the command of a track; returns its messages and its error.
  private func messages(of job: Job) -> (remarks: String, error: Diagnostic?) {
    let fault: @Sendable (SystemError) -> Diagnostic = { error in
      Diagnostic(
        "\(job.input): there is no room for its messages: \(error)", hint: error.readingHint,
        status: .ioError)
    }
    do throws(SystemError) {
      let nothing = try FileDescriptor.reading("/dev/null")
      let file = try TemporaryFile.inMemory()
      let streams = StandardStreams(
        input: nothing.rawValue, output: 1, errors: file.rawValue)
      let isJSON = StandardError.isJSON
      let error = streams.use { () -> Diagnostic? in
        StandardError.isJSON = isJSON
        do throws(Diagnostic) {
          try command(job).run()
          return nil
        } catch { return error }
      }
      let remarks = try file.bytes(at: 0, count: 1 << 20)
      return (String(decoding: remarks, as: UTF8.self), error)
    } catch { return ("", fault(error)) }
  }
}
