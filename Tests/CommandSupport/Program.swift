// SPDX-License-Identifier: MIT
import Foundation
public import TestSupport

/// How tests run the program.
public protocol ProgramRunner {
  /// A run of the program that is yet to be adjusted and started.
  static func command(_ arguments: [String]) -> CommandRun
}

/// The program as its users run it: a process of the built one.
public enum Program: ProgramRunner {
  /// A run of the built program.
  public static func command(_ arguments: [String]) -> CommandRun {
    CommandRun(Repository.product("radial-audio"), arguments)
  }
}

extension ProgramRunner {
  /// Runs the program.
  public static func run(
    _ arguments: String..., adjust: (inout CommandRun) -> Void = { _ in }
  ) throws -> CommandResult {
    var command = command(arguments)
    adjust(&command)
    return try command.run()
  }

  /// Renders small pictures, of the look's size for `nil`, and throws unless that goes well; gives
  /// the files by name.
  public static func frames(
    of input: String, _ options: String..., size: String? = "160x90", to pattern: String = "",
    adjust: (inout CommandRun) -> Void = { _ in }
  ) throws -> [String: [UInt8]] {
    try frames(of: input, options, size: size, to: pattern, adjust: adjust)
  }

  /// The same with the options as a list.
  public static func frames(
    of input: String, _ options: [String], size: String?, to pattern: String = "",
    adjust: (inout CommandRun) -> Void = { _ in }
  ) throws -> [String: [UInt8]] {
    try TemporaryFolder.with { folder in
      var command = command(
        ["render", input, "-o", folder.path("frames/\(pattern)")]
          + (size.map { ["--size", $0] } ?? []) + options)
      adjust(&command)
      try succeed(command)
      return try folder.frames(in: "frames")
    }
  }

  /// Renders the SVG of one frame of a fixture, with the levels of each tick by itself; without a
  /// look, the tutorial's curves on a scale that ends at full scale.
  public static func drawing(
    _ fixture: String, _ options: String..., frame: Int = 0, ballistics: String = "tick",
    size: String? = "160x90"
  ) throws -> Drawing {
    try TemporaryFolder.with { folder in
      try succeed(
        command(
          [
            "render", Repository.fixture(fixture), "-o", folder.path("%d.svg"), "--frames",
            "\(frame)", "--ballistics", ballistics,
          ]
            + (options.contains("--look")
              ? [] : ["--view", "radial", "--look", "tutorial", "--normalization", "p95"])
            + (size.map { ["--size", $0] } ?? []) + options))
      return Drawing(String(decoding: try folder.bytes("\(frame).svg"), as: UTF8.self))
    }
  }

  /// The rows that `meter` writes, each as its fields, without the header.
  public static func rows(_ input: String, _ options: String...) throws -> [[Substring]] {
    try succeed(command(["meter", input] + options)).rows
  }

  /// Runs a command that must end well.
  @discardableResult
  public static func succeed(_ command: CommandRun) throws -> CommandResult {
    let result = try command.run()
    guard result.status == 0 else {
      throw CommandError(description: "\(command.arguments): \(result.ending): \(result.errors)")
    }
    return result
  }
}

extension CommandResult {
  /// The fields of each row of CSV, without the header.
  public var rows: [[Substring]] {
    text.split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  /// The last line of standard error, without the line break.
  public var lastError: String { errors.split(separator: "\n").last.map(String.init) ?? "" }
}

/// The text of an SVG picture and what is to be asked of it.
public struct Drawing {
  /// The whole text.
  public let text: String

  /// A picture of this text.
  public init(_ text: String) { self.text = text }

  /// The elements of this name, in order; each is a line.
  public func elements(_ name: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("<\(name) ") }.map(String.init)
  }

  /// An attribute of the curves: peak left, peak right, average left, average right.
  public func curves(_ attribute: String) -> [String] {
    curves.map { attribute == "d" ? $0.d : Drawing.value(of: attribute, in: $0.element) ?? "" }
  }

  /// Each curve with the spoke that is an element of its own before it, as one path.
  private var curves: [(d: String, element: String)] {
    var curves: [(d: String, element: String)] = []
    var spoke: String?
    for element in elements("path") {
      let d = Drawing.value(of: "d", in: element) ?? ""
      let isSpoke = Drawing.value(of: "id", in: element)?.hasSuffix("-spoke") == true
      // The data stands in the last element of a curve.
      if isSpoke, !element.contains(" data-") {
        spoke = d
      } else {
        let rest = d.dropFirst().drop { $0 != " " }.dropFirst().drop { $0 != " " && $0 != "L" }
        curves.append((spoke.map { $0 + rest } ?? d, element))
        spoke = nil
      }
    }
    return curves
  }

  /// An attribute of the first element of this name.
  public func value(of attribute: String, in element: String) -> String? {
    elements(element).first.flatMap { Drawing.value(of: attribute, in: $0) }
  }

  /// The corners of a curve.
  public func points(ofCurve index: Int) -> [Corner] {
    let numbers = curves("d")[index].split { "ML ".contains($0) }.compactMap { Double($0) }
    return stride(from: 0, to: numbers.count - 1, by: 2)
      .map { Corner(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  /// A corner of a curve before it is turned, in points.
  public struct Corner: Hashable {
    /// Its place.
    public let x, y: Double

    /// A corner at a place in points.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  private static func value(of attribute: String, in element: String) -> String? {
    guard let start = element.range(of: " \(attribute)=\"") else { return nil }
    return String(element[start.upperBound...].prefix { $0 != "\"" })
  }
}
