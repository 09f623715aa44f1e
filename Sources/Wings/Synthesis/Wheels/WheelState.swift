// SPDX-License-Identifier: MIT

/// A wheel after a step.
public struct WheelState: Sendable, Hashable {
  /// Its position, size, and whether it plays.
  public internal(set) var wheel: WheelNetwork.Wheel
  /// How far it has turned since the beginning, in radians, positive clockwise on screen.
  public internal(set) var rotation = 0.0
  /// The index of the wheel that drives it; `nil` for the first wheel, and for one that stands still.
  public internal(set) var driver: Int?
  /// Its turns for each turn of the first wheel, negative in the opposite direction; 0 if it stands still.
  public internal(set) var speed = 0.0
  /// The number of the last step that turned it; 0 for none.
  public internal(set) var turned = 0
  /// The first step in which it plays, if an event switched it on.
  public internal(set) var switchedOn: Int?
  /// Its number of turns when it last played.
  var count = -1
  /// The radius of its driver divided by its own.
  var ratio = 0.0

  init(_ wheel: WheelNetwork.Wheel) { self.wheel = wheel }

  /// The rotation at a time in seconds between the state's step and the next, if wheels turned
  /// continuously and not in steps: the first one by one radian a second.
  public func evenRotation(at time: Double) -> Double {
    guard speed == 0 else { return speed * time }
    // A wheel that loses its driver turns until the first step that does not turn it any more.
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
  /// The position of the wheel then, in points to the right.
  public let x: Double

  /// When it begins, in seconds.
  public var time: Double { Double(step) / Double(WheelSteps.rate) }
}
