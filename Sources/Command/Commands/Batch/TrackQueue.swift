// SPDX-License-Identifier: MIT
internal import Platform
internal import Synchronization

/// The tracks of a batch, which are worked on at the same time: the messages of each are printed when
/// it is done.
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

  let jobs: [Job]
  let work: TrackWork
  let report: ReportOptions
  /// Makes the output of a track.
  let make: @Sendable (Job, ReportOptions) throws(Diagnostic) -> Void

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
        let (messages, part) = (MessageBuffer(), TrackWork.Part(work: self.work, index: index))
        var own = report
        (own.isQuiet, own.buffer, own.track) = (true, messages, part)
        var fault: Diagnostic?
        do throws(Diagnostic) { try make(jobs[index], own) } catch { fault = error }
        let error = fault
        part.end()
        // The batch reports the interruption itself.
        if Interruption.signal != nil, error != nil { return }
        failures.withLock { failures in
          progress.makeRoom()
          report.write(messages.text)
          if let error {
            failures.append((index, error))
          } else {
            let job = jobs[index]
            report.note("\(job.input): \(job.output)", output: job.output)
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
}
