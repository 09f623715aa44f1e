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
    let line = Line(arguments, of: spec.description)
    guard case .values(let values) = try Parser(spec).parse(line, into: spec.defaults) else {
      return "help"
    }
    return "\(values.name) \(values.part) \(line.given)"
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

  @Test func `what options are set to is told in the order of the table, with what it decides`() {
    var values = Whole<Circle>()
    values.part.radius = 2.5
    let table: [Option<Whole<Circle>>] =
      [.value("name", into: \.name, affects: .nothing, help: "What to call it.")]
      + Option.group(Circle.Options.table, at: \.part)
    let settings = Option.settings(table, of: values)
    #expect(settings.map(\.name) == ["name", "radius"])
    #expect(settings.map(\.value) == ["whole", "2.5"])
    #expect(settings.map(\.affects) == [.nothing, .pixels])
  }

  @Test func `the options of two commands of a name are told of as one`() {
    func command(_ rows: [Option<Whole<Circle>>]) -> CommandDescription {
      CommandSpec(name: "draw", summary: "Draw.", options: rows, defaults: Whole<Circle>())
        .description
    }
    let common: Option<Whole<Circle>> = .value("name", into: \.name, help: "What to call it.")
    func radius(_ heading: String) -> [Option<Whole<Circle>>] {
      Option.section(heading, [.value("radius", into: \.part.radius, help: "How wide.")])
    }
    let one = command([common] + radius("Circle"))
    let both = one.merged(with: command([common] + radius("Ring")), as: "ring")
    #expect(both.options.map(\.name) == ["name", "radius", "radius", "help", "version"])
    // What only the other one has stands where it has it.
    let last: Option<Whole<Circle>> = .value("title", into: \.name, help: "What to call it.")
    let ends = command([common] + radius("Circle") + [last])
      .merged(with: command([common] + radius("Ring") + [last]), as: "ring")
    #expect(ends.options.map(\.heading).prefix(4) == [nil, "Circle", "Ring", nil])
    let program = ProgramSpec(
      name: "it", summary: "S.", version: "1", commands: [ProgramCommand(both)])
    for heading in ["Circle", "Ring"] {
      #expect(program.manPage().contains(".SS \"\(heading)\""))
    }
    let lines = program.completions(for: .fish).split(separator: "\n")
    #expect(lines.count { $0.contains("-l radius") } == 1)
  }
}
