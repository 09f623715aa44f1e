// SPDX-License-Identifier: MIT
import Foundation
import Synthesis
import TestSupport
import Testing

/// The sound of one wheel's note against that of `vibes`.
@Suite struct VibraphoneTests {
  private static let ratios = [1, 2.01, 3.9, 14.37]

  /// A note from its beginning on: that of the first step, which is sample frame 1102 at 44 100 Hz.
  private func note(_ hertz: Double, seconds: Double = 3, sampleRate: Int = 44_100) -> Sound {
    let network = WheelNetwork(
      wheels: [WheelNetwork.Wheel(x: 0, y: 0, audio: true)], scale: [hertz], pan: false)
    let start = sampleRate / 40
    return Sound(
      .wheels(network), start..<start + Int(seconds * Double(sampleRate)), sampleRate: sampleRate)
  }

  /// Cook's filters, sample by sample, as Csound runs them.
  private func original(_ hertz: Double, count: Int) -> [Double] {
    let (resonances, position) = ([0.99995, 0.99991, 0.99992, 0.9999], 0.2 * Double.pi)
    let gains = [
      0.025 * sin(position), 0.015 * sin(0.1 + 2.01 * position), 0.015 * sin(3.95 * position),
      0.015,
    ]
    let loudest = Double(VibraphoneTests.impulse.map { abs($0) }.max() ?? 1)
    let table = VibraphoneTests.impulse.map { Double($0) / loudest } + [0]
    let angles = VibraphoneTests.ratios.map { 2 * Double.pi * $0 * hertz / 44_100 }
    var memories = [(Double, Double)](repeating: (0, 0), count: 4)
    var (place, filtered) = (0.0, 0.0)
    return (0..<count).map { _ in
      place = min(place + 2 + 22.66 * 0.5, 255)
      let (index, rest) = (Int(place), place - place.rounded(.down))
      let stroke = table[index] + rest * (table[index + 1] - table[index])
      filtered = 0.15 * 0.15 * stroke + 0.85 * filtered
      var sum = 0.0
      for mode in 0..<4 {
        let resonance = resonances[mode]
        let (newer, older) = memories[mode]
        let value =
          gains[mode] * filtered + 2 * resonance * cos(angles[mode]) * newer
          - resonance * resonance * older
        sum += value - older
        memories[mode] = (value, newer)
      }
      return 16 * sum
    }
  }

  @Test(arguments: [130.813, 440, 987.767])
  func `a note is the original's, once the stick has left the bar`(hertz: Double) {
    let sound = note(hertz, seconds: 1).samples
    let expected = original(hertz, count: 44_100)
    let loudest = expected.map { abs($0) }.max() ?? 0
    for frame in 100..<44_100 where abs(sound[frame] - expected[frame]) > 0.002 * loudest {
      Issue.record("sample frame \(frame): \(sound[frame]), not \(expected[frame])")
      return
    }
  }

  @Test func `a note sounds alike at every sample rate`() {
    let one = note(440, seconds: 1)
    let other = note(440, seconds: 1, sampleRate: 96_000)
    for ratio in VibraphoneTests.ratios {
      let level = one.sine(440 * ratio, at: 0.3, length: 0.2).amplitude
      #expect(abs(other.sine(440 * ratio, at: 0.3, length: 0.2).amplitude / level - 1) < 1e-3)
    }
  }

  @Test func `partials above half the sample rate are left out`() {
    // 14.37·440 Hz would come back at 1677 Hz.
    let sound = note(440, seconds: 0.5, sampleRate: 8_000)
    #expect(sound.sine(1_677.2, at: 0.2, length: 0.2).amplitude < 1e-5)
    #expect(sound.sine(1_716, at: 0.2, length: 0.2).amplitude > 1e-3)
  }

  @Test func `a note comes on and goes off without a click`() {
    let sound = note(440, seconds: 3.1)
    #expect(sound.samples[0] == 0)
    #expect(sound.samples[Int(3 * 44_100)...].allSatisfy { $0 == 0 })
    // Each mode is no steeper than its amplitude and its frequency say, and the ramp than its length.
    let slope = VibraphoneTests.ratios.reduce(1 / (0.001 * 44_100)) {
      $0 + 2 * .pi * 440 * $1 / 44_100 / 4
    }
    #expect(sound.largestStep < 0.12 * slope)
    let end = Sound(Array(sound.samples[Int(2.97 * 44_100)...]))
    #expect(end.largestStep < 1e-5)
  }

