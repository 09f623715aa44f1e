// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import JSON
import TestSupport
import Testing

@testable import Views

/// The page about looks, beside the tables of the language.
@Suite struct LookReferenceTests {
  private static let page =
    (try? String(contentsOfFile: Repository.path(".github/LOOKS.md"), encoding: .utf8)) ?? ""

  @Test func `the page has every name, function, domain and mark, in the words of the program`() {
    let rows =
      LookName.allCases.map { ($0.rawValue, $0.help) }
      + LookFunction.allCases.filter { $0.level == nil }.map { ($0.help.form, $0.help.meaning) }
      + LookDomain.Kind.allCases.map { ($0.rawValue, $0.help) }
      + LookMark.allCases.map { ($0.rawValue, $0.help) }
    for (word, help) in rows {
      #expect(Self.page.contains("\n| `\(word)` | \(help) |\n"), "\(word)")
    }
    for key in LookKey.allCases {
      #expect(
        Self.page.contains("`\(key.rawValue)`") || Self.page.contains("\"\(key.rawValue)\""),
        "\(key)")
    }
  }

  @Test func `the schema has every key, and every word of the language`() {
    let text = LookFile.jsonSchema.text
    let words =
      LookFile.keys + LookKey.allCases.map(\.rawValue) + LookMark.allCases.map(\.rawValue)
      + LookSide.allCases.map(\.rawValue) + LookDomain.Kind.allCases.map(\.rawValue)
      + LookFile.Camera.allCases.map(\.rawValue)
    for word in words { #expect(text.contains("\"\(word)\""), "\(word)") }
    #expect((try? JSONValue(parsing: text)) == LookFile.jsonSchema)
  }

  @Test func `the whole look on the page can be read`() throws {
    let parts = Self.page.components(separatedBy: "```json\n")
    let text = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
    let file = try LookFile(json: Array(text.utf8))
    #expect(file.name == "sunflower" && file.layerCount == 2)
  }

  @Test func `the looks of the examples can be read, and their parameters change them`() throws {
    let folder = Repository.fixture("Looks")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names.map { $0.dropLast(".json".count) } == [
        "arcs", "barcode", "bauhaus", "cells", "dots", "fireworks", "halftone", "iris",
        "kaleidoscope", "moire", "nautilus", "notes", "pond", "radar", "wood",
      ])
    for name in names {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      let file = try LookFile(json: Array(bytes))
      #expect("\(file.name).json" == name && !file.summary.isEmpty)
      let usual = try Self.scene(file, [])
      #expect(!usual.items.isEmpty)
      for parameter in file.parameters {
        let values =
          if case .number = parameter.usual {
            ["\(parameter.range.upperBound)", "\(parameter.range.lowerBound)"]
          } else { ["#123456"] }
        let scenes = try values.map {
          try Self.scene(file, [LookSetting(parameter.name, $0)]).items
        }
        // In this music all bands never rise at once, as rockets want it.
        let isRocket =
          file.name == "fireworks" && ["sparks", "seconds", "reach"].contains(parameter.name)
        #expect(
          scenes.contains { $0 != usual.items } != isRocket, "\(name): \(parameter.name)")
      }
    }
  }

  private static func scene(_ file: LookFile, _ settings: [LookSetting]) throws -> Scene {
    guard let look = RadialView.look(of: file) else {
      var run = try TrackRun(file: file.text)
      run.options.settings = settings
      return try run.scene(run.view(PictureTicks.music(count: 120, seed: 1)), tick: 119)
    }
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    options.settings = settings
    var figure = try options.figure(ticks: PictureTicks.music(count: 120, seed: 1))
    for tick in 0..<120 { try figure.advance(to: tick) }
    return try Radial.scene(of: figure)
  }
}
