// SPDX-License-Identifier: MIT
// Stage 1, Synthesis: descriptions of instruments, and the sound that follows from them.

/// What makes sound by itself: everything about it follows from its description and the time.
public struct Instrument: Sendable, Hashable {
  /// What it is made of.
  public let parts: Parts
  /// How long it plays, in seconds; without end if `nil`.
  public let duration: Double?

  /// The parts of an instrument of one of the kinds.
  public enum Parts: Sendable, Hashable {
    /// Sine tones with dials.
    case tones(ToneBank)
    /// Touching wheels that play a note each turn.
    case wheels(WheelNetwork)
  }

  /// An instrument.
  public init(_ parts: Parts, duration: Double? = nil) {
    self.parts = parts
    self.duration = duration
  }

  /// The kind.
  public var kind: InstrumentKind {
    switch parts {
    case .tones: .tones
    case .wheels: .wheels
    }
  }

  /// Sample frames of all that it plays; `nil` if it has no end.
  public func sampleFrames(at sampleRate: Int) -> Int? {
    duration.map { Int(($0 * Double(sampleRate)).rounded()) }
  }
}

/// The kinds of instruments, by the word that the file has for them.
public enum InstrumentKind: String, Sendable, Hashable, CaseIterable {
  /// Sine tones with dials, as in tutorial 003.
  case tones
  /// Touching wheels that play a note each turn, as in tutorial 001.
  case wheels
}
