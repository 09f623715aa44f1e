// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing

/// Random scenes of items of every kind: our pixels against librsvg's of our SVG.
///
/// Images are left out, which librsvg scales in a way of its own; so are gradients that change at
/// once, where a pixel may lie on either side, and circles narrower than the pen, in whose middle
/// it leaves holes.
@Suite(.enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"))
struct ItemAgreementTests {
  @Test(arguments: TestRun.seeds(1...10))
  func `random scenes have librsvg's pixels, but for few and by little`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let canvas = try #require(
      Canvas(
        width: 320, height: 240, shortSideInPoints: random.pick([240, 120, 67])))
    var items = RandomItems(seed: seed, on: canvas, allowsSteps: false)
    var scene = Scene(canvas: canvas, background: random.pick([.white, .none]))
    while scene.items.count < 6 {
      let item = items.item()
      if case .image = item.shape { continue }
      scene.items.append(item)
    }
    try expectAgreement(scene, "seed \(seed)")
  }

  private func expectAgreement(_ scene: Scene, _ name: String) throws {
    let png = Picture.png(scene)
    let result = try Tool.rsvgConvert.run(["@"], on: Picture.svg(scene))
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let (ours, theirs) = (try Picture.decoded(png), try Picture.decoded(result.output))
    let difference = Difference(ours, theirs, notingAbove: 16)
    let agrees = difference.share(above: 16) <= 0.001 && difference.largest <= 64
    #expect(agrees, "\(name): \(difference)")
    if !agrees, let folder = ProcessInfo.processInfo.environment["AGREEMENT_REPORT"] {
      let base = "\(folder)/\(name.replacing(" ", with: "-"))"
      try Data(png).write(to: URL(filePath: "\(base)-ours.png"))
      try Data(result.output).write(to: URL(filePath: "\(base)-theirs.png"))
      try Data(Picture.svg(scene)).write(to: URL(filePath: "\(base).svg"))
      try difference.places.joined(separator: "\n").write(
        to: URL(filePath: "\(base).txt"), atomically: true, encoding: .utf8)
    }
  }
}
