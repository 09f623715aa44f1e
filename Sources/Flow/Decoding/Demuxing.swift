// SPDX-License-Identifier: MIT

/// How ffmpeg reads the file of an input that was recognized: by a demuxer that is named, so that it
/// takes the file for nothing else, such as a list of other files.
public struct Demuxing: Sendable, Hashable {
  /// ffmpeg's name of the demuxer.
  let demuxer: String
  /// Whether it is a chain of streams, one after the other, which some programs read as one and
  /// others as several.
  public var isChained = false
  /// Which of the file's sounds it is, counted from 0.
  public var track = 0
  /// The samples before the sound in a stream of Opus, at 48 000 Hz; `nil` if not known.
  public var preSkip: Int?

  init(_ demuxer: String, _ pageScan: OggPageScan? = nil) {
    self.demuxer = demuxer
    (isChained, preSkip) = (pageScan?.isChained == true, pageScan?.opusPreSkip)
  }

  /// Whether the demuxer finds chapters in files.
  public var mayHaveChapters: Bool {
    ["asf", "flac", "matroska", "mov", "mp3", "ogg"].contains(demuxer)
  }

  /// ffmpeg's arguments before the name of the file.
  public var words: [String] { ["-f", demuxer] + Demuxing.protocolWords }

  /// ffmpeg's arguments before the name of a file in commands for the user to type; `nil` is a
  /// demuxer that it is to find itself.
  public static func typedWords(_ demuxing: Demuxing?) -> [String] {
    demuxing.map { ["-f", $0.demuxer] } ?? formatWords
  }

  /// ffmpeg's arguments before the name of a file whose demuxer is not known: it finds one that opens
  /// no other file. What it took for a playlist is refused before it is read.
  static let probingWords = formatWords + protocolWords

  private static let formatWords = [
    "-format_whitelist", (FFmpegReport.markedFormats + unmarkedFormats).joined(separator: ","),
  ]

  private static let protocolWords = ["-protocol_whitelist", "file,pipe,subfile"]

  /// Formats of inputs that this program recognizes itself, where samples have ffmpeg's marks by
  /// chance.
  private static let unmarkedFormats = ["libopenmpt", "libmodplug", "paf", "avr", "sds"]
}

extension Container {
  /// How ffmpeg reads it; `nil` where it has to tell the format itself.
  var demuxing: Demuxing? {
    switch self {
    case .chunked(.riff), .chunked(.rf64): Demuxing("wav")
    case .chunked(.wave64): Demuxing("w64")
    case .chunked(.aiff): Demuxing("aiff")
    case .chunked(.au): Demuxing("au")
    case .chunked(.caf): Demuxing("caf")
    case .flac: Demuxing("flac")
    case .ogg: Demuxing("ogg")
    case .mpegAudio: Demuxing("mp3")
    case .adts: Demuxing("aac")
    case .rare, .foreign, .text, .unknown: nil
    }
  }
}
