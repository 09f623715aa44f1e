// SPDX-License-Identifier: MIT
import Foundation
public import Signal

/// Sound with a tone of its own level for each speaker, so that each is found under its name.
public enum SpeakerTones {
  /// The RMS of the tone of a speaker in dBFS: steps of 2.5 dB, in the order of WAV.
  public static func level(_ speaker: Speaker) -> Double {
    -9 - 2.5 * Double(Speaker.allCases.firstIndex(of: speaker) ?? 0)
  }

  /// A second of tones of 997 Hz, where the K-weighting of loudness is 0.69 dB, and of 60 Hz for
  /// low-frequency effects.
  public static func tone(_ speakers: [Speaker]) -> Tone {
    let amplitudes = speakers.map { 32_768 * 2.0.squareRoot() * pow(10, level($0) / 20) }
    let frequencies = speakers.map { $0.isForLowFrequency ? 60.0 : 997 }
    var samples: [Int16] = []
    for frame in 0..<48_000 {
      for (amplitude, frequency) in zip(amplitudes, frequencies) {
        samples.append(Int16(amplitude * sin(2 * .pi * frequency * Double(frame) / 48_000)))
      }
    }
    return Tone(sampleRate: 48_000, channels: speakers.count, samples: samples)
  }

  /// The same as a WAV file with its mask.
  public static func wave(_ speakers: Speakers) -> [UInt8] {
    tone(speakers.list).wave(mask: speakers.mask)
  }

  /// The loudness of the tones in LUFS with these weights, by hand.
  public static func loudness(_ speakers: [Speaker], _ weight: (Speaker) -> Double) -> Double {
    10 * log10(speakers.reduce(0) { $0 + weight($1) * pow(10, level($1) / 10) })
  }
}
