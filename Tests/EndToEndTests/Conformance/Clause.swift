// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// A standard, and what the program is measured for.
struct Standard: Sendable {
  let name: String
  /// What is measured and how, and what is not claimed.
  let remark: String
  let clauses: [Clause]

  static let all: [Standard] = [
    .tech3341, .tech3342, .compliance, .programmeMeters, .vu, .samplePeak, .kSystem, .fullScale,
    .bands, .films, .flashes, .flac,
  ]
}

/// Something that a standard demands and that the program is measured for.
struct Clause: Sendable, CustomStringConvertible {
  /// The place in the standard.
  let place: String
  /// What is demanded, in a few words.
  let demand: String
  /// The unit of the numbers.
  let unit: String
  /// What is allowed; a bound may be infinite.
  let limits: ClosedRange<Double>
  /// The programs of others that it is measured with.
  let tools: [InstalledTool]
  /// What the program does.
  let measure: @Sendable () throws -> Double

  var description: String { "\(place): \(demand)" }

  init(
    _ place: String, _ demand: String, _ unit: String, _ limits: ClosedRange<Double>,
    with tools: [InstalledTool] = [], _ measure: @escaping @Sendable () throws -> Double
  ) {
    (self.place, self.demand) = (place, demand)
    (self.unit, self.limits, self.tools, self.measure) = (unit, limits, tools, measure)
  }

  /// Whether all that it needs is there.
  var isMeasurable: Bool { tools.allSatisfy { $0.path != nil } }

  /// The beginning of the line of the page, before what was measured.
  var head: String {
    let words =
      if limits.upperBound == .infinity {
        "at least \(Clause.text(limits.lowerBound))"
      } else if limits.lowerBound == -.infinity {
        "at most \(Clause.text(limits.upperBound))"
      } else if limits.lowerBound == limits.upperBound {
        Clause.text(limits.lowerBound)
      } else {
        "\(Clause.text(limits.lowerBound)) to \(Clause.text(limits.upperBound))"
      }
    return "| \(place) | \(demand) | \(words)\(unit.isEmpty ? "" : " \(unit)") |"
  }

  /// The line of the page for what was measured.
  func row(_ measured: Double) -> String {
    let margin = min(measured - limits.lowerBound, limits.upperBound - measured)
    return "\(head) \(Clause.text(measured)) | \(Clause.text(margin)) |"
  }

  /// A sample rate in kHz.
  static func kilohertz(_ sampleRate: Int) -> String {
    "\(String(format: "%g", Double(sampleRate) / 1000)) kHz"
  }

  /// Three decimals.
  private static func text(_ value: Double) -> String {
    String(format: "%.3f", abs(value) < 0.0005 ? 0 : value)
  }
}
