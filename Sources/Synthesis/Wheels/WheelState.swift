// SPDX-License-Identifier: MIT

/// A wheel after a step.
public struct WheelState: Sendable, Hashable {
  /// Where it is, how large, and whether it plays.
  public internal(set) var wheel: WheelNetwork.Wheel
  /// How far it has turned since the beginning, in radians, positive clockwise on screen.
  public internal(set) var rotation = 0.0
  /// The number of the wheel that drives it; `nil` for the first one, and for one that rests.
  public internal(set) var driver: Int?
  /// Its turns for each turn of the first wheel, negative against it; 0 if it rests.
  public internal(set) var speed = 0.0
  /// The number of the last step that turned it; 0 for none.
  public internal(set) var turned = 0
  /// The number of the step from which on it plays, if it was switched on by an event.
  public internal(set) var switchedOn: Int?
  /// The turns that were counted when it last played.
  var count = -1
  /// The radius of its driver over its own.
  var ratio = 0.0

  init(_ wheel: WheelNetwork.Wheel) { self.wheel = wheel }

  /// How far it has turned at a time in seconds not before the state's step and before the next
  /// one, if wheels turned evenly and not in steps: the first one by one radian a second.
  public func evenRotation(at time: Double) -> Double {
    guard speed == 0 else { return speed * time }
    // What lost its driver went on until the step that did not turn it any more.
    guard turned > 0 else { return 0 }
    return rotation * (Double(turned + 1) / Double(turned))
  }
}

/// A note that a wheel begins.
public struct WheelNote: Sendable, Hashable {
  /// The step in which it begins.
  public let step: Int
  /// The number of the wheel.
  public let wheel: Int
  /// In Hz.
  public let frequency: Double
  /// Where the wheel is then, in points to the right.
  public let x: Double

  /// When it begins, in seconds.
  public var time: Double { Double(step) / Double(WheelSteps.rate) }
}
