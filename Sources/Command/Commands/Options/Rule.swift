// SPDX-License-Identifier: MIT
internal import Arguments

/// What the options of a command have to do with each other. Rules are rows beside the options; all are
/// checked in their order, before anything is opened.
struct Rule<Run>: Sendable {
  /// The options of which a run has only one, if that is the rule.
  private(set) var rivals: [String]?
  /// The error of a run for which these options were given, and the option that is for other runs, if
  /// that is wrong; `nil` if it keeps the rule.
  private let fault:
    @Sendable (_ run: Run, _ given: Set<String>) -> (error: UsageError, option: String?)?

  /// Two options cannot be used together.
  static func excludes(_ one: String, _ other: String) -> Rule {
    Rule(rivals: [one, other]) { _, given in
      given.isSuperset(of: [one, other]) ? (.conflict("--\(one)", "--\(other)"), nil) : nil
    }
  }

  /// Options are for some runs alone: for others `fault` says what is wrong, such as "is for films". In
  /// the hint, OPTION stands for the name.
  static func limits(
    _ names: [String], hint: String? = nil, _ fault: @escaping @Sendable (Run) -> String?
  ) -> Rule {
    Rule { run, given in
      guard let name = names.first(where: given.contains), let fault = fault(run) else {
        return nil
      }
      let hint = hint?.replacing("OPTION", with: "--\(name)")
      return (.contradiction("--\(name) \(fault)", hint: hint), name)
    }
  }

  /// Refuses a run that breaks one of the rules.
  static func check(
    _ rules: [Rule], _ run: Run, given: Set<String>, command: String
  ) throws(Diagnostic) {
    for rule in rules {
      guard let fault = rule.fault(run, given) else { continue }
      var error = Diagnostic(fault.error, command: command)
      error.unsuitable = fault.option
      throw error
    }
  }
}
