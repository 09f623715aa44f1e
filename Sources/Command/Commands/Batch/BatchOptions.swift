// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform
internal import Text
internal import Writing

/// How a command processes several tracks: one output for each, named after the track.
struct BatchSpec: Sendable {
  /// Whether the run of a track continues an output that exists, instead of being skipped.
  var goesOn = false
  /// Whether it draws the frames of each track, which takes longer than reading it.
  var draws = false
  /// Whether the command also has `--jobs` for a single track.
  var hasJobs = false
  /// The greatest useful number of tracks at a time.
  var maxTracks = Int.max
  /// The list of the outputs, if there is one.
  var index: PageIndex?
}

/// The output of each track of a batch, by the end of its name.
enum BatchOutput {
  /// A file with this extension.
  case file(String)
  /// A folder of frames in files with this extension.
  case frames(String)

  /// The output of a track.
  func path(_ stem: String) -> String {
    switch self {
    case .file(let fileExtension): "\(stem).\(fileExtension)"
    // The slash marks it as a folder, whatever the track's name looks like.
    case .frames: "\(stem)/"
    }
  }

  /// Whether something exists at such an output that would be overwritten.
  func exists(at path: String) -> Bool {
    guard case .frames(let fileExtension) = self else { return Folder.hasEntry(path) }
    let folder = String(path.unicodeScalars.dropLast())
    let pattern = FramePattern(folder: folder, fileExtension: fileExtension)
    return (try? pattern.presentFrames().isEmpty) == false
  }
}

/// The options for several inputs.
struct BatchOptions: Sendable {
  var folder: String?
  var folders = FolderOptions()
  var jobs: JobCount?

  /// The long names of the options that say how several tracks are worked on.
  static let names: Set = [
    "output-dir", "recursive", "skip-unreadable", "jobs",
  ]

  /// The limits of a command with this spec, if it takes several inputs.
  static func limits(_ spec: BatchSpec?) -> [Limit] {
    var limits: [Limit] = [
      Limit(
        .with(.folder),
        ["recursive", "skip-unreadable"] + (spec.map { !$0.hasJobs } ?? false ? ["jobs"] : []),
        "is for several inputs, and these need --output-dir",
        hint: "add --output-dir DIR, or leave it out"),
      .excludes("output-dir", "output"), .excludes("overwrite", "existing"),
    ]
    if spec?.goesOn == false {
      limits.append(
        Limit(
          .not(.keepsOneFile), ["existing"], "keep is for several outputs",
          hint: "add --output-dir DIR, or leave it out"))
    }
    return limits
  }

  static func table(_ spec: BatchSpec) -> [Option<BatchOptions>] {
    var rows: [Option<BatchOptions>] = [
      .value(
        "output-dir", "DIR", into: \.folder, completion: .directory, affects: .nothing,
        help:
          "A folder for the outputs of all inputs, each named after its track. A track that fails "
          + "does not stop the others.")
    ]
    rows += FolderOptions.table.at(\.folders)
    if !spec.hasJobs {
      rows.append(
        .value(
          "jobs", letter: "j", "N", into: \.jobs, affects: .nothing,
          help: "Tracks to process at a time; by default one for each processor, or fewer."))
    }
    return Option.section("Several inputs", rows)
  }

  /// Whether the outputs are named after the tracks: of a command that takes several if it has a
  /// spec for that. `given` are the options with an effect.
  ///
  /// - Throws: an error if these options contradict each other.
  func isBatch(
    of inputs: [String], _ line: Line, _ given: Set<String>, _ spec: BatchSpec?,
    existing: ExistingOutput
  ) throws(Diagnostic) -> Bool {
    let (command, isPossible) = (line.command.name, spec != nil)
    guard folder != nil else {
      if inputs.count > 1 {
        throw BatchOptions.tooMany(inputs, line, isPossible: isPossible)
      }
      if isPossible, let input = inputs.first, Folder.kind(of: input) == .directory {
        throw Diagnostic(
          "\(input): is a folder",
          hint: "name one audio file in it, or add --output-dir DIR for an output of each",
          status: .noInput)
      }
      let keeps = existing == .keep && !given.contains("shard")
      try Limit.check(
        BatchOptions.limits(spec), keeps ? [.keepsOneFile] : [], given: given, command: command)
      return false
    }
    try Limit.check(BatchOptions.limits(spec), [.folder], given: given, command: command)
    guard !inputs.contains("-") else {
      throw Diagnostic(
        "--output-dir names outputs after inputs, and standard input has no name",
        hint: "run it separately, with -o", status: .usage, for: ["output-dir"])
    }
    return true
  }

  private static func tooMany(
    _ inputs: [String], _ line: Line, isPossible: Bool
  ) -> Diagnostic {
    Diagnostic(
      "\(inputs.count) inputs, but \(line.command.name) takes one at a time"
        + (isPossible ? " without --output-dir" : ""),
      hint: Diagnostic.severalInputsHint(
        line,
        else: isPossible
          ? "add --output-dir DIR for an output of each; quote names with spaces"
          : "give one of them; quote names with spaces"), status: .usage)
  }
}
