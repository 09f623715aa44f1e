// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import TestSupport
import Testing
import Views

/// The colours of songs.
@Suite struct SongPaletteTests {
  private func palette(
    _ key: SongMeasures.Key?, clearness: Double = 0.9, brightness: Double = 500,
    tempo: Double? = 120
  ) -> Palette {
    Palette(
      song: SongStructure(
        tempo: tempo, isSteady: true, beats: [], sections: [],
        measures: SongMeasures(
          key: key, clearness: clearness, brightness: brightness, bass: 0.2, hits: 1, width: 0.1)))
  }

  @Test(arguments: TestRun.seeds(1...200))
  func `words of all songs can be read, and grounds of their scenes differ`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let key = SongMeasures.Key(
      tonic: .random(in: 0..<12, using: &random), isMajor: .random(using: &random))
    let palette = palette(
      Int.random(in: 0..<9, using: &random) == 0 ? nil : key,
      clearness: .random(in: 0...1, using: &random),
      brightness: .random(in: 30...9000, using: &random),
      tempo: Bool.random(using: &random) ? .random(in: 30...300, using: &random) : nil)
    #expect(palette.scenes.count == 3 && palette.settings == palette.scenes)
    for scene in palette.scenes {
      #expect(scene.ink.contrast(to: scene.background) >= 4.5)
      #expect(scene.ink2.contrast(to: scene.background) >= 2.6)
      // The heart of the figure stands out.
      #expect(scene.ramp[0].contrast(to: scene.background) >= 3)
    }
    let grounds = palette.scenes.map { Oklab($0.background) }
    for (one, two) in [(0, 1), (0, 2), (1, 2)] {
      #expect(grounds[one].distance(to: grounds[two]) > 0.08, "\(one) \(two)")
    }
  }

  @Test(arguments: [true, false])
  func `each key has its own colour, light in major and dark in minor`(isMajor: Bool) {
    let grounds = (0..<12).map {
      palette(SongMeasures.Key(tonic: $0, isMajor: isMajor)).background
    }
    for (one, two) in (0..<12).flatMap({ one in (0..<one).map { (one, $0) } }) {
      #expect(Oklab(grounds[one]).distance(to: Oklab(grounds[two])) > 0.015, "\(one) \(two)")
    }
    #expect(grounds.allSatisfy { (Oklab($0).lightness > 0.6) == isMajor })
  }

  @Test func `what has no clear key, and silence, are grey and red`() {
    let silent = Palette(
      song: SongStructure(tempo: nil, isSteady: false, beats: [], sections: []))
    let unclear = palette(SongMeasures.Key(tonic: 2, isMajor: false), clearness: 0.5)
    for palette in [silent, unclear] {
      for color in [palette.background, palette.ink, palette.ramp[0], palette.ramp[7]] {
        #expect(abs(Oklab(color).a) + abs(Oklab(color).b) < 0.002)
      }
      for red in [palette.ramp[3], palette.scenes[2].background] {
        #expect(Int(red.red) > 2 * Int(red.green) && Int(red.red) > 2 * Int(red.blue))
      }
    }
  }
}
