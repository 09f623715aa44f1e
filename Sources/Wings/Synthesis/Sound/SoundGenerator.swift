// SPDX-License-Identifier: MIT

/// Renders the samples of an instrument in stereo, from any position.
///
/// The samples are a pure function of their position: however they are requested, they have the
/// same bits.
public protocol SoundGenerator: Sendable {
  /// Writes sample frames, interleaved, to the start of `samples`.
  ///
  /// - Precondition: the sample frame numbers are not negative, and the samples fit.
  mutating func render(_ sampleFrames: Range<Int>, into samples: inout MutableSpan<Float>)
}

extension Instrument {
  /// The channel count of every instrument.
  public static let channelCount = 2

  /// A generator of its sound at a sample rate in Hz.
  public func generator(sampleRate: Int) -> any SoundGenerator {
    switch parts {
    case .tones(let bank): BlockGenerator(TonePlayer(bank, sampleRate: sampleRate))
    case .wheels(let network): BlockGenerator(WheelPlayer(network, sampleRate: sampleRate))
    }
  }

  /// The remark that some notes are inaudible at a sample rate in Hz, worded to follow the name of
  /// the file; `nil` if all are audible.
  public func silentNotes(at sampleRate: Int) -> String? {
    guard hasSilentNotes(at: sampleRate) else { return nil }
    return "notes above \(sampleRate / 2) Hz, half the sample rate, are silent"
  }

  /// Whether some frequency is above half the sample rate in Hz, and so silent.
  private func hasSilentNotes(at sampleRate: Int) -> Bool {
    let highest: Double
    switch parts {
    case .tones(let bank):
      let notes =
        bank.tones.map(\.frequency) + bank.events.compactMap { $0.frequency.map(Double.init) }
      highest = ToneBank.hertz(ofNote: notes.max() ?? 0)
    case .wheels(let network):
      highest =
        network.states.filter(\.audio).map { network.frequency(ofRadius: $0.radius) }.max() ?? 0
    }
    return 2 * highest >= Double(sampleRate)
  }
}
