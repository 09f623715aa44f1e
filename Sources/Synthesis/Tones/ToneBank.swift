// SPDX-License-Identifier: MIT

/// Sine tones, each with two dials, and how the dials are turned.
///
/// - Source: Gladman, AudioSynthesis, `ToneWidget.swift`.
public struct ToneBank: Sendable, Hashable {
  /// The dials of a tone.
  public struct Tone: Sendable, Hashable {
    /// The MIDI note, 0...127; between whole numbers only while it glides.
    public var frequency: Double
    /// How loud it is, 0...127; 127 is full scale over the number of tones.
    public var velocity: Double

    /// Both dials.
    public init(frequency: Double, velocity: Double) {
      self.frequency = frequency
      self.velocity = velocity
    }
  }

  /// Dials that are turned.
  public struct Event: Sendable, Hashable {
    /// When it begins, in seconds.
    public var time: Double
    /// The number of the tone, from 0.
    public var tone: Int
    /// The new frequency dial; as it was if `nil`.
    public var frequency: Int?
    /// The new velocity dial; as it was if `nil`.
    public var velocity: Int?
    /// How long the dials move, in seconds; 0 for a new note.
    public var glide: Double

    /// An event.
    public init(
      time: Double, tone: Int, frequency: Int? = nil, velocity: Int? = nil, glide: Double = 0
    ) {
      self.time = time
      self.tone = tone
      self.frequency = frequency
      self.velocity = velocity
      self.glide = glide
    }
  }

  /// The dials at the beginning.
  public let tones: [Tone]
  /// What happens, in order of time.
  public let events: [Event]

  /// The tutorial's four.
  public static let tutorial = [(31, 127), (63, 95), (95, 63), (127, 31)].map {
    Tone(frequency: Double($0.0), velocity: Double($0.1))
  }

  /// The most tones of a bank.
  public static let mostTones = 64

  /// A bank; events may come in any order.
  public init(tones: [Tone] = tutorial, events: [Event] = []) {
    self.tones = tones
    self.events = events.sorted { $0.time < $1.time }
  }
}
