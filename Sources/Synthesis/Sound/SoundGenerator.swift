// SPDX-License-Identifier: MIT

/// What gives the samples of an instrument, two channels, from any place on.
///
/// The samples are a pure function of their place: how they are asked for changes no bit of them.
public protocol SoundGenerator: Sendable {
  /// Writes some sample frames, left and right in turn, to the beginning of `samples`.
  ///
  /// - Precondition: the numbers of the sample frames are not negative, and there is room.
  mutating func render(_ sampleFrames: Range<Int>, into samples: inout MutableSpan<Float>)
}

extension Instrument {
  /// The channels of every instrument.
  public static let channelCount = 2

  /// What plays it at a sample rate in Hz.
  public func generator(sampleRate: Int) -> any SoundGenerator {
    switch parts {
    case .tones(let bank): BlockGenerator(TonePlayer(bank, sampleRate: sampleRate))
    case .wheels(let network): BlockGenerator(WheelPlayer(network, sampleRate: sampleRate))
    }
  }

  /// What the user should know if not all of it can be heard at a sample rate in Hz, to stand after
  /// the name of the file.
  public func silentNotes(at sampleRate: Int) -> String? {
    guard hasSilentNotes(at: sampleRate) else { return nil }
    return "notes above \(sampleRate / 2) Hz, half the sample rate, are silent"
  }

  /// Whether something of it is silent at a sample rate in Hz: what is above half of that.
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
