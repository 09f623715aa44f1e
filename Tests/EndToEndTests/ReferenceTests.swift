// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Our levels and files against other people's programs, where they are installed.
@Suite struct ReferenceTests {
  /// A way to store the demo, as options of ffmpeg, with the rate that it has then.
  struct Encoding: Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    let sampleRate: Int
    /// A rate whose ticks are whole numbers of samples.
    var tickRate = 60
    /// Whether the stream ends with ffmpeg's own padding, which other decoders leave out.
    var isPadded = false

    var testDescription: String { name }
  }

  static let encodings = [
    Encoding(name: "a.wav", options: ["-c:a", "pcm_s16le"], sampleRate: 44_100),
    Encoding(name: "u8.wav", options: ["-c:a", "pcm_u8", "-ac", "1"], sampleRate: 44_100),
    Encoding(name: "s24.wav", options: ["-c:a", "pcm_s24le", "-ar", "48000"], sampleRate: 48_000),
    Encoding(name: "s32.wav", options: ["-c:a", "pcm_s32le", "-ar", "96000"], sampleRate: 96_000),
    Encoding(
      name: "f32.wav", options: ["-c:a", "pcm_f32le", "-af", "volume=9dB"], sampleRate: 44_100),
    Encoding(name: "f64.wav", options: ["-c:a", "pcm_f64le"], sampleRate: 44_100),
    Encoding(
      name: "six.wav",
      options: [
        "-c:a", "pcm_s16le", "-af", "pan=5.1|c0=c0|c1=c1|c2=.5*c0|c3=.1*c1|c4=0*c0|c5=.7*c1",
      ],
      sampleRate: 44_100),
    Encoding(name: "low.wav", options: ["-ar", "11025"], sampleRate: 11_025, tickRate: 75),
    Encoding(name: "mid.aiff", options: ["-ar", "22050"], sampleRate: 22_050, tickRate: 50),
    Encoding(name: "a.flac", options: ["-c:a", "flac"], sampleRate: 44_100),
    Encoding(name: "mono.ogg", options: ["-c:a", "libvorbis", "-ac", "1"], sampleRate: 44_100),
    Encoding(name: "a.ogg", options: ["-c:a", "libvorbis", "-q:a", "3"], sampleRate: 44_100),
    Encoding(name: "a.opus", options: ["-c:a", "libopus"], sampleRate: 48_000),
    Encoding(name: "a.mp3", options: ["-c:a", "libmp3lame", "-q:a", "4"], sampleRate: 44_100),
    Encoding(name: "a.m4a", options: ["-c:a", "aac"], sampleRate: 44_100),
  ]

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg)), arguments: encodings)
  func `each tick reads what ffmpeg's astats reads`(encoding: Encoding) throws {
    try TemporaryFolder.with { folder in
      let file = folder.path(encoding.name)
      try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", Repository.fixture("Audio/demo.flac"), "-t", "4"] + encoding.options
          + [
            file
          ])
      let ours = try Program.rows(file, "--fps", "\(encoding.tickRate)")
      #expect(ours.count >= 4 * encoding.tickRate)
      let theirs = try ticks(of: file, encoding)
      // Decoders differ in what they cut off the end, by less than two ticks.
      #expect(abs(ours.count - theirs.count) <= 2)
      for (tick, (row, levels)) in zip(ours, theirs).dropLast(3).enumerated() {
        for (index, level) in levels.enumerated() {
          let our = try #require(Double(row[2 + index]))
          // Below -90 dB the decoders' own rounding is heard.
          guard max(our, level) > -90 else { continue }
          #expect(abs(our - level) <= 0.01, "tick \(tick), column \(index): \(our), not \(level)")
        }
      }
    }
  }

  /// Peak and RMS of each channel in each tick as ffmpeg measures them.
  private func ticks(of file: String, _ encoding: Encoding) throws -> [[Double]] {
    let length = encoding.sampleRate / encoding.tickRate
    let output = try InstalledTool.ffmpeg.run([
      "-v", "error", "-i", file, "-af",
      "aformat=sample_fmts=dblp,asetnsamples=n=\(length):p=0,"
        + "astats=metadata=1:reset=1:measure_overall=none:measure_perchannel=Peak_level+RMS_level,"
        + "ametadata=mode=print:file=-", "-f", "null", "-",
    ])
    var ticks: [[Double]] = []
    for line in output.text.split(separator: "\n") {
      if line.hasPrefix("frame:") {
        ticks.append([])
      } else if let value = line.split(separator: "=").last, line.contains("_level=") {
        ticks[ticks.count - 1].append(value == "-inf" ? -160 : Double(value) ?? .nan)
      }
    }
    return ticks
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.sox)))
  func `a whole file reads what sox reads`() throws {
    let input = Repository.fixture("Audio/demo.flac")
    // One tick that is as long as the file.
    let row = try #require(try Program.rows(input, "--fps", "1/24").first)
    let text = try InstalledTool.sox.run([input, "-n", "stats"]).errors
    func levels(_ name: String) throws -> [Double] {
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) })
      return line.dropFirst(name.count).split(separator: " ").compactMap { Double($0) }
    }
    let theirs = zip(try levels("Pk lev dB"), try levels("RMS lev dB")).dropFirst()
      .flatMap { [$0, $1] }
    #expect(theirs.count == 4)
    for (our, their) in zip(row.dropFirst(2), theirs) {
      #expect(abs((Double(our) ?? .nan) - their) <= 0.01)
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe)))
  func `the frames make a video of as many frames`() throws {
    try TemporaryFolder.with { folder in
      let input = Repository.fixture("Audio/demo.flac")
      try Program.succeed(
        Program.command(["render", input, "-d", "0.75", "--size", "160x90", "-o", folder.path]))
      let video = folder.path("video.mp4")
      try InstalledTool.ffmpeg.run([
        "-v", "error", "-framerate", "60", "-i", folder.path("frame-%06d.png"), "-i", input,
        "-shortest", "-c:v", "mpeg4", video,
      ])
      let count = try InstalledTool.ffprobe.run([
        "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
        "stream=nb_read_frames,width,height", "-of", "csv=p=0", video,
      ]).text
      #expect(count.split(separator: "\n").first == "160,90,45")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.pngcheck)))
  func `pngcheck finds nothing in the frames`() throws {
    try TemporaryFolder.with { folder in
      for options in [[], ["--background", "none", "--logo", Repository.fixture("demo-logo.png")]] {
        let output = folder.path("f\(options.count)")
        try Program.succeed(
          Program.command(
            [
              "render", Repository.fixture("Audio/demo.flac"), "-d", "0.2", "--size", "161x91",
              "-o",
              output,
            ]
              + options))
        let files = folder.frameNames(in: "f\(options.count)").map { "\(output)/\($0)" }
        #expect(files.count == 12)
        try InstalledTool.pngcheck.run(["-q"] + files)
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.xmllint)))
  func `xmllint finds nothing in the pictures`() throws {
    try TemporaryFolder.with { folder in
      try Program.succeed(
        Program.command([
          "render", Repository.fixture("Audio/demo.flac"), "-d", "0.2", "--logo",
          Repository.fixture("demo-logo.png"), "--set", "stroke=#f008,red,blue,lime",
          "--background",
          "#12345678", "-o", folder.path("%d.svg"),
        ]))
      let files = folder.names().filter { $0.hasSuffix(".svg") }.map(folder.path)
      #expect(files.count == 12)
      try InstalledTool.xmllint.run(["--noout"] + files)
    }
  }
}
