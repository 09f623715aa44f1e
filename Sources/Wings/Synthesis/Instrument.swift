// SPDX-License-Identifier: MIT
// Stage 1, Synthesis: descriptions of instruments, and their sound in blocks of samples. A new kind of
// instrument is a folder, a case of `InstrumentKind` and a view.
public import Signal

/// An instrument that plays by itself: its description and the time determine all that it does.
public struct Instrument: Score, Hashable {
  /// The parts of the instrument.
  public let parts: Parts
  /// How long it plays, in seconds; endless if `nil`.
  public let duration: Double?
  /// The sample rate of its sound in Hz, where no other is asked for.
  public let sampleRate: Int

  /// That of a compact disc.
  public static let defaultSampleRate = 44_100

  /// The sample rates that an instrument can have.
  public static let sampleRates = 8_000...192_000

  /// The parts of each kind of instrument.
  public enum Parts: Sendable, Hashable {
    /// Sine tones with dials.
    case tones(ToneBank)
    /// Touching wheels that play a note each turn.
    case wheels(WheelNetwork)
  }

  /// An instrument.
  public init(
    _ parts: Parts, duration: Double? = nil, sampleRate: Int = Instrument.defaultSampleRate
  ) {
    (self.parts, self.duration, self.sampleRate) = (parts, duration, sampleRate)
  }

  /// The kind.
  public var kind: InstrumentKind {
    switch parts {
    case .tones: .tones
    case .wheels: .wheels
    }
  }

  /// The name of the kind.
  public var kindName: String { kind.rawValue }

  /// Sample frames of all that it plays; `nil` if it is endless.
  public func sampleFrames(at sampleRate: Int) -> Int? {
    duration.map { Int(($0 * Double(sampleRate)).rounded()) }
  }
}

/// The kinds of instruments, by their names in files.
public enum InstrumentKind: String, Sendable, Hashable, CaseIterable {
  /// Sine tones with dials, as in tutorial 003.
  case tones
  /// Touching wheels that play a note each turn, as in tutorial 001.
  case wheels
}
