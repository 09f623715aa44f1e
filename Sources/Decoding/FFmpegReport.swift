// SPDX-License-Identifier: MIT
internal import Platform

/// How ffmpeg has ended, and what it said of the file and of faults, one a line: `[level] text`.
struct FFmpegReport {
  private let path: String
  private let ending: Result<Subprocess.Ending, SystemError>
  private let lines: [Substring]

  /// The most bytes of its words that are kept: the first ones and the last ones.
  private static let (headLimit, tailLimit) = (65_536, 4096)

  /// Waits for the end of the process.
  init(_ process: inout Subprocess, _ messages: borrowing FileDescriptor, path: String) {
    self.path = path
    var bytes: [UInt8] = []
    var ending: Result<Subprocess.Ending, SystemError>
    do throws(SystemError) {
      ending = .success(try process.wait())
      let size = try messages.status().size
      bytes = try messages.bytes(at: 0, count: FFmpegReport.headLimit)
      let tail = max(bytes.count, size - FFmpegReport.tailLimit)
      bytes += try messages.bytes(at: tail, count: FFmpegReport.tailLimit)
    } catch { ending = .failure(error) }
    self.ending = ending
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// What went wrong; `nil` if it ended well and without complaint.
  ///
  /// `delivered` is the number of sample frames that it gave, with which a fault begins.
  func failure(delivered: Int) -> DecodingError? {
    switch ending {
    case .failure(let error): return .readFailed(path: path, error)
    case .success(.exited(let status)):
      if status == 0, complaints.isEmpty { return nil }
      return delivered > 0
        ? .damaged(path: path, atFrame: delivered, reason: reason)
        : .helperFailed(path: path, .exited(status), message: reason)
    case .success(let killed): return .helperFailed(path: path, killed, message: reason)
    }
  }

  /// Its errors, else what others have said in its place, such as the loader of programs.
  private var reason: String {
    let others = lines.filter { !$0.contains("[info] ") && !$0.contains("[warning] ") }
    return complaints.isEmpty ? others.joined(separator: "\n") : complaints
  }

  /// Its errors, without the marks of their level.
  private var complaints: String {
    lines.compactMap { line in
      ["[error] ", "[fatal] ", "[panic] "].lazy.compactMap { line.firstRange(of: $0) }.first
        .map { String(line[..<$0.lowerBound] + line[$0.upperBound...]) }
    }.joined(separator: "\n")
  }

  /// How long the file is as its container has it, in seconds, to a hundredth.
  ///
  /// `nil` where the container does not say, where it is a guess by the bit rate, and where it may be
  /// the length of something else than the sound.
  var declaredSeconds: Double? {
    let description = lines.prefix { !$0.hasPrefix("[info] Stream mapping:") }
    let streams = description.filter { $0.hasPrefix("[info]   Stream #0:") }
      .filter { !$0.contains("(attached pic)") }
    let start = "[info]   Duration: "
    guard streams.count == 1, streams[0].contains(": Audio: "),
      !description.contains(where: { $0.contains("Estimating duration") }),
      let line = description.first(where: { $0.hasPrefix(start) })
    else { return nil }
    let parts = line.dropFirst(start.count).prefix { $0 != "," }.split(separator: ":")
      .compactMap { Double($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }
}
