// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The colours of films that were made as a plan says, read back as players read them.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe, .sh), "ffmpeg makes the films"))
struct FilmColorTests {
  private let noise = Tone(noise: 12, sampleFrames: 11_025).wave

  @Test(arguments: [
    ("#eeff00", ["--size", "160x90"]), ("#ff0000", ["--size", "161x91", "--frames", "3-9"]),
    ("#123456", ["--size", "159x90", "--fps", "24"]),
    ("#0000ff", ["--size", "160x91", "-s", "0.1"]),
    ("#ffffff", ["--size", "160x90", "--set", "stroke=red,lime,blue,black"]),
    ("#c0ffee", ["--size", "161x91", "--format", "svg"]),
  ])
  func `the ground of a film is the background`(background: String, options: [String]) throws {
    if options.contains("svg") { try InstalledTool.rsvgConvert.require() }
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "-o", "frames", "--background", background] + options
      let film = try Program.film(of: words, in: folder)
      #expect(try tags(of: film, in: folder) == ["tv", "bt709", "bt709", "bt709"])
      let sides = options[1].split(separator: "x").compactMap { Int($0) }.map { $0 + $0 % 2 }
      let (width, height) = (sides[0], sides[1])
      let bytes = try pixels(of: film, "yuv420p", in: folder).suffix(width * height * 3 / 2)
      for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
        let chroma = width * height + y / 2 * (width / 2) + x / 2
        let places = [y * width + x, chroma, chroma + width * height / 4]
        let color = Self.rgb(places.map { Double(bytes[bytes.startIndex + $0]) })
        #expect(Self.distance(color, background) <= 2, "\(x), \(y): \(color)")
      }
    }
  }

  @Test(arguments: ["#ff0000c0", "#12345640", "#eeff00fe"])
  func `a film without ground keeps its colours and its alpha`(background: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "-o", "frames", "--background", background, "--size", "160x90"]
      let film = try Program.film(of: words, in: folder)
      #expect(try tags(of: film, in: folder) == ["tv", "bt709", "bt709", "bt709"])
      let bytes = try pixels(of: film, "yuva444p10le", in: folder).suffix(160 * 90 * 8)
      let samples = (0..<4).map { plane in
        let place = bytes.startIndex + plane * 160 * 90 * 2
        return Double(Int(bytes[place]) | Int(bytes[place + 1]) << 8) / 4
      }
      #expect(Self.distance(Self.rgb(samples), String(background.dropLast(2))) <= 2)
      let alpha = try #require(Double("0x\(background.suffix(2))"))
      #expect(abs(samples[3] * 1020 / 1023 - alpha) <= 1)
    }
  }

  /// Range, matrix, transfer and primaries, as the film says.
  private func tags(of film: String, in folder: TemporaryFolder) throws -> [String] {
    let entries = "stream=color_range,color_space,color_transfer,color_primaries"
    return try InstalledTool.ffprobe.run(
      ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "default=nw=1:nk=1"]
        + [film], in: folder
    ).text.split(separator: "\n").map(String.init)
  }

  /// The samples of all pictures, as they are coded.
  private func pixels(
    of film: String, _ format: String, in folder: TemporaryFolder
  ) throws -> [UInt8] {
    try InstalledTool.ffmpeg.run(
      ["-v", "error", "-i", film, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", format, "-"],
      in: folder
    ).bytes
  }

  /// Red, green and blue of luma and chroma in the range of films.
  ///
  /// - Source: ITU-R BT.709-6, 3.2 to 3.5.
  static func rgb(_ samples: [Double]) -> [Double] {
    let luma = (samples[0] - 16) / 219
    let (blueness, redness) = ((samples[1] - 128) / 224, (samples[2] - 128) / 224)
    let (red, blue) = (luma + 1.5748 * redness, luma + 1.8556 * blueness)
    let green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152
    return [red, green, blue].map { min(max($0, 0), 1) * 255 }
  }

  /// How far the most different of the three is from `#rrggbb`.
  static func distance(_ color: [Double], _ hexadecimal: String) -> Double {
    let digits = Array(hexadecimal.dropFirst())
    let wanted = (0..<3).compactMap { Int(String(digits[2 * $0..<2 * $0 + 2]), radix: 16) }
    return zip(color, wanted).map { abs($0 - Double($1)) }.max() ?? 255
  }
}
