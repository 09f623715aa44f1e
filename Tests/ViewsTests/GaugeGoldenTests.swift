// SPDX-License-Identifier: MIT
import Rendering
import TestSupport
import Testing
import Views

@Suite struct GaugeGoldenTests {
  private func document(_ run: GaugeRun, _ view: any Figure<GaugeOptions>, tick: Int) throws
    -> [UInt8]
  {
    let scene = try #require(run.scenes(view, through: tick).last)
    var renderer = SVGFrameRenderer()
    var bytes: [UInt8] = []
    renderer.render(scene, into: &bytes)
    return bytes
  }

  @Test func `the studio's gauges are the kept ones`() throws {
    let run = try GaugeRun("studio")
    let view = try run.view(levels: [((-4.2, -17.3), (0.3, -14.1))])
    try Goldens.check(document(run, view, tick: 0), "svg/gauge-studio.svg")
  }

  @Test func `the tutorial's gauge is the kept one`() throws {
    let run = try GaugeRun("tutorial")
    let view = try run.view(figures: [-32, -8])
    try Goldens.check(document(run, view, tick: 14), "svg/gauge-tutorial.svg")
  }
}
