// SPDX-License-Identifier: MIT
internal import Platform
internal import Signal

/// Other programs beside us on the same work, where they are installed.
struct Peers {
  let workspace: Workspace
  let inputs: Inputs

  private var runs: Int { workspace.quick ? 2 : 5 }

  func all() async throws -> [Row] {
    try await astats() + stats() + avectorscope() + rsvg()
  }

  /// Levels of every tick.
  private func astats() async throws -> [Row] {
    guard let ffmpeg = Peers.program("ffmpeg") else { return [absent("ffmpeg")] }
    let minutes = workspace.quick ? 2 : 5
    let input = try inputs.file(.wav, minutes: minutes)
    let samples = inputs.music.format.sampleRate / 60
    let (theirs, ours) = (workspace.path("astats.txt"), workspace.path("levels.csv"))
    let filter =
      "asetnsamples=\(samples):p=0,astats=metadata=1:reset=1,ametadata=print:file=\(theirs)"
    return [
      try await row(
        "`meter`, \(minutes) min of WAV, levels of every tick",
        "`ffmpeg` with asetnsamples, astats and ametadata, to a file",
        ChildProcess(ffmpeg, ["-v", "error", "-i", input, "-af", filter, "-f", "null", "-"]),
        makes: theirs, ours: ["meter", input, "-o", ours], makes: ours)
    ]
  }

  /// Levels of a whole file.
  private func stats() async throws -> [Row] {
    guard let sox = Peers.program("sox") else { return [absent("sox")] }
    let minutes = workspace.quick ? 2 : 5
    let input = try inputs.file(.wav, minutes: minutes)
    let theirs = ChildProcess(sox, [input, "-n", "stats"])
    let (table, constants) = (workspace.path("levels.csv"), workspace.path("constants.json"))
    return [
      try await row(
        "`meter`, \(minutes) min of WAV, levels of every tick", "`sox -n stats`, of the whole file",
        theirs, makes: nil, ours: ["meter", input, "-o", table], makes: table),
      try await row(
        "`normalize`, \(minutes) min of WAV", "`sox -n stats`", theirs, makes: nil,
        ours: ["normalize", input, "-o", constants], makes: constants),
    ]
  }

  /// Pictures, 60 a second.
  private func avectorscope() async throws -> [Row] {
    guard let ffmpeg = Peers.program("ffmpeg") else { return [] }
    let length = workspace.quick ? 1 : 5
    let input = try inputs.file(.wav, minutes: 1)
    let (theirs, ours) = (workspace.path("scope"), workspace.path("frames"))
    let filter = "avectorscope=mode=polar:size=1920x1080:rate=60"
    return [
      try await row(
        "`render`, \(length * 60) frames of 1920x1080 to PNG, all cores",
        "`ffmpeg` with avectorscope, polar, as many frames",
        ChildProcess(
          ffmpeg,
          [
            "-v", "error", "-t", "\(length)", "-i", input, "-filter_complex", filter,
            "-frames:v", "\(length * 60)", "\(theirs)/%06d.png",
          ]), makes: theirs, isFolder: true,
        ours: ["render", input, "--duration", "\(length)", "-o", ours], makes: ours)
    ]
  }

  /// One picture of the whole turn, as pixels.
  private func rsvg() async throws -> [Row] {
    guard let rsvg = Peers.program("rsvg-convert") else { return [absent("rsvg-convert")] }
    let (vector, theirs) = (workspace.path("vector"), workspace.path("vector.png"))
    let ours = workspace.path("frames")
    let input = "\(workspace.fixtures)/Audio/demo.flac"
    defer { Workspace.remove(vector) }
    let frame = ["--frames", "359"]
    _ = try await ChildProcess(
      workspace.program, ["render", input, "-q", "-f", "svg", "-o", vector] + frame
    ).timed()
    return [
      try await row(
        "`render` of one PNG frame, a full turn at 1920x1080; 24 s of FLAC read for it",
        "`rsvg-convert` of the SVG of the same frame",
        ChildProcess(rsvg, ["-o", theirs, "\(vector)/frame-000359.svg"]), makes: theirs,
        ours: ["render", input, "-o", ours] + frame, makes: ours)
    ]
  }

  private func row(
    _ work: String, _ name: String, _ theirs: ChildProcess, makes theirOutput: String?,
    isFolder: Bool = false, ours: [String], makes ourOutput: String
  ) async throws -> Row {
    let program = ChildProcess(workspace.program, ours + ["-q"])
    defer {
      theirOutput.map(Workspace.remove)
      Workspace.remove(ourOutput)
    }
    let comparison = try await inTurns(runs: runs) {
      theirOutput.map(Workspace.remove)
      if isFolder, let theirOutput { try Workspace.make(theirOutput) }
      return try await theirs.timed()
    } ours: {
      Workspace.remove(ourOutput)
      return try await program.timed()
    }
    return Row(work, against: name, comparison, .faster(times: nil))
  }

  static func program(_ name: String) -> String? {
    SearchPath.executable(named: name, in: SearchPath.fromEnvironment)
  }

  private func absent(_ name: String) -> Row { Row("beside `\(name)`", remark: "not installed") }
}
