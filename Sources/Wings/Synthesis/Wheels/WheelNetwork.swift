// SPDX-License-Identifier: MIT

/// Friction wheels: the first drives those that touch it, and these drive others.
///
/// - Source: Gladman, WheelTone, `WheelWidget.swift`, `ViewController.swift`.
public struct WheelNetwork: Sendable, Hashable {
  /// A wheel.
  public struct Wheel: Sendable, Hashable {
    /// Its centre in points, to the right and down.
    public var x: Double, y: Double
    /// In points, within ``radii``.
    public var radius: Double
    /// Whether it plays.
    public var audio: Bool

    /// A wheel; the radius is clamped to ``WheelNetwork/radii``.
    public init(x: Double, y: Double, radius: Double = 100, audio: Bool = false) {
      self.x = x
      self.y = y
      self.radius = min(max(radius, radii.lowerBound), radii.upperBound)
      self.audio = audio
    }
  }

  /// A change of the wheels at a time.
  public struct Event: Sendable, Hashable {
    /// The time in seconds; the change applies from the first step at or after it.
    public var time: Double
    /// The change.
    public var change: Change

    /// An event.
    public init(time: Double, _ change: Change) {
      self.time = time
      self.change = change
    }
  }

  /// The possible changes; wheels are numbered from 0 in the order in which they were added.
  public enum Change: Sendable, Hashable {
    /// A new wheel.
    case add(Wheel)
    /// Sets those fields of a wheel that are not `nil`.
    case set(wheel: Int, x: Double?, y: Double?, radius: Double?, audio: Bool?)
  }

  /// The wheels at the start, in order.
  public let wheels: [Wheel]
  /// The events, in order of time.
  public let events: [Event]
  /// The frequencies, in Hz, from the smallest wheel to the largest.
  public let scale: [Double]
  /// Whether a note is panned to its wheel's position in the picture, or centred.
  public let pan: Bool

  /// The radii that wheels may have, in points.
  public static let radii = 25.0...250.0
  /// The greatest number of wheels, including those that are added later.
  public static let maxWheels = 1_000

  /// The tutorial's frequencies, in Hz: three octaves, from the smallest wheel to the largest.
  public static let tutorialScale: [Double] = [
    987.767, 932.328, 880, 830.609, 783.991, 739.989, 698.456, 659.255, 622.254, 587.330, 554.365,
    523.251, 493.883, 466.164, 440, 415.305, 391.995, 369.994, 349.228, 329.628, 311.127, 293.665,
    277.183, 261.626, 246.942, 233.082, 220, 207.652, 195.998, 184.997, 174.614, 164.814, 155.563,
    146.832, 138.591, 130.813,
  ]

  /// A network. Events and scale may be given in any order; the smallest wheel plays the highest
  /// frequency, as in the original, which sorts its table.
  public init(
    wheels: [Wheel], events: [Event] = [], scale: [Double] = tutorialScale, pan: Bool = true
  ) {
    self.wheels = wheels
    self.events = events.sorted { $0.time < $1.time }
    self.scale = scale.sorted(by: >)
    self.pan = pan
  }

  /// The note of a wheel, in Hz: its index in the scale grows linearly with the radius and is
  /// rounded half away from zero, as in `getFrequencyForRadius`.
  public func frequency(ofRadius radius: Double) -> Double {
    let (low, high) = (WheelNetwork.radii.lowerBound, WheelNetwork.radii.upperBound)
    let index = ((radius - low) / (high - low) * Double(scale.count - 1)).rounded()
    return scale[Int(index)]
  }

  /// The wheels at the start, and after each change the wheel that it changed.
  var states: [Wheel] {
    var now = wheels
    var all = wheels
    for event in events {
      switch event.change {
      case .add(let wheel):
        now.append(wheel)
        all.append(wheel)
      case .set(let index, let x, let y, let radius, let audio):
        now[index].set(x: x, y: y, radius: radius, audio: audio)
        all.append(now[index])
      }
    }
    return all
  }

  /// The smallest rectangle that holds all wheels at all times.
  public var bounds: WheelBounds {
    states.reduce(into: WheelBounds(wheels[0])) { $0.include($1) }
  }
}

extension WheelNetwork.Wheel {
  /// Sets the fields that are not `nil`.
  mutating func set(x: Double?, y: Double?, radius: Double?, audio: Bool?) {
    self = WheelNetwork.Wheel(
      x: x ?? self.x, y: y ?? self.y, radius: radius ?? self.radius, audio: audio ?? self.audio)
  }
}

/// A rectangle around wheels, in points, to the right and down.
public struct WheelBounds: Sendable, Hashable {
  /// The coordinates of the four edges, in points.
  public private(set) var left: Double, top: Double, right: Double, bottom: Double

  /// The square around a wheel.
  init(_ wheel: WheelNetwork.Wheel) {
    left = wheel.x - wheel.radius
    top = wheel.y - wheel.radius
    right = wheel.x + wheel.radius
    bottom = wheel.y + wheel.radius
  }

  /// Grows to include a wheel.
  mutating func include(_ wheel: WheelNetwork.Wheel) {
    left = min(left, wheel.x - wheel.radius)
    top = min(top, wheel.y - wheel.radius)
    right = max(right, wheel.x + wheel.radius)
    bottom = max(bottom, wheel.y + wheel.radius)
  }
}
