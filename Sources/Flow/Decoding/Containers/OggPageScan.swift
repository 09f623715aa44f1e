// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform
internal import Signal

/// A scan of the pages of an Ogg file: whether they are intact, and whether the last one is there.
///
/// libvorbisfile and opusfile skip damaged and missing pages silently.
///
/// - Source: RFC 3533; the mappings of Vorbis (Vorbis I, A.2) and Opus (RFC 7845).
struct OggPageScan: Sendable {
  /// Whether the audio stream, the last one of a chain, has its last page.
  private(set) var hasEnd = false

  /// Whether another stream follows the first, as in two files that were concatenated.
  private(set) var isChained = false

  /// Whether a page is damaged or missing; ``position`` is then the end of the last intact page
  /// before it.
  private(set) var isDamaged = false

  /// Whether libsndfile cannot read the audio codec in Ogg, or only a part of it.
  private(set) var isForHelper = false

  /// The speakers of the channels of the audio stream, in their order there; none if it does not name
  /// them.
  private(set) var speakers: [Speaker] = []

  /// How many channels it has, if it is FLAC, whose comments may name their speakers.
  private(set) var channelCountOfFLAC: Int?

  /// Whether something else follows the end, such as a tag. libsndfile looks for sound in it if the
  /// first page of sound is the last one.
  private(set) var isFollowed = false

  private var position = 0
  private var before: [(rate: Int?, position: Int)] = []
  private var rate: Int?
  private var serial: UInt64?
  private var isAudio = false
  private var nextSequence: UInt64?
  private var openingIsOver = false
  private var preSkip = 0
  /// The samples before the sound in a stream of Opus, at 48 000 Hz; `nil` if it is another codec.
  private(set) var opusPreSkip: Int?

  /// Scans all pages of a file.
  init(_ window: borrowing ByteWindow) throws(SystemError) {
    var offset = 0
    var (chunk, chunkStart) = ([UInt8](), 0)
    while !isDamaged, offset < window.count {
      if offset + OggPage.largest > chunkStart + chunk.count {
        chunk = try window.bytes(at: offset, 1 << 20)
        chunkStart = offset
      }
      switch OggPage.read(chunk, at: offset - chunkStart) {
      case .incomplete:
        hasEnd = false
        return
      case .none:
        isFollowed = hasEnd
        isDamaged = !hasEnd
        return
      case .page(let page):
        offset += page.size
        include(page)
      }
    }
  }

  /// The sample frame, at `sampleRate` Hz, at which the intact part ends; `nil` if all is intact.
  func damagedAfter(sampleRate: Int) -> Int? {
    isDamaged ? frameCount(sampleRate: sampleRate) : nil
  }

  /// The sample frame, at `sampleRate` Hz, at which the sound ends; `nil` if the file ends there too.
  func end(sampleRate: Int) -> Int? {
    isFollowed ? frameCount(sampleRate: sampleRate) : nil
  }

  private func frameCount(sampleRate: Int) -> Int {
    var frames = 0
    for stream in before + [(rate, max(0, position - preSkip))] {
      let (sum, overflow) = frames.addingReportingOverflow(
        OggPageScan.scaled(stream.position, from: stream.rate ?? sampleRate, to: sampleRate))
      frames = overflow ? .max : sum
    }
    return frames
  }

  /// A number of sample frames converted to another rate; limited to the greatest number.
  private static func scaled(_ count: Int, from old: Int, to new: Int) -> Int {
    guard old > 0 else { return count }
    let product = count.multipliedFullWidth(by: new)
    guard product.high < old >> 1 else { return .max }
    return old.dividingFullWidth(product).quotient
  }

  private mutating func include(_ page: OggPage) {
    if page.isFirst {
      if openingIsOver { beginNext() }
      if serial == nil || (!isAudio && page.isAudio) { follow(page) }
    } else {
      openingIsOver = true
    }
    guard page.serial == serial else { return }
    let isNext = nextSequence == nil || page.sequence == nextSequence
    let isImpossible = isImpossible(page)
    // Of two positions that exclude each other the lower one counts.
    if isImpossible { position = Int(min(page.position, UInt64(position))) }
    guard page.isIntact, isNext, !isImpossible else {
      isDamaged = true
      return
    }
    nextSequence = (page.sequence + 1) & 0xFFFF_FFFF
    // All ones: no packet ends on this page.
    if page.position < 1 << 60 { position = Int(page.position) }
    if page.isLast { hasEnd = true }
  }

