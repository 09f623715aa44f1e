// SPDX-License-Identifier: MIT

/// All benchmarks by name, in the order of the table.
struct Suite {
  static let names = [
    "frames", "whole-frames", "words", "encoders", "file-size", "size", "growth", "render", "jobs",
    "svg", "raw",
    "film", "film-quality", "parts", "meter", "meter-ogg", "synth", "live", "memory", "start",
    "peers",
  ]

  let workspace: Workspace

  /// Measures benchmarks, all of them if `only` is empty, and prints each line as soon as it is
  /// known; gives whether all could be measured.
  func run(only: [String]) async throws -> Bool {
    let inputs = Inputs(workspace: workspace, music: try Music(workspace))
    Output.table(Conditions.line(workspace) + "\n")
    Output.table(Row.heading)
    var isWhole = true
    for name in Suite.names where only.isEmpty || only.contains(name) {
      Output.note(name)
      do {
        for row in try await rows(name, inputs) { Output.table(row.markdown) }
      } catch {
        try Interrupt.check()
        isWhole = false
        Output.table(Row(name, remark: "could not be measured: \(error)").markdown)
      }
    }
    return isWhole
  }

  private func rows(_ name: String, _ inputs: Inputs) async throws -> [Row] {
    let frames = FrameBenchmarks(workspace: workspace, inputs: inputs)
    let commands = CommandBenchmarks(workspace: workspace, inputs: inputs)
    return switch name {
    case "frames": try await frames.looks()
    case "whole-frames": try await frames.wholeFrames()
    case "words": try await frames.adornments()
    case "encoders": try await frames.encoders()
    case "file-size": try await frames.fileSizes()
    case "size": try await frames.sizes()
    case "growth": try await frames.growth()
    case "render": try await commands.render()
    case "jobs": try await commands.jobs()
    case "svg": try await commands.renderSVG()
    case "raw": try await StreamBenchmarks(workspace: workspace, inputs: inputs).all()
    case "film": try await FilmBenchmarks(workspace: workspace, inputs: inputs).films()
    case "film-quality":
      try await FilmQualityBenchmarks(workspace: workspace, inputs: inputs).looks()
    case "parts": try await PartBenchmarks(workspace: workspace, inputs: inputs).all()
    case "meter": try await commands.meter()
    case "meter-ogg": try await commands.meterOgg()
    case "synth": try await commands.synth()
    case "live": try LiveBenchmarks(workspace: workspace, inputs: inputs).lags()
    case "memory": try MemoryBenchmarks(workspace: workspace, inputs: inputs).peaks()
    case "start": try await commands.start()
    case "peers": try await Peers(workspace: workspace, inputs: inputs).all()
    default: preconditionFailure("no benchmark \(name)")
    }
  }
}
