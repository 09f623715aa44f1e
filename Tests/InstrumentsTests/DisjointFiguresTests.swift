// SPDX-License-Identifier: MIT
import Drawing
import Instruments
import Synthesis
import TestSupport
import Testing
import Views

/// Figures that a view calls disjoint, so that they are drawn faster.
@Suite struct DisjointFiguresTests {
  @Test(arguments: ["brass", "tutorial"], [25])
  func `gears do not overlap`(look: String, tick: Int) throws {
    var run = try WheelsRun(
      look,
      [
        .init(x: 0, y: 0, radius: 100, audio: true), .init(x: 160, y: 0, radius: 60, audio: true),
        .init(x: 0, y: 135, radius: 35, audio: true), .init(x: -150, y: 0, radius: 50),
        .init(x: -12, y: -120, radius: 20, audio: true),
      ])
    (run.picture.width, run.picture.height) = (320, 240)
    run.options.fitsAll = true
    try run.scene(afterTick: tick).expectNoOverlap()
  }

  @Test(arguments: [333])
  func `waves and dials do not overlap`(tick: Int) throws {
    var run = try TonesRun("tutorial", ToneBank(tones: ToneBank.tutorial))
    (run.picture.width, run.picture.height) = (320, 240)
    try run.scene(afterTick: tick).expectNoOverlap()
  }
}
