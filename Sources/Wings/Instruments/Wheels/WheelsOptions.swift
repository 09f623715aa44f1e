// SPDX-License-Identifier: MIT
public import Arguments
public import Views

/// The options of the wheels.
public struct WheelsOptions: ViewOptions {
  /// The view.
  public typealias Drawn = WheelsView

  /// The look.
  public var look = WheelsView.looks[0]
  /// Whether all wheels should be visible.
  public var fitsAll = false
  /// The point of the wheels in the middle of the picture; the look's default if `nil`.
  public var center: WheelPlace?
  /// A factor for the look's scale; 1 if `nil`.
  public var zoom: Zoom?
  private var colors = AppearanceOptions()

  /// The defaults.
  public init() {}

  /// Refuses contradictory options for what is visible, and a palette for the iris.
  public func check() throws(UsageError) {
    guard fitsAll else { return }
    if center != nil { throw .conflict("--fit", "--center") }
    if zoom != nil { throw .conflict("--fit", "--zoom") }
  }

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<WheelsOptions>] {
    Option.section(
      "Wheels",
      [
        .flag(
          "fit", into: \.fitsAll,
          help:
            "Show all wheels throughout the piece, as brass does by default. In a tall picture brass "
            + "turns a row of wheels to a column."),
        .value(
          "center", "X,Y", into: \.center,
          help: "Point in the middle of the picture, in the coordinates of the instrument's file; "
            + "by default the middle of all wheels, with --look tutorial that of the first wheel."),
        .value(
          "zoom", "FACTOR", into: \.zoom,
          help: "How many times as large the wheels are drawn, 0.01 to 100."),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
  }
}

/// A point among wheels.
public struct WheelPlace: Sendable, Hashable, ArgumentValue {
  /// The coordinates in points, to the right and down.
  public let x: Double, y: Double

  /// The greatest distance along each axis, as for wheels.
  private static let farthest = 1e6

  /// Reads two numbers separated by a comma.
  public init(argument: String) throws(ArgumentValueError) {
    let parts = argument.listParts
    guard parts.count == 2 else {
      throw ArgumentValueError("not two numbers", hint: "write 0,0 for the origin")
    }
    func coordinate(_ part: String) throws(ArgumentValueError) -> Double {
      try Double(
        argument: part, in: -WheelPlace.farthest...WheelPlace.farthest,
        hint: "use points from -1000000 to 1000000")
    }
    (x, y) = (try coordinate(parts[0]), try coordinate(parts[1]))
  }

  /// Both numbers.
  public var argumentText: String { "\(x.argumentText),\(y.argumentText)" }
}

/// A scale factor.
public struct Zoom: Sendable, Hashable, ArgumentValue {
  /// The factor.
  public let factor: Double

  /// Reads a number.
  public init(argument: String) throws(ArgumentValueError) {
    factor = try Double(argument: argument, in: 0.01...100, hint: "use 0.01 to 100")
  }

  /// The number.
  public var argumentText: String { factor.argumentText }
}
