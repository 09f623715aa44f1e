// SPDX-License-Identifier: MIT

/// The container format, as the first bytes of an input show it.
enum Container: Sendable, Hashable {
  /// RIFF, RIFX, RF64, Wave64, AIFF, AIFF-C, AU, CAF: a header, then usually plain samples.
  case chunked(ChunkedFormat)
  case flac
  case ogg
  case mpegAudio
  /// AAC in frames of ADTS, behind other bytes.
  case adts
  /// Another container that libsndfile may know: NIST, VOC, PAF, SVX and the like.
  case rare
  /// A container that ffmpeg knows and libsndfile does not; `needsSeeking` if its index or tags may
  /// be at its end.
  case foreign(needsSeeking: Bool)
  /// Plain text, not sound. ffmpeg would treat a playlist as a request to read other files, and
  /// might never end.
  case text
  case unknown

  /// The containers whose headers this program reads itself.
  enum ChunkedFormat: Sendable, Hashable { case riff, rf64, wave64, aiff, au, caf }

  /// Enough bytes for ``init(beginning:)`` to decide.
  static let decisiveCount = 512

  /// Enough bytes for ``init(start:)`` to find MPEG audio and AAC in the middle of a stream.
  static let searchedCount = 16_384

  /// Recognizes a container like ``init(beginning:)``, and also MPEG audio and AAC that begin in the
  /// middle of a frame, or behind the words of the server that sent them. Bytes that only begin like
  /// a frame are not taken for MPEG audio, if there are enough of them to tell: quiet samples without
  /// a header may look like one.
  ///
  /// Behind a tag of MPEG audio, what is nothing else is MPEG audio.
  init(start bytes: [UInt8], isBehindTag: Bool = false) {
    let container = Container(beginning: bytes)
    if isBehindTag, [.unknown, .text].contains(container) {
      self = .mpegAudio
      return
    }
    let isEnough = bytes.count >= Container.searchedCount
    switch container {
    case .unknown, .text:
      self =
        MPEGFrame.isStream(bytes) ? .mpegAudio : ADTSFrame.isStream(bytes) ? .adts : container
    case .mpegAudio where isEnough && !bytes.has("ID3"):
      self = MPEGFrame.isStream(bytes) ? .mpegAudio : .unknown
    default: self = container
    }
  }

  /// Recognizes a container by the first bytes of the input; there may be fewer than 512.
  ///
  /// - Source: the formats' own specifications; the list of `file(1)`.
  init(beginning bytes: [UInt8]) {
    self =
      Container.chunked(bytes) ?? Container.compressed(bytes) ?? Container.foreign(bytes)
      ?? Container.rare(bytes)
      ?? Container.text(bytes) ?? .unknown
  }

  private static func chunked(_ bytes: [UInt8]) -> Container? {
    if bytes.has("WAVE", at: 8) {
      if bytes.has("RIFF") || bytes.has("RIFX") { return .chunked(.riff) }
      if bytes.has("RF64") { return .chunked(.rf64) }
    }
    if bytes.has("riff"), bytes.has("wave", at: 24) { return .chunked(.wave64) }
    if bytes.has("FORM"), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) {
      return .chunked(.aiff)
    }
    if bytes.has(".snd") || bytes.has("dns.") { return .chunked(.au) }
    return bytes.has("caff") ? .chunked(.caf) : nil
  }

  private static func compressed(_ bytes: [UInt8]) -> Container? {
    if bytes.has("fLaC") { return .flac }
    if bytes.has("OggS") { return .ogg }
    if bytes.has("ID3") { return .mpegAudio }
    // Eleven set bits, then a version and a layer; layer 0 is AAC (ADTS), not MPEG audio.
    guard bytes.count >= 3, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    let (version, layer) = (bytes[1] >> 3 & 3, bytes[1] >> 1 & 3)
    if layer == 0 { return bytes[1] & 0xF0 == 0xF0 ? .foreign(needsSeeking: false) : nil }
    return version != 1 && bytes[2] >> 4 != 15 && bytes[2] >> 2 & 3 != 3 ? .mpegAudio : nil
  }

  private static func foreign(_ bytes: [UInt8]) -> Container? {
    if isMP4(bytes) { return .foreign(needsSeeking: true) }
    let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
    let windowsMedia: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
    if bytes.starts(with: matroska) { return .foreign(needsSeeking: false) }
    // Its header declares its size in bytes, to compare with the size of the file.
    if bytes.starts(with: windowsMedia) { return .foreign(needsSeeking: true) }
    let tagged = ["wvpk", "MAC ", "TTA1", "MPCK", "MP+"]
    if tagged.contains(where: { bytes.hasText($0, at: 0) }) { return .foreign(needsSeeking: true) }
    let texts = ["DSD ", "FRM8", "#!AMR", ".RMF", "ADIF", "FLV"]
    if texts.contains(where: { bytes.hasText($0, at: 0) }) { return .foreign(needsSeeking: false) }
    if bytes.has("RIFF"), bytes.has("AVI ", at: 8) { return .foreign(needsSeeking: true) }
    // Tracker modules: Impulse Tracker, FastTracker 2, Scream Tracker 3.
    if bytes.has("IMPM") || bytes.has("Extended Module: ") || bytes.has("SCRM", at: 44) {
      return .foreign(needsSeeking: true)
    }
    // A MIDI sample dump: libsndfile's reader prints to standard output, and the samples depend on
    // how many are read at once.
    if bytes.count >= 4, bytes[0] == 0xF0, bytes[1] == 0x7E, bytes[3] == 1 {
      return .foreign(needsSeeking: false)
    }
    // MLP and TrueHD begin with a sync word behind the size of their first unit.
    if let sync = bytes.number(at: 4, 4, bigEndian: true), sync & ~1 == 0xF872_6FBA {
      return .foreign(needsSeeking: false)
    }
    let isTransportStream = bytes.count > 376 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
    return isTransportStream ? .foreign(needsSeeking: false) : nil
  }

  /// Whether it is MP4, M4A or QuickTime.
  static func isMP4(_ bytes: [UInt8]) -> Bool {
    ["ftyp", "moov", "mdat", "wide"].contains { bytes.hasText($0, at: 4) }
  }

  /// Text, if the first bytes have no control characters but those of text.
  private static func text(_ bytes: [UInt8]) -> Container? {
    let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let isText = text.prefix(decisiveCount).allSatisfy {
      $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0)
    }
    return isText ? .text : nil
  }

  private static func rare(_ bytes: [UInt8]) -> Container? {
    let texts = [
      "FORM", " paf", "fap ", "NIST_1A", "Creative Voice", "PVF1", "MATLAB", "2BIT", "Extended I",
      "ALawSound", "RIFF", "RF64",
    ]
    if texts.contains(where: { bytes.hasText($0, at: 0) }) { return .rare }
    let circam: [UInt8] = [0x64, 0xA3]
    return bytes.starts(with: circam) || bytes.dropFirst(2).starts(with: circam.reversed())
      ? .rare : nil
  }
}

extension [UInt8] {
  /// Whether the bytes at `offset` are the UTF-8 form of `text`.
  fileprivate func hasText(_ text: String, at offset: Int) -> Bool {
    dropFirst(offset).starts(with: text.utf8)
  }
}
