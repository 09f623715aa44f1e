// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Rendering
import TestSupport
import Testing
import Views

/// Our pixels against librsvg's of our SVG of the same scene.
///
/// No logo here is a sixteenth of its file's size or less: there librsvg takes a few of the file's
/// pixels, while ours is the mean of all.
@Suite(.enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert is not installed"))
struct AgreementTests {
  /// A picture to compare.
  struct Case: Sendable, CustomTestStringConvertible {
    var size = (333, 257)
    var ticks = [200]
    var look = "line"
    var stroke = "black"
    var background = "#eeff00"
    var lineWidth = 0.5
    var logoWidth: Double?
    var spokes = true

    var testDescription: String {
      let logo = logoWidth.map { ", logo \($0)" } ?? ""
      return "\(look) \(size.0)x\(size.1), \(stroke) \(lineWidth) on \(background)\(logo), \(ticks)"
    }
  }

  static let cases = [
    Case(size: (320, 180), ticks: [1, 90, 359, 360, 361]),
    Case(size: (1334, 750), ticks: [360, 361], look: "tutorial"),
    Case(size: (1920, 1080), ticks: [90]),
    Case(ticks: [1, 90, 360], stroke: "red,#00f,seagreen,#888"),
    Case(ticks: [90], stroke: "#f008,#00f8,#0808,#0008", lineWidth: 3),
    Case(ticks: [90], stroke: "#00000080", background: "none", lineWidth: 2),
    Case(ticks: [359], background: "none"),
    Case(ticks: [90], stroke: "red,#00f8,lime,#0004", background: "#ff008080", lineWidth: 1),
    Case(size: (640, 480), ticks: [200], background: "#eeff0080", lineWidth: 0.25),
    Case(size: (640, 480), ticks: [200], lineWidth: 1.5),
    Case(size: (320, 240), ticks: [200], stroke: "#00408080", background: "white", lineWidth: 6),
    Case(size: (320, 240), ticks: [90], stroke: "crimson", background: "white", lineWidth: 12),
    Case(size: (257, 333), ticks: [180], lineWidth: 4, spokes: false),
    Case(ticks: [100], logoWidth: 100),
    Case(size: (960, 540), ticks: [20], logoWidth: 100),
    Case(size: (1334, 750), ticks: [20], look: "tutorial", logoWidth: 100),
    Case(size: (640, 480), ticks: [20], background: "none", logoWidth: 300),
    Case(size: (1600, 900), ticks: [2], background: "none", logoWidth: 400),
    Case(size: (320, 180), ticks: [90], stroke: "#f008,#00f8,#0808,#0008", logoWidth: 78),
  ]

  @Test(arguments: cases)
  func `the pixels are librsvg's, but for few and by little`(picture: Case) throws {
    for (index, scene) in try scenes(picture).enumerated() {
      let png = Picture.png(scene)
      let result = try Tool.rsvgConvert.run(["@"], on: Picture.svg(scene))
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      let (ours, theirs) = (try Picture.decoded(png), try Picture.decoded(result.output))
      let difference = Difference(ours, theirs, notingAbove: 16)
      if let path = ProcessInfo.processInfo.environment["AGREEMENT_REPORT"] {
        try report("\(picture.testDescription) [\(index)]: \(difference)\n", to: path)
      }
      let agrees = difference.share(above: 16) <= 0.001 && difference.largest <= 64
      #expect(agrees, "after \(picture.ticks[index]) ticks: \(difference)")
      if !agrees {
        let name = "tick-\(picture.ticks[index]).png"
        try Golden.record(difference, theirs, ours, png, name, #_sourceLocation)
      }
    }
  }

  private func scenes(_ picture: Case) throws -> [Scene] {
    var options = RadialOptions.curves
    let look = try #require(RadialView.looks.first { $0.name == picture.look })
    var settings = PictureSettings()
    look.apply(&settings, &options)
    options.set("stroke", to: picture.stroke)
    options.set("pen", to: "\(picture.lineWidth)")
    options.set("spokes", to: picture.spokes ? "1" : "0")
    if let width = picture.logoWidth { options.set("logo-width", to: "\(width)") }
    let background = try #require(Color(parsing: picture.background))
    return try Picture.radial(
      options, size: picture.size, background: background,
      logo: picture.logoWidth == nil ? nil : try Picture.logo(), afterTicks: picture.ticks)
  }

  private func report(_ line: String, to path: String) throws {
    let url = URL(filePath: path)
    if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: Data(line.utf8))
    try file.close()
  }
}
