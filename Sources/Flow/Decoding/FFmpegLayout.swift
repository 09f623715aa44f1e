// SPDX-License-Identifier: MIT
public import Signal

extension Speakers {
  /// ffmpeg's names of layouts.
  ///
  /// - Source: `ffmpeg -layouts`, version 7.1.
  private static let layouts = [
    ("mono", "FC"), ("stereo", "FL FR"), ("2.1", "FL FR LFE"), ("3.0", "FL FR FC"),
    ("3.0(back)", "FL FR BC"), ("4.0", "FL FR FC BC"), ("quad", "FL FR BL BR"),
    ("quad(side)", "FL FR SL SR"), ("3.1", "FL FR FC LFE"), ("5.0", "FL FR FC BL BR"),
    ("5.0(side)", "FL FR FC SL SR"), ("4.1", "FL FR FC LFE BC"), ("5.1", "FL FR FC LFE BL BR"),
    ("5.1(side)", "FL FR FC LFE SL SR"), ("6.0", "FL FR FC BC SL SR"),
    ("6.0(front)", "FL FR FLC FRC SL SR"), ("3.1.2", "FL FR FC LFE TFL TFR"),
    ("hexagonal", "FL FR FC BL BR BC"), ("6.1", "FL FR FC LFE BC SL SR"),
    ("6.1(back)", "FL FR FC LFE BL BR BC"), ("6.1(front)", "FL FR LFE FLC FRC SL SR"),
    ("7.0", "FL FR FC BL BR SL SR"), ("7.0(front)", "FL FR FC FLC FRC SL SR"),
    ("7.1", "FL FR FC LFE BL BR SL SR"), ("7.1(wide)", "FL FR FC LFE BL BR FLC FRC"),
    ("7.1(wide-side)", "FL FR FC LFE FLC FRC SL SR"), ("5.1.2", "FL FR FC LFE SL SR TFL TFR"),
    ("5.1.2(back)", "FL FR FC LFE BL BR TFL TFR"), ("7.1(top)", "FL FR FC LFE BL BR TFL TFR"),
    ("octagonal", "FL FR FC BL BR BC SL SR"), ("cube", "FL FR BL BR TFL TFR TBL TBR"),
    ("5.1.4", "FL FR FC LFE SL SR TFL TFR TBL TBR"),
    ("7.1.2", "FL FR FC LFE BL BR SL SR TFL TFR"),
    ("7.1.4", "FL FR FC LFE BL BR SL SR TFL TFR TBL TBR"),
    ("7.2.3", "FL FR FC LFE BL BR SL SR TFL TFR TBC LFE2"),
    ("9.1.4", "FL FR FC LFE BL BR FLC FRC SL SR TFL TFR TBL TBR"),
    ("9.1.6", "FL FR FC LFE BL BR FLC FRC SL SR TFL TFR TBL TBR TSL TSR"),
    ("hexadecagonal", "FL FR FC BL BR BC SL SR TFL TFC TFR TBL TBC TBR WL WR"),
    ("downmix", "DL DR"),
    (
      "22.2",
      "FL FR FC LFE BL BR FLC FRC BC SL SR TC TFL TFC TFR TBL TBC TBR LFE2 TSL TSR BFC BFL BFR"
    ),
  ]

  /// The speakers that ffmpeg's description of a layout names, in the order of its channels: `5.1`, or
  /// `3 channels (FL+FR+LFE)`; none for a number alone.
  package static func described(_ text: Substring) -> [Speaker] {
    if let row = layouts.first(where: { $0.0 == text }) { return Speaker.list(row.1) ?? [] }
    guard text.last == ")", let mark = text.firstIndex(of: "(") else { return [] }
    return Speaker.list(String(text[mark...].dropFirst().dropLast())) ?? []
  }

  /// ffmpeg's name of the layout; the names of the speakers with plus signs between if it has none, or
  /// if old versions do not know it, as those with speakers above the listener.
  public var ffmpegLayout: String {
    let name = Speakers.layouts.first { $0.1 == description && !$0.1.contains("T") }?.0
    return name ?? list.map(\.rawValue).joined(separator: "+")
  }
}

extension FFmpegReport {
  /// The speakers of the channels of the sound that is decoded, in their order; none if ffmpeg knows
  /// their number only, and describes its guess.
  var speakers: [Speaker] {
    let lines = lines.map(\.text)
    let mapping = lines.firstIndex { $0.hasPrefix("Stream mapping:") } ?? lines.count
    // `  Stream #0:1 -> #0:0 (aac (native) -> pcm_f32be (native))`
    let name = lines[mapping...].dropFirst().first?.prefix { $0 != ">" }.dropLast(2)
    let streams = lines[..<mapping].filter {
      $0.hasPrefix("  Stream #0:") && $0.contains(": Audio: ")
    }
    let stream = streams.first { line in
      name.map { line.hasPrefix($0) && "[(:".contains(line.dropFirst($0.count).first ?? " ") }
        ?? false
    }
    guard let line = stream ?? streams.first, let rate = line.firstRange(of: " Hz, ") else {
      return []
    }
    let number = line.dropFirst("  Stream #0:".count).prefix { $0.isNumber }
    let isGuess =
      lines.contains { $0.hasPrefix("Guessed Channel Layout for Input Stream #0.\(number) :") }
      || FFmpegReport.namelessCodecs.contains { line.contains(": Audio: \($0)") }
    return isGuess ? [] : Speakers.described(line[rate.upperBound...].prefix { $0 != "," })
  }

  /// Codecs that count channels and do not name them, and whose decoders make up names without a word.
  ///
  /// - Source: `tta.c`, `s302m.c` and `pcm-dvd.c` of libavcodec, version 5.1.
  private static let namelessCodecs = ["tta", "s302m", "pcm_dvd"]
}
