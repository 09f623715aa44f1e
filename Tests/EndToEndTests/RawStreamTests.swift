// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport
import Testing

/// Frames without files, as `render -o -` writes them.
@Suite struct RawStreamTests {
  private let demo = Repository.fixture("Audio/demo.flac")

  private func stream(_ options: String...) throws -> [UInt8] {
    let size = options.contains("--size") ? [] : ["--size", "48x27"]
    let result = try Program.succeed(
      Program.command(
        ["render", demo, "-o", "-", "-q", "-d", "1", "--range", "part"] + size + options))
    #expect(result.errors.isEmpty)
    return result.bytes
  }

  @Test func `shards and ranges one after the other are the whole stream`() throws {
    for format in ["y4m", "rgb24", "rgba"] {
      let whole = try stream("-f", format)
      let shards = try (1...7).flatMap { try stream("-f", format, "--shard", "\($0)/7") }
      #expect(shards == whole, "\(format)")
      let noHeader = format == "y4m" ? ["--no-header"] : []
      let ranges =
        try stream("-f", format, "--frames", "0-21")
        + stream("--frames", "22-", "-f", format, noHeader.first ?? "-q")
      #expect(ranges == whole, "\(format)")
    }
  }

  @Test func `each frame has its bytes and nothing stands between them`() throws {
    #expect(try stream("-f", "rgb24").count == 60 * 48 * 27 * 3)
    #expect(try stream("-f", "rgba").count == 60 * 48 * 27 * 4)
    let head = "YUV4MPEG2 W48 H28 F60:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n"
    let planes = try stream("-f", "y4m")
    #expect(planes.starts(with: head.utf8))
    let frame = 6 + 48 * 28 * 3 / 2
    #expect(planes.count == head.utf8.count + 60 * frame)
    for index in 0..<60 {
      #expect(planes[(head.utf8.count + index * frame)...].starts(with: "FRAME\n".utf8))
    }
    let full = try stream("-f", "y4m-444", "-r", "30000/1001")
    #expect(full.starts(with: "YUV4MPEG2 W48 H27 F30000:1001 Ip A1:1 C444 ".utf8))
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.ffmpeg), "ffmpeg is not installed"))
  func `ffmpeg finds the size, the rate, the range and the colours of a file of y4m`() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("a.y4m")
      try Program.succeed(
        Program.command(["render", demo, "-o", path, "-d", "0.5", "--size", "64x36"]))
      let report = try InstalledTool.ffprobe.run([
        "-v", "error", "-count_frames", "-of", "csv=p=0", "-show_entries",
        "stream=width,height,pix_fmt,color_range,chroma_location,r_frame_rate,nb_read_frames", path,
      ])
      #expect(report.text == "64,36,yuv420p,tv,left,60/1,30\n")
      // The ground of the default look, #eeff00.
      let pixel = try InstalledTool.ffmpeg.run([
        "-v", "error", "-i", path, "-frames:v", "1", "-vf",
        "scale=in_color_matrix=bt709,format=rgb24,crop=1:1:0:0", "-f", "rawvideo", "-",
      ])
      #expect(zip(pixel.bytes, [238, 255, 0]).allSatisfy { abs(Int($0) - $1) <= 2 })
    }
  }

  @Test func `a size that is made even is told of`() throws {
    let result = try Program.run(
      "render", demo, "-o", "-", "-f", "y4m", "--size", "33x35", "-d", "0.1")
    #expect(result.status == 0)
    #expect(result.errors.contains("the frames are 34x36, since 4:2:0 needs even sizes"))
    let full = try Program.run(
      "render", demo, "-o", "-", "-f", "y4m-444", "--size", "33x35", "-d", "0.1")
    #expect(full.errors.isEmpty)
  }

  @Test func `a reader that has enough ends the stream as it ends meter's`() throws {
    let rows = try Program.run("meter", demo) { $0.output = .brokenPipe }
    let frames = try Program.run("render", demo, "-o", "-", "-f", "rgba") {
      $0.output = .brokenPipe
    }
    #expect(frames.ending == rows.ending)
    #expect(frames.errors == rows.errors)
  }

  @Test(arguments: [
    (["-o", "-"], "for one raw stream add --format y4m, y4m-444, rgba, rgb24 or h264"),
    (
      ["-o", "-", "-f", "png"], "for one raw stream add --format y4m, y4m-444, rgba, rgb24 or h264"
    ),
    (["-o", "-", "-f", "y4m", "--background", "none"], "use --format rgba"),
    (["-o", "-", "-f", "rgb24", "--background", "#ff000080"], "use --format rgba"),
    (["-o", "-", "-f", "y4m", "--existing=keep"], "leave out --existing"),
    (["-o", "-", "-f", "y4m", "--overwrite"], "leave out --overwrite"),
    (["-o", "-", "-f", "rgba", "--no-header"], "use --format y4m"),
    (["-o", "frames", "--no-header"], "add --format y4m"),
    (["-o", "frames", "-f", "rgba"], "end it in .rgba, or use -o -"),
    (["-o", "a.mp4", "-f", "y4m"], "end it in .y4m, or use -o -"),
    (["-o", "a.y4m", "-f", "png"], "leave out --format"),
    (["-o", "-", "-f", "y4m", "--contact-sheet", "2x2"], "-o sheet.png"),
  ])
  func `what a stream cannot be is refused before anything is read`(
    options: [String], hint: String
  ) throws {
    try TemporaryFolder.with { folder in
      let result = try Program.command(["render", demo] + options).run()
      #expect(result.status == 64 && result.bytes.isEmpty)
      #expect(result.lastError.hasPrefix("hint: ") && result.lastError.contains(hint))
      let plan = try Program.command(["plan", demo] + options).run()
      #expect(plan.status == 64)
    }
  }

  @Test func `a file of raw frames appears whole, and replaces another only if that is said`()
    throws
  {
    try TemporaryFolder.with { folder in
      let expected = try stream("-f", "rgb24")
      let words = [
        "render", demo, "-d", "1", "--range", "part", "--size", "48x27", "-f", "rgb24",
        "-o", "a.rgb", "-q",
      ]
      var run = Program.command(words)
      run.folder = folder.path
      try Program.succeed(run)
      #expect(try folder.bytes("a.rgb") == expected)
      let again = try run.run()
      #expect(again.status == 73 && again.errors.contains("--overwrite"))
      run.arguments.append("--overwrite")
      try Program.succeed(run)
      #expect(folder.names() == ["a.rgb"])
    }
  }

  @Test(arguments: ["y4m", "rgba", "rgb24", "h264"])
  func `the end of a name makes a raw stream, unless it is that of a folder`(format: String)
    throws
  {
    try TemporaryFolder.with { folder in
      let end = format == "rgb24" ? ".rgb" : ".\(format)"
      func status(_ output: String, _ more: [String] = []) throws -> Int32? {
        var run = Program.command(
          ["render", demo, "-d", "0.1", "--size", "48x27", "-q", "-o", output] + more)
        run.folder = folder.path
        return try run.run().status
      }
      let made = try [
        status("a" + end), status("b" + end, ["-f", format]), status("c" + end + "/"),
        // An existing folder stays one.
        status("c" + end, ["--existing=keep"]), status("d" + end, ["-f", "png"]),
      ]
      #expect(made == [0, 0, 0, 0, 64])
      #expect(try folder.bytes("a" + end) == folder.bytes("b" + end))
      #expect(folder.names(in: "c" + end).contains("frame-000005.png"))
    }
  }

  @Test func `a track without samples is a header alone`() throws {
    try TemporaryFolder.with { folder in
      let empty = try folder.write(Tone(noise: 1, sampleFrames: 0).wave, "empty.wav")
      let result = try Program.run("render", empty, "-o", "-", "-f", "y4m")
      #expect(result.status == 0)
      #expect(result.text.hasPrefix("YUV4MPEG2 ") && result.bytes.last == 10)
      #expect(!result.text.contains("FRAME"))
    }
  }
}
