// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// A film that the program has made, and what other programs find in it.
struct MadeFilm {
  let name: String
  let folder: TemporaryFolder

  /// Makes a film of a file in a folder; throws unless that goes well.
  init(
    _ name: String, of words: [String], in folder: TemporaryFolder,
    adjust: (inout CommandRun) -> Void = { _ in }
  ) throws {
    (self.name, self.folder) = (name, folder)
    var command = Program.command(["film"] + words + ["-o", name])
    command.folder = folder.path
    adjust(&command)
    try Program.succeed(command)
  }

  /// A film that was made before.
  init(made name: String, in folder: TemporaryFolder) { (self.name, self.folder) = (name, folder) }

  /// What ffprobe says of the first stream of a kind, by name; empty if there is none.
  func facts(_ kind: String) throws -> [String: String] {
    let text = try InstalledTool.ffprobe.run(
      [
        "-v", "error", "-count_frames", "-select_streams", "\(kind):0", "-show_entries",
        "stream=codec_name,width,height,r_frame_rate,pix_fmt,nb_read_frames,channels,sample_rate,"
          + "color_range,color_space,color_primaries,color_transfer",
        "-of", "default=nw=1", name,
      ], in: folder
    ).text
    let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The bytes of all pictures in a format of pixels.
  func pictures(_ format: String) throws -> [UInt8] {
    try InstalledTool.ffmpeg.run(
      ["-v", "error", "-i", name, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo"]
        + ["-pix_fmt", format, "-"], in: folder
    ).bytes
  }

  /// The samples of the sound, 16 bits each, at the time that the film has them.
  func samples() throws -> [Int] {
    try Self.samples(of: name, in: folder)
  }

  /// The same of any file.
  static func samples(of name: String, in folder: TemporaryFolder) throws -> [Int] {
    let bytes = try InstalledTool.ffmpeg.run(
      ["-v", "error", "-i", name, "-map", "0:a", "-f", "s16le", "-"], in: folder
    ).bytes
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
    }
  }
}

extension Tone {
  /// Noise, and clicks at some sample frames in both channels.
  static func clicks(_ places: [Int], sampleFrames: Int) -> Tone {
    var tone = Tone(noise: 17, sampleFrames: sampleFrames)
    tone.samples = tone.samples.map { $0 / 32 }
    for place in places {
      for channel in 0..<2 { tone.samples[2 * place + channel] = 32_000 }
    }
    return tone
  }
}
