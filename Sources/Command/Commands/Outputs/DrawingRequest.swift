// SPDX-License-Identifier: MIT
internal import Arguments
internal import Hashing
internal import JSON
internal import Pipeline
internal import Views
internal import Writing

/// What to draw, as it was typed: the options of a command, those of a view, and the line.
struct DrawingRequest: Sendable {
  /// All options except the view's own.
  var options: DrawingOptions
  /// The view's own.
  var view: any ViewOptions
  /// What it looks like where the user has not chosen it.
  let style: Style
  /// What the options of the command set, as text, with these values.
  let allSettings: @Sendable (DrawingOptions, any ViewOptions) -> [OptionSetting]
  /// What was typed.
  var line: Line
  /// The options that were given and have no effect.
  var ignored: [IgnoredOption]

  /// The long names of the options that were given, without those that are ignored.
  var given: Set<String> { line.given.subtracting(ignored.map(\.name)) }

  /// The values of the options that change the frames.
  var settings: [OptionSetting] {
    allSettings(options, view).filter { $0.affects != .nothing }
  }

  /// The hash of the file of the look; `nil` for a look of the program.
  var lookHash: String? {
    func hash<Options: ViewOptions>(_ view: Options) -> String? {
      guard let file = view.look.file, line.text(of: "look").flatMap({ LookWord($0).path }) != nil
      else { return nil }
      return ContentHash(of: file.text).text
    }
    return hash(view)
  }

  /// What is set of the look; empty for nothing.
  private var set: String { settings.first { $0.name == "set" }?.value ?? "" }

  /// A look of this name, the hash of its file, and what is set of it; `nil` for one of the program as it is.
  func lookRemark(_ name: String?) -> String? {
    guard lookHash != nil || !set.isEmpty else { return nil }
    return [name, lookHash.map { "hash \($0)" }, set.isEmpty ? nil : set].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The look and what is set of it; for people only where it is not the program's as it is.
  var lookFact: Fact {
    let look = settings.first { $0.name == "look" }?.value
    return Fact(
      "look", lookRemark(look),
      [
        (.look, .text(look)), (.lookHash, .text(lookHash)), (.set, .text(set.isEmpty ? nil : set)),
      ])
  }

  /// The request for one track of several, as if that had been typed for it alone.
  func ofTrack(_ track: BatchTrack) -> DrawingRequest {
    var own = self
    own.options.inputs = [track.input]
    own.options.output = track.output
    own.options.batch = BatchOptions()
    own.options.report = track.report
    own.options.jobs = track.jobs
    var dropped = BatchOptions.names.union(ignored.map(\.name)).union(["progress", "quiet"])
    var scaleWords: [String] = []
    if let scale = track.scale {
      own.view.setScale(scale)
      dropped.insert("range")
      scaleWords = scale.words
    }
    let words = line.options(without: dropped) + scaleWords
    own.line = Line(
      GivenWords(
        words + ["--output=\(track.output)", "--", track.input],
        presets: line.presets.filter { !dropped.contains($0.name) }), of: line.command)
    own.ignored = []
    return own
  }

  /// The request for the pipeline, for pictures of another size if one is given.
  func request(_ size: PixelSize? = nil) -> RunRequest {
    var picture = options.picture
    if let size {
      (picture.width, picture.height, picture.paper) = (size.width, size.height, size.paper)
    }
    var request = RunRequest(view, of: options.track.request(for: options.input), picture: picture)
    request.floor = options.track.floor.level
    request.channels = options.track.channels.chosen
    request.rate = options.frames.rate
    request.selection = options.frames.selection
    request.isFresh = options.frames.isFresh
    request.loops = options.frames.loops
    return request
  }

  /// The request with the name of the track for the output, unless the user has named one.
  func named(_ productName: String, _ fileExtension: String) -> DrawingRequest {
    guard !given.contains("output") else { return self }
    var drawing = self
    drawing.options.output = OutputName.default(
      productName, for: options.input, fileExtension: fileExtension)
    return drawing
  }

  /// The files that the pictures need; `-` is standard input.
  var inputPaths: [String] {
    options.inputs
      + [
        view.imagePath, view.levelScale?.constants, view.appearance?.palette?.path,
        view.appearance?.cover.path, view.appearance?.lyrics.path, view.appearance?.font.path,
        view.structurePath,
      ]
      .compactMap(\.self)
  }

  /// Refuses a shape such as 9x16 that would be a picture of as many pixels.
  func checkSize() throws(Diagnostic) {
    guard let shape = options.size.shape else { return }
    let size = ["--size", shape]
    let words = line.rewritten(for: line.command, without: ["size"], adding: size)
    throw Diagnostic(
      "--size \(options.size.argumentText) are pixels, too few to see anything",
      hint: "for this shape: "
        + (ProgramText.line([line.command.name] + words) ?? size.joined(separator: " ")),
      status: .usage, for: ["size"])
  }

  /// The options and operands as a line for another command, which draws the same unless it is
  /// to have its own style; see ``Line/rewritten(for:without:adding:)``. `nil` if a name cannot be
  /// typed.
  func line<Other: Output>(
    for other: Other.Type, without dropped: Set<String>, adding added: [String] = [],
    inOwnStyle: Bool = false
  ) -> String? {
    let styles = [style, Other.outline.style].map { $0.words(view, line) }
    var own = styles[0].filter { !inOwnStyle && styles[1][$0.key] != $0.value }
    if !inOwnStyle, styles[0]["palette"] == nil, styles[1]["palette"] != nil {
      own["palette"] = Style.ownPalette(view)
    }
    let words = own.sorted { $0.key < $1.key }.flatMap { ["--\($0.key)", $0.value] }
    func description<Options: ViewOptions>(_ options: Options) -> CommandDescription {
      Other.description(for: line.words, drawing: Options.Drawn.self)
    }
    return ProgramText.line(
      [Other.outline.name]
        + line.rewritten(for: description(view), without: dropped, adding: added + words))
  }

  /// The `film` command with the options of this command, to the default output if it is `nil`.
  /// `nil` if a name cannot be typed.
  func filmLine(output: String?) -> String? {
    // In `film`, --jobs is for several tracks.
    line(
      for: FilmOutput.self, without: ["output", "format", "overwrite", "existing", "jobs"],
      adding: output.map { ["-o", $0] } ?? [], inOwnStyle: true)
  }

  /// The command line that keeps what exists; `nil` if it cannot be typed.
  var resumingLine: String? {
    ProgramText.line(
      [line.command.name, "--existing", "keep"]
        + line.arguments(without: ["overwrite", "existing"]))
  }

  /// The words that select the frames of a shard, for a line that has no `--shard`.
  func shardWords(_ run: ReadRun) -> [String] {
    guard options.frames.shard != nil, let last = run.frames.last else { return [] }
    return ["--frames", "\(run.frames.lowerBound)-\(last)"]
  }

  /// Opens the single file or stream for the product, unless it is one of the inputs.
  func output(for fileExtension: String) throws(Diagnostic) -> DataOutput {
    try DataOutputOptions(named: options.output, existing: options.existing)
      .open(inputs: inputPaths, for: fileExtension)
  }
}

extension ViewOptions {
  /// The name of the look, as it is in its file.
  var lookName: String { look.name }
}
