// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import LoudnessReports
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing
import Views

@testable import Filming

/// No look of the program flashes more than three times a second over more than a quarter of the picture,
/// in the palettes of the program and with default options, whatever the sound is.
@Suite struct FlashLawTests {
  /// Sound that comes and goes 2 to 30 times a second.
  private struct Pulses: CustomStringConvertible {
    enum Kind: CaseIterable { case gate, tremolo, clicks, bursts, growing }
    let kind: Kind
    let hertz: Double
    let carrier: Double?
    let alternates: Bool
    let seed: UInt64

    init(seed: UInt64, _ random: inout SeededGenerator) {
      kind = Kind.allCases.randomElement(using: &random) ?? .gate
      // As often slow as fast.
      hertz =
        Double([2, 3, 4, 5, 6, 8, 10, 15, 30].randomElement(using: &random) ?? 4)
        * .random(in: 0.9...1.1, using: &random)
      carrier = [55, 110, 330, 2000, nil].randomElement(using: &random) ?? nil
      alternates = Int.random(in: 0..<4, using: &random) == 0
      self.seed = seed
    }

    var description: String {
      "\(kind) of \(hertz) Hz, \(carrier.map { "\($0) Hz" } ?? "noise")"
        + (alternates ? ", both channels in turn" : "")
    }

    func tone(seconds: Double) -> Tone {
      let rate = 8000
      var random = SeededGenerator(seed: seed)
      var samples: [Int16] = []
      for frame in 0..<Int(seconds * Double(rate)) {
        let time = Double(frame) / Double(rate)
        let (beat, phase) = (
          (time * hertz).rounded(.down), (time * hertz).truncatingRemainder(dividingBy: 1)
        )
        let level: Double =
          switch kind {
          case .gate: phase < 0.5 ? 1 : 0
          case .tremolo: 0.55 - 0.45 * cos(2 * .pi * phase)
          case .clicks: phase * Double(rate) / hertz < 40 ? 1 : 0
          case .bursts: phase < 0.3 ? Double((Int(beat) &* 7919) % 10 + 1) / 10 : 0.01
          case .growing: phase < 0.5 ? min(time / seconds, 1) : 0
          }
        let wave =
          carrier.map { sin(2 * .pi * $0 * time) } ?? .random(in: -1...1, using: &random)
        for channel in 0..<2 {
          let isOn = !alternates || Int(beat) % 2 == channel
          samples.append(Int16(isOn ? 30_000 * level * wave : 0))
        }
      }
      return Tone(sampleRate: rate, channels: 2, samples: samples)
    }
  }

  /// Sections of half a second and more, in three classes.
  private static func labels(_ random: inout SeededGenerator, seconds: Double) -> [UInt8] {
    var (lines, time) = ("", 0.0)
    while time < seconds {
      let end = time + .random(in: 0.4...4, using: &random)
      let rank = Int.random(in: 0..<3, using: &random)
      lines += "\(time)\t\(end)\t\(["A", "B", "C"][rank]) \(rank + 1)\n"
      time = end
    }
    return Array(lines.utf8)
  }

  private static func flashes<SomeView: View>(
    _: SomeView.Type, _ seed: UInt64, _ look: Look<SomeView.Options>, _ palette: PaletteChoice?,
    _ sound: String, _ labels: String?
  ) throws -> Flashes {
    var (picture, options) = (PictureSettings(), SomeView.Options())
    look.apply(&picture, &options)
    (picture.width, picture.height) = (96, 54)
    if let palette { options.appearance?.palette = palette }
    if let labels, !options.unusedOptions.contains("scenes"), var radial = options as? RadialOptions
    {
      radial.scenes = .auto
      radial.structurePath = labels
      options = radial as? SomeView.Options ?? options
    }
    let run = try ReadRun(RunRequest(options, of: TrackRequest(input: sound), picture: picture))
    let film = Film(run, try FilmRecipe(FilmRequest("mp4", sound: "none")), .none)
    return try #require(try film.foretoldFlashes())
  }

  private static let palettes = Palette.named.map { PaletteChoice.named($0.name, $0.colors) }

  /// A look of a view in a palette, with a sound.
  private static func check<SomeView: View>(_ view: SomeView.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let looks = view.looks.filter { !$0.name.contains("tutorial") }
    guard let look = looks.randomElement(using: &random) else { return }
    let palette = Bool.random(using: &random) ? palettes.randomElement(using: &random) : nil
    let pulses = Pulses(seed: seed, &random)
    try TemporaryFolder.with { folder in
      let seconds = 7.0
      let sound = try folder.write(pulses.tone(seconds: seconds).wave, "a.wav")
      let labels =
        Bool.random(using: &random)
        ? try folder.write(Self.labels(&random, seconds: seconds), "a.txt") : nil
      let flashes = try flashes(view, seed, look, palette, sound, labels)
      #expect(
        !flashes.areLarge,
        """
        seed \(seed): \(view.name)/\(look.name), \(palette?.argumentText ?? "its own colours"), \(pulses)\
        \(labels == nil ? "" : ", in scenes"): \(flashes)
        """)
    }
  }

  @Test(arguments: TestRun.seeds(1...60) + [92, 135, 143, 198, 311, 333, 391])
  func `no look flashes over a quarter of the picture, whatever the sound is`(seed: UInt64) throws {
    // Most looks are of the radial view.
    switch seed % 8 {
    case 0: try Self.check(TrackView.self, seed)
    case 1: try Self.check(GaugeView.self, seed)
    case 2: try Self.check(PlotsView.self, seed)
    case 3: try Self.check(LoudnessView.self, seed)
    default: try Self.check(RadialView.self, seed)
    }
  }
}
