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
    var base = defaults
    base[keyPath: part].apply(root[keyPath: part].look.look)
    let second = try parser.parse(arguments, into: base)
    guard case .values(let values, _) = second else { return second }
    try values[keyPath: part].view.check()
    return .values(values, given: given)
  }
}

extension RenderOptions {
  /// Sets what a look is made of.
  mutating func apply(_ look: Look<SomeView.Options>) {
    var settings = picture
    look.apply(&settings, &view)
    size = PixelSize(width: settings.width, height: settings.height)
    background = settings.background
    track.ballistics = settings.ballistics
  }

  /// What every picture has.
  var picture: PictureSettings {
    var settings = PictureSettings()
    (settings.width, settings.height) = (size.width, size.height)
    settings.background = background
    settings.ballistics = track.ballistics
    return settings
  }
}
