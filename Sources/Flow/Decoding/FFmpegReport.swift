// SPDX-License-Identifier: MIT
internal import Platform

/// How ffmpeg ended, and its messages about the file and errors, one a line: `[level] text`.
struct FFmpegReport {
  private let path: String
  private let ending: Result<Subprocess.Ending, SystemError>
  let lines: [(level: Substring, text: String)]

  /// How many bytes of its messages are kept, from the start and from the end.
  private static let (headLimit, tailLimit) = (65_536, 4096)

  /// The messages so far.
  init(sayingOf path: String, _ messages: borrowing FileDescriptor) throws(SystemError) {
    self.path = path
    ending = .success(.exited(0))
    let bytes = try messages.bytes(at: 0, count: FFmpegReport.headLimit)
    lines = FFmpegReport.lines(bytes)
  }

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
    lines = FFmpegReport.lines(bytes)
  }

  private static func lines(_ bytes: [UInt8]) -> [(level: Substring, text: String)] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(parsed)
  }

  /// The level and the text of `[component @ 0x0] [level] text`. The component is left out: its
  /// address is another one in each run.
  private static func parsed(_ line: Substring) -> (level: Substring, text: String) {
    var rest = line
    while rest.first == "[", let end = rest.firstRange(of: "] ") {
      let word = rest[..<end.lowerBound].dropFirst()
      if ["info", "warning", "error", "fatal", "panic"].contains(word) {
        return (word, String(rest[end.upperBound...]))
      }
      rest = rest[end.upperBound...]
    }
    return ("", String(line))
  }

  /// The error; `nil` if it ended well and without error messages.
  ///
  /// `delivered` is the number of sample frames so far, where the error is. Error messages are
  /// ignored if the file is known to be intact.
  func failure(delivered: Int, isIntact: Bool = false) -> DecodingError? {
    switch ending {
    case .failure(let error): return .readFailed(path: path, error)
    case .success(.exited(let status)):
      if status == 0, isIntact || complaints.isEmpty { return nil }
      if complaints.contains("Stream map '0:a:"), complaints.contains("matches no streams") {
        return tracks.isEmpty ? .noSound(path: path) : .noSuchTrack(path: path, count: tracks.count)
      }
      // The description of the file comes before its contents.
      return delivered > 0 || lines.contains { $0.text.hasPrefix("Input #0, ") }
        ? .damaged(path: path, atFrame: delivered, reason: reason)
        : .helperFailed(path: path, .exited(status), message: reason)
    case .success(let killed): return .helperFailed(path: path, killed, message: reason)
    }
  }

  /// Whether ffmpeg only guesses the format, as it does with headerless samples: by a few bytes
  /// that match by chance, or as a format without a signature. Known once it has begun to write.
  ///
  /// An input with a signature of its own is `marked`.
  func isGuessing(marked: Bool) -> Bool {
    if lines.contains(where: { $0.text.contains("detected only with low score") }) { return true }
    guard !marked, let input = lines.first(where: { $0.text.hasPrefix("Input #0, ") }) else {
      return false
    }
    return FFmpegReport.demuxers(input.text).allSatisfy { !FFmpegReport.markedFormats.contains($0) }
  }

  /// The sounds of the file, in its description.
  private var tracks: [String] {
    lines.map(\.text).prefix { !$0.hasPrefix("Stream mapping:") }
      .filter { $0.hasPrefix("  Stream #0:") && $0.contains(": Audio: ") }
  }

  /// Which of them players choose, counted from 0: the first that is marked so.
  var defaultTrack: Int { tracks.firstIndex { $0.contains("(default)") } ?? 0 }

  /// The demuxer that has read the file, by the first of its names; `nil` if none has.
  var demuxer: String? {
    lines.first { $0.text.hasPrefix("Input #0, ") }.flatMap { FFmpegReport.demuxers($0.text).first }
  }

  /// The names of the demuxer in `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'song.m4a':`.
  private static func demuxers(_ line: String) -> [String] {
    line.dropFirst(10).prefix { $0 != " " }.split(separator: ",").map(String.init)
  }

  /// The formats that ffmpeg recognizes by signatures that samples do not have by chance, and those
  /// that it recognizes only by the file extension.
  ///
  /// - Source: the `probe` functions of libavformat 5.1; samples of all kinds were taken for `adp`,
  ///   `amrnb`, `libopenmpt` and `lrc`.
  static let markedFormats =
    """
    aac ac3 eac3 dts dtshd loas mlp truehd mp3 mpeg mpegts mov matroska webm asf avi flv ogg flac
    wav w64 aiff au caf ape tta tak shn mpc mpc8 wv dsf iff oma qcp voc vqf rm amr ilbc wtv nut mxf
    gxf nsv ivf spdif codec2 ircam nistsphere pvf sox wsd adx ast bfstm brstm fsb hca vag xvag xwma
    bink binka smk aptx aptx_hd g722 g723_1 g729 sln
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// Its error messages, except those about packet timestamps, which AU does not have: they jump
  /// back where the kind of MPEG audio changes.
  private var complaints: String {
    lines.filter {
      ["error", "fatal", "panic"].contains($0.level)
        && !$0.text.contains("non monotonically increasing dts")
    }
    .map(\.text).joined(separator: "; ")
  }

  /// Its error messages, or else those of others in its place, such as the loader.
  private var reason: String {
    let others = lines.filter { $0.level.isEmpty }.map(\.text)
    return complaints.isEmpty ? others.joined(separator: "; ") : complaints
  }

  /// The missing part of the duration that the container declares, in seconds, to some hundredths.
  ///
  /// `nil` if the container has no duration, if ffmpeg estimated it from the bit rate, or if it may
  /// be the duration of something else than the sound. Gaps within the sound do not count: some
  /// recorders leave out silence.
  var missingSeconds: Double? {
    let description = lines.map(\.text).prefix { !$0.hasPrefix("Stream mapping:") }
    let streams = description.filter {
      $0.hasPrefix("  Stream #0:") && !$0.contains("(attached pic)")
    }
    // The clock of a transport stream may jump.
    let isClocked = description.contains {
      $0.hasPrefix("Input #0, mpegts") || $0.contains("Estimating duration")
    }
    guard streams.count == 1, streams[0].contains(": Audio: "), !isClocked,
      let line = description.first(where: { $0.hasPrefix("  Duration: ") }),
      let whole = FFmpegReport.seconds(in: line, behind: "Duration: "),
      let last = lines.last(where: { $0.text.hasPrefix("size=") }),
      let given = FFmpegReport.seconds(in: last.text, behind: "time=")
    else { return nil }
    let start = line.firstRange(of: "start: ")
      .flatMap { Double(line[$0.upperBound...].prefix { $0 != "," }) }
    return whole - max(start ?? 0, 0) - given
  }

  /// The seconds of a time such as `00:01:02.34` after a word.
  private static func seconds(in line: String, behind word: String) -> Double? {
    guard let place = line.firstRange(of: word) else { return nil }
    let parts = line[place.upperBound...].prefix { $0 != "," && $0 != " " }.split(separator: ":")
      .compactMap { Double($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }
}
