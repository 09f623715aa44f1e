// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Views

/// How near a film comes to its frames.
struct FilmQuality {
  /// The peak signal-to-noise ratio of luma, over all frames.
  let decibels: Double
  /// The structural similarity of luma, 1 for equal frames.
  let similarity: Double
  let bytes: Double

  var text: String {
    let noise = decibels.isFinite ? "\(Text.number(decibels)) dB" : "no error"
    return "\(noise), SSIM \((similarity * 1e4).rounded() / 1e4), \(Text.bytes(bytes))"
  }
}

/// How near films of all looks come to the frames that were drawn, by the program itself and by x264.
struct FilmQualityBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  /// The qualities, and the luma that own films keep at least.
  private static let qualities: [(name: String, least: Double)] = [
    ("draft", 46), ("standard", 50), ("high", 54),
  ]

  /// Some looks of quick runs: of quiet pictures, of moving ones, and of letters.
  private static let few: Set = ["line", "halo", "letters", "analyzer", "brass"]

  func looks() async throws -> [Row] {
    guard let ffmpeg = Peers.program("ffmpeg") else {
      return [Row("films beside their frames", remark: "ffmpeg is not installed")]
    }
    let music = try inputs.file(.wav, minutes: 1)
    var rows: [Row] = []
    for view in ViewCatalog.all {
      let instrument = "\(workspace.fixtures)/Instruments/\(view.name).json"
      let input = view.scoreKind != nil ? instrument : music
      for look in names(of: view)
      where !workspace.quick || FilmQualityBenchmarks.few.contains(look) {
        try Interrupt.check()
        // The film's own default would change the look after some bars.
        let scenes = view == RadialView.self ? ["--scenes", "none"] : []
        rows += try await films(of: input, ["--view", view.name, "--look", look] + scenes, ffmpeg)
      }
    }
    return rows
  }

  private func names<SomeView: View>(of view: SomeView.Type) -> [String] {
    view.looks.map(\.name)
  }

  /// Two seconds in each quality.
  private func films(of input: String, _ look: [String], _ ffmpeg: String) async throws -> [Row] {
    let (frames, film) = (workspace.path("frames.y4m"), workspace.path("film.mp4"))
    defer { for path in [frames, film] { Workspace.remove(path) } }
    let part = [input, "-s", "4", "-d", "2", "--size", "1920x1080", "--overwrite", "-q"] + look
    _ = try await ChildProcess(workspace.program, ["render", "-o", frames] + part).timed()
    func quality(_ name: String, _ codec: String) async throws -> FilmQuality {
      let words = ["--quality", name, "--codec", codec, "--sound", "none"]
      _ = try await ChildProcess(
        workspace.program, ["film", "-o", film] + part + words
      ).timed()
      return try difference(ffmpeg, film, frames)
    }
    var rows: [Row] = []
    for (name, least) in FilmQualityBenchmarks.qualities {
      let (own, other) = (try await quality(name, "own"), try await quality(name, "x264"))
      rows.append(
        Row(
          "`film \(look.prefix(4).joined(separator: " "))`, 120 frames of 1920x1080, \(name), luma",
          against: "the same with `--codec x264`", other, ours: own, least: least))
    }
    return rows
  }

  /// What ffmpeg's filters say of a film beside its frames.
  private func difference(
    _ ffmpeg: String, _ film: String, _ frames: String
  ) throws -> FilmQuality {
    let graph = "[0:v]split[a][b];[1:v]split[c][d];[a][c]psnr;[b][d]ssim"
    let words = ["-i", film, "-i", frames, "-filter_complex", graph, "-f", "null", "-"]
    // The filters write to standard error.
    let report = try ChildProcess("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", ffmpeg] + words)
      .output()
    func number(after mark: String) -> Double? {
      report.split(separator: "\n").lazy.compactMap { line in
        line.split(separator: " ").first { $0.hasPrefix(mark) }
          .flatMap { Double($0.dropFirst(mark.utf8.count)) }
      }.first
    }
    guard let decibels = number(after: "y:"), let similarity = number(after: "Y:") else {
      throw BenchmarkFailure("ffmpeg says nothing of \(film): \(report.suffix(300))")
    }
    return FilmQuality(
      decibels: decibels, similarity: similarity, bytes: Double(try Workspace.size(of: film)))
  }
}
