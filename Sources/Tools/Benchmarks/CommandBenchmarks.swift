// SPDX-License-Identifier: MIT
internal import Platform

/// What whole commands take, from their start to their end.
struct CommandBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private var runs: Int { workspace.quick ? 2 : 5 }

  private func command(_ arguments: String...) -> ChildProcess {
    ChildProcess(workspace.program, arguments)
  }

  /// A program of the system.
  private func system(_ name: String, _ arguments: String...) throws -> ChildProcess {
    let path = SearchPath.fromEnvironment
    guard let program = SearchPath.executable(named: name, in: path) else {
      throw BenchmarkFailure("no program '\(name)'")
    }
    return ChildProcess(program, arguments)
  }

  /// The whole command against copying its frames.
  func render() async throws -> [Row] { [try await render("png", "PNG")] }

  /// Measures SVG.
  func renderSVG() async throws -> [Row] { [try await render("svg", "SVG")] }

  private func render(_ format: String, _ name: String) async throws -> Row {
    let minutes = workspace.quick ? 1 : 5
    let input = try inputs.file(.wav, minutes: minutes)
    let (frames, copy) = (workspace.path("frames"), workspace.path("copy"))
    defer {
      Workspace.remove(frames)
      Workspace.remove(copy)
    }
    let render = command("render", input, "-o", frames, "-f", format, "-q")
    _ = try await render.timed()
    let comparison = try await inTurns(runs: runs) {
      Workspace.remove(copy)
      Workspace.settle()
      return try await system("cp", "-r", frames, copy).timed()
    } ours: {
      Workspace.remove(frames)
      Workspace.settle()
      return try await render.timed()
    }
    let size = format == "png" ? " 1920x1080" : ""
    return Row(
      "the command `render`, \(minutes) min of WAV to\(size) \(name), all cores, from start to end",
      against: "`cp -r` of the \(minutes * 3600) frames it wrote", comparison, .asLong(times: 5))
  }

  /// Two jobs against one.
  func jobs() async throws -> [Row] {
    guard Machine.processorCount > 1 else {
      return [Row("two jobs", remark: "this machine has one processor")]
    }
    let minutes = workspace.quick ? 1 : 5
    let input = try inputs.file(.wav, minutes: minutes)
    let frames = workspace.path("frames")
    defer { Workspace.remove(frames) }
    func time(_ jobs: Int) async throws -> Double {
      Workspace.remove(frames)
      Workspace.settle()
      return try await command("render", input, "-o", frames, "-j", "\(jobs)", "-q").timed()
    }
    let comparison = try await inTurns(runs: runs) {
      try await time(1)
    } ours: {
      try await time(2)
    }
    return [
      Row(
        "the command `render`, \(minutes) min of WAV to 1920x1080 PNG, two jobs",
        against: "the same, one job", comparison, .faster(times: 1.8))
    ]
  }

  /// `synth` of wheels that all play, against the time that their sound lasts.
  func synth() async throws -> [Row] {
    let minutes = workspace.quick ? 2 : 10
    let (input, output) = (workspace.path("wheels.json"), workspace.path("wheels.wav"))
    let wheels = (0..<20).map { #"{"x": \#(160 * $0), "y": 0, "radius": 80, "audio": true}"# }
    let text =
      #"{"schema": "radial-audio/instrument/1", "kind": "wheels", "duration": "#
      + #"\#(minutes * 60), "wheels": [\#(wheels.joined(separator: ", "))]}"#
    try FileDescriptor.creating(input).write(Array(text.utf8).span)
    let command = command("synth", input, "-o", output, "-q")
    let comparison = try await inTurns(runs: runs) {
      Double(minutes * 60)
    } ours: {
      Workspace.remove(output)
      return try await command.timed()
    }
    return [
      Row(
        "the command `synth`, \(minutes) min of 20 wheels that play, to WAV",
        against: "the length of the sound", comparison, .faster(times: 200))
    ]
  }

  /// Starting.
  func start() async throws -> [Row] {
    let nothing = try system("true")
    let comparison = try await inTurns(runs: workspace.quick ? 10 : 50) {
      try await nothing.timed()
    } ours: {
      try await command("--version").timed()
    }
    return [
      Row("`radial-audio --version`", against: "`true`", comparison, .longer(by: 0.008))
    ]
  }

  /// `meter` of a WAV file with both ballistics.
  func meter() async throws -> [Row] {
    let minutes = workspace.quick ? 10 : 40
    let name = "\(minutes) min of 16-bit stereo WAV"
    let input = try inputs.file(.wav, minutes: minutes)
    return [
      try await meter(input, name, ballistics: "tick", most: 2),
      try await meter(input, name, ballistics: "avaudioplayer", most: 3),
    ]
  }

  /// `meter` of Ogg Vorbis.
  func meterOgg() async throws -> [Row] {
    let minutes = workspace.quick ? 2 : 10
    let input = try inputs.file(.ogg, minutes: minutes)
    return [
      try await meter(input, "\(minutes) min of Ogg Vorbis", ballistics: "tick", most: 1.2)
    ]
  }

  private func meter(
    _ input: String, _ name: String, ballistics: String, most: Double
  ) async throws -> Row {
    let table = workspace.path("levels.csv")
    let command = command("meter", input, "--ballistics", ballistics, "-o", table, "-q")
    let comparison = try await inTurns(runs: runs + 2) {
      try await BareReader.timed(input)
    } ours: {
      Workspace.remove(table)
      return try await command.timed()
    }
    return Row(
      "the command `meter`, \(name), `\(ballistics)`, CSV to a file",
      against: "reading the same file as floats with libsndfile", comparison, .asLong(times: most))
  }
}
