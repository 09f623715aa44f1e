// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Platform

extension Diagnostic {
  init(_ error: DecodingError) {
    switch error {
    case .cannotOpen(let path, .notOpen):
      self.init("\(path): is closed, or not open for reading", status: .noInput)
    case .cannotOpen(let path, let error): self.init(reading: path, error)
    case .isDirectory(let path):
      self.init("\(path): is a folder", hint: "name one audio file in it", status: .noInput)
    case .empty(let path): self.init("\(path): is empty", status: .badData)
    case .unrecognized(let path, let reason):
      self.init(
        "\(path): is not audio that can be decoded" + Diagnostic.detail(reason), status: .badData)
    case .unsupported(let path, let reason):
      self.init("\(path): cannot be decoded" + Diagnostic.detail(reason), status: .badData)
    case .badFormat(let path, let rate, let count):
      self.init(
        "\(path): its header says \(rate) Hz and \(counted(count, "channel"))",
        hint: "\(StreamLimits.sampleRates.upperBound) Hz and "
          + "\(StreamLimits.channelCounts.upperBound) channels are the most", status: .badData)
    case .truncated(let path, let frame, let expected):
      self.init(
        "\(path): stream ends at sample frame \(frame)"
          + (expected.map { " of \($0)" } ?? ", before its end mark"),
        hint: Diagnostic.untilDamageHint(frame), status: .badData)
    case .damaged(let path, let frame, let reason):
      self.init(
        "\(path): stream is damaged at sample frame \(frame)" + Diagnostic.detail(reason),
        hint: Diagnostic.untilDamageHint(frame), status: .badData)
    case .checksumMismatch(let path, let frame):
      self.init(
        "\(path): stream is damaged after sample frame \(frame) (its checksum is wrong)",
        hint: Diagnostic.untilDamageHint(frame), status: .badData)
    case .helperMissing(let path, let command):
      self.init(
        "\(path): needs ffmpeg, which was not found on the PATH",
        hint: "install ffmpeg, or pass it in from where it is", status: .helperAbsent)
      helper = (path, command)
    case .helperUnstartable(let path, let executable, .tooManyProcesses):
      self.init(
        "\(path): needs ffmpeg, and \(executable) cannot be started: "
          + "there may be no more processes",
        hint: "raise the limit of processes, ulimit -u or that of the container, or end some",
        status: .ioError)
    case .helperUnstartable(let path, let executable, let error):
      self.init(
        "\(path): needs ffmpeg, and \(executable) cannot be started: \(error)",
        hint: error.readingHint ?? "install ffmpeg, or put one that works first on the PATH",
        status: error.isShortage ? .ioError : .helperAbsent)
    // As shells and loaders say that a program cannot be run.
    case .helperFailed(let path, .exited(126...127), let message):
      self.init(
        "\(path): needs ffmpeg, which does not start" + Diagnostic.detail(message),
        hint: "see whether ffmpeg -version works; where memory is limited, raise ulimit -v",
        status: .helperAbsent)
    case .helperFailed(let path, .exited(let status), let message):
      self.init(
        "\(path): ffmpeg ended with status \(status)" + Diagnostic.detail(message),
        status: .badData)
    case .helperFailed(let path, .killed(let signal), let message):
      self.init(
        "\(path): ffmpeg, which decodes it, was killed by signal \(signal)"
          + Diagnostic.detail(message),
        hint: "try again; where memory is short, the system kills programs", status: .ioError)
    case .readFailed(let path, let error):
      self.init("\(path): \(error)", hint: error.readingHint, status: .ioError)
    case .cannotSpool(let path, let folder, let error):
      self.init(
        error == .noSpace
          ? "\(path): is too large to be kept in \(folder) while it is read"
          : "\(path): cannot be kept in \(folder) while it is read: \(error)",
        hint: error.readingHint ?? "set TMPDIR to a folder with room"
          + (error == .noSpace
            ? "; a stream without end: pipe it through "
              + "ffmpeg -t SECONDS -i - -c:a pcm_f32be -f au -" : ""),
        status: .ioError)
    }
  }

  init(_ error: ImageError) {
    switch error {
    case .cannotOpen(let path, let error): self.init(reading: path, error)
    case .readFailed(let path, let error):
      self.init("\(path): \(error)", hint: error.readingHint, status: .ioError)
    case .isDirectory(let path): self.init("\(path): is a folder", status: .noInput)
    case .tooLarge(let path, let limit):
      self.init("\(path): has more than \(limit >> 20) MiB", status: .badData)
    case .notPNG(let path):
      self.init(
        "\(path): is not a PNG", hint: Diagnostic.pictureHint(path), status: .badData)
    case .tooManyPixels(let path, let width, let height):
      self.init(
        "\(path): has \(width)x\(height) pixels",
        hint:
          "\(PNGImage.largestSide) a side and \(PNGImage.mostPixels >> 20) Mi in all are the most",
        status: .badData)
    case .damaged(let path, let reason):
      self.init("\(path): is damaged" + Diagnostic.detail(reason), status: .badData)
    case .outOfMemory(let path):
      self.init(
        "\(path): there is no memory for it", hint: Diagnostic.memoryHint, status: .ioError)
    }
  }

  /// What makes a PNG of another picture, if it is one by its name.
  private static func pictureHint(_ path: String) -> String {
    switch path.lowercased().unicodeScalars.split(separator: ".").last.map({ String($0) }) {
    case "png": "convert it: ffmpeg -i IMAGE logo.png"
    case "svg": "convert it: rsvg-convert -o logo.png \(ProgramText.quoted(path))"
    case "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff":
      "convert it: ffmpeg -i \(ProgramText.quoted(path)) logo.png"
    default: "name a PNG"
    }
  }

  /// Only where something comes before the place.
  private static func untilDamageHint(_ frame: Int) -> String? {
    frame > 0 ? "use --until-damage to take what comes before" : nil
  }

  private static func detail(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }
}
