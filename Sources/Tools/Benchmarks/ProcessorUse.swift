// SPDX-License-Identifier: MIT
internal import Glibc

/// The time of processors that the children of this process have taken.
enum ProcessorUse {
  /// Adds what a piece of work takes to `uses`, and gives what it gives.
  static func measured(
    _ uses: inout [Double], _ work: () async throws -> Double
  ) async throws -> Double {
    let before = seconds
    let result = try await work()
    uses.append(seconds - before)
    return result
  }

  /// The time of processors that two pieces of work take, in turns.
  static func inTurns(
    runs: Int, baseline: () async throws -> Void, ours: () async throws -> Void
  ) async throws -> Comparison {
    var (first, second): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      try Interrupt.check()
      _ = try await measured(&first) { try await Benchmarks.seconds(baseline) }
      try Interrupt.check()
      _ = try await measured(&second) { try await Benchmarks.seconds(ours) }
    }
    return Comparison(baseline: Sample(first), ours: Sample(second))
  }

  private static var seconds: Double {
    var usage = rusage()
    _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
