// SPDX-License-Identifier: MIT
internal import Signal

/// A channel layout of Apple: the chunk `chan` of CAF and `CHAN` of AIFF.
///
/// - Source: Apple, *Core Audio Format Specification* 1.0, *Channel Layout Chunk*, and
///   `CoreAudioBaseTypes.h`.
enum AppleChannelLayout {
  /// The most bytes of such a chunk that are read: 64 channels.
  static let maxBytes = 12 + 64 * 20

  /// The speakers of the channels, in their order in the file; none if the chunk does not name all.
  static func speakers(_ chunk: [UInt8]) -> [Speaker] {
    func number(_ place: Int) -> Int? {
      chunk.number(at: place, 4, bigEndian: true).map { Int($0) }
    }
    guard let tag = number(0), let bitmap = number(4), let count = number(8) else { return [] }
    switch tag {
    case 0:
      let labels = (0..<min(count, 64)).compactMap { number(12 + 20 * $0) }
      let found = labels.compactMap { speaker(ofLabel: $0, hasRear: labels.contains(33)) }
      return found.count == count ? found : []
    case 1 << 16: return Speakers(mask: bitmap)?.list ?? []
    default: return orders[tag >> 16].flatMap(Speaker.list) ?? []
    }
  }

  /// The speaker of a label: the first ones are those of WAV in their order, where "surround" is the
  /// back. Beside rear speakers, it is the side.
  private static func speaker(ofLabel label: Int, hasRear: Bool) -> Speaker? {
    let others: [Int: Speaker] = [
      33: .backLeft, 34: .backRight, 35: .wideLeft, 36: .wideRight, 37: .lowFrequency2,
      38: .downmixLeft, 39: .downmixRight, 42: .frontCenter, 49: .topSideLeft, 51: .topSideRight,
      52: .topBackLeft, 53: .topBackCenter, 54: .topBackRight,
    ]
    if hasRear, label == 5 || label == 6 { return label == 5 ? .sideLeft : .sideRight }
    return (1...Speaker.countInWAV).contains(label)
      ? Speaker.allCases[label - 1] : others[label]
  }

  /// The order of ALAC for a number of channels, whatever container it is in.
  ///
  /// - Source: Apple, `ALACAudioTypes.h`, `ALACChannelLayoutTags`.
  static func speakersOfALAC(_ channelCount: Int) -> [Speaker] {
    let tags = [0, 100, 101, 114, 116, 120, 124, 142, 127]
    return tags.indices.contains(channelCount) && channelCount > 0
      ? orders[tags[channelCount]].flatMap(Speaker.list) ?? [] : []
  }

  /// The speakers by the upper half of a layout tag. "Surround" is the side, "rear surround" the back.
  private static let orders = [
    100: "FC", 101: "FL FR", 102: "FL FR", 103: "DL DR", 106: "FL FR", 108: "FL FR BL BR",
    109: "FL FR BL BR FC", 110: "FL FR BL BR FC BC", 111: "FL FR BL BR FC BC SL SR",
    112: "FL FR BL BR TFL TFR TBL TBR", 113: "FL FR FC", 114: "FC FL FR", 115: "FL FR FC BC",
    116: "FC FL FR BC", 117: "FL FR FC SL SR", 118: "FL FR SL SR FC", 119: "FL FC FR SL SR",
    120: "FC FL FR SL SR", 121: "FL FR FC LFE SL SR", 122: "FL FR SL SR FC LFE",
    123: "FL FC FR SL SR LFE", 124: "FC FL FR SL SR LFE", 125: "FL FR FC LFE SL SR BC",
    126: "FL FR FC LFE BL BR FLC FRC", 127: "FC FLC FRC FL FR BL BR LFE",
    128: "FL FR FC LFE SL SR BL BR", 129: "FL FR BL BR FC LFE FLC FRC",
    130: "FL FR FC LFE SL SR DL DR", 131: "FL FR BC", 132: "FL FR SL SR", 133: "FL FR LFE",
    134: "FL FR LFE BC", 135: "FL FR LFE SL SR", 136: "FL FR FC LFE", 137: "FL FR FC LFE BC",
    138: "FL FR SL SR LFE", 139: "FL FR SL SR FC BC", 140: "FL FR SL SR FC BL BR",
    141: "FC FL FR SL SR BC", 142: "FC FL FR SL SR BC LFE", 143: "FC FL FR SL SR BL BR",
    144: "FC FL FR SL SR BL BR BC", 148: "FL FR SL SR FC FLC FRC", 149: "FC LFE",
    150: "FL FC FR", 151: "FL FC FR BC", 152: "FL FC FR LFE", 153: "FL FR BC LFE",
    154: "FL FC FR BC LFE", 155: "FL FC FR SL SR BC", 156: "FL FC FR SL SR BL BR",
    157: "FL FC FR SL SR LFE BC", 158: "FL FC FR SL SR LFE TC", 159: "FL FC FR SL SR LFE TFC",
    160: "FL FC FR SL SR LFE BL BR", 161: "FL FC FR BL BR LFE FLC FRC",
    162: "FL FC FR SL SR LFE SDL SDR", 163: "FL FC FR SL SR LFE WL WR",
    164: "FL FC FR SL SR LFE TFL TFR", 165: "FL FC FR SL SR LFE BC TC",
    166: "FL FC FR SL SR LFE BC TFC", 167: "FL FC FR SL SR LFE TC TFC", 168: "FC FL FR LFE",
    169: "FC FL FR BC LFE", 170: "FLC FRC FL FR SL SR", 171: "FC FL FR BL BR TC",
    172: "FC BC FL FR BL BR", 173: "FLC FRC FL FR SL SR LFE", 174: "FC FL FR BL BR TC LFE",
    175: "FC BC FL FR BL BR LFE", 176: "FLC FC FRC FL FR SL SR", 177: "FLC FC FRC FL FR BL BR LFE",
    178: "FLC FRC FL FR SL SR BL BR", 179: "FLC FC FRC FL FR SL BC SR",
    180: "FLC FRC FL FR SL SR BL BR LFE", 181: "FLC FC FRC FL FR SL BC SR LFE",
    182: "FC FL FR SL SR LFE BC", 185: "FL FR BL BR", 186: "FL FR FC BL BR",
    187: "FL FR FC LFE BL BR", 188: "FL FR FC LFE BC SL SR", 189: "FL FR FC LFE BL BR SL SR",
    192: "FL FR FC LFE SL SR BL BR TFL TFR TBL TBR", 194: "FL FR FC LFE SL SR TSL TSR",
    195: "FL FR FC LFE SL SR TFL TFR TBL TBR", 196: "FL FR FC LFE SL SR BL BR TSL TSR",
  ]
}
