// SPDX-License-Identifier: MIT

/// Sine tones, each with two dials, and events that move the dials.
///
/// - Source: Gladman, AudioSynthesis, `ToneWidget.swift`.
public struct ToneBank: Sendable, Hashable {
  /// The dials of a tone.
  public struct Tone: Sendable, Hashable {
    /// The MIDI note, 0...127; fractional only during a glide.
    public var frequency: Double
    /// How loud it is, 0...127; 127 is full scale over the number of tones.
    public var velocity: Double

    /// Both dials.
    public init(frequency: Double, velocity: Double) {
      self.frequency = frequency
      self.velocity = velocity
    }
  }

  /// A movement of the dials.
  public struct Event: Sendable, Hashable {
    /// The start time, in seconds.
    public var time: Double
    /// The number of the tone, from 0.
    public var tone: Int
    /// The new frequency; unchanged if `nil`.
    public var frequency: Int?
    /// The new velocity; unchanged if `nil`.
    public var velocity: Int?
    /// How long the movement takes, in seconds; 0 for a new note.
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

  /// The dials at the start.
  public let tones: [Tone]
  /// The events, in order of time.
  public let events: [Event]

  /// The tutorial's four tones.
  public static let tutorial = [(31, 127), (63, 95), (95, 63), (127, 31)].map {
    Tone(frequency: Double($0.0), velocity: Double($0.1))
  }

  /// The greatest number of tones.
  public static let maxTones = 64

  /// A bank; the events may be given in any order.
  public init(tones: [Tone] = tutorial, events: [Event] = []) {
    self.tones = tones
    self.events = events.sorted { $0.time < $1.time }
  }
}