  @Test(arguments: [220.0, 523.251])
  func `partials and decays are those of Csound`(hertz: Double) throws {
    try InstalledTool.csound.require()
    let ours = note(hertz)
    let theirs = try csound(hertz)
    for ratio in VibraphoneTests.ratios {
      let near = hertz * ratio
      func measured(_ sound: Sound) -> (hertz: Double, halvings: Double, level: Double) {
        let early = sound.sine(near, at: 0.15, length: 0.2).amplitude
        let late = sound.sine(near, at: 0.55, length: 0.2).amplitude
        return (
          sound.frequency(near: near, 0.15, 0.35, length: 0.2), log2(early / late) / 0.4, early
        )
      }
      let (one, other) = (measured(ours), measured(theirs))
      #expect(abs(1_200 * log2(one.hertz / other.hertz)) < 0.1, "partial \(ratio)")
      #expect(abs(one.halvings / other.halvings - 1) < 0.01, "partial \(ratio)")
      #expect(abs(20 * log10(one.level / other.level)) < 0.1, "partial \(ratio)")
    }
  }

  /// A note of Csound's `vibes`, with the words of `AKVibes`.
  private func csound(_ hertz: Double) throws -> Sound {
    try TemporaryFolder.with { folder in
      let impulse = VibraphoneTests.impulse.map(String.init).joined(separator: " ")
      let text = """
        <CsoundSynthesizer>
        <CsInstruments>
        sr = 44100
        ksmps = 1
        nchnls = 1
        0dbfs = 1
        instr 1
        a1 vibes 0.15, \(hertz), 0.5, 0.2, 1, 0, 0, 2, 0.1
        out a1
        endin
        </CsInstruments>
        <CsScore>
        f 1 0 256 2 \(impulse)
        f 2 0 128 10 1
        i 1 0 3
        </CsScore>
        </CsoundSynthesizer>
        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("note.csd")))
      try InstalledTool.csound.run(
        ["-d", "-m0", "-h", "-f", "-o", folder.path("note.raw"), folder.path("note.csd")])
      let bytes = try folder.bytes("note.raw")
      return Sound(
        stride(from: 0, to: bytes.count - 3, by: 4).map { place in
          let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) }
          return Double(Float(bitPattern: bits))
        })
    }
  }

  /// The impulse `marmstk1` of STK (Cook and Scavone), whose license lets it be copied.
  private static let impulse = [
    20, -113, 523, -1235, 2061, 5526, -7416, -663, 560, 1074, 924, -2154, 3356, -4436, -2897,
    4436, 1213, 988, -769, -1668, 3951, -7321, 7708, -9702, 12603, -11917, 6756, 2520, -8600,
    10046, -11439, 11770, -9988, 5139, 740, -2085, 571, 803, -533, -1845, 3064, -3566, 7061,
    -11628, 10386, -5397, 937, 3114, -5429, 7169, -7835, 5992, -861, -544, -1382, 2639, -4043,
    2345, -703, -18, 2627, -6172, 7561, -5646, 1093, 3646, -4179, 3887, -4467, 2256, 1374, -4133,
    4395, -815, -3104, 4483, -4616, 4061, -2634, -1104, 5491, -6389, 4963, -1389, -938, 1011,
    -2607, 2331, 884, -2480, 3608, -2507, -1423, 2068, -3261, 4512, -2825, 1545, 737, -3046, 2317,
    -1198, -162, 1678, -1395, 1380, -798, -1309, 2706, -3096, 1293, 1214, -2007, 2649, -2299,
    1218, 288, -2560, 3082, -1587, 316, 665, -1062, 716, -698, -1088, 3349, -2940, 1732, -50,
    -2307, 3587, -3414, 3812, -2435, -145, 2010, -2973, 1859, -503, -342, 644, 8, -568, 2144,
    -3927, 3456, -1683, -799, 2817, -3269, 3998, -3240, 1248, 1125, -2340, 1295, -566, -56, 1030,
    -909, 432, 442, -2747, 3394, -2019, 884, 1194, -2579, 2927, -2964, 1143, 639, -2298, 3360,
    -2324, 1300, 671, -2577, 2130, -1501, 910, 397, -616, 512, -354, -1407, 2036, -1074, 158, 922,
    -2218, 2559, -2066, 1286, 404, -1714, 2438, -2086, 1126, 450, -1449, 1390, -1547, 653, 673,
    -1305, 1596, -844, -557, 1260, -1836, 2017, -470, -757, 1699, -2289, 1437, -545, 76, 1106,
    -1302, 694, -341, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0,
  ]
}
