// SPDX-License-Identifier: MIT
internal import Glibc
internal import Platform
internal import Signal

/// How late the rows of `meter`, and live frames, come while their sound is played into the program.
struct LiveBenchmarks {
  let workspace: Workspace
  let inputs: Inputs

  private var seconds: Int { workspace.quick ? 10 : 60 }

  /// Rows of WAV, samples without a header, and MP3, and frames of some looks, each in pieces of 10 ms.
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
    for look in ["line", "sun", "corona", "halo"] {
      rows.append(try frames(look, Array(wave.dropFirst(44)), bytesPerSecond: rate, raw))
    }
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
    // The first line is the header.
    let lags = try lags(bytes, bytesPerSecond, ["meter", "-"] + options) { text, count in
      count + text.count { $0 == UInt8(ascii: "\n") }
    }
    return Row(
      "rows of `meter -` behind the ends of their ticks, \(seconds) s of \(name) in real time, "
        + "after the first second", lags: Sample(lags), median: 0.03, largest: 0.1)
  }

  /// How long after the end of their tick live frames come.
  private func frames(
    _ look: String, _ bytes: [UInt8], bytesPerSecond: Int, _ raw: String
  ) throws -> Row {
    let (width, height) = (1920, 1080)
    let frameSize = "FRAME\n".utf8.count + width * height * 3 / 2
    var size = 0
    let lags = try lags(
      bytes, bytesPerSecond,
      [
        "watch", "-", "--every-frame", "--raw", raw, "--look", look, "-o", "-", "-f",
        "y4m",
      ]
        + ["--size", "\(width)x\(height)", "-q"]
    ) { text, _ in
      size += text.count
      // The header of the stream counts as the first line of a table does.
      return size / frameSize + 1
    }
    return Row(
      "1920x1080 frames of `watch - -o - --look \(look)` behind the ends of their ticks, \(seconds) s in real "
        + "time, after the first second", lags: Sample(lags), median: 0.015, largest: 0.1)
  }

  /// Plays bytes into the program, and gives how long after the end of its tick each row or frame has
  /// come, in seconds, without those of the first second, in which programs start and look what comes.
  /// `count` is given what the program has just written, and the count so far of lines, the first of
  /// which is a header, and returns the new count.
  private func lags(
    _ bytes: [UInt8], _ bytesPerSecond: Int, _ arguments: [String],
    count: ([UInt8], Int) -> Int
  ) throws -> [Double] {
    let input = try Pipe()
    let output = try Pipe()
    let errors = try TemporaryFile.make(in: TemporaryFile.defaultFolder)
    var process = try Subprocess(
      workspace.program, arguments: arguments, input: input.reader,
      output: output.writer, errors: errors)
    let feed = input.intoWriter()
    let rows = output.intoReader()
    let clock = ContinuousClock()
    let start = clock.now
    var lags: [Double] = []
    var (played, lines) = (0, 0)
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
      let piece = try rows.bytes(atMost: 1 << 20)
      let arrival = (clock.now - start) / .seconds(1)
      let total = count(piece, lines)
      for tick in lines..<total where tick > 60 { lags.append(arrival - Double(tick) / 60) }
      lines = total
      if piece.isEmpty { break }
    }
    _ = consume feed
    while try !rows.bytes(atMost: 65_536).isEmpty {}
    let ending = try process.wait()
    guard ending == .exited(0), lines > 61 else {
      let said = String(decoding: try errors.bytes(at: 0, count: 4096), as: UTF8.self)
      throw BenchmarkFailure("\(arguments[0]): \(ending), \(lines - 1) of its ticks: \(said)")
    }
    return lags
  }
}
