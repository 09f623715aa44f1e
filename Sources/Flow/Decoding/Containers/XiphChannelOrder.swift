// SPDX-License-Identifier: MIT
internal import Signal

/// The speakers of the channels in the codecs of Xiph, in their order there.
enum XiphChannelOrder {
  /// Those of Vorbis, and of Opus with mapping family 1; none beyond eight channels.
  ///
  /// - Source: *Vorbis I specification*, section 4.3.9; RFC 7845, section 5.1.1.2.
  private static let vorbis = [
    "", "FC", "FL FR", "FL FC FR", "FL FR BL BR", "FL FC FR BL BR", "FL FC FR BL BR LFE",
    "FL FC FR SL SR BC LFE", "FL FC FR SL SR BL BR LFE",
  ]

  /// The speakers of the stream that a first packet in Ogg describes; none if it names none.
  static func speakers(ofStream packet: [UInt8]) -> [Speaker] {
    let place = packet.has("OpusHead") ? 9 : packet.has("vorbis", at: 1) ? 11 : packet.count
    guard let count = packet.number(at: place, 1, bigEndian: false).map({ Int($0) }),
      vorbis.indices.contains(count),
      !packet.has("OpusHead") || packet.number(at: 18, 1, bigEndian: false) ?? 2 < 2
    else { return [] }
    return Speaker.list(vorbis[count]) ?? []
  }

  /// The number of channels in the third byte of the sample rate of FLAC.
  static func channelCount(ofFLAC byte: UInt64?) -> Int { Int((byte ?? 0) >> 1 & 7) + 1 }

  /// The speakers of a stream of FLAC: those that a comment names by the mask of WAV, or else those that
  /// the format defines for the number of channels.
  ///
  /// - Source: RFC 9639, sections 8.6.2 and 9.1.3.
  static func speakers(ofFLAC comments: [[UInt8]], channelCount: Int) -> [Speaker] {
    let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK="
    let short = comments.filter { $0.count < 64 }
    for comment in short.map({ String(decoding: $0, as: UTF8.self) })
    where comment.uppercased().hasPrefix(name) {
      let digits = comment.dropFirst(name.count).lowercased()
      let mask = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
      if let speakers = mask.flatMap(Speakers.init(mask:)), speakers.count == channelCount {
        return speakers.list
      }
    }
    return Speakers.usual(channelCount).list
  }
}
