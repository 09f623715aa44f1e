// SPDX-License-Identifier: MIT

/// What it costs to divide work among processes, as engines do on many machines.
struct PartBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private let minutes = 10
  private var runs: Int { workspace.quick ? 1 : 3 }

  func all() async throws -> [Row] {
    let sound = try inputs.file(.ogg, minutes: minutes)
    let readings = workspace.path("sound.readings")
    try await run("meter", sound, "-o", readings)
    return [
      try await shards(of: readings, "readings", .asLong(times: 1.1)),
      try await shards(of: sound, "Ogg", .asLong(times: nil)),
      try await scale(of: sound, readings),
      try await film(of: sound),
    ]
  }

  private func run(_ words: String...) async throws {
    _ = try await ChildProcess(workspace.program, words + ["-q", "--overwrite"]).timed()
  }

  /// Sixteen parts of a sequence, against one run.
  private func shards(of input: String, _ kind: String, _ bar: Row.Bar) async throws -> Row {
    let (whole, parts) = (workspace.path("whole"), workspace.path("parts"))
    defer { for path in [whole, parts] { Workspace.remove(path) } }
    let use = try await ProcessorUse.inTurns(runs: runs) {
      Workspace.remove(whole)
      try await run("render", input, "-j", "1", "-o", whole)
    } ours: {
      Workspace.remove(parts)
      for part in 1...16 {
        try await run("render", input, "-j", "1", "--shard", "\(part)/16", "-o", parts)
      }
    }
    return Row(
      "time of processors, 16 shards of \(minutes) min to 1920x1080 PNG, from \(kind)",
      against: "one run", use, bar)
  }

  /// The common scale of tracks whose readings are there.
  private func scale(of sound: String, _ readings: String) async throws -> Row {
    let output = workspace.path("scale.json")
    let use = try await ProcessorUse.inTurns(runs: runs) {
      try await run("normalize", sound, "-o", output)
    } ours: {
      try await run("normalize", readings, "-o", output)
    }
    return Row(
      "time of processors, `normalize`, readings of \(minutes) min",
      against: "the same of the Ogg file", use, .faster(times: 10))
  }

  /// A film in four parts that are joined, against one that is made at once.
  private func film(of sound: String) async throws -> Row {
    guard Peers.program("ffmpeg") != nil else {
      return Row("films in parts", remark: "ffmpeg is not installed")
    }
    let (whole, parts) = (workspace.path("whole.mp4"), workspace.path("part-%d.mp4"))
    let words = ["-q", "--overwrite", "-d40", "--quality", "draft", "--codec", "x264"]
    func film(_ more: [String]) async throws {
      _ = try await ChildProcess(workspace.program, ["film", sound] + words + more).timed()
    }
    defer { Workspace.remove(whole) }
    let use = try await ProcessorUse.inTurns(runs: runs) {
      try await film(["-o", whole])
    } ours: {
      for part in 1...4 { try await film(["--shard", "\(part)/4", "-o", parts]) }
      try await film(["--join", parts, "-o", whole])
    }
    return Row(
      "time of processors, `film --codec x264`, 2400 frames of 1920x1080 in four parts, joined",
      against: "the same at once", use, .asLong(times: 1.1))
  }
}
