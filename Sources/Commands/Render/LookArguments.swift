// SPDX-License-Identifier: MIT
internal import Arguments
internal import Views

extension CommandSpec {
  /// Reads the arguments of a command that has the options of `render` as a part; a look's options
  /// come before the user's, so that these count more.
  func readRendering<SomeView: View>(
    _ arguments: [String],
    at part: any WritableKeyPath<Root, RenderOptions<SomeView>> & Sendable
  ) throws(UsageError) -> Parser<Root>.Outcome {
    let parser = Parser(self)
    let first = try parser.parse(arguments, into: defaults)
    guard case .values(let root, let given) = first else { return first }
    for (one, other) in [("overwrite", "resume"), ("frames", "shard")]
    where given.contains(one) && given.contains(other) {
      throw .conflict("--\(one)", "--\(other)")
    }
    let look = root[keyPath: part].look.look
    var base = defaults
    look.adjust(&base[keyPath: part].view)
    let second = try parser.parse(look.arguments + arguments, into: base)
    guard case .values(let values, _) = second else { return second }
    try values[keyPath: part].view.check()
    return .values(values, given: given)
  }
}
