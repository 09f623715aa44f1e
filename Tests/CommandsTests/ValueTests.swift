// SPDX-License-Identifier: MIT
import Analysis
import Arguments
import Commands
import Pipeline
import Signal
import Testing

/// How values of the pipeline are written on the command line. What the commands make of them is
/// tried from outside, in EndToEndTests.
@Suite struct ValueTests {
  @Test(arguments: [
    ("60", "60"), ("30000/1001", "30000/1001"), ("50/2", "25"), ("1/3", "1/3"),
  ])
  func `a rate is read and told in lowest terms`(text: String, told: String) throws {
    #expect(try Rate(argument: text).argumentText == told)
    #expect(try Rate(argument: told) == Rate(argument: text))
  }

  @Test(arguments: [
    ("29.97", "use 30000/1001"), ("59.94", "use 60000/1001"), ("23.98", "use 24000/1001"),
    ("0", "use 1 to 1000000000"), ("1/0", "use 1 to 1000000000"), ("sixty", "30000/1001"),
    ("-60", "30000/1001"), ("60/", "30000/1001"),
  ])
  func `a rate that is none has a way out`(text: String, way: String) {
    let error = #expect(throws: ArgumentValueError.self) { try Rate(argument: text) }
    #expect(error?.hint?.contains(way) == true)
  }

  @Test(arguments: [
    ("0", "0"), ("1:30", "90"), ("1.50", "1.5"), ("00:00:00.000000001", "0.000000001"),
    ("1:00:00.25", "3600.25"),
  ])
  func `a time is told in seconds`(text: String, told: String) throws {
    #expect(try TimePosition(argument: text).argumentText == told)
    #expect(try TimePosition(argument: told) == TimePosition(argument: text))
  }

  @Test func `ballistics and normalizations are chosen by name`() throws {
    #expect(Ballistics.choices == ["tick", "avaudioplayer"])
    #expect(Normalization.choices == ["max", "p99", "p95", "p90", "p50"])
    #expect(try Ballistics(argument: "tick") == .tick)
    #expect(throws: ArgumentValueError.self) { try Ballistics(argument: "Tick") }
  }
}
