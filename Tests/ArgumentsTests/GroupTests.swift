// SPDX-License-Identifier: MIT
import Arguments
import Testing

/// A part that brings its own table, as a view does.
private protocol Part {
  associatedtype Options: PartOptions
}

private protocol PartOptions: Sendable {
  init()
  static var table: [Option<Self>] { get }
}

private enum Circle: Part {
  struct Options: PartOptions, Equatable {
    var radius = 1.0
    static let table: [Option<Options>] = [
      .value("radius", "PT", into: \.radius, help: "How wide.")
    ]
  }
}

private struct Whole<P: Part>: Sendable {
  var name = "whole"
  var part = P.Options()

  static var spec: CommandSpec<Self> {
    CommandSpec(
      name: "draw", summary: "Draw.",
      options: [.value("name", into: \.name, help: "What to call it.")]
        + Option.section("Part", Option.group(P.Options.table, at: \.part)),
      defaults: Self())
  }
}

@Suite struct GroupTests {
  private func description<P: Part>(_ part: P.Type, _ arguments: [String]) throws -> String {
    let spec = Whole<P>.spec
    guard
      case .values(let values, let given) = try Parser(spec).parse(arguments, into: spec.defaults)
    else { return "help" }
    return "\(values.name) \(values.part) \(given)"
  }

  @Test func `a part's table embeds without its type being known`() throws {
    let parts: [any Part.Type] = [Circle.self]
    for part in parts {
      let found = try description(part, ["--radius", "2.5"])
      #expect(found == "whole Options(radius: 2.5) [\"radius\"]")
    }
    let program = ProgramSpec(name: "it", summary: "S.", version: "1", commands: [])
    #expect(
      program.help(for: Whole<Circle>.spec).contains(
        "\nPart:\n      --radius PT   How wide. [default: 1]\n"))
  }
}
