// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// The colours of films, and what their streams say of them.
extension Standard {
  static let films = Standard(
    name: "ITU-R BT.709-6",
    remark: """
      The ground of raw video (`render -f y4m`) beside the formulas, in steps of eight bits: 0.5 is the \
      rounding. What films signal is given by the code points of ITU-T H.273. Colours are taken as those \
      of sRGB, whose primaries are those of BT.709; they are not converted to another curve.
      """,
    clauses: colors.flatMap(components) + extremes + boxes + ["own", "x264"].flatMap(signals))

  private static let colors = [
    "#000000", "#ffffff", "#808080", "#ff0000", "#00ff00", "#0000ff", "#00ffff", "#ff00ff",
    "#ffff00", "#bf0000", "#00bf00", "#0000bf", "#336699",
  ]

  /// The first sample of each plane of a picture of a colour.
  private static func samples(_ color: String) throws -> [Double] {
    let sound = TestSound(sampleRate: 8000, channels: [[Double](repeating: 0, count: 800)])
    return try TemporaryFolder.with { folder in
      try folder.write(sound.wave, "a.wav")
      let bytes = try Program.succeed(
        Program.command([
          "render", folder.path("a.wav"), "-o", "-", "-f", "y4m-444", "--size",
          "64x36", "--frames", "0", "--background", color, "--no-header", "-q",
        ])
      ).bytes
      // A line stands before the planes.
      return (0..<3).map { Double(bytes[bytes.count - (3 - $0) * 64 * 36]) }
    }
  }

  /// Luma and colour differences as items 3.2 to 3.4 have them, not rounded.
  private static func formula(_ color: String) -> [Double] {
    let digits = Array(color.dropFirst())
    let rgb = (0..<3).map {
      Double(Int(String(digits[2 * $0...2 * $0 + 1]), radix: 16) ?? 0) / 255
    }
    let luma = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    return [
      16 + 219 * luma, 128 + 224 * (rgb[2] - luma) / 1.8556, 128 + 224 * (rgb[0] - luma) / 1.5748,
    ]
  }

  private static func components(_ color: String) -> [Clause] {
    ["Y", "CB", "CR"].enumerated().map { plane, name in
      Clause("3.2 to 3.4", "\(name) of \(color), beside the formula", "", -0.5...0.5) {
        try samples(color)[plane] - formula(color)[plane]
      }
    }
  }

  private static let extremes = [
    ("black level", "#000000", 0, 16.0), ("peak level", "#ffffff", 0, 235),
    ("achromatic level, CB", "#808080", 1, 128), ("achromatic level, CR", "#808080", 2, 128),
    ("highest CB", "#0000ff", 1, 240), ("highest CR", "#ff0000", 2, 240),
    ("lowest CB", "#ffff00", 1, 16), ("lowest CR", "#00ffff", 2, 16),
  ].map { words, color, plane, level in
    Clause("4.6", "\(words), \(color)", "", level...level) { try samples(color)[plane] }
  }

  private static let names = [
    ("colour primaries", "color_primaries"), ("transfer characteristics", "color_transfer"),
    ("matrix coefficients", "color_space"), ("full range", "color_range"),
  ]

  private static func film(_ options: [String], _ folder: TemporaryFolder) throws -> String {
    let sound = TestSound(sampleRate: 8000, channels: [[Double](repeating: 0, count: 800)])
    try folder.write(sound.wave, "a.wav")
    let path = folder.path("a.mp4")
    try Program.succeed(
      Program.command(
        ["film", folder.path("a.wav"), "-o", path, "--size", "64x36", "--sound", "none", "-q"]
          + options))
    return path
  }

  /// What the box `colr` of an mp4 says.
  private static let boxes = names.enumerated().map { place, name in
    let expected = place == 3 ? 0.0 : 1
    return Clause("H.273", "mp4, box colr: \(name.0)", "", expected...expected) {
      try TemporaryFolder.with { folder in
        _ = try film([], folder)
        let bytes = try folder.bytes("a.mp4")
        let mark = Array("colrnclx".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: mark) }
        guard let start else { return .nan }
        // Three numbers of 16 bits, then a bit.
        let field = start + mark.count + 2 * place
        return place == 3 ? Double(bytes[field] >> 7) : Double(bytes[field + 1])
      }
    }
  }

  /// What ffprobe reads from the stream.
  private static func signals(_ codec: String) -> [Clause] {
    let tools: [InstalledTool] = codec == "own" ? [.ffprobe] : [.ffprobe, .ffmpeg]
    return names.enumerated().map { place, name in
      let expected = place == 3 ? 0.0 : 1
      return Clause(
        "H.273", "stream of --codec \(codec): \(name.0)", "", expected...expected, with: tools
      ) {
        try TemporaryFolder.with { folder in
          let path = try film(["--codec", codec, "-f", "mp4"], folder)
          let text = try InstalledTool.ffprobe.run([
            "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=\(name.1)", "-of",
            "csv=p=0", path,
          ]).text
          return ["bt709": 1, "tv": 0, "pc": 1][text.filter { !$0.isWhitespace }] ?? .nan
        }
      }
    }
  }
}
