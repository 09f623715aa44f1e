// SPDX-License-Identifier: MIT
internal import Platform

/// The most memory that commands have resident while long audio comes through a pipe.
struct MemoryBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  func peaks() throws -> [Row] {
    let hours = workspace.quick ? 1 : 10
    return try lengths(hours).flatMap { try meters(hours: $0) + [try live(hours: $0)] }
      + [try render()]
  }

  /// A tenth of the length beside it shows whether memory grows with it.
  private func lengths(_ hours: Int) -> [Int] { hours > 1 ? [1, hours] : [hours] }

  private func meters(hours: Int) throws -> [Row] {
    let ticks = hours * 60 * 60 * 60
    let table = workspace.path("levels.csv")
    let constants = workspace.path("constants.json")
    defer {
      Workspace.remove(table)
      Workspace.remove(constants)
    }
    var rows: [Row] = []
    for ballistics in ["tick", "avaudioplayer"] {
      Workspace.remove(table)
      let meter = try peak(
        ["meter", "-", "--ballistics", ballistics, "-o", table, "-q"], minutes: 60 * hours)
      let metered = try lineCount(of: table) - 1
      rows.append(
        Row(
          "peak memory of `meter`, \(hours) h through a pipe, `\(ballistics)`", memory: meter,
          most: 32e6, flaw: metered == ticks ? nil : "it metered \(metered) of \(ticks) ticks"))
    }
    let normalize = try peak(["normalize", "-", "-o", constants, "-q"], minutes: 60 * hours)
    let file = try FileDescriptor.reading(constants)
    let json = String(decoding: try file.readAll(limit: 65_536), as: UTF8.self)
    let isWhole = json.contains("\"ticks\": \(ticks),")
    rows.append(
      Row(
        "peak memory of `normalize`, \(hours) h through a pipe", memory: normalize, most: 32e6,
        flaw: isWhole ? nil : "its JSON does not speak of \(ticks) ticks"))
    return rows
  }

  /// Sound that comes faster than it plays: all of it is metered, and some of it drawn.
  private func live(hours: Int) throws -> Row {
    let memory = try peak(
      ["watch", "-", "-o", "/dev/null", "-f", "rgb24", "--size", "320x180", "-q"],
      minutes: 60 * hours)
    return Row(
      "peak memory of `watch - -o`, \(hours) h through a pipe, 320x180", memory: memory,
      most: 48e6)
  }

  /// Memory is of the levels of the whole track and of the renderers, whatever the number of
  /// frames; so a part of them tells it.
  private func render() throws -> Row {
    let frames = workspace.path("frames")
    defer { Workspace.remove(frames) }
    let last = workspace.quick ? 100_719 : 107_199
    let memory = try peak(
      ["render", "-", "-o", frames, "-j", "2", "--frames", "100000-\(last)", "-q"], minutes: 60)
    let count = try Folder.names(in: frames).count { $0.hasSuffix(".png") }
    guard count == last - 99_999 else { throw BenchmarkFailure("`render` wrote \(count) frames") }
    return Row(
      "peak memory of `render`, 1 h through a pipe, 1920x1080, two jobs (\(count) of its frames)",
      memory: memory, most: 96e6)
  }

  private func peak(_ arguments: [String], minutes: Int) throws -> Sample {
    try Interrupt.check()
    let process = ChildProcess(workspace.program, arguments)
    let bytes = try process.peakMemory(launcher: workspace.launcher) {
      try inputs.stream(minutes: minutes, to: $0)
    }
    return Sample([bytes])
  }

  private func lineCount(of path: String) throws -> Int {
    let file = try FileDescriptor.reading(path)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var lines = 0
    while true {
      var span = buffer.mutableSpan
      let count = try file.read(into: &span)
      if count == 0 { return lines }
      for index in 0..<count where buffer[index] == UInt8(ascii: "\n") { lines += 1 }
    }
  }
}
