// SPDX-License-Identifier: MIT
internal import Glibc
internal import Platform
internal import Signal

/// How late the rows of `meter` come while their sound is played into it.
struct LiveBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private var seconds: Int { workspace.quick ? 10 : 60 }

  /// WAV, samples without a header, and MP3, each in pieces of 10 ms.
  func lags() throws -> [Row] {
    let music = inputs.music.format
    let path = try inputs.file(.wav, minutes: 1)
    let rate = music.sampleRate * music.channelCount * 2
    var wave = Array(try bytes(of: path).prefix(44 + seconds * rate))
    // As those write who do not know how long it will be.
    wave.replaceSubrange(40..<44, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let raw = "\(music.sampleRate),\(music.channelCount),s16le"
    var rows = [
      try row("WAV", wave, bytesPerSecond: rate, []),
      try row(
        "samples without a header", Array(wave.dropFirst(44)), bytesPerSecond: rate,
        ["--raw", raw]),
    ]
    guard
      let ffmpeg = SearchPath.executable(named: "ffmpeg", in: SearchPath.fromEnvironment)
    else { return rows + [Row("live MP3", remark: "there is no ffmpeg")] }
    let compressed = workspace.path("live.mp3")
    let words = [
      "-v", "error", "-y", "-i", path, "-t", "\(seconds)", "-b:a", "128k", "-write_xing", "0",
      compressed,
    ]
    _ = try ChildProcess(ffmpeg, words).output()
    let mp3 = try bytes(of: compressed)
    rows.append(try row("MP3 of 128 kbit/s", mp3, bytesPerSecond: 16_000, []))
    return rows
  }

  private func bytes(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.reading(path)
    return try file.bytes(at: 0, count: try file.status().size)
  }

  private func row(
    _ name: String, _ bytes: [UInt8], bytesPerSecond: Int, _ options: [String]
  ) throws -> Row {
    let lags = try lags(bytes, bytesPerSecond, options)
    return Row(
      "rows of `meter -` behind the ends of their ticks, \(seconds) s of \(name) in real time, "
        + "after the first second", lags: Sample(lags), median: 0.03, largest: 0.1)
  }

  /// Plays bytes into the program, and gives how long after the end of its tick each row has come, in
  /// seconds, without those of the first second, in which programs start and look what comes.
  private func lags(
    _ bytes: [UInt8], _ bytesPerSecond: Int, _ options: [String]
  ) throws -> [Double] {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    var process = try Subprocess(
      workspace.program, arguments: ["meter", "-"] + options, input: input.reader,
      output: output.writer, errors: errors)
    let feed = input.intoWriter()
    let rows = output.intoReader()
    let clock = ContinuousClock()
    let start = clock.now
    var lags: [Double] = []
    var (played, ticks) = (0, -1)
    while played < bytes.count {
      try Interrupt.check()
      let now = (clock.now - start) / .seconds(1)
      let due = min(Int(now * 100) * bytesPerSecond / 100, bytes.count)
      if due > played {
        try feed.write(bytes.span.extracting(played..<due))
        played = due
      }
      var question = pollfd(fd: rows.rawValue, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&question, 1, 2) == 1 else { continue }
      let piece = try rows.bytes(atMost: 65_536)
      let arrival = (clock.now - start) / .seconds(1)
      for byte in piece where byte == UInt8(ascii: "\n") {
        // The first line is the header.
        ticks += 1
        if ticks > 60 { lags.append(arrival - Double(ticks) / 60) }
      }
      if piece.isEmpty { break }
    }
    _ = consume feed
    while try !rows.bytes(atMost: 65_536).isEmpty {}
    let ending = try process.wait()
    guard ending == .exited(0), ticks > 60 else {
      let said = String(decoding: try errors.bytes(at: 0, count: 4096), as: UTF8.self)
      throw BenchmarkFailure("meter: \(ending), \(ticks) rows: \(said)")
    }
    return lags
  }
}