  /// Whether libsndfile, which counts the samples of a page of Opus in 32 bits, would give what
  /// memory happens to hold as sound. A recording of a broadcast begins at any position.
  private func isImpossible(_ page: OggPage) -> Bool {
    guard page.isIntact, opusPreSkip != nil, page.position != .max else { return false }
    return page.position >= 1 << 60
      || position > 0 && abs(Int(page.position) - position) > Int(Int32.max)
  }

  /// Begins with the next stream of a chain.
  private mutating func beginNext() {
    before.append((rate, max(0, position - preSkip)))
    isChained = true
    (serial, isAudio, openingIsOver, hasEnd) = (nil, false, false, false)
    (position, preSkip, rate) = (0, 0, nil)
  }

  private mutating func follow(_ page: OggPage) {
    (serial, isAudio, nextSequence) = (page.serial, page.isAudio, nil)
    isForHelper = page.isAudio && !page.body.has("vorbis", at: 1) && !page.body.has("OpusHead")
    rate = page.sampleRate
    speakers = XiphChannelOrder.speakers(ofStream: page.body)
    channelCountOfFLAC =
      page.body.has("FLAC", at: 1)
      ? XiphChannelOrder.channelCount(ofFLAC: page.body.number(at: 29, 1, bigEndian: true)) : nil
    opusPreSkip =
      page.body.has("OpusHead") ? Int(page.body.number(at: 10, 2, bigEndian: false) ?? 0) : nil
    preSkip = opusPreSkip ?? 0
  }
}

/// One page of an Ogg stream.
struct OggPage: Sendable {
  /// The greatest size of a page in bytes.
  static let largest = 27 + 255 + 255 * 255

  let size: Int
  let isFirst: Bool
  let isLast: Bool
  let position: UInt64
  let serial: UInt64
  let sequence: UInt64
  /// Whether its checksum is right.
  let isIntact: Bool
  /// The contents of a stream's first page; empty for other pages.
  let body: [UInt8]

  /// Whether it begins an audio stream.
  var isAudio: Bool {
    body.has("vorbis", at: 1) || body.has("OpusHead") || body.has("Speex")
      || body.has("FLAC", at: 1)
  }

  /// The sample rate of its stream's positions; `nil` if unknown.
  var sampleRate: Int? {
    let number: UInt64? =
      if body.has("OpusHead") {
        48_000  // Whatever rate it is decoded to.
      } else if body.has("vorbis", at: 1) {
        body.number(at: 12, 4, bigEndian: false)
      } else if body.has("FLAC", at: 1) {
        body.number(at: 27, 3, bigEndian: true).map { $0 >> 4 }
      } else {
        nil
      }
    return number.flatMap { $0 > 0 ? Int($0) : nil }
  }

  /// What was found at an offset.
  enum Finding { case page(OggPage), incomplete, none }

  /// Reads the page at offset `start`.
  static func read(_ bytes: [UInt8], at start: Int) -> Finding {
    guard bytes.count >= start + 4 else {
      return "OggS".utf8.starts(with: bytes[start...]) ? .incomplete : .none
    }
    guard bytes.has("OggS", at: start) else { return .none }
    guard bytes.count >= start + 27 else { return .incomplete }
    let segments = Int(bytes[start + 26])
    let bodyStart = start + 27 + segments
    guard bytes.count >= bodyStart else { return .incomplete }
    let end = bytes[start + 27..<bodyStart].reduce(bodyStart) { $0 + Int($1) }
    guard bytes.count >= end else { return .incomplete }
    func number(_ offset: Int, _ length: Int) -> UInt64 {
      bytes.number(at: start + offset, length, bigEndian: false) ?? 0
    }
    let flags = bytes[start + 5]
    let isFirst = flags & 2 != 0
    return .page(
      OggPage(
        size: end - start, isFirst: isFirst, isLast: flags & 4 != 0, position: number(6, 8),
        serial: number(14, 4), sequence: number(18, 4),
        isIntact: OggChecksum.ofPage(bytes.span.extracting(start..<end)) == number(22, 4),
        body: isFirst ? Array(bytes[bodyStart..<end]) : []))
  }
}
