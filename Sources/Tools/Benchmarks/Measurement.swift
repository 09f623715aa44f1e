// SPDX-License-Identifier: MIT

/// What was measured several times over, in seconds unless its owner says otherwise.
struct Sample: Sendable {
  /// From the least to the greatest; not empty.
  private let values: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty)
    self.values = values.sorted()
  }

  /// The middle value, or the mean of the two in the middle.
  var median: Double {
    (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }

  var least: Double { values[0] }
  var greatest: Double { values[values.count - 1] }
  var count: Int { values.count }
}

/// Two pieces of work that were measured in one run, in turns.
struct Comparison: Sendable {
  let baseline, ours: Sample
}

/// Measures two pieces of work in turns, A B A B…, after each was done once to warm up.
///
/// What slows the machine down for a while so slows both down. Each gives its own time in seconds,
/// so that making ready and cleaning up do not count.
func inTurns(
  runs: Int, baseline: () async throws -> Double, ours: () async throws -> Double
) async throws -> Comparison {
  var (first, second): ([Double], [Double]) = ([], [])
  for run in 0...runs {
    try Interrupt.check()
    let one = try await baseline()
    try Interrupt.check()
    let other = try await ours()
    guard run > 0 else { continue }
    first.append(one)
    second.append(other)
  }
  return Comparison(baseline: Sample(first), ours: Sample(second))
}

/// How long `work` takes, in seconds.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await work()
  return (clock.now - start) / .seconds(1)
}

/// Why a benchmark could not be run; slowness is not a failure.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
