// SPDX-License-Identifier: MIT
internal import Decoding
public import Platform
internal import Text

/// The ffmpeg program, which encodes pictures and sound, and what it reports about itself.
public struct FFmpeg: Sendable {
  /// Its path.
  public let path: String

  /// Finds it on the `PATH`.
  ///
  /// - Throws: ``FilmError/noEncoder``.
  public static func find() throws(FilmError) -> FFmpeg {
    guard let path = SearchPath.executable(named: "ffmpeg", in: SearchPath.fromEnvironment) else {
      throw .noEncoder
    }
    return FFmpeg(path: path)
  }

  /// Its version, such as `5.1.9-0+deb12u1`; `nil` if it does not report one.
  public var version: String? {
    let words = output(of: ["-version"]).split(separator: "\n").first?.split(separator: " ") ?? []
    return words.count > 2 && words[1] == "version" ? String(words[2]) : nil
  }

  /// The names of its encoders.
  public var encoders: Set<String> {
    let lines = output(of: ["-v", "quiet", "-encoders"]).split(separator: "\n")
    return Set(lines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
  }

  /// What it says of a file.
  func description(of file: PacketFile) -> String {
    output(of: ["-nostdin", "-hide_banner"] + file.words)
  }

  /// Its name for the codec of the sound in a file; `nil` if there is none.
  func soundCodec(of file: PacketFile) -> String? {
    let lines = description(of: file).split(separator: "\n").filter {
      $0.hasPrefix("  Stream #0:") && $0.contains(": Audio: ")
    }
    guard let line = lines.dropFirst(file.demuxing.track).first,
      let start = line.firstRange(of: ": Audio: ")?.upperBound
    else { return nil }
    return String(line[start...].prefix { $0 != " " && $0 != "," })
  }

  /// The length in seconds, to a hundredth, of the sound in a file as it decodes it; `nil` if it
  /// finds a fault.
  func soundLength(of file: PacketFile) -> Double? {
    let words =
      ["-nostdin", "-hide_banner", "-nostats", "-xerror"] + file.words
      + ["-map", "0:a:\(file.demuxing.track)", "-f", "null", "-"]
    // The last line has the words `size=N/A time=00:00:02.00`; a failed run has none.
    let lines = output(of: words).split(separator: "\n")
    guard let line = lines.last(where: { $0.hasPrefix("size=") }),
      let start = line.firstRange(of: "time=")?.upperBound
    else { return nil }
    let parts = line[start...].prefix { $0 != " " }.split(separator: ":").map { Double($0) }
    guard parts.count == 3 else { return nil }
    return parts.reduce(0) { sum, part in sum.flatMap { sum in part.map { sum * 60 + $0 } } }
  }

  /// All that it prints for these arguments.
  private func output(of words: [String]) -> String { Subprocess.output(of: path, words) }
}

/// How a child process of a film ended, and its messages.
public struct ProgramReport {
  /// How it ended.
  public let ending: Subprocess.Ending
  /// Its messages; for ffmpeg only errors.
  public let message: String
  /// How many frames ffmpeg has encoded, if `-stats` makes it tell that.
  let frameCount: Int

  private static let limit = 4096

  /// Waits for the end of the process. If its lines have levels, only those of one level are read.
  init(
    _ process: inout Subprocess, _ messages: borrowing FileDescriptor, hasLevels: Bool
  ) throws(SystemError) {
    ending = try process.wait()
    let size = try messages.status().size
    let bytes = try messages.bytes(
      at: max(0, size - ProgramReport.limit), count: ProgramReport.limit)
    let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r" }
    frameCount =
      lines.compactMap { line in line.firstRange(of: "frame=").map { line[$0.upperBound...] } }
      .last.flatMap { Int($0.drop { $0 == " " }.prefix(while: \.isNumber)) } ?? 0
    let errors = lines.compactMap { line -> Substring? in
      let level = ["[error] ", "[fatal] ", "[panic] "].lazy.compactMap(line.firstRange).first
      return level.map { line[$0.upperBound...] }
    }
    var isFailure = false
    if case .exited(1...) = ending { isFailure = true }
    // What fails in its place, such as the loader, does not write levels.
    message = (hasLevels && !(isFailure && errors.isEmpty) ? errors : lines).joined(separator: "; ")
  }
}
